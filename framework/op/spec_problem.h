// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_SPEC_PROBLEM_H_
#define FRAMEWORK_OP_SPEC_PROBLEM_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/op/spec_scanner.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/source_location.h"

namespace opgraft_internal {

// One thing wrong with a registration: the place of the call, and the whole paragraph to show.
// Plain data.
struct SpecProblem {
  SourceLocation where;
  std::string text;
};

// "file.cc:12"; "?" if the place is not known.
std::string ShowLocation(const SourceLocation& where);

// A problem with a word of a spec, with a caret under the word that `error` points at:
//
//   roi.cc:11: REGISTER_OP("Roi") .Attr("T: {floot}")
//                                            ^~~~~ 'floot' is not a type; nearest: float
//
// `call` is "Attr". Characters that do not print are escaped, a long spec is shown around the
// caret.
SpecProblem CaretProblem(absl::string_view op_name, const SourceLocation& where,
                         absl::string_view call, absl::string_view spec, const SpecError& error);

// `file:line: REGISTER_OP("Roi"): message`, or with the call if `call` is not empty:
// `REGISTER_OP("Roi") .Attr("..."): message`.
SpecProblem PlainProblem(absl::string_view op_name, const SourceLocation& where,
                         absl::string_view call, absl::string_view spec, absl::string_view message);

// `Attr("T: type")`, escaped and shortened to be shown.
std::string ShowCall(absl::string_view call, absl::string_view spec);

// INVALID_ARGUMENT with all problems, a paragraph each, sorted by place; OK if there are none. What
// OpRegistry::errors() returns.
absl::Status ProblemsToStatus(std::vector<SpecProblem> problems);

// Two such reports as one, `first` before `second`.
absl::Status JoinReports(const absl::Status& first, const absl::Status& second);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_SPEC_PROBLEM_H_
