// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/loops/tap_loops.h"
#include "kernels/nn/pooling.h"
#include "kernels/nn/visit_loop_type.h"

namespace opgraft_internal {
namespace {

// Maxima, and where in its image (or among all images) each was found.
template <typename Index>
class MaxPoolWithArgmaxOp : public PoolOpBase {
 public:
  explicit MaxPoolWithArgmaxOp(OpKernelConstruction* context)
      : PoolOpBase(context, 2, context->input_type(0)),
        arg_max_(loops::FindArgMaxTapLoop(view().type())) {
    OP_REQUIRES_OK(context, context->GetAttr("include_batch_in_index", &with_batch_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, input.shape(), 1, /*over_depth=*/false, &windows));
    TensorShape shape;
    OP_REQUIRES_OK(context, windows.PooledShape(&shape));
    Tensor* output = nullptr;
    Tensor* argmax = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    OP_REQUIRES_OK(context, context->allocate_output(1, shape, &argmax));
    if (output->NumElements() == 0) return;
    Tensor images, room;
    OP_REQUIRES_OK(context, view().Read(context, input, false, &images));
    OP_REQUIRES_OK(context, view().Room(context, *output, false, &room));
    const WindowGeometry& window = windows.geometry;
    ShardLines(context, window, LinesOfPlaces(window), window.dims[2].out,
               [&](int64_t begin, int64_t end) {
                 RunLines(window, images, begin, end, static_cast<char*>(room.data()),
                          static_cast<Index*>(argmax->data()));
               });
    OP_REQUIRES_OK(context, view().Write(context, room, false, output));
  }

 private:
  void RunLines(const WindowGeometry& window, const Tensor& images, int64_t begin, int64_t end,
                char* max, Index* argmax) const {
    const int64_t pixel_bytes = window.channels * DataTypeSize(images.dtype());
    std::vector<const void*> taps;
    std::vector<int64_t> seen;
    std::vector<int32_t> which(static_cast<size_t>(window.channels));
    ForEachPlaceOfLines(
        window, begin, end, [&](int64_t image, int64_t place, int64_t p0, int64_t p1, int64_t p2) {
          const int64_t first = image * window.elements();
          taps.clear();
          seen.clear();
          ForEachSeenPixel(window, p0, p1, p2, [&](int64_t pixel, int64_t) {
            taps.push_back(static_cast<const char*>(images.data()) + (first + pixel) * pixel_bytes);
            seen.push_back((with_batch_ ? first : 0) + pixel);
          });
          arg_max_(taps.data(), static_cast<int64_t>(taps.size()), window.channels,
                   max + place * pixel_bytes, which.data());
          Index* to = argmax + place * window.channels;
          for (int64_t c = 0; c < window.channels; ++c) {
            const auto tap = static_cast<size_t>(which[static_cast<size_t>(c)]);
            to[c] = static_cast<Index>(seen[tap] * window.channels + c);
          }
        });
  }

  const loops::ArgMaxTapLoop arg_max_;
  bool with_batch_ = false;
};

template <typename Index>
class MaxPoolGradWithArgmaxOp : public PoolOpBase {
 public:
  explicit MaxPoolGradWithArgmaxOp(OpKernelConstruction* context)
      : PoolOpBase(context, 2, context->input_type(0)) {
    OP_REQUIRES_OK(context, context->GetAttr("include_batch_in_index", &with_batch_));
  }

  void Compute(OpKernelContext* context) override {
    const TensorShape& shape = context->input(0).shape();
    const Tensor& gradient = context->input(1);
    const Tensor& argmax = context->input(2);
    PoolWindows windows;
    OP_REQUIRES_OK(context, Windows(context, shape, 3, /*over_depth=*/false, &windows));
    OP_REQUIRES_OK(context, CheckPooledShape(windows, "grad", gradient.shape()));
    OP_REQUIRES_OK(context, CheckPooledShape(windows, "argmax", argmax.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    Tensor grad, room;
    OP_REQUIRES_OK(context, view().Read(context, gradient, false, &grad));
    OP_REQUIRES_OK(context, view().Room(context, *output, false, &room));
    std::memset(room.data(), 0, room.TotalBytes());
    VisitLoopType(view().type(), [&](auto zero) {
      OP_REQUIRES_OK(context, Scatter<decltype(zero)>(windows.geometry.batch, argmax, grad, &room));
    });
    if (!context->status().ok()) return;
    OP_REQUIRES_OK(context, view().Write(context, room, false, output));
  }

 private:
  template <typename T>
  absl::Status Scatter(int64_t batch, const Tensor& argmax, const Tensor& grad,
                       Tensor* room) const {
    const int64_t image_in = room->NumElements() / batch, image_out = grad.NumElements() / batch;
    const Index* index = static_cast<const Index*>(argmax.data());
    const T* from = static_cast<const T*>(grad.data());
    T* to = static_cast<T*>(room->data());
    for (int64_t i = 0; i < grad.NumElements(); ++i) {
      const int64_t image = i / image_out;
      const int64_t at = static_cast<int64_t>(index[i]) - (with_batch_ ? image * image_in : 0);
      if (at < 0 || at >= image_in) {
        return absl::InvalidArgumentError(absl::StrCat("argmax ", index[i], " of image ", image,
                                                       " is not in the image, which has ", image_in,
                                                       " elements"));
      }
      T& sum = to[image * image_in + at];
      sum = static_cast<T>(sum + from[i]);
    }
    return absl::OkStatus();
  }

  bool with_batch_ = false;
};

#define REGISTER_ONE(T, Index)                                   \
  REGISTER_KERNEL_BUILDER(Name("MaxPoolWithArgmax")              \
                              .Device(DEVICE_CPU)                \
                              .TypeConstraint<T>("T")            \
                              .TypeConstraint<Index>("Targmax"), \
                          MaxPoolWithArgmaxOp<Index>);           \
  REGISTER_KERNEL_BUILDER(Name("MaxPoolGradWithArgmax")          \
                              .Device(DEVICE_CPU)                \
                              .TypeConstraint<T>("T")            \
                              .TypeConstraint<Index>("Targmax"), \
                          MaxPoolGradWithArgmaxOp<Index>);
#define REGISTER(T)        \
  REGISTER_ONE(T, int32_t) \
  REGISTER_ONE(T, int64_t)
TF_CALL_REAL_NUMBER_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
