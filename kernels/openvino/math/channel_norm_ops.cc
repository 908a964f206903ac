// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that normalise images [batch, channels, ...] and then scale and shift each channel.
#include <cmath>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/nn/loop_view.h"
#include "kernels/openvino/math/loop_scalar.h"

namespace opgraft_internal {
namespace {

class ChannelNormOpBase : public OpKernel {
 public:
  explicit ChannelNormOpBase(OpKernelConstruction* context)
      : OpKernel(context),
        view_(input_type(0)),
        element_size_(DataTypeSize(view_.type())),
        subtract_(loops::FindBinaryLoops(loops::BinaryFunction::kSub, view_.type())),
        multiply_(loops::FindBinaryLoops(loops::BinaryFunction::kMul, view_.type())),
        add_(loops::FindBinaryLoops(loops::BinaryFunction::kAdd, view_.type())) {
    float epsilon = 0;
    OP_REQUIRES_OK(context, context->GetAttr("epsilon", &epsilon));
    epsilon_ = static_cast<double>(epsilon);
  }

 protected:
  // Input `i` as a number for each channel, in the type of the loops. INVALID_ARGUMENT unless there
  // are so many.
  absl::Status ReadPerChannel(OpKernelContext* context, int i, int64_t channels,
                              Tensor* numbers) const {
    const TensorShape& shape = context->input(i).shape();
    if (shape.dims() != 1 || shape.dim_size(0) != channels) {
      return absl::InvalidArgumentError(absl::StrCat("input ", i,
                                                     " must be a number for each of the ", channels,
                                                     " channels, not ", shape.DebugString()));
    }
    return view_.Read(context, context->input(i), /*channels_first=*/false, numbers);
  }

  double At(const Tensor& numbers, int64_t i) const {
    return view_.type() == DT_FLOAT
               ? static_cast<double>(static_cast<const float*>(numbers.data())[i])
               : static_cast<const double*>(numbers.data())[i];
  }
  const void* From(const void* data, int64_t i) const {
    return static_cast<const char*>(data) + i * element_size_;
  }
  void* From(void* data, int64_t i) const { return static_cast<char*>(data) + i * element_size_; }

  // to = from * scale + shift
  void ScaleAndShift(const void* from, double scale, double shift, void* to, int64_t n) const {
    multiply_[loops::kVectorScalar](from, LoopScalar(view_.type(), scale).data(), to, n);
    add_[loops::kVectorScalar](to, LoopScalar(view_.type(), shift).data(), to, n);
  }

  const LoopView view_;
  const int64_t element_size_;
  const loops::BinaryLoops subtract_;
  const loops::BinaryLoops multiply_;
  const loops::BinaryLoops add_;
  double epsilon_ = 0;
};

absl::Status CheckImages(const TensorShape& shape) {
  if (shape.dims() >= 2) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("the data must be [batch, channels, ...], not ", shape.DebugString()));
}

// Inputs data, scale, bias. The channels of a group share a mean and a variance.
class GroupNormalizationOp : public ChannelNormOpBase {
 public:
  explicit GroupNormalizationOp(OpKernelConstruction* context)
      : ChannelNormOpBase(context),
        sum_(loops::FindReduceLoops(loops::Reduction::kSum, view_.type())),
        squares_(loops::FindReduceLoops(loops::Reduction::kSumOfSquares, view_.type())) {
    OP_REQUIRES_OK(context, context->GetAttr("num_groups", &num_groups_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape shape = context->input(0).shape();
    OP_REQUIRES_OK(context, CheckImages(shape));
    const int64_t channels = shape.dim_size(1);
    OP_REQUIRES(context, num_groups_ > 0 && channels % num_groups_ == 0,
                absl::InvalidArgumentError(absl::StrCat(channels, " channels cannot be put into ",
                                                        num_groups_, " equal groups")));
    Tensor data, scale, bias, room;
    OP_REQUIRES_OK(context, view_.Read(context, context->input(0), false, &data));
    OP_REQUIRES_OK(context, ReadPerChannel(context, 1, channels, &scale));
    OP_REQUIRES_OK(context, ReadPerChannel(context, 2, channels, &bias));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    const int64_t groups = shape.dim_size(0) * num_groups_;
    const int64_t n = out->NumElements() / groups;
    ShardElements(context, groups, 10 + 1.2 * static_cast<double>(n),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t group = begin; group < end; ++group) {
                      RunGroup(From(data.data(), group * n), n, group % num_groups_,
                               channels / num_groups_, scale, bias, From(room.data(), group * n));
                    }
                  });
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  void RunGroup(const void* from, int64_t n, int64_t group, int64_t channels, const Tensor& scale,
                const Tensor& bias, void* to) const {
    const double count = static_cast<double>(n);
    double sum = 0, squares = 0;
    sum_.run(from, n, &sum);
    subtract_[loops::kVectorScalar](from, LoopScalar(view_.type(), sum / count).data(), to, n);
    squares_.run(to, n, &squares);
    const double factor = 1 / std::sqrt(squares / count + epsilon_);
    const int64_t first = group * channels, size = n / channels;
    if (size == 1) {
      multiply_[loops::kVectorScalar](to, LoopScalar(view_.type(), factor).data(), to, n);
      multiply_[loops::kVectorVector](to, From(scale.data(), first), to, n);
      return add_[loops::kVectorVector](to, From(bias.data(), first), to, n);
    }
    for (int64_t c = 0; c < channels; ++c) {
      void* const channel = From(to, c * size);
      ScaleAndShift(channel, factor * At(scale, first + c), At(bias, first + c), channel, size);
    }
  }

  const loops::ReduceLoops sum_;
  const loops::ReduceLoops squares_;
  int64_t num_groups_ = 1;
};

// Inputs data, gamma, beta, mean, variance. kDataThird: gamma, beta, data, mean, variance, as the
// first version has them.
template <bool kDataThird>
class BatchNormInferenceOp : public ChannelNormOpBase {
 public:
  explicit BatchNormInferenceOp(OpKernelConstruction* context) : ChannelNormOpBase(context) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(kDataThird ? 2 : 0);
    const TensorShape shape = in.shape();
    OP_REQUIRES_OK(context, CheckImages(shape));
    Tensor data, room, scale, shift;
    OP_REQUIRES_OK(context, FindFactors(context, shape.dim_size(1), &scale, &shift));
    OP_REQUIRES_OK(context, view_.Read(context, in, false, &data));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    if (out->NumElements() == 0) return;
    OP_REQUIRES_OK(context, view_.Room(context, *out, false, &room));
    if (shape.num_elements() == shape.dim_size(0) * shape.dim_size(1)) {
      RunRows(context, shape, data, scale, shift, &room);
    } else {
      RunPlanes(context, shape, data, scale, shift, &room);
    }
    OP_REQUIRES_OK(context, view_.Write(context, room, false, out));
  }

 private:
  // What each channel is multiplied by, and what is added then.
  absl::Status FindFactors(OpKernelContext* context, int64_t channels, Tensor* scale,
                           Tensor* shift) const {
    static constexpr int kInputs[] = {kDataThird ? 0 : 1, kDataThird ? 1 : 2, 3, 4};
    Tensor numbers[4];  // gamma, beta, mean, variance
    for (int i = 0; i < 4; ++i)
      OPGRAFT_RETURN_IF_ERROR(ReadPerChannel(context, kInputs[i], channels, &numbers[i]));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(view_.type(), TensorShape({channels}), scale));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(view_.type(), TensorShape({channels}), shift));
    for (int64_t c = 0; c < channels; ++c) {
      const double factor = At(numbers[0], c) / std::sqrt(At(numbers[3], c) + epsilon_);
      Put(factor, c, scale);
      Put(At(numbers[1], c) - At(numbers[2], c) * factor, c, shift);
    }
    return absl::OkStatus();
  }
  void Put(double value, int64_t i, Tensor* numbers) const {
    if (view_.type() == DT_FLOAT) {
      static_cast<float*>(numbers->data())[i] = static_cast<float>(value);
    } else {
      static_cast<double*>(numbers->data())[i] = value;
    }
  }

  // A channel is one number.
  void RunRows(OpKernelContext* context, const TensorShape& shape, const Tensor& data,
               const Tensor& scale, const Tensor& shift, Tensor* room) const {
    const int64_t channels = shape.dim_size(1);
    ShardElements(context, shape.dim_size(0), 10 + 0.7 * static_cast<double>(channels),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t row = begin; row < end; ++row) {
                      void* const to = From(room->data(), row * channels);
                      multiply_[loops::kVectorVector](From(data.data(), row * channels),
                                                      scale.data(), to, channels);
                      add_[loops::kVectorVector](to, shift.data(), to, channels);
                    }
                  });
  }

  void RunPlanes(OpKernelContext* context, const TensorShape& shape, const Tensor& data,
                 const Tensor& scale, const Tensor& shift, Tensor* room) const {
    const int64_t channels = shape.dim_size(1), planes = shape.dim_size(0) * channels;
    const int64_t size = shape.num_elements() / planes;
    ShardElements(context, planes, 10 + 0.7 * static_cast<double>(size),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t plane = begin; plane < end; ++plane) {
                      const int64_t c = plane % channels;
                      ScaleAndShift(From(data.data(), plane * size), At(scale, c), At(shift, c),
                                    From(room->data(), plane * size), size);
                    }
                  });
  }
};

#define REGISTER_NORM(op, T, ...)                                                         \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          __VA_ARGS__);
#define REGISTER(T)                                                   \
  REGISTER_NORM("GroupNormalization", T, GroupNormalizationOp)        \
  REGISTER_NORM("BatchNormInference", T, BatchNormInferenceOp<false>) \
  REGISTER_NORM("BatchNormInferenceV1", T, BatchNormInferenceOp<true>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
