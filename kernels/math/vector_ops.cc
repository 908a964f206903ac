// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// LinSpace, ClipByValue, Cross and L2Loss.
#include <algorithm>
#include <complex>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/op/index_tensor.h"
#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/reduce_loops.h"

namespace opgraft_internal {
namespace {

template <typename T>
class LinSpaceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    static constexpr const char* kNames[] = {"start", "stop", "num"};
    for (int i = 0; i < 3; ++i) {
      const TensorShape& shape = context->input(i).shape();
      OP_REQUIRES(context, shape.dims() == 0,
                  absl::InvalidArgumentError(absl::StrCat(
                      kNames[i], " must be a scalar, not shape ", shape.DebugString())));
    }
    const T start = *static_cast<const T*>(context->input(0).data());
    const T stop = *static_cast<const T*>(context->input(1).data());
    const int64_t num = IndexAt(context->input(2), 0);
    OP_REQUIRES(context, num > 0,
                absl::InvalidArgumentError(absl::StrCat("Requires num > 0: ", num)));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({num}), &out));
    T* to = static_cast<T*>(out->data());
    const T step = num == 1 ? T(0) : (stop - start) / static_cast<T>(num - 1);
    ShardElements(context, num, 0.5, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) to[i] = start + step * static_cast<T>(i);
    });
    // Both ends are as they were given.
    to[num - 1] = stop;
    to[0] = start;
  }
};

// Not below `low` and not above `high`, of which `low` wins; of complex numbers part by part.
// Against NaN nothing is below or above.
template <typename T>
T Clip(T x, T low, T high) {
  if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    return T(Clip(x.real(), low.real(), high.real()), Clip(x.imag(), low.imag(), high.imag()));
  } else {
    const T clipped = high < x ? high : x;
    return clipped < low ? low : clipped;
  }
}

template <typename T>
class ClipByValueOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    const TensorShape& low = context->input(1).shape();
    const TensorShape& high = context->input(2).shape();
    OP_REQUIRES(
        context, (low.dims() == 0 || low == shape) && (high.dims() == 0 || high == shape),
        absl::InvalidArgumentError(absl::StrCat(
            "clip_value_min and clip_value_max must be either of the same shape as input, or a "
            "scalar. input shape: ",
            shape.DebugString(), " clip_value_min shape: ", low.DebugString(),
            " clip_value_max shape: ", high.DebugString())));
    const T* from = static_cast<const T*>(context->input(0).data());
    const T* lows = static_cast<const T*>(context->input(1).data());
    const T* highs = static_cast<const T*>(context->input(2).data());
    const int64_t low_step = low.dims() == 0 ? 0 : 1;
    const int64_t high_step = high.dims() == 0 ? 0 : 1;
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->forward_input_or_allocate_output({0}, 0, shape, &out));
    T* to = static_cast<T*>(out->data());
    ShardElements(context, out->NumElements(), 1, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i)
        to[i] = Clip(from[i], lows[i * low_step], highs[i * high_step]);
    });
  }
};

template <typename T>
class CrossOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    const TensorShape& other = context->input(1).shape();
    OP_REQUIRES(context, shape == other,
                absl::InvalidArgumentError(
                    absl::StrCat("Both inputs must be of same shape: ", shape.DebugString(),
                                 " vs. ", other.DebugString())));
    OP_REQUIRES(
        context, shape.dims() >= 1,
        absl::InvalidArgumentError(absl::StrCat("Input must be at least 1D", shape.DebugString())));
    OP_REQUIRES(
        context, shape.dim_size(shape.dims() - 1) == 3,
        absl::FailedPreconditionError("Cross-products are only defined for 3-element vectors."));
    const T* a = static_cast<const T*>(context->input(0).data());
    const T* b = static_cast<const T*>(context->input(1).data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &out));
    T* to = static_cast<T*>(out->data());
    ShardElements(context, out->NumElements() / 3, 3, [&](int64_t begin, int64_t end) {
      for (int64_t i = 3 * begin; i < 3 * end; i += 3) {
        to[i] = Part(a[i + 1], b[i + 2], a[i + 2], b[i + 1]);
        to[i + 1] = Part(a[i + 2], b[i], a[i], b[i + 2]);
        to[i + 2] = Part(a[i], b[i + 1], a[i + 1], b[i]);
      }
    });
  }

 private:
  // a * b - c * d; integers wrap around.
  static T Part(T a, T b, T c, T d) {
    using Computed = std::conditional_t<std::is_integral_v<T>, uint64_t, T>;
    return static_cast<T>(static_cast<Computed>(a) * static_cast<Computed>(b) -
                          static_cast<Computed>(c) * static_cast<Computed>(d));
  }
};

// Half the sum of squares: block by block on several threads, then the blocks in their order.
class L2LossOp : public OpKernel {
 public:
  explicit L2LossOp(OpKernelConstruction* context)
      : OpKernel(context),
        loop_type_(ComputeTypeOf(input_type(0))),
        loops_(loops::FindReduceLoops(loops::Reduction::kSumOfSquares, loop_type_)),
        to_loop_(input_type(0), loop_type_),
        from_sum_(DT_DOUBLE, input_type(0)) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    const char* from = static_cast<const char*>(in.data());
    const int64_t n = in.NumElements();
    const int64_t blocks = (n + kBlock - 1) / kBlock;
    Tensor sums;
    OP_REQUIRES_OK(context, context->allocate_temp(DT_DOUBLE, TensorShape({blocks}), &sums));
    double* block_sums = static_cast<double*>(sums.data());
    ShardElements(context, blocks, 0.3 * kBlock, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b)
        block_sums[b] = SumOfSquares(from, b * kBlock, std::min(kBlock, n - b * kBlock));
    });
    double sum = 0;
    for (int64_t b = 0; b < blocks; ++b) sum += block_sums[b];
    sum *= 0.5;
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &out));
    from_sum_.Run(&sum, out->data(), 1);
  }

 private:
  static constexpr int64_t kBlock = 4096;

  double SumOfSquares(const char* in, int64_t begin, int64_t n) const {
    const char* from = in + begin * DataTypeSize(input_type(0));
    double sum = 0;
    float block[kBlock];
    if (loop_type_ != input_type(0)) {
      to_loop_.Run(from, block, n);
      loops_.run(block, n, &sum);
    } else {
      loops_.run(from, n, &sum);
    }
    return sum;
  }

  const DataType loop_type_;
  const loops::ReduceLoops loops_;
  const CastFunction to_loop_;
  const CastFunction from_sum_;
};

#define REGISTER_OF(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);

#define REGISTER(T)                                                                 \
  REGISTER_KERNEL_BUILDER(                                                          \
      Name("LinSpace").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("num"), \
      LinSpaceOp<T>);
TF_CALL_float(REGISTER);
TF_CALL_double(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                              \
  REGISTER_KERNEL_BUILDER(                                                       \
      Name("ClipByValue").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      ClipByValueOp<T>);
TF_CALL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_OF("Cross", T, CrossOp<T>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T) REGISTER_OF("L2Loss", T, L2LossOp)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
