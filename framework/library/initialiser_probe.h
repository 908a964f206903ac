// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_INITIALISER_PROBE_H_
#define FRAMEWORK_LIBRARY_INITIALISER_PROBE_H_

#include <string>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Opens the library at `path`, which messages call `shown`, in a process of its own, which ends at
// once: INVALID_ARGUMENT if one of its static initialisers throws, crashes or exits. In this
// process it would be too late: an exception that leaves dlopen leaves the dynamic linker locked.
//
// The initialisers run once more for it, with nothing to print to. OK if nothing can be said: no
// process could be started, or it took longer than ten seconds. Thread-safe.
absl::Status ProbeInitialisers(const std::string& path, const std::string& shown);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_INITIALISER_PROBE_H_
