// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_CASE_RESULT_H_
#define TESTS_CONFORMANCE_CASE_RESULT_H_

#include <string>

namespace opgraft {

// What came of one case.
struct CaseResult {
  enum Outcome { kPass, kFail, kSkip };
  Outcome outcome = kPass;
  std::string id;
  std::string why;  // "" for kPass
};

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_CASE_RESULT_H_
