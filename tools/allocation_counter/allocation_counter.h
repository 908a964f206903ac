// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Counts the allocations of a program that links this: malloc and its kin, and so operator new,
// from whatever code of the process. Costs an increment of a thread's own number each.
#ifndef TOOLS_ALLOCATION_COUNTER_ALLOCATION_COUNTER_H_
#define TOOLS_ALLOCATION_COUNTER_ALLOCATION_COUNTER_H_

#include <cstdint>

namespace opgraft_internal {

// How many the calling thread has made since it began; -1, always, under a sanitizer, which has a
// malloc of its own.
int64_t AllocationsOfThisThread();

}  // namespace opgraft_internal

#endif  // TOOLS_ALLOCATION_COUNTER_ALLOCATION_COUNTER_H_
