// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// QuantizedConv2D, QuantizedMaxPool and QuantizedAvgPool.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/conv_sizes.h"
#include "kernels/nn/convolution.h"
#include "kernels/nn/from_zero.h"
#include "kernels/nn/pooling.h"
#include "kernels/nn/quantized_range.h"

namespace opgraft_internal {
namespace {

// Padding is what stands for 0.
class QuantizedConv2DOp : public OpKernel {
 public:
  explicit QuantizedConv2DOp(OpKernelConstruction* context)
      : OpKernel(context), convolution_(DT_INT32) {
    OP_REQUIRES_OK(context, attrs_.Read(context, 2, absl::StatusCode::kInvalidArgument));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    const Tensor& filter = context->input(1);
    OP_REQUIRES_VALUE(const QuantizedRange input_range, context, ProperRange(context, 2));
    OP_REQUIRES_VALUE(const QuantizedRange filter_range, context, ProperRange(context, 4));
    ConvolutionSizes sizes;
    OP_REQUIRES_OK(context, ConvolutionSizesOf(attrs_, input.shape(), filter.shape(),
                                               /*depthwise=*/false, &sizes));
    OP_REQUIRES(
        context, sizes.groups == 1,
        absl::InvalidArgumentError("the filter must have as many input channels as the images"));
    TensorShape shape;
    OP_REQUIRES_OK(context, ConvolvedShape(attrs_, sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    OP_REQUIRES_OK(context,
                   SetRange(context, 1, ProductRange<uint8_t, uint8_t>(input_range, filter_range)));
    if (output->NumElements() == 0) return;
    if (input.NumElements() == 0 || filter.NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    Tensor images, weights;
    OP_REQUIRES_OK(context, FromZero<uint8_t>(context, input, input_range, &images));
    OP_REQUIRES_OK(context, FromZero<uint8_t>(context, filter, filter_range, &weights));
    OP_REQUIRES_OK(context, convolution_.Forward(context, sizes, images.data(), weights.data(),
                                                 output->data()));
  }

 private:
  WindowAttrs attrs_;
  const Convolution convolution_;
};

struct MaxFold {
  template <typename Integer>
  static int32_t First() {
    return std::numeric_limits<Integer>::min();
  }
  static int32_t Join(int32_t a, int32_t b) { return std::max(a, b); }
  static int32_t Finish(int32_t joined, int64_t) { return joined; }
};
// Halves go to even numbers.
struct MeanFold {
  template <typename Integer>
  static int32_t First() {
    return 0;
  }
  static int32_t Join(int32_t a, int32_t b) { return a + b; }
  static int32_t Finish(int32_t joined, int64_t count) {
    if (count == 0) return 0;
    return static_cast<int32_t>(
        std::nearbyint(static_cast<double>(joined) / static_cast<double>(count)));
  }
};

template <typename Integer, class Fold>
class QuantizedPoolOp : public PoolOpBase {
 public:
  explicit QuantizedPoolOp(OpKernelConstruction* context)
      : PoolOpBase(context, 2, DataTypeToEnum<Integer>::v()) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    OP_REQUIRES_VALUE(const QuantizedRange range, context, ScalarRange(context, 1));
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, input.shape(), 1, /*over_depth=*/false, &windows));
    TensorShape shape;
    OP_REQUIRES_OK(context, windows.PooledShape(&shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    OP_REQUIRES_OK(context, SetRange(context, 1, range));
    if (output->NumElements() == 0) return;
    const WindowGeometry& geometry = windows.geometry;
    const auto* const images = static_cast<const Integer*>(input.data());
    auto* const out = static_cast<Integer*>(output->data());
    ShardLines(context, geometry, LinesOfPlaces(geometry), geometry.dims[2].out,
               [&](int64_t begin, int64_t end) { PoolLines(geometry, images, begin, end, out); });
  }

 private:
  static void PoolLines(const WindowGeometry& geometry, const Integer* images, int64_t begin,
                        int64_t end, Integer* out) {
    const int64_t channels = geometry.channels;
    std::vector<int32_t> joined(static_cast<size_t>(channels));
    ForEachPlaceOfLines(
        geometry, begin, end,
        [&](int64_t image, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
          std::fill(joined.begin(), joined.end(), Fold::template First<Integer>());
          const Integer* const first = images + image * geometry.elements() * channels;
          int32_t* const to = joined.data();
          int64_t count = 0;
          ForEachSeenPixel(geometry, p0, p1, p2, [&](int64_t seen, int64_t) {
            for (int64_t c = 0; c < channels; ++c)
              to[c] = Fold::Join(to[c], first[seen * channels + c]);
            ++count;
          });
          for (int64_t c = 0; c < channels; ++c)
            out[place * channels + c] = static_cast<Integer>(Fold::Finish(to[c], count));
        });
  }
};

REGISTER_KERNEL_BUILDER(Name("QuantizedConv2D")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<quint8>("Tinput")
                            .TypeConstraint<quint8>("Tfilter")
                            .TypeConstraint<qint32>("out_type"),
                        QuantizedConv2DOp);

#define REGISTER_POOL(T)                                                                      \
  REGISTER_KERNEL_BUILDER(Name("QuantizedMaxPool").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          QuantizedPoolOp<T::Storage, MaxFold>);                              \
  REGISTER_KERNEL_BUILDER(Name("QuantizedAvgPool").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          QuantizedPoolOp<T::Storage, MeanFold>);
REGISTER_POOL(quint8)
REGISTER_POOL(qint8)
#undef REGISTER_POOL

}  // namespace
}  // namespace opgraft_internal
