// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Into which of some intervals numbers fall.
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/index_tensor.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// The number of boundaries that are not above each element.
template <typename T>
class BucketizeOp : public OpKernel {
 public:
  explicit BucketizeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("boundaries", &boundaries_));
    OP_REQUIRES(context, std::is_sorted(boundaries_.begin(), boundaries_.end()),
                absl::InvalidArgumentError("Expected sorted boundaries"));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const T* from = static_cast<const T*>(in.data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &out));
    int32_t* to = static_cast<int32_t*>(out->data());
    // Integers are compared as floats, as in C++.
    using Compared = std::conditional_t<std::is_same_v<T, double>, double, float>;
    const double element_ns = 2 + 3 * std::log2(static_cast<double>(boundaries_.size() + 1));
    ShardElements(context, in.NumElements(), element_ns, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const auto after = std::upper_bound(boundaries_.begin(), boundaries_.end(),
                                            static_cast<Compared>(from[i]));
        to[i] = static_cast<int32_t>(after - boundaries_.begin());
      }
    });
  }

 private:
  std::vector<float> boundaries_;
};

// How many values fall into each of `nbins` intervals of one width; those outside fall into the
// first or the last.
template <typename T, typename Count>
class HistogramFixedWidthOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, CheckInputs(context));
    const Tensor& values = context->input(0);
    const T* range = static_cast<const T*>(context->input(1).data());
    const int32_t bins = *static_cast<const int32_t*>(context->input(2).data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({bins}), &out));
    Count* counts = static_cast<Count*>(out->data());
    std::fill_n(counts, bins, Count{0});
    OP_REQUIRES(context,
                CountValues(static_cast<const T*>(values.data()), values.NumElements(), range[0],
                            Distance(range[0], range[1]) / bins, bins, counts),
                absl::InvalidArgumentError("Histogram values must not contain NaN"));
  }

 private:
  static absl::Status CheckInputs(const OpKernelContext* context) {
    const Tensor& range = context->input(1);
    const Tensor& bins = context->input(2);
    if (range.dims() != 1) return absl::InvalidArgumentError("value_range should be a vector.");
    if (range.NumElements() != 2)
      return absl::InvalidArgumentError("value_range should be a vector of 2 elements.");
    if (bins.dims() != 0) return absl::InvalidArgumentError("nbins should be a scalar.");
    const T* ends = static_cast<const T*>(range.data());
    if (!(ends[0] < ends[1])) {
      return absl::InvalidArgumentError(
          absl::StrCat("value_range should satisfy value_range[0] < value_range[1], but got '[",
                       ends[0], ", ", ends[1], "]'"));
    }
    if (IndexAt(bins, 0) > 0) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("nbins should be a positive number, but got '", IndexAt(bins, 0), "'"));
  }

  // to - from, of integers without overflow. REQUIRES: from <= to.
  static double Distance(T from, T to) {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<double>(static_cast<uint64_t>(to) - static_cast<uint64_t>(from));
    } else {
      return static_cast<double>(to - from);
    }
  }

  // False if a value is NaN.
  static bool CountValues(const T* values, int64_t n, T first, double step, int32_t bins,
                          Count* counts) {
    bool no_number = false;
    for (int64_t i = 0; i < n; ++i) {
      no_number |= values[i] != values[i];
      const double bin = values[i] > first ? Distance(first, values[i]) / step : 0;
      // An infinite value in an infinite interval is in none in particular: the last.
      ++counts[bin < bins - 1 ? static_cast<int32_t>(bin) : bins - 1];
    }
    return !no_number;
  }
};

#define REGISTER_HISTOGRAM(T, Count)                           \
  REGISTER_KERNEL_BUILDER(Name("HistogramFixedWidth")          \
                              .Device(DEVICE_CPU)              \
                              .TypeConstraint<T>("T")          \
                              .TypeConstraint<Count>("dtype"), \
                          HistogramFixedWidthOp<T, Count>);
#define REGISTER(T)                                                                    \
  REGISTER_KERNEL_BUILDER(Name("Bucketize").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          BucketizeOp<T>);                                             \
  REGISTER_HISTOGRAM(T, int32_t)                                                       \
  REGISTER_HISTOGRAM(T, int64_t)
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
