// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// QuantizedBiasAdd and QuantizedConcat: integers of several ranges become such of one.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/quantized_range.h"
#include "kernels/nn/quantizer.h"

namespace opgraft_internal {
namespace {

// Makes integers of range `to` of such of range `from`, some at a time.
template <typename In, typename Out>
class Requantizer {
 public:
  Requantizer(const QuantizedRange& from, const QuantizedRange& to)
      : number_of_(RangeMode::kMinFirst, /*narrow=*/false, from),
        level_of_(RangeMode::kMinFirst, /*halves_to_even=*/false, /*narrow=*/false, to) {}

  void Run(const In* from, int64_t n, Out* to) const {
    constexpr int64_t kPiece = 256;
    float numbers[kPiece];
    for (int64_t begin = 0; begin < n; begin += kPiece) {
      const int64_t size = std::min(kPiece, n - begin);
      for (int64_t i = 0; i < size; ++i) numbers[i] = number_of_(from[begin + i]);
      level_of_.Run(numbers, size, to + begin);
    }
  }

 private:
  const Dequantizer<In> number_of_;
  const Quantizer<Out> level_of_;
};

template <typename Integer>
class QuantizedBiasAddOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& bias = context->input(1);
    OP_REQUIRES_VALUE(const QuantizedRange input_range, context, ScalarRange(context, 2));
    OP_REQUIRES_VALUE(const QuantizedRange bias_range, context, ScalarRange(context, 4));
    OP_REQUIRES_OK(context, CheckShapes(input.shape(), bias.shape()));
    const int64_t count = bias.dim_size(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
    const QuantizedRange range = SumRange(input_range, bias_range);
    OP_REQUIRES_OK(context, SetRange(context, 1, range));
    if (output->NumElements() == 0) return;
    Tensor wide_bias;
    OP_REQUIRES_OK(context, context->allocate_temp(DT_INT32, bias.shape(), &wide_bias));
    auto* const added = static_cast<int32_t*>(wide_bias.data());
    Requantizer<Integer, int32_t>(bias_range, range)
        .Run(static_cast<const Integer*>(bias.data()), count, added);
    const int32_t zero = LevelOf<int32_t>(0.0f, range);
    for (int64_t i = 0; i < count; ++i) added[i] = Sum(added[i], zero);
    AddRows(context, Requantizer<Integer, int32_t>(input_range, range),
            static_cast<const Integer*>(input.data()), added, count, output);
  }

 private:
  static absl::Status CheckShapes(const TensorShape& input, const TensorShape& bias) {
    if (input.dims() < 2 || bias.dims() != 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input tensor must be at least 2D and biases 1D, got shapes ",
                       input.DebugString(), " and ", bias.DebugString()));
    }
    if (bias.dim_size(0) == input.dim_size(input.dims() - 1)) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("Must provide as many biases as the last dimension of the input tensor: ",
                     bias.DebugString(), " vs. ", input.DebugString()));
  }

  // Wraps.
  static int32_t Sum(int32_t a, int32_t b) {
    return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
  }

  // So wide that many sums of sums fit, and with 0 in the middle: TensorFlow's.
  static QuantizedRange SumRange(const QuantizedRange& a, const QuantizedRange& b) {
    constexpr float kRoom = 1 << 17;
    const float most = std::max(a.max, std::max(-a.min, std::max(b.max, -b.min))) * kRoom;
    return {-most, most};
  }

  static void AddRows(OpKernelContext* context, const Requantizer<Integer, int32_t>& requantizer,
                      const Integer* from, const int32_t* added, int64_t count, Tensor* output) {
    auto* const to = static_cast<int32_t*>(output->data());
    ShardElements(context, output->NumElements() / count, 4.0 * static_cast<double>(count),
                  [&](int64_t begin, int64_t end) {
                    requantizer.Run(from + begin * count, (end - begin) * count,
                                    to + begin * count);
                    for (int64_t row = begin; row < end; ++row) {
                      for (int64_t i = 0; i < count; ++i)
                        to[row * count + i] = Sum(to[row * count + i], added[i]);
                    }
                  });
  }
};

// Inputs: the dimension, the tensors, where each range begins, where each ends.
template <typename Integer>
class QuantizedConcatOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const int count = (num_inputs() - 1) / 3;
    std::vector<QuantizedRange> ranges;
    OP_REQUIRES_OK(context, ReadRanges(context, count, &ranges));
    TensorShape shape = context->input(1).shape();
    const Tensor& dim_input = context->input(0);
    OP_REQUIRES(context, dim_input.NumElements() == 1,
                absl::InvalidArgumentError("Concat dim tensor should be a scalar integer"));
    const int32_t dim = *static_cast<const int32_t*>(dim_input.data());
    OP_REQUIRES(context, dim >= 0 && dim < shape.dims(),
                absl::InvalidArgumentError(
                    absl::StrCat("Expected concatenating dimensions in the range [0, ",
                                 shape.dims(), "), but got ", dim)));
    OP_REQUIRES_OK(context, JoinShapes(context, count, dim, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    const QuantizedRange range = JoinedRange(ranges);
    OP_REQUIRES_OK(context, SetRange(context, 1, range));
    if (output->NumElements() == 0) return;
    int64_t outer = 1;
    for (int d = 0; d < dim; ++d) outer *= shape.dim_size(d);
    const int64_t row = output->NumElements() / outer;
    auto* to = static_cast<Integer*>(output->data());
    for (int i = 0; i < count; ++i) {
      const Tensor& value = context->input(1 + i);
      Copy(value, ranges[static_cast<size_t>(i)], range, outer, row, to);
      to += value.NumElements() / outer;
    }
  }

 private:
  static absl::Status ReadRanges(OpKernelContext* context, int count,
                                 std::vector<QuantizedRange>* ranges) {
    for (int i = 0; i < count; ++i) {
      const Tensor& min = context->input(1 + count + i);
      const Tensor& max = context->input(1 + 2 * count + i);
      if (min.NumElements() != 1 || max.NumElements() != 1)
        return absl::InvalidArgumentError("the ends of ranges must be scalars");
      ranges->push_back(
          {*static_cast<const float*>(min.data()), *static_cast<const float*>(max.data())});
    }
    return absl::OkStatus();
  }

  // Makes the shape of the first tensor that of all.
  static absl::Status JoinShapes(OpKernelContext* context, int count, int dim, TensorShape* shape) {
    const TensorShape first = *shape;
    int64_t size = 0;
    for (int i = 1; i <= count; ++i) {
      TensorShape other = context->input(i).shape();
      const bool has_rank = other.dims() == first.dims();
      if (has_rank && __builtin_add_overflow(size, other.dim_size(dim), &size))
        return absl::InvalidArgumentError("the tensors have too many elements");
      if (has_rank) other.set_dim(dim, first.dim_size(dim));
      if (other == first) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("Dimensions of inputs should match: shape[0] = ", first.DebugString(),
                       " vs. shape[", i - 1, "] = ", context->input(i).shape().DebugString()));
    }
    return shape->SetDimWithStatus(dim, size);
  }

  // With 0 in it; of integers with a sign it is as long on both sides of 0.
  static QuantizedRange JoinedRange(const std::vector<QuantizedRange>& ranges) {
    QuantizedRange joined;
    for (const QuantizedRange& range : ranges) {
      joined.min = std::min(joined.min, range.min);
      joined.max = std::max(joined.max, range.max);
    }
    if (!std::numeric_limits<Integer>::is_signed) return joined;
    const float most = std::max(std::abs(joined.min), std::abs(joined.max));
    return {-most, most};
  }

  static void Copy(const Tensor& value, const QuantizedRange& from_range,
                   const QuantizedRange& to_range, int64_t outer, int64_t row, Integer* to) {
    const auto* from = static_cast<const Integer*>(value.data());
    const int64_t size = value.NumElements() / outer;
    const bool is_same = from_range.min == to_range.min && from_range.max == to_range.max;
    const Requantizer<Integer, Integer> requantizer(from_range, to_range);
    for (int64_t i = 0; i < outer; ++i, from += size, to += row) {
      if (is_same) {
        std::copy_n(from, size, to);
      } else {
        requantizer.Run(from, size, to);
      }
    }
  }
};

#define REGISTER(T)                                                \
  REGISTER_KERNEL_BUILDER(Name("QuantizedBiasAdd")                 \
                              .Device(DEVICE_CPU)                  \
                              .TypeConstraint<T>("T1")             \
                              .TypeConstraint<T>("T2")             \
                              .TypeConstraint<qint32>("out_type"), \
                          QuantizedBiasAddOp<T::Storage>);
REGISTER(quint8)
REGISTER(qint8)
#undef REGISTER

#define REGISTER(T)                                                                          \
  REGISTER_KERNEL_BUILDER(Name("QuantizedConcat").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          QuantizedConcatOp<T::Storage>);
REGISTER(quint8)
REGISTER(qint32)
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
