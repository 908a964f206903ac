// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/list/tensor_array.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

// Of one array, where it may grow at the word of a tensor.
constexpr int64_t kMaxElements = int64_t{1} << 26;

// Makes `*sum` a new tensor, it and `value`. REQUIRES: one type and shape.
absl::Status Add(OpKernelContext* context, const Tensor& value, Tensor* sum) {
  const BinaryElementFunction add(loops::BinaryFunction::kAdd, value.dtype());
  if (!add || value.dtype() == DT_BOOL) {
    return absl::InvalidArgumentError(absl::StrCat("a TensorArray of ",
                                                   DataTypeString(value.dtype()),
                                                   " cannot add up what is written to one index"));
  }
  Tensor both;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(value.dtype(), value.shape(), &both));
  add.RunSharded(context, loops::kVectorVector, sum->data(), value.data(), both.data(),
                 value.NumElements());
  *sum = std::move(both);
  return absl::OkStatus();
}

}  // namespace

TensorArray::TensorArray(const Options& options, int64_t size)
    : options_(options),
      grows_(options.dynamic_size),
      element_shape_(options.element_shape),
      elements_(static_cast<size_t>(size)) {}

int64_t TensorArray::size() const {
  absl::MutexLock lock(&mu_);
  return static_cast<int64_t>(elements_.size());
}

PartialTensorShape TensorArray::element_shape() const {
  absl::MutexLock lock(&mu_);
  return element_shape_;
}

void TensorArray::Close() {
  absl::MutexLock lock(&mu_);
  elements_.clear();
  is_closed_ = true;
}

absl::Status TensorArray::CheckOpen() const {
  absl::MutexLock lock(&mu_);
  return is_closed_ ? absl::InvalidArgumentError("TensorArray has already been closed.")
                    : absl::OkStatus();
}

absl::Status TensorArray::CheckType(DataType dtype) const {
  if (dtype == options_.dtype) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("TensorArray dtype is ",
                                                 DataTypeString(options_.dtype),
                                                 " but Op has dtype ", DataTypeString(dtype), "."));
}

absl::Status TensorArray::GrowTo(int64_t size) {
  absl::MutexLock lock(&mu_);
  if (size <= static_cast<int64_t>(elements_.size())) return absl::OkStatus();
  if (!grows_) {
    return absl::InvalidArgumentError(absl::StrCat("TensorArray is not resizeable: it has ",
                                                   elements_.size(), " elements, and ", size,
                                                   " are asked for"));
  }
  if (size > kMaxElements)
    return absl::ResourceExhaustedError(absl::StrCat("a TensorArray of ", size, " elements"));
  elements_.resize(static_cast<size_t>(size));
  return absl::OkStatus();
}

absl::Status TensorArray::CheckFits(int64_t index, const Tensor& value) const {
  const auto size = static_cast<int64_t>(elements_.size());
  if (index < 0 || (index >= size && !grows_) || index >= kMaxElements) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Tried to write to index ", index, " but array is not resizeable and size is: ", size));
  }
  const PartialTensorShape& own =
      index < size ? elements_[static_cast<size_t>(index)].shape : element_shape_;
  for (const PartialTensorShape* shape : {&element_shape_, &own}) {
    if (shape->Admits(value.shape())) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("Could not write to TensorArray index ", index, " because the value shape is ",
                     value.shape().DebugString(),
                     " which is incompatible with the TensorArray's inferred element shape: ",
                     shape->DebugString(), " (consider setting infer_shape=False)."));
  }
  return absl::OkStatus();
}

absl::Status TensorArray::Write(OpKernelContext* context, int64_t index, const Tensor& value) {
  absl::MutexLock lock(&mu_);
  OPGRAFT_RETURN_IF_ERROR(CheckFits(index, value));
  if (index >= static_cast<int64_t>(elements_.size()))
    elements_.resize(static_cast<size_t>(index) + 1);
  Element& element = elements_[static_cast<size_t>(index)];
  if (element.is_cleared || (element.is_written && !options_.adds_writes)) {
    return absl::InvalidArgumentError(absl::StrCat("Could not write to TensorArray index ", index,
                                                   " because it has already been ",
                                                   element.is_cleared ? "read." : "written to."));
  }
  if (element.is_written) return Add(context, value, &element.value);
  element.value = value;
  element.shape = PartialTensorShape(value.shape());
  element.is_written = true;
  if (options_.identical_element_shapes) element_shape_ = PartialTensorShape(value.shape());
  return absl::OkStatus();
}

TensorArray* TensorArray::NewGradient(const TensorShape& prefix) {
  const auto behind = [&prefix](const PartialTensorShape& shape) {
    return PartialTensorShape(prefix).Concatenate(shape);
  };
  absl::MutexLock lock(&mu_);
  grows_ = false;
  Options options = options_;
  options.dynamic_size = false;
  options.clear_after_read = true;
  options.adds_writes = true;
  options.element_shape = behind(element_shape_);
  auto* const made = new TensorArray(options, static_cast<int64_t>(elements_.size()));
  absl::MutexLock made_lock(&made->mu_);
  for (size_t i = 0; i < elements_.size(); ++i)
    made->elements_[i].shape = behind(elements_[i].shape);
  return made;
}

absl::Status TensorArray::Read(OpKernelContext* context, int64_t index, Tensor* value) {
  absl::MutexLock lock(&mu_);
  const auto size = static_cast<int64_t>(elements_.size());
  if (index < 0 || index >= size) {
    return absl::InvalidArgumentError(
        absl::StrCat("Tried to read from index ", index, " but array size is: ", size));
  }
  Element& element = elements_[static_cast<size_t>(index)];
  if (element.is_cleared) {
    return absl::InvalidArgumentError(
        absl::StrCat("Could not read index ", index,
                     " twice because it was cleared after a previous read (perhaps try setting "
                     "clear_after_read = false?)"));
  }
  if (!element.is_written) {
    TensorShape shape;
    if (!element.shape.AsTensorShape(&shape) && !element_shape_.AsTensorShape(&shape)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Could not read from TensorArray index ", index,
          ".  Furthermore, the element shape is not fully defined: ", element_shape_.DebugString(),
          ".  Nobody has written the element."));
    }
    OPGRAFT_RETURN_IF_ERROR(MakeZeros(context, options_.dtype, shape, value));
  } else {
    *value = element.value;
  }
  if (options_.clear_after_read) {
    element.value = Tensor();
    element.is_cleared = true;
  }
  return absl::OkStatus();
}

int64_t TensorArray::MemoryUsed() const {
  absl::MutexLock lock(&mu_);
  int64_t bytes = 0;
  for (const Element& element : elements_)
    bytes += static_cast<int64_t>(element.value.TotalBytes());
  return bytes;
}

}  // namespace opgraft_internal
