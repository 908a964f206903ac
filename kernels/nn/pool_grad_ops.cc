// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Gradients of pools. A pixel gathers what comes back from the places that see it, so that no two
// threads write the same.
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/loops/binary_loops.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/nn/conv_sizes.h"
#include "kernels/nn/gather_by_tap.h"
#include "kernels/nn/pooling.h"
#include "kernels/nn/visit_loop_type.h"

namespace opgraft_internal {
namespace {

// --- Averages ---

template <int kSpatial>
class AvgPoolGradOp : public PoolOpBase {
 public:
  explicit AvgPoolGradOp(OpKernelConstruction* context)
      : PoolOpBase(context, kSpatial, context->input_type(1)),
        sum_(loops::FindTapLoop(loops::TapFold::kSum, view().type())),
        divide_(loops::FindBinaryLoops(loops::BinaryFunction::kDiv,
                                       view().type())[loops::kVectorScalar]) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& gradient = context->input(1);
    TensorShape shape;
    OP_REQUIRES_OK(context, ShapeFromSizes(context->input(0), &shape));
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, shape, 2, /*over_depth=*/false, &windows));
    OP_REQUIRES_OK(context, CheckPooledShape(windows, "grad", gradient.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor grad, shares, room;
    OP_REQUIRES_OK(context, view().Read(context, gradient, channels_first(), &grad));
    OP_REQUIRES_OK(context, context->allocate_temp(view().type(), gradient.shape(), &shares));
    OP_REQUIRES_OK(context, view().Room(context, *output, channels_first(), &room));
    DivideByCounts(context, windows.geometry, grad, &shares);
    Gather(context, windows.geometry, shares, &room);
    OP_REQUIRES_OK(context, view().Write(context, room, channels_first(), output));
  }

 private:
  void DivideByCounts(OpKernelContext* context, const WindowGeometry& window, const Tensor& grad,
                      Tensor* shares) const {
    const int64_t bytes = window.channels * DataTypeSize(view().type());
    ShardLines(context, window, LinesOfPlaces(window), window.dims[2].out,
               [&](int64_t begin, int64_t end) {
                 ForEachPlaceOfLines(
                     window, begin, end,
                     [&](int64_t, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
                       const int64_t count = window.TapsInside(p0, p1, p2);
                       Divide(static_cast<const char*>(grad.data()) + place * bytes, count,
                              window.channels, static_cast<char*>(shares->data()) + place * bytes);
                     });
               });
  }

  void Divide(const void* from, int64_t count, int64_t n, void* to) const {
    const float count_float = static_cast<float>(count);
    const double count_double = static_cast<double>(count);
    const bool is_float = view().type() == DT_FLOAT;
    divide_(from, is_float ? static_cast<const void*>(&count_float) : &count_double, to, n);
  }

  void Gather(OpKernelContext* context, const WindowGeometry& window, const Tensor& shares,
              Tensor* room) const {
    const int64_t bytes = window.channels * DataTypeSize(view().type());
    const double zero = 0;
    ShardLines(
        context, window, LinesOfPixels(window), window.dims[2].in, [&](int64_t begin, int64_t end) {
          std::vector<const void*> taps;
          ForEachPixelOfLines(
              window, begin, end,
              [&](int64_t image, int64_t pixel, int64_t i0, int64_t i1, int64_t i2) {
                const char* first =
                    static_cast<const char*>(shares.data()) + image * window.places() * bytes;
                taps.clear();
                ForEachSeeingPlace(window, i0, i1, i2, [&](int64_t place, int64_t) {
                  taps.push_back(first + place * bytes);
                });
                sum_(taps.data(), static_cast<int64_t>(taps.size()), window.channels, &zero,
                     static_cast<char*>(room->data()) + pixel * bytes);
              });
        });
  }

  const loops::TapLoop sum_;
  const loops::BinaryLoop divide_;
};

// --- Maxima ---

// The gradient of a maximum goes to the first tap that has it.
void GatherFromFirst(OpKernelContext* context, const WindowGeometry& window,
                     loops::ArgMaxTapLoop arg_max, const Tensor& images, const Tensor& grad,
                     int32_t* which, Tensor* room) {
  const int64_t pixel_bytes = window.channels * DataTypeSize(images.dtype());
  ShardLines(
      context, window, LinesOfPlaces(window), window.dims[2].out, [&](int64_t begin, int64_t end) {
        std::vector<const void*> taps;
        std::vector<int32_t> numbers;
        std::vector<char> max(static_cast<size_t>(pixel_bytes));
        ForEachPlaceOfLines(window, begin, end,
                            [&](int64_t image, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
                              const char* first = static_cast<const char*>(images.data()) +
                                                  image * window.elements() * pixel_bytes;
                              taps.clear();
                              numbers.clear();
                              ForEachSeenPixel(window, p0, p1, p2, [&](int64_t seen, int64_t tap) {
                                taps.push_back(first + seen * pixel_bytes);
                                numbers.push_back(static_cast<int32_t>(tap));
                              });
                              int32_t* to = which + place * window.channels;
                              if (taps.empty()) return;
                              arg_max(taps.data(), static_cast<int64_t>(taps.size()),
                                      window.channels, max.data(), to);
                              for (int64_t c = 0; c < window.channels; ++c)
                                to[c] = numbers[static_cast<size_t>(to[c])];
                            });
      });
  GatherByTap(context, window, grad, which, room);
}

// The gradient of a maximum goes to every tap that equals the result.
template <typename T>
void GatherFromEqual(OpKernelContext* context, const WindowGeometry& window, const Tensor& images,
                     const Tensor& results, const Tensor& grad, Tensor* room) {
  ShardLines(
      context, window, LinesOfPixels(window), window.dims[2].in, [&](int64_t begin, int64_t end) {
        ForEachPixelOfLines(window, begin, end,
                            [&](int64_t image, int64_t pixel, int64_t i0, int64_t i1, int64_t i2) {
                              T* to = static_cast<T*>(room->data()) + pixel * window.channels;
                              std::fill(to, to + window.channels, T{});
                              const T* x = PixelOf<T>(images, window, pixel);
                              const int64_t first = image * window.places();
                              ForEachSeeingPlace(window, i0, i1, i2, [&](int64_t place, int64_t) {
                                const T* back = PixelOf<T>(grad, window, first + place);
                                const T* result = PixelOf<T>(results, window, first + place);
                                for (int64_t c = 0; c < window.channels; ++c)
                                  to[c] =
                                      static_cast<T>(to[c] + (x[c] == result[c] ? back[c] : T{}));
                              });
                            });
      });
}

// MaxPoolGrad and MaxPool3DGrad.
template <int kSpatial>
class MaxPoolGradOp : public PoolOpBase {
 public:
  explicit MaxPoolGradOp(OpKernelConstruction* context)
      : PoolOpBase(context, kSpatial, context->input_type(0)),
        arg_max_(loops::FindArgMaxTapLoop(view().type())) {}

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, shape, 3, /*over_depth=*/false, &windows));
    OP_REQUIRES_OK(context, CheckPooledShape(windows, "orig_output", context->input(1).shape()));
    OP_REQUIRES_OK(context, CheckPooledShape(windows, "grad", context->input(2).shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor room;
    OP_REQUIRES_OK(context, view().Room(context, *output, channels_first(), &room));
    OP_REQUIRES_OK(context, Gather(context, windows.geometry, &room));
    OP_REQUIRES_OK(context, view().Write(context, room, channels_first(), output));
  }

 private:
  absl::Status Gather(OpKernelContext* context, const WindowGeometry& window, Tensor* room) const {
    Tensor images, results, grad;
    OPGRAFT_RETURN_IF_ERROR(view().Read(context, context->input(0), channels_first(), &images));
    OPGRAFT_RETURN_IF_ERROR(view().Read(context, context->input(2), channels_first(), &grad));
    if constexpr (kSpatial == 3) {
      OPGRAFT_RETURN_IF_ERROR(view().Read(context, context->input(1), channels_first(), &results));
      GatherFromEqual<float>(context, window, images, results, grad, room);
      return absl::OkStatus();
    }
    Tensor which;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_INT32, grad.shape(), &which));
    GatherFromFirst(context, window, arg_max_, images, grad, static_cast<int32_t*>(which.data()),
                    room);
    return absl::OkStatus();
  }

  const loops::ArgMaxTapLoop arg_max_;
};

// --- Gradients of the gradients of maxima ---

// Of each place, what stands at the first tap that equals the result; 0 if there is none.
template <int kSpatial>
class MaxPoolGradGradOp : public PoolOpBase {
 public:
  explicit MaxPoolGradGradOp(OpKernelConstruction* context)
      : PoolOpBase(context, kSpatial, context->input_type(0)) {}

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, shape, 3, /*over_depth=*/false, &windows));
    OP_REQUIRES_OK(context, CheckPooledShape(windows, "orig_output", context->input(1).shape()));
    OP_REQUIRES(context, context->input(2).shape() == shape,
                absl::InvalidArgumentError(absl::StrCat("Expected grad shape to be ",
                                                        shape.DebugString(), ", but got ",
                                                        context->input(2).shape().DebugString())));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, context->input(1).shape(), &output));
    if (output->NumElements() == 0) return;
    Tensor images, results, grad, room;
    OP_REQUIRES_OK(context, view().Read(context, context->input(0), channels_first(), &images));
    OP_REQUIRES_OK(context, view().Read(context, context->input(1), channels_first(), &results));
    OP_REQUIRES_OK(context, view().Read(context, context->input(2), channels_first(), &grad));
    OP_REQUIRES_OK(context, view().Room(context, *output, channels_first(), &room));
    VisitLoopType(view().type(), [&](auto zero) {
      Pick<decltype(zero)>(context, windows.geometry, images, results, grad, &room);
    });
    OP_REQUIRES_OK(context, view().Write(context, room, channels_first(), output));
  }

 private:
  template <typename T>
  static void Pick(OpKernelContext* context, const WindowGeometry& window, const Tensor& images,
                   const Tensor& results, const Tensor& grad, Tensor* room) {
    ShardLines(context, window, LinesOfPlaces(window), window.dims[2].out,
               [&](int64_t begin, int64_t end) {
                 std::vector<int64_t> seen;
                 ForEachPlaceOfLines(
                     window, begin, end,
                     [&](int64_t image, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
                       seen.clear();
                       ForEachSeenPixel(window, p0, p1, p2,
                                        [&](int64_t pixel, int64_t) { seen.push_back(pixel); });
                       T* to = static_cast<T*>(room->data()) + place * window.channels;
                       std::fill(to, to + window.channels, T{});
                       const T* result = PixelOf<T>(results, window, place);
                       // From the last to the first, so that the first stays.
                       for (size_t i = seen.size(); i-- > 0;) {
                         const int64_t pixel = image * window.elements() + seen[i];
                         const T* x = PixelOf<T>(images, window, pixel);
                         const T* back = PixelOf<T>(grad, window, pixel);
                         for (int64_t c = 0; c < window.channels; ++c)
                           to[c] = x[c] == result[c] ? back[c] : to[c];
                       }
                     });
               });
  }
};

#define REGISTER_ONE(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__);

#define REGISTER(T)                                \
  REGISTER_ONE("AvgPoolGrad", T, AvgPoolGradOp<2>) \
  REGISTER_ONE("AvgPool3DGrad", T, AvgPoolGradOp<3>)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                          \
  REGISTER_ONE("MaxPoolGrad", T, MaxPoolGradOp<2>)           \
  REGISTER_ONE("MaxPoolGradV2", T, MaxPoolGradOp<2>)         \
  REGISTER_ONE("MaxPoolGradGrad", T, MaxPoolGradGradOp<2>)   \
  REGISTER_ONE("MaxPoolGradGradV2", T, MaxPoolGradGradOp<2>) \
  REGISTER_ONE("MaxPool3DGradGrad", T, MaxPoolGradGradOp<3>)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                                                                \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("MaxPool3DGrad").Device(DEVICE_CPU).TypeConstraint<T>("T").TypeConstraint<T>("TInput"), \
      MaxPoolGradOp<3>);
TF_CALL_half(REGISTER);
TF_CALL_bfloat16(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
