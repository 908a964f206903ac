// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_CONFORMANCE_ISOLATE_H_
#define TESTS_CONFORMANCE_ISOLATE_H_

#include <cstdint>
#include <functional>

#include "tests/conformance/case_result.h"

namespace opgraft {

// A case run in a child process, and what it took.
struct IsolatedResult {
  CaseResult result;
  double seconds = 0;
  int64_t bytes = 0;  // resident memory over the child's start
};

// Runs `run` in a child that may take `max_seconds` of wall time and `max_bytes` of address space
// over what it starts with; under AddressSanitizer, which takes its own, 10 and 4 times as much. A
// child that dies or is late gives a failure that says how; `id` names it then.
IsolatedResult RunIsolated(const std::string& id, double max_seconds, int64_t max_bytes,
                           const std::function<CaseResult()>& run);

}  // namespace opgraft

#endif  // TESTS_CONFORMANCE_ISOLATE_H_
