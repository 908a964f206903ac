// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Numbers as they are after having been quantised to `num_bits` and back, 0 being a step.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/range_slices.h"

namespace opgraft_internal {
namespace {

// What numbers of one slice are multiplied by, to be rounded, and back.
template <typename T>
struct QuantizedRange {
  // The steps are as wide as the side needs that has fewer for its length; the other side's end is
  // moved to its last step.
  QuantizedRange(T given_min, T given_max, T first_level, T last_level)
      : min(given_min), max(given_max) {
    const T none = std::numeric_limits<T>::max();
    const T from_min = first_level * min > 0 ? first_level / min : none;
    const T from_max = last_level * max > 0 ? last_level / max : none;
    if (from_min < from_max) {
      scale = from_min;
      inverse = min / first_level;
      max = last_level * inverse;
    } else {
      scale = from_max;
      inverse = max / last_level;
      min = first_level * inverse;
    }
  }

  T min;
  T max;
  T scale;
  T inverse;
};

template <typename T>
class QuantizeAndDequantizeOp : public OpKernel {
 public:
  explicit QuantizeAndDequantizeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("signed_input", &signed_));
    OP_REQUIRES_OK(context, context->GetAttr("range_given", &range_given_));
    if (context->HasAttr("num_bits")) {
      OP_REQUIRES_OK(context, context->GetAttr("num_bits", &num_bits_));
      OP_REQUIRES_OK(context, CheckBits(num_bits_));
    }
    if (context->HasAttr("axis")) {
      OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
      OP_REQUIRES_OK(context, context->GetAttr("narrow_range", &narrow_));
      OP_REQUIRES(
          context, axis_ >= -1,
          absl::InvalidArgumentError(absl::StrCat("Axis must be at least -1. Found ", axis_)));
    }
    if (context->HasAttr("input_min")) {
      float min = 0, max = 0;
      OP_REQUIRES_OK(context, context->GetAttr("input_min", &min));
      OP_REQUIRES_OK(context, context->GetAttr("input_max", &max));
      attr_min_ = static_cast<T>(min);
      attr_max_ = static_cast<T>(max);
      OP_REQUIRES(context, !range_given_ || !(attr_min_ > attr_max_),
                  absl::InvalidArgumentError(
                      absl::StrCat("Invalid range: input_min ", min, " > input_max ", max)));
    }
    std::string mode = "HALF_TO_EVEN";
    if (context->HasAttr("round_mode"))
      OP_REQUIRES_OK(context, context->GetAttr("round_mode", &mode));
    half_up_ = mode == "HALF_UP";
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    int bits = num_bits_;
    OP_REQUIRES_OK(context, ReadBits(context, &bits));
    OP_REQUIRES_VALUE(const RangeSlices slices, context, RangeSlices::Of(input.shape(), axis_));
    std::vector<T> min, max;
    OP_REQUIRES_OK(context, ReadRanges(context, slices, &min, &max));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    if (output->NumElements() == 0) return;
    T first = 0;
    if (signed_) first = -std::ldexp(T{1}, bits - 1) + (narrow_ ? 1 : 0);
    const T last = std::ldexp(T{1}, signed_ ? bits - 1 : bits) - 1;
    const T* from = static_cast<const T*>(input.data());
    T* to = static_cast<T*>(output->data());
    ShardElements(context, slices.outer * slices.count, 5 + 4 * static_cast<double>(slices.inner),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t run = begin; run < end; ++run) {
                      const auto slice = static_cast<size_t>(slices.SliceOf(run));
                      const QuantizedRange<T> range(min[slice], max[slice], first, last);
                      RunSlice(range, from + run * slices.inner, slices.inner,
                               to + run * slices.inner);
                    }
                  });
  }

 private:
  absl::Status CheckBits(int bits) const {
    if (bits > 0 && bits < (signed_ ? 62 : 63)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("num_bits is out of range: ", bits, " with signed_input ", signed_));
  }

  absl::Status ReadBits(const OpKernelContext* context, int* bits) const {
    if (context->num_inputs() < 4) return absl::OkStatus();
    const Tensor& told = context->input(3);
    if (told.dims() != 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "The `num_bits` tensor should be a scalar, not of shape ", told.shape().DebugString()));
    }
    *bits = *static_cast<const int32_t*>(told.data());
    return CheckBits(*bits);
  }

  // Those that are given, or those of the numbers.
  absl::Status ReadRanges(const OpKernelContext* context, const RangeSlices& slices,
                          std::vector<T>* min, std::vector<T>* max) const {
    if (!range_given_) {
      FindRanges(context->input(0), slices, min, max);
      return absl::OkStatus();
    }
    if (context->num_inputs() == 1) {
      min->assign(1, attr_min_);
      max->assign(1, attr_max_);
      return absl::OkStatus();
    }
    OPGRAFT_RETURN_IF_ERROR(slices.CheckEnd("input_min", context->input(1)));
    OPGRAFT_RETURN_IF_ERROR(slices.CheckEnd("input_max", context->input(2)));
    const T* given_min = static_cast<const T*>(context->input(1).data());
    const T* given_max = static_cast<const T*>(context->input(2).data());
    min->assign(given_min, given_min + slices.count);
    max->assign(given_max, given_max + slices.count);
    for (size_t i = 0; i < min->size(); ++i) {
      if (!((*min)[i] > (*max)[i])) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("Invalid range: input_min ", (*min)[i], " > input_max ", (*max)[i]));
    }
    return absl::OkStatus();
  }

  static void FindRanges(const Tensor& input, const RangeSlices& slices, std::vector<T>* min,
                         std::vector<T>* max) {
    const T infinity = std::numeric_limits<T>::infinity();
    min->assign(static_cast<size_t>(slices.count), infinity);
    max->assign(static_cast<size_t>(slices.count), -infinity);
    const T* x = static_cast<const T*>(input.data());
    for (int64_t run = 0; run < slices.outer * slices.count; ++run) {
      T& low = (*min)[static_cast<size_t>(slices.SliceOf(run))];
      T& high = (*max)[static_cast<size_t>(slices.SliceOf(run))];
      for (int64_t i = 0; i < slices.inner; ++i, ++x) {
        low = *x < low ? *x : low;
        high = *x > high ? *x : high;
      }
    }
  }

  void RunSlice(const QuantizedRange<T>& range, const T* from, int64_t n, T* to) const {
    for (int64_t i = 0; i < n; ++i) {
      T x = from[i];
      if (range_given_) {
        x = x > range.max ? range.max : x;
        x = x < range.min ? range.min : x;
      }
      x *= range.scale;
      to[i] = (half_up_ ? std::floor(x + T{0.5}) : std::nearbyint(x)) * range.inverse;
    }
  }

  bool signed_ = true;
  bool range_given_ = false;
  bool narrow_ = false;
  bool half_up_ = false;
  int num_bits_ = 8;
  int axis_ = -1;
  T attr_min_ = 0;  // of the first version, which has no inputs for them
  T attr_max_ = 0;
};

// The gradient passes where numbers were in their range; none goes to the range itself.
template <typename T>
class QuantizeAndDequantizeGradOp : public OpKernel {
 public:
  explicit QuantizeAndDequantizeGradOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));
    OP_REQUIRES(
        context, axis_ >= -1,
        absl::InvalidArgumentError(absl::StrCat("Axis must be at least -1. Found ", axis_)));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& gradients = context->input(0);
    const Tensor& input = context->input(1);
    OP_REQUIRES(context, gradients.shape() == input.shape(),
                absl::InvalidArgumentError("gradient and input must be the same size"));
    OP_REQUIRES_VALUE(const RangeSlices slices, context, RangeSlices::Of(input.shape(), axis_));
    Tensor* outputs[3] = {};
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &outputs[0]));
    for (int i : {1, 2}) {
      const Tensor& end = context->input(i + 1);
      OP_REQUIRES(context, axis_ != -1 || end.dims() == 0,
                  absl::InvalidArgumentError("input_min and input_max must be scalars if axis is "
                                             "unspecified"));
      OP_REQUIRES_OK(context, slices.CheckEnd(i == 1 ? "min" : "max", end));
      OP_REQUIRES_OK(context, context->allocate_output(i, end.shape(), &outputs[i]));
      std::fill_n(static_cast<T*>(outputs[i]->data()), end.NumElements(), T{0});
    }
    const auto at = [context](int i) { return static_cast<const T*>(context->input(i).data()); };
    PassInside(slices, at(0), at(1), at(2), at(3), static_cast<T*>(outputs[0]->data()));
  }

 private:
  // The gradient g where x is within the range of its slice, 0 elsewhere.
  static void PassInside(const RangeSlices& slices, const T* g, const T* x, const T* min,
                         const T* max, T* to) {
    for (int64_t run = 0; run < slices.outer * slices.count; ++run) {
      const int64_t slice = slices.SliceOf(run);
      for (int64_t i = run * slices.inner; i < (run + 1) * slices.inner; ++i)
        to[i] = x[i] < min[slice] || x[i] > max[slice] ? T{0} : g[i];
    }
  }

  int axis_ = -1;
};

#define REGISTER_ONE(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);
#define REGISTER(T)                                                      \
  REGISTER_ONE("QuantizeAndDequantize", T, QuantizeAndDequantizeOp<T>)   \
  REGISTER_ONE("QuantizeAndDequantizeV2", T, QuantizeAndDequantizeOp<T>) \
  REGISTER_ONE("QuantizeAndDequantizeV3", T, QuantizeAndDequantizeOp<T>) \
  REGISTER_ONE("QuantizeAndDequantizeV4", T, QuantizeAndDequantizeOp<T>) \
  REGISTER_ONE("QuantizeAndDequantizeV4Grad", T, QuantizeAndDequantizeGradOp<T>)
REGISTER(float)
REGISTER(double)
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
