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
#include "framework/kernel/resource_mgr.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// TensorFlow's TensorArray: tensors by index, each written once and, unless it is asked otherwise,
// read once. A resource of one run: the next run of the request that makes one ends those of the
// last, and a request that is forked, saved or loaded between runs has them empty. Thread-safe.
class TensorArray : public ResourceBase {
 public:
  struct Options {
    DataType dtype = DT_INVALID;
    PartialTensorShape element_shape;
    bool dynamic_size = false;
    bool clear_after_read = true;
    bool identical_element_shapes = false;
  };
  TensorArray(const Options& options, int64_t size);

  DataType dtype() const { return options_.dtype; }
  int64_t size() const;
  PartialTensorShape element_shape() const;

  // INVALID_ARGUMENT for another type or shape than the array's, an index that it has not and
  // cannot grow to, and an element that was written.
  absl::Status Write(int64_t index, const Tensor& value);
  // The element; zeros, where it was not written and its shape is known. INVALID_ARGUMENT for an
  // index that it has not, an element that was cleared, and one that nobody knows.
  absl::Status Read(OpKernelContext* context, int64_t index, Tensor* value);
  // Makes it as long, if it can be. INVALID_ARGUMENT.
  absl::Status GrowTo(int64_t size);
  // INVALID_ARGUMENT unless elements are of `dtype`.
  absl::Status CheckType(DataType dtype) const;

  std::string DebugString() const override { return "TensorArray"; }
  int64_t MemoryUsed() const override;
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override;
  absl::Status Serialize(std::string* bytes) const override;
  static absl::Status Restore(absl::string_view bytes, TensorArray** resource);

 private:
  struct Element {
    Tensor value;
    bool is_written = false;
    bool is_cleared = false;
  };
  const Options options_;
  mutable absl::Mutex mu_;
  PartialTensorShape element_shape_ ABSL_GUARDED_BY(mu_);
  std::vector<Element> elements_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_TENSOR_ARRAY_H_
