// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_GUARDED_TENSOR_H_
#define TESTING_GUARDED_TENSOR_H_

#include <cstdint>

#include "framework/tensor/fenced_memory.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A copy of a tensor between two fences, so that a kernel that reads or writes out of its input's
// bounds can be caught: a write changes a fence, a read makes the result depend on the fences'
// contents, and AddressSanitizer reports both at once. Tensors of strings, resources and variants
// are plain copies. Owns the copy; one that a kernel keeps lives on. Not thread-safe.
//
// Example:
//   GuardedTensor x(original, 0xa5);
//   ...                                  // run the kernel on x.tensor()
//   if (x.guards_changed()) ...          // it wrote beside its input
class GuardedTensor {
 public:
  // Every byte of the fences is `fill`.
  GuardedTensor(const Tensor& original, uint8_t fill);
  ~GuardedTensor();
  GuardedTensor(const GuardedTensor&) = delete;
  GuardedTensor& operator=(const GuardedTensor&) = delete;

  const Tensor& tensor() const { return tensor_; }
  // True if a fence was written into.
  bool guards_changed() const { return block_ != nullptr && block_->FindDamage().any(); }
  // True if an element has changed.
  bool elements_changed() const { return !tensor_.Identical(original_); }
  // True if the buffer has another holder.
  bool is_kept() const { return tensor_.buffer() != nullptr && !tensor_.buffer()->RefCountIsOne(); }

 private:
  const Tensor original_;
  const FencedBlock* block_ = nullptr;  // owned by the buffer; null for a plain copy
  Tensor tensor_;
};

}  // namespace opgraft_internal

#endif  // TESTING_GUARDED_TENSOR_H_
