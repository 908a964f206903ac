// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LIST_NESTING_H_
#define KERNELS_LIST_NESTING_H_

#include "absl/status/status.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// How deep lists, ragged tensors and optionals may lie in one another. A loop can put a list into a
// list a million times; who copies, adds up or destroys such a value goes down as deep, and a small
// thread has no stack for it. Each of the three keeps its own depth, `nesting`.
constexpr int kMaxNesting = 100;

// How deep the variants in `tensor` lie in one another; 0: it holds none.
//
// Example: of a tensor with a list of numbers 1, of one with a list of such lists 2.
int NestingOf(const Tensor& tensor);

// Makes `*nesting`, that of a value, at least what it is with `held` in it. RESOURCE_EXHAUSTED if
// that is more than kMaxNesting.
absl::Status Nest(const Tensor& held, int* nesting);

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_NESTING_H_
