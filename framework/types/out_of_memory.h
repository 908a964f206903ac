// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_OUT_OF_MEMORY_H_
#define FRAMEWORK_TYPES_OUT_OF_MEMORY_H_

#include <new>

#include "absl/status/status.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// RESOURCE_EXHAUSTED. Made when the program starts: to give it costs no memory, which there is none
// of.
const absl::Status& OutOfMemoryError();

// What `work()` gives, a Status or StatusOr; OutOfMemoryError if it throws std::bad_alloc. Every
// call of the API that may allocate goes through here: an author's program sees no exception.
template <typename Work>
auto GuardMemory(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return OutOfMemoryError();
  }
}

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TYPES_OUT_OF_MEMORY_H_
