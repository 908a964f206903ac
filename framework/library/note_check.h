// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_LIBRARY_NOTE_CHECK_H_
#define FRAMEWORK_LIBRARY_NOTE_CHECK_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Compares what the sources of library `name` were compiled with (types/library_note.h) with what
// Opgraft was compiled with. INVALID_ARGUMENT says what differs and how to compile instead. Unknown
// fields are ignored; a field that is missing is not compared. OK if there are no notes.
// Thread-safe.
absl::Status CheckLibraryNotes(absl::Span<const absl::string_view> notes, absl::string_view name);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_LIBRARY_NOTE_CHECK_H_
