// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The command's standard input and output.
#ifndef TOOLS_FILES_STANDARD_STREAMS_H_
#define TOOLS_FILES_STANDARD_STREAMS_H_

#include <iosfwd>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// To be called first. Opens what the caller has closed of the three standard files, so that no
// file of ours gets their numbers and is written what was meant for them; to use one is an error
// then.
void OpenStandardStreams();

// The path of a file to read: "-" is standard input, anything else as it is. INVALID_ARGUMENT when
// "-" is asked for again: what comes there comes once.
absl::StatusOr<std::string> InputPath(const std::string& argument);

// The path of a file to write: "-" is standard output. What was printed before is written first.
std::string OutputPath(const std::string& argument);

// Where to print everything else than that file: standard error if it is standard output.
std::ostream& ResultStream(const std::string& output);

// WriteFile to an OutputPath.
absl::Status WriteOutput(const std::string& argument, absl::string_view bytes);

// Writes out what was printed. The system's reason, "cannot write standard output: ...", if
// something that was printed by now is lost.
absl::Status FlushStandardOutput();

}  // namespace opgraft_internal

#endif  // TOOLS_FILES_STANDARD_STREAMS_H_
