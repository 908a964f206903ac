// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/text_budget.h"

namespace opgraft_internal {
namespace {

using Dims = absl::InlinedVector<int, 4>;

// Some dimensions of a tensor as counter: the first of them turns fastest.
class DimCounter {
 public:
  DimCounter(const TensorShape& shape, const Dims& dims) {
    absl::InlinedVector<int64_t, 8> strides(static_cast<size_t>(shape.dims()), 1);
    for (int d = shape.dims() - 2; d >= 0; --d)
      strides[static_cast<size_t>(d)] = strides[static_cast<size_t>(d) + 1] * shape.dim_size(d + 1);
    for (const int d : dims) {
      wheels_.push_back({shape.dim_size(d), strides[static_cast<size_t>(d)], 0});
      count_ *= shape.dim_size(d);
    }
  }

  int64_t count() const { return count_; }
  int64_t offset() const { return offset_; }
  // Begins again after `count` steps.
  void Next() {
    for (Wheel& wheel : wheels_) {
      offset_ += wheel.stride;
      if (++wheel.at < wheel.size) return;
      offset_ -= wheel.size * wheel.stride;
      wheel.at = 0;
    }
  }

 private:
  struct Wheel {
    int64_t size;
    int64_t stride;
    int64_t at;
  };
  absl::InlinedVector<Wheel, 4> wheels_;
  int64_t count_ = 1;
  int64_t offset_ = 0;
};

// Joins the strings along some dimensions, those of the first one named before the next.
class ReduceJoinOp : public OpKernel {
 public:
  explicit ReduceJoinOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("keep_dims", &keep_dims_));
    OP_REQUIRES_OK(context, context->GetAttr("separator", &separator_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    Dims joined;
    absl::InlinedVector<bool, 8> is_joined(static_cast<size_t>(input.dims()), false);
    OP_REQUIRES_OK(context, ReadDims(context->input(1), input.dims(), &joined, &is_joined));
    Dims kept;
    TensorShape shape;
    for (int d = input.dims() - 1; d >= 0; --d) {
      if (!is_joined[static_cast<size_t>(d)]) kept.push_back(d);
    }
    for (int d = 0; d < input.dims(); ++d) {
      if (!is_joined[static_cast<size_t>(d)]) {
        shape.AddDim(input.dim_size(d));
      } else if (keep_dims_) {
        shape.AddDim(1);
      }
    }
    OP_REQUIRES_OK(context, CheckLength(input));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    Join(input, DimCounter(input.shape(), kept), DimCounter(input.shape(), joined), output);
  }

 private:
  static absl::Status ReadDims(const Tensor& indices, int rank, Dims* dims,
                               absl::InlinedVector<bool, 8>* is_joined) {
    const auto* const values = static_cast<const int32_t*>(indices.data());
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      if (values[i] < -rank || values[i] >= rank) {
        return absl::OutOfRangeError(absl::StrCat("Invalid reduction dimension ", values[i],
                                                  " for input with ", rank, " dimension(s)"));
      }
      dims->push_back(values[i] < 0 ? values[i] + rank : values[i]);
      if (std::exchange((*is_joined)[static_cast<size_t>(dims->back())], true)) {
        return absl::InvalidArgumentError(
            absl::StrCat("Duplicate reduction dimension ", values[i]));
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckLength(const Tensor& input) const {
    const auto* const texts = static_cast<const tstring*>(input.data());
    TextBudget budget;
    budget.Add(static_cast<int64_t>(separator_.size()), input.NumElements());
    for (int64_t i = 0; i < input.NumElements(); ++i)
      budget.Add(static_cast<int64_t>(texts[i].size()));
    return budget.Check();
  }

  void Join(const Tensor& input, DimCounter out, DimCounter in, Tensor* output) const {
    const auto* const texts = static_cast<const tstring*>(input.data());
    auto* const results = static_cast<tstring*>(output->data());
    for (int64_t o = 0; o < out.count(); ++o, out.Next()) {
      results[o].clear();
      for (int64_t i = 0; i < in.count(); ++i, in.Next()) {
        if (i > 0) results[o].append(separator_);
        results[o].append(texts[out.offset() + in.offset()]);
      }
    }
  }

  bool keep_dims_ = false;
  std::string separator_;
};

REGISTER_KERNEL_BUILDER(Name("ReduceJoin").Device(DEVICE_CPU), ReduceJoinOp);

}  // namespace
}  // namespace opgraft_internal
