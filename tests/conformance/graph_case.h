// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_GRAPH_CASE_H_
#define TESTS_CONFORMANCE_GRAPH_CASE_H_

#include <string>
#include <vector>

#include "framework/graph/io/import.h"
#include "framework/runtime/compile_options.h"
#include "tests/conformance/case_result.h"

namespace opgraft {

// What a case runs with.
struct CaseLimits {
  ImportLimits import;
  RunLimits run;
  std::vector<std::string> libraries;  // files of op libraries that are loaded
  bool as_ir = false;                  // models are written as an IR and read again
};

// Runs the case of `folder`/case.json: loads, compares, compiles, takes its steps.
CaseResult RunGraphCase(const std::string& folder, const CaseLimits& limits);

// The longest deadline of the case's steps in seconds; 0 if it has none.
double LongestDeadline(const std::string& folder);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_GRAPH_CASE_H_
