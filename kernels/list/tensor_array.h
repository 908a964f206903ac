// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LIST_TENSOR_ARRAY_H_
#define KERNELS_LIST_TENSOR_ARRAY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/list/run_resource.h"

namespace opgraft_internal {

// TensorFlow's TensorArray: tensors by index, each written once and, unless it is asked otherwise,
// read once. Its gradient is another, of the same size, in which writes to one index are added up.
// Thread-safe.
//
// Example: an array of 2 with element_shape [3]: Write 0 and 1, Read 1, Read 0; a second Read 0 is
// INVALID_ARGUMENT if clear_after_read.
class TensorArray : public RunResource<TensorArray> {
 public:
  struct Options {
    DataType dtype = DT_INVALID;
    PartialTensorShape element_shape;
    bool dynamic_size = false;
    bool clear_after_read = true;
    bool identical_element_shapes = false;
    bool adds_writes = false;  // a gradient's
  };
  // About what an element takes that is not written.
  static constexpr int64_t kElementBytes = sizeof(Tensor) + sizeof(PartialTensorShape);

  TensorArray() : TensorArray(Options(), 0) {}
  // `size` elements that are not written yet.
  TensorArray(const Options& options, int64_t size);

  DataType dtype() const { return options_.dtype; }
  int64_t size() const;
  PartialTensorShape element_shape() const;

  // An empty gradient, whose elements have the shapes of ours behind `prefix`; this array grows no
  // more. With one reference.
  TensorArray* NewGradient(const TensorShape& prefix);

  // INVALID_ARGUMENT for another type or shape than the array's, an index that it has not and
  // cannot grow to, and an element that was written; UNIMPLEMENTED for a sum of what are no
  // numbers.
  absl::Status Write(OpKernelContext* context, int64_t index, const Tensor& value);
  // The element; zeros, where it was not written and its shape is known. INVALID_ARGUMENT for an
  // index that it has not, an element that was cleared, and one that was never written and whose
  // shape is not known.
  absl::Status Read(OpKernelContext* context, int64_t index, Tensor* value);
  // Makes it as long, if it can be. INVALID_ARGUMENT.
  absl::Status GrowTo(int64_t size);
  // Forgets all elements.
  void Close();
  // INVALID_ARGUMENT once it is closed.
  absl::Status CheckOpen() const;
  // INVALID_ARGUMENT unless elements are of `dtype`.
  absl::Status CheckType(DataType dtype) const;

  std::string DebugString() const override { return "TensorArray"; }
  int64_t MemoryUsed() const override;

 private:
  struct Element {
    Tensor value;
    // Known once it was written.
    PartialTensorShape shape;
    bool is_written = false;
    bool is_cleared = false;
  };
  // The checks of Write.
  absl::Status CheckFits(int64_t index, const Tensor& value) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mu_);

  const Options options_;
  mutable absl::Mutex mu_;
  bool is_closed_ ABSL_GUARDED_BY(mu_) = false;
  bool grows_ ABSL_GUARDED_BY(mu_) = false;
  PartialTensorShape element_shape_ ABSL_GUARDED_BY(mu_);
  std::vector<Element> elements_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_TENSOR_ARRAY_H_
