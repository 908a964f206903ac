// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What is said of dimensions in one order, in another: NHWC and NCHW.
#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {
namespace {

class DataFormatOpBase : public OpKernel {
 public:
  explicit DataFormatOpBase(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("src_format", &from_));
    OP_REQUIRES_OK(context, context->GetAttr("dst_format", &to_));
    OP_REQUIRES_OK(context, CheckLength("Source", from_));
    OP_REQUIRES_OK(context, CheckLength("Destination", to_));
    bool permutes = from_.size() == to_.size();
    for (size_t i = 0; i < from_.size(); ++i)
      permutes = permutes && to_.find(from_[i]) != std::string::npos && from_.find(from_[i]) == i;
    OP_REQUIRES(context, permutes,
                absl::InvalidArgumentError(
                    absl::StrCat("Destination and source format must determine a permutation, got ",
                                 from_, " and ", to_)));
  }

 protected:
  std::string from_;
  std::string to_;

 private:
  static absl::Status CheckLength(const char* what, const std::string& format) {
    if (format.size() == 4 || format.size() == 5) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(what, " format must be of length 4 or 5, received '", format, "'"));
  }
};

// Numbers of dimensions; negative ones count from the end, others wrap around.
template <typename T>
class DataFormatDimMapOp : public DataFormatOpBase {
 public:
  explicit DataFormatDimMapOp(OpKernelConstruction* context) : DataFormatOpBase(context) {
    for (char dim : from_) map_.push_back(static_cast<T>(to_.find(dim)));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    const T rank = static_cast<T>(map_.size());
    for (int64_t i = 0; i < in.NumElements(); ++i) {
      const T rest = static_cast<const T*>(in.data())[i] % rank;
      static_cast<T*>(out->data())[i] = map_[static_cast<size_t>(rest < 0 ? rest + rank : rest)];
    }
  }

 private:
  std::vector<T> map_;
};

// A vector with a number for each dimension, or a matrix with a pair; or for the spatial ones only.
template <typename T>
class DataFormatVecPermuteOp : public DataFormatOpBase {
 public:
  using DataFormatOpBase::DataFormatOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    OP_REQUIRES_OK(context, CheckShape(in.shape()));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    std::string from = from_, to = to_;
    if (in.dim_size(0) != static_cast<int64_t>(from.size())) {
      KeepSpatial(&from);
      KeepSpatial(&to);
    }
    const int64_t width = in.dims() == 2 ? 2 : 1;
    for (size_t i = 0; i < to.size(); ++i) {
      const T* row =
          static_cast<const T*>(in.data()) + static_cast<int64_t>(from.find(to[i])) * width;
      std::copy(row, row + width, static_cast<T*>(out->data()) + static_cast<int64_t>(i) * width);
    }
  }

 private:
  absl::Status CheckShape(const TensorShape& shape) const {
    const int64_t rank = static_cast<int64_t>(from_.size());
    const std::string text = shape.DebugString();
    if (shape.dims() != 1 && shape.dims() != 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("input must be a vector or 2D tensor, but got shape ", text));
    }
    if (shape.dim_size(0) != rank && shape.dim_size(0) != rank - 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("input must have ", rank - 2, " or ", rank, " rows, but got shape ", text));
    }
    std::string spatial = from_;
    KeepSpatial(&spatial);
    if (shape.dim_size(0) == rank - 2 && static_cast<int64_t>(spatial.size()) != rank - 2) {
      return absl::InvalidArgumentError(
          absl::StrCat("format '", from_, "' has not one N and one C beside spatial dimensions"));
    }
    if (shape.dims() == 1 || shape.dim_size(1) == 2) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Second dimension of 2D input must be of size 2, but got shape ", text));
  }

  static void KeepSpatial(std::string* format) {
    for (char dim : {'N', 'C'})
      format->erase(std::remove(format->begin(), format->end(), dim), format->end());
  }
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(Name("DataFormatDimMap").Device(DEVICE_CPU).TypeConstraint<T>("T"),     \
                          DataFormatDimMapOp<T>);                                                 \
  REGISTER_KERNEL_BUILDER(Name("DataFormatVecPermute").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          DataFormatVecPermuteOp<T>);
REGISTER(int32_t)
REGISTER(int64_t)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
