// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Grey-scale dilation: at each place the largest sum of what the window sees and the filter,
// channel by channel; and its gradients, which go to the tap that has it.
#include <algorithm>
#include <limits>
#include <type_traits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/gather_by_tap.h"
#include "kernels/nn/loop_view.h"
#include "kernels/nn/pooling.h"

namespace opgraft_internal {
namespace {

// Calls fn(T{}) with the type of the loops.
template <typename Fn>
void VisitRealType(DataType type, const Fn& fn) {
  switch (type) {
#define CASE(T)                  \
  case DataTypeToEnum<T>::value: \
    return fn(T{});
    TF_CALL_INTEGRAL_TYPES(CASE)
    TF_CALL_float(CASE) TF_CALL_double(CASE)
#undef CASE
        default : return;
  }
}

// a + b, which wraps around.
template <typename T>
T WrappingSum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

// One call: what is dilated by what, as loops take it.
struct Dilation {
  WindowGeometry window;
  Tensor images;
  Tensor filter;
};

// The maxima and the taps that have them; either may be null.
template <typename T>
void FindMaxima(OpKernelContext* context, const Dilation& dilation, T* maxima, int32_t* which) {
  const WindowGeometry& window = dilation.window;
  const int64_t channels = window.channels;
  ShardLines(
      context, window, LinesOfPlaces(window), window.dims[2].out, [&](int64_t begin, int64_t end) {
        std::vector<T> scratch(static_cast<size_t>(channels));
        ForEachPlaceOfLines(
            window, begin, end,
            [&](int64_t image, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
              T* max = maxima == nullptr ? scratch.data() : maxima + place * channels;
              int32_t* wins = which == nullptr ? nullptr : which + place * channels;
              std::fill(max, max + channels, std::numeric_limits<T>::lowest());
              bool first = true;
              ForEachSeenPixel(window, p0, p1, p2, [&](int64_t seen, int64_t tap) {
                const T* x = PixelOf<T>(dilation.images, window, image * window.elements() + seen);
                const T* f = PixelOf<T>(dilation.filter, window, tap);
                for (int64_t c = 0; c < channels; ++c) {
                  const T sum = WrappingSum(x[c], f[c]);
                  if (wins != nullptr && (first || sum > max[c]))
                    wins[c] = static_cast<int32_t>(tap);
                  max[c] = sum > max[c] ? sum : max[c];
                }
                first = false;
              });
            });
      });
}

class DilationOpBase : public OpKernel {
 public:
  explicit DilationOpBase(OpKernelConstruction* context) : OpKernel(context), view_(input_type(0)) {
    OP_REQUIRES_OK(context, attrs_.Read(context, 2, absl::StatusCode::kUnimplemented));
  }

 protected:
  // Reads both operands, and finds the shape of the result.
  absl::Status Read(OpKernelContext* context, Dilation* dilation, TensorShape* shape) const {
    const Tensor& input = context->input(0);
    const Tensor& filter = context->input(1);
    if (input.dims() != 4 || filter.dims() != 3) {
      return absl::InvalidArgumentError(absl::StrCat(
          "input must be 4-dimensional and filter 3-dimensional: ", input.shape().DebugString(),
          " ", filter.shape().DebugString()));
    }
    if (input.dim_size(3) != filter.dim_size(2)) {
      return absl::InvalidArgumentError(
          absl::StrCat("input and filter must have the same depth: ", input.dim_size(3), " vs ",
                       filter.dim_size(2)));
    }
    OPGRAFT_RETURN_IF_ERROR(
        attrs_.Place(input.shape(), {filter.dim_size(0), filter.dim_size(1)}, &dilation->window));
    OPGRAFT_RETURN_IF_ERROR(attrs_.OutputShape(dilation->window, input.dim_size(3), shape));
    OPGRAFT_RETURN_IF_ERROR(view_.Read(context, input, false, &dilation->images));
    return view_.Read(context, filter, false, &dilation->filter);
  }

  const LoopView& view() const { return view_; }

 private:
  LoopView view_;
  WindowAttrs attrs_;
};

class DilationOp : public DilationOpBase {
 public:
  using DilationOpBase::DilationOpBase;

  void Compute(OpKernelContext* context) override {
    Dilation dilation;
    TensorShape shape;
    OP_REQUIRES_OK(context, Read(context, &dilation, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor room;
    OP_REQUIRES_OK(context, view().Room(context, *output, false, &room));
    VisitRealType(view().type(), [&](auto zero) {
      using T = decltype(zero);
      FindMaxima<T>(context, dilation, static_cast<T*>(room.data()), nullptr);
    });
    OP_REQUIRES_OK(context, view().Write(context, room, false, output));
  }
};

template <bool kByInput>
class DilationGradOp : public DilationOpBase {
 public:
  using DilationOpBase::DilationOpBase;

  void Compute(OpKernelContext* context) override {
    const Tensor& gradient = context->input(2);
    Dilation dilation;
    TensorShape shape;
    OP_REQUIRES_OK(context, Read(context, &dilation, &shape));
    OP_REQUIRES(context, gradient.shape() == shape,
                absl::InvalidArgumentError(
                    absl::StrCat("out_backprop has shape ", gradient.shape().DebugString(),
                                 ", but the result has ", shape.DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->allocate_output(0, context->input(kByInput ? 0 : 1).shape(), &output));
    if (output->NumElements() == 0) return;
    Tensor grad, which, room;
    OP_REQUIRES_OK(context, view().Read(context, gradient, false, &grad));
    OP_REQUIRES_OK(context, context->allocate_temp(DT_INT32, shape, &which));
    OP_REQUIRES_OK(context, view().Room(context, *output, false, &room));
    int32_t* taps = static_cast<int32_t*>(which.data());
    VisitRealType(view().type(),
                  [&](auto zero) { FindMaxima<decltype(zero)>(context, dilation, nullptr, taps); });
    if (kByInput) {
      GatherByTap(context, dilation.window, grad, taps, &room);
    } else {
      SumByTap(context, dilation.window, grad, taps, &room);
    }
    OP_REQUIRES_OK(context, view().Write(context, room, false, output));
  }

 private:
  // Each tap of the filter gathers what comes back from the places where it won.
  static void SumByTap(OpKernelContext* context, const WindowGeometry& window, const Tensor& grad,
                       const int32_t* which, Tensor* room) {
    const int64_t places = window.batch * window.places();
    VisitLoopType(grad.dtype(), [&](auto zero) {
      using T = decltype(zero);
      ShardElements(context, window.taps(), static_cast<double>(places * window.channels),
                    [&](int64_t begin, int64_t end) {
                      for (int64_t tap = begin; tap < end; ++tap) {
                        T* sum = static_cast<T*>(room->data()) + tap * window.channels;
                        std::fill(sum, sum + window.channels, zero);
                        for (int64_t place = 0; place < places; ++place) {
                          const T* back = PixelOf<T>(grad, window, place);
                          const int32_t* wins = which + place * window.channels;
                          for (int64_t c = 0; c < window.channels; ++c)
                            sum[c] = static_cast<T>(sum[c] + (wins[c] == tap ? back[c] : zero));
                        }
                      }
                    });
    });
  }
};

#define REGISTER_ONE(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Kernel);
#define REGISTER(T)                                                \
  REGISTER_ONE("Dilation2D", T, DilationOp)                        \
  REGISTER_ONE("Dilation2DBackpropInput", T, DilationGradOp<true>) \
  REGISTER_ONE("Dilation2DBackpropFilter", T, DilationGradOp<false>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
