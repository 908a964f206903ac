// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTING_GUARDED_TENSOR_H_
#define TESTING_GUARDED_TENSOR_H_

#include <cstdint>
#include <memory>

#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A copy of a tensor between two guards, so that a kernel that reads or writes out of its input's
// bounds can be caught: a write changes a guard, a read makes the result depend on the guards'
// contents, and AddressSanitizer reports both at once. The data is aligned as a plan's; the last
// guard begins at the byte after the last element. Tensors of strings, resources and variants are
// plain copies. Not thread-safe.
class GuardedTensor {
 public:
  // `fill` is the byte the guards are made of.
  GuardedTensor(const Tensor& original, uint8_t fill);
  ~GuardedTensor();
  GuardedTensor(const GuardedTensor&) = delete;
  GuardedTensor& operator=(const GuardedTensor&) = delete;

  const Tensor& tensor() const { return tensor_; }
  // True if a guard was written into.
  bool guards_changed() const;
  // True if an element has changed.
  bool elements_changed() const { return !tensor_.Identical(original_); }
  // True if the buffer has another holder.
  bool is_kept() const { return tensor_.buffer() != nullptr && !tensor_.buffer()->RefCountIsOne(); }

 private:
  static constexpr size_t kGuard = 256;
  struct Block;

  const Tensor original_;
  Block* block_ = nullptr;  // owned by the buffer; null for a plain copy
  uint8_t fill_;
  Tensor tensor_;
};

}  // namespace opgraft_internal

#endif  // TESTING_GUARDED_TENSOR_H_
