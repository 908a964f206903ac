// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_TENSOR_ACCESS_H_
#define FRAMEWORK_TENSOR_TENSOR_ACCESS_H_

#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The runtime's half of Tensor: what makes one a slot of a plan. A borrowed tensor does not count
// on its buffer, so a wrong call here is memory that is used after it was freed; that is why
// authors of kernels cannot make one. Thread safety is the tensor's. Nothing here fails.
//
// Example: `TensorAccess::Borrow(&slots[3], feed);`
struct TensorAccess {
  static bool is_borrowed(const Tensor& tensor) { return tensor.is_borrowed(); }
  // Makes `*slot` a view of `other` without counting: valid while somebody else keeps the buffer.
  static void Borrow(Tensor* slot, const Tensor& other) { slot->Borrow(other); }
  // The same in another shape. REQUIRES: as many elements.
  static void BorrowAs(Tensor* slot, const Tensor& other, const TensorShape& shape) {
    slot->BorrowAs(other, shape);
  }
  // Makes `*slot` a borrowed tensor over the start of `buffer`.
  static void BorrowBuffer(Tensor* slot, TensorBuffer* buffer, DataType dtype,
                           const TensorShape& shape) {
    slot->BorrowBuffer(buffer, dtype, shape);
  }
  // Makes `*slot` view another place; dtype stays, and shape if not given. REQUIRES: it is borrowed
  // and so many elements are there.
  static void Retarget(Tensor* slot, const Tensor& other) { slot->Retarget(other); }
  static void Retarget(Tensor* slot, const Tensor& other, const TensorShape& shape) {
    slot->Retarget(other, shape);
  }
  // Takes the caller's reference to `buffer`; afterwards `*tensor` counts. REQUIRES: `like` views
  // `buffer`.
  static void AdoptAs(Tensor* tensor, TensorBuffer* buffer, const Tensor& like) {
    tensor->AdoptAs(buffer, like);
  }
  // The buffer with the tensor's reference, or null if it has none of its own; afterwards that is
  // empty.
  static TensorBuffer* ReleaseBuffer(Tensor* tensor) { return tensor->ReleaseBuffer(); }
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_TENSOR_ACCESS_H_
