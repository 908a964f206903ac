// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LIST_TENSOR_LIST_H_
#define KERNELS_LIST_TENSOR_LIST_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/variant.h"
#include "framework/tensor/variant_tensor_data.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a variant of TensorFlow's list ops holds. Copies share the elements until one is changed,
// which copies the list of them: the one that nobody else shares is changed in place, so that a
// loop appends at the cost of what it appends. Elements that are not set yet are of DT_INVALID. A
// value; thread-compatible.
class TensorList {
 public:
  TensorList() : elements_(std::make_shared<std::vector<Tensor>>()) {}

  const std::vector<Tensor>& tensors() const { return *elements_; }
  // For changes: copies the list first if another TensorList shares it.
  std::vector<Tensor>& own_tensors() {
    if (elements_.use_count() != 1) elements_ = std::make_shared<std::vector<Tensor>>(*elements_);
    return *elements_;
  }
  // How many elements there are, set or not.
  int64_t size() const { return static_cast<int64_t>(elements_->size()); }

  // TensorFlow's name and form.
  static std::string TypeName() { return "tensorflow::TensorList"; }
  void Encode(VariantTensorData* data) const;
  bool Decode(const VariantTensorData& data);
  std::string DebugString() const { return "TensorList"; }

  PartialTensorShape element_shape;
  DataType element_dtype = DT_INVALID;
  int max_num_elements = -1;  // -1: any number
  int nesting = 0;            // nesting.h

 private:
  std::shared_ptr<std::vector<Tensor>> elements_;
};

// The list that a scalar variant input is. INVALID_ARGUMENT if it is none.
absl::Status GetList(OpKernelContext* context, int input, const TensorList** list);
// The same list in output 0, to be changed: in place if nothing else needs it.
absl::Status ChangeList(OpKernelContext* context, int input, TensorList** list);
// Makes `list` `count` elements long; those that are added are not set. RESOURCE_EXHAUSTED if so
// many take more memory than the limits allow. REQUIRES: `count` is not negative.
absl::Status ResizeList(OpKernelContext* context, int64_t count, TensorList* list);
// A new list in output 0.
absl::Status PutList(OpKernelContext* context, TensorList list);

// The number in a scalar input that the error calls `what`.
absl::Status GetScalar(OpKernelContext* context, int input, absl::string_view what, int64_t* value);
// The shape that a tensor spells: a vector of dimensions, or a scalar -1 for any shape.
// REQUIRES: `*shape` is unknown.
absl::Status ShapeOf(const Tensor& tensor, PartialTensorShape* shape);

// INVALID_ARGUMENT unless `list` holds elements of `dtype`.
absl::Status CheckElementType(const TensorList& list, DataType dtype);
// What the elements of `list` look like, as the list, the input that asks and its elements say.
absl::Status ElementShape(const TensorList& list, const Tensor& asked, PartialTensorShape* shape);
// Makes `*shape` that of the elements that are set, unless it is known. INVALID_ARGUMENT if they
// are of several.
absl::Status InferFromElements(const std::vector<Tensor>& elements, PartialTensorShape* shape);

// A tensor to keep: `tensor` itself, unless it lies in a much larger buffer.
absl::Status Keep(OpKernelContext* context, const Tensor& tensor, Tensor* kept);
// Zeros, empty strings, ...
absl::Status MakeZeros(OpKernelContext* context, DataType dtype, const TensorShape& shape,
                       Tensor* zeros);
// The shape of `count` rows that look like `row`. INVALID_ARGUMENT if it cannot be.
absl::Status RowsShape(int64_t count, const TensorShape& row, TensorShape* shape);
// Copies all of `from` to where element `offset` of `to` is. REQUIRES: one type, and room.
void CopyInto(const Tensor& from, int64_t offset, Tensor* to);
// Elements [begin, begin + count) of the rows of `from`, with `shape`.
absl::Status CopyRows(OpKernelContext* context, const Tensor& from, int64_t begin, int64_t count,
                      const TensorShape& shape, Tensor* rows);

// An op with attr `element_dtype`.
//
// Subclasses implement Run, whose error is that of Compute.
class ElementTypeOp : public OpKernel {
 public:
  explicit ElementTypeOp(OpKernelConstruction* context);
  void Compute(OpKernelContext* context) final;

 protected:
  virtual absl::Status Run(OpKernelContext* context) = 0;
  DataType element_dtype_ = DT_INVALID;
};

}  // namespace opgraft_internal

#endif  // KERNELS_LIST_TENSOR_LIST_H_
