// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_OUT_OF_MEMORY_H_
#define FRAMEWORK_TYPES_OUT_OF_MEMORY_H_

#include <new>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// RESOURCE_EXHAUSTED. Made when the program starts: returning it allocates nothing, for there is
// nothing left to allocate. Thread-safe.
const absl::Status& OutOfMemoryError();

// INTERNAL with what the exception being handled says of itself: some code of an op's author threw
// it, a value function say. Call it inside `catch (...)`.
absl::Status EscapedException();

// What `work()` gives, a Status or StatusOr; OutOfMemoryError if it throws std::bad_alloc,
// EscapedException if it throws something else. Every call of the API that may allocate or runs an
// author's code goes through here: a program sees no exception.
//
// Example:
//   return GuardMemory([&]() -> absl::Status { return ImportInto(def, &graph); });
template <typename Work>
auto GuardMemory(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return OutOfMemoryError();
  } catch (...) {
    return EscapedException();
  }
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_OUT_OF_MEMORY_H_
