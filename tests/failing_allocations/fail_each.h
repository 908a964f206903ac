// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Every single allocation of a call fails once. A program that links this has an operator new that
// can be told to fail.
#ifndef TESTS_FAILING_ALLOCATIONS_FAIL_EACH_H_
#define TESTS_FAILING_ALLOCATIONS_FAIL_EACH_H_

#include <cstdint>
#include <functional>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace opgraft {

// Calls `call` with the calling thread's allocation number `n` (from 0) failing, if it makes so
// many. True if it did; `status` is what `call` answered. An exception that comes out of it fails
// the test.
bool FailOne(int64_t n, absl::FunctionRef<absl::Status()> call, absl::Status* status);

// Fails each allocation of `call()` in turn, each time after `prepare()`. It answers
// RESOURCE_EXHAUSTED, or what it answers with memory for all (`at_last`), if what failed was only
// for speed or for a message. `check()` looks at what a call left that failed. Ends when a call has
// made fewer allocations; how often it failed one.
struct FailEach {
  std::function<void()> prepare = [] {};
  std::function<absl::Status()> call;
  std::function<void()> check = [] {};
  absl::StatusCode at_last = absl::StatusCode::kOk;

  int64_t Run(const char* name) const;
};

}  // namespace opgraft

#endif  // TESTS_FAILING_ALLOCATIONS_FAIL_EACH_H_
