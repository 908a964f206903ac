// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/list/tensor_array.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

// Of one array, where it may grow at the word of a tensor.
constexpr int64_t kMostElements = int64_t{1} << 26;

}  // namespace

TensorArray::TensorArray(const Options& options, int64_t size)
    : options_(options), element_shape_(options.element_shape), elements_(size) {}

int64_t TensorArray::size() const {
  absl::MutexLock lock(&mu_);
  return static_cast<int64_t>(elements_.size());
}

PartialTensorShape TensorArray::element_shape() const {
  absl::MutexLock lock(&mu_);
  return element_shape_;
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
  if (!options_.dynamic_size) {
    return absl::InvalidArgumentError(absl::StrCat("TensorArray is not resizeable: it has ",
                                                   elements_.size(), " elements, and ", size,
                                                   " are asked for"));
  }
  if (size > kMostElements)
    return absl::ResourceExhaustedError(absl::StrCat("a TensorArray of ", size, " elements"));
  elements_.resize(static_cast<size_t>(size));
  return absl::OkStatus();
}

absl::Status TensorArray::Write(int64_t index, const Tensor& value) {
  absl::MutexLock lock(&mu_);
  const auto size = static_cast<int64_t>(elements_.size());
  if (index < 0 || (index >= size && !options_.dynamic_size) || index >= kMostElements) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Tried to write to index ", index, " but array is not resizeable and size is: ", size));
  }
  if (!element_shape_.Admits(value.shape())) {
    return absl::InvalidArgumentError(
        absl::StrCat("Could not write to TensorArray index ", index, " because the value shape is ",
                     value.shape().DebugString(),
                     " which is incompatible with the TensorArray's inferred element shape: ",
                     element_shape_.DebugString(), " (consider setting infer_shape=False)."));
  }
  if (index >= size) elements_.resize(static_cast<size_t>(index) + 1);
  Element& element = elements_[static_cast<size_t>(index)];
  if (element.is_cleared || element.is_written) {
    return absl::InvalidArgumentError(absl::StrCat("Could not write to TensorArray index ", index,
                                                   " because it has already been ",
                                                   element.is_cleared ? "read." : "written to."));
  }
  element.value = value;
  element.is_written = true;
  if (options_.identical_element_shapes) element_shape_ = PartialTensorShape(value.shape());
  return absl::OkStatus();
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
    if (!element_shape_.AsTensorShape(&shape)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Could not read from TensorArray index ", index,
          ".  Furthermore, the element shape is not fully defined: ", element_shape_.DebugString(),
          ".  Nobody has written the element."));
    }
    return MakeZeros(context, options_.dtype, shape, value);
  }
  *value = element.value;
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

absl::Status TensorArray::Clone(core::RefCountPtr<ResourceBase>* copy) const {
  copy->reset(new TensorArray(options_, 0));
  return absl::OkStatus();
}

absl::Status TensorArray::Serialize(std::string* bytes) const {
  bytes->clear();
  return absl::OkStatus();
}

absl::Status TensorArray::Restore(absl::string_view, TensorArray** resource) {
  *resource = new TensorArray(Options(), 0);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
