// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's DeformableConvolution: a product of the filter by what the moved taps see.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/nn/loop_view.h"
#include "kernels/openvino/nn/image_windows.h"
#include "kernels/openvino/nn/plane_convolution.h"

namespace opgraft_internal {
namespace {

// One moved tap at one place: four pixels of which some may be outside, and how much of each.
template <typename T>
struct MovedTap {
  int64_t pixel[4] = {0, 0, 0, 0};
  T weight[4] = {0, 0, 0, 0};
};

// What the op is asked for in one call, in the loops' type.
struct DeformableCall {
  ConvolutionSizes sizes;
  int64_t offset_groups = 1;
  const void* images = nullptr;
  const void* offsets = nullptr;
  const void* mask = nullptr;  // null: all 1
};

// Fills columns [places) for one image and group.
template <typename T>
class DeformablePacker {
 public:
  DeformablePacker(const DeformableCall& call, bool pads) : call_(call), pads_(pads) {}

  void Pack(int64_t image, int64_t group, IndexRange places, T* panel) const {
    const WindowGeometry& window = call_.sizes.window;
    const int64_t channels = call_.sizes.group_channels(), taps = window.taps();
    const int64_t columns = places.end - places.begin;
    const int64_t per_offsets = window.channels / call_.offset_groups;
    const T* planes = static_cast<const T*>(call_.images) +
                      (image * window.channels + group * channels) * window.elements();
    std::vector<MovedTap<T>> moved(static_cast<size_t>(columns));
    for (int64_t tap = 0; tap < taps; ++tap) {
      int64_t found = -1;  // the offsets that `moved` is of
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t offset_group = (group * channels + c) / per_offsets;
        if (offset_group != found) Move(image, offset_group, tap, places, moved.data());
        found = offset_group;
        const T* plane = planes + c * window.elements();
        T* row = panel + (c * taps + tap) * columns;
        for (int64_t i = 0; i < columns; ++i) {
          const MovedTap<T>& at = moved[static_cast<size_t>(i)];
          row[i] = at.weight[0] * plane[at.pixel[0]] + at.weight[1] * plane[at.pixel[1]] +
                   at.weight[2] * plane[at.pixel[2]] + at.weight[3] * plane[at.pixel[3]];
        }
      }
    }
  }

 private:
  void Move(int64_t image, int64_t offset_group, int64_t tap, IndexRange places,
            MovedTap<T>* moved) const {
    const WindowGeometry& window = call_.sizes.window;
    const WindowDim &rows = window.dims[0], &columns = window.dims[2];
    const int64_t plane = (image * call_.offset_groups + offset_group) * window.taps() + tap;
    const T* y = static_cast<const T*>(call_.offsets) + 2 * plane * window.places();
    const T* x = y + window.places();
    const T* mask = call_.mask == nullptr
                        ? nullptr
                        : static_cast<const T*>(call_.mask) + plane * window.places();
    for (int64_t p = places.begin; p < places.end; ++p) {
      const int64_t i0 = rows.Element(p / columns.out, tap / columns.window);
      const int64_t i2 = columns.Element(p % columns.out, tap % columns.window);
      MovedTap<T>* at = moved + p - places.begin;
      *at = MovedTap<T>();
      Place(static_cast<T>(i0) + y[p], static_cast<T>(i2) + x[p], at);
      for (int i = 0; mask != nullptr && i < 4; ++i) at->weight[i] *= mask[p];
    }
  }

  // Within one element outside counts if zeros are mixed in; else what is outside is zero.
  bool IsOutside(T y, T x) const {
    const T least = static_cast<T>(pads_ ? -1 : 0);
    const T height = static_cast<T>(call_.sizes.window.dims[0].in);
    const T width = static_cast<T>(call_.sizes.window.dims[2].in);
    const bool in_y = (pads_ ? y > least : y >= least) && y < height;
    const bool in_x = (pads_ ? x > least : x >= least) && x < width;
    return !(in_y && in_x);
  }

  void Place(T y, T x, MovedTap<T>* at) const {
    if (IsOutside(y, x)) return;
    const int64_t height = call_.sizes.window.dims[0].in, width = call_.sizes.window.dims[2].in;
    const int64_t top = static_cast<int64_t>(std::floor(y));
    const int64_t left = static_cast<int64_t>(std::floor(x));
    const T dy = y - static_cast<T>(top), dx = x - static_cast<T>(left);
    for (int i = 0; i < 4; ++i) {
      int64_t row = top + i / 2, column = left + i % 2;
      if (!pads_) {
        row = std::min(row, height - 1);
        column = std::min(column, width - 1);
      } else if (row < 0 || row >= height || column < 0 || column >= width) {
        continue;
      }
      at->pixel[i] = row * width + column;
      at->weight[i] = (i / 2 == 0 ? 1 - dy : dy) * (i % 2 == 0 ? 1 - dx : dx);
    }
  }

  const DeformableCall& call_;
  const bool pads_;
};

class DeformableConvolutionOp : public OpKernel {
 public:
  explicit DeformableConvolutionOp(OpKernelConstruction* context)
      : OpKernel(context), view_(context->input_type(0)), products_(view_.type()) {
    OP_REQUIRES_OK(context, windows_.Read(context));
    OP_REQUIRES_OK(context, context->GetAttr("group", &groups_));
    OP_REQUIRES_OK(context, context->GetAttr("deformable_group", &offset_groups_));
    OP_REQUIRES_OK(context, context->GetAttr("bilinear_interpolation_pad", &pads_));
    OP_REQUIRES(context, groups_ > 0 && offset_groups_ > 0,
                absl::InvalidArgumentError(absl::StrCat("group ", groups_, " and deformable_group ",
                                                        offset_groups_, " must be positive")));
  }

  void Compute(OpKernelContext* context) override {
    DeformableCall call;
    call.offset_groups = offset_groups_;
    OP_REQUIRES_OK(context, FindSizes(context, &call.sizes));
    TensorShape shape;
    OP_REQUIRES_OK(context,
                   ImageWindows::PlacesShape(call.sizes.window, call.sizes.outputs, 2, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (context->input(0).NumElements() == 0) {
      std::memset(output->data(), 0, output->TotalBytes());
      return;
    }
    OP_REQUIRES_OK(context, Convolve(context, call, output));
  }

 private:
  absl::Status FindSizes(OpKernelContext* context, ConvolutionSizes* sizes) const {
    const TensorShape& data = context->input(0).shape();
    const TensorShape& filter = context->input(2).shape();
    const bool flat = data.dims() == 4 && filter.dims() == 4;
    if (!flat || filter.num_elements() == 0 || filter.dim_size(0) % groups_ != 0 ||
        data.dim_size(1) % groups_ != 0 || data.dim_size(1) / groups_ != filter.dim_size(1) ||
        data.dim_size(1) % offset_groups_ != 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "data of shape ", data.DebugString(), " and filters of shape ", filter.DebugString(),
          " do not fit in ", groups_, " groups and ", offset_groups_, " deformable groups"));
    }
    sizes->groups = groups_;
    sizes->outputs = filter.dim_size(0);
    OPGRAFT_RETURN_IF_ERROR(
        windows_.Place(data, {filter.dim_size(2), filter.dim_size(3)}, &sizes->window));
    OPGRAFT_RETURN_IF_ERROR(CheckTaps(context->input(1).shape(), *sizes, 2));
    if (context->num_inputs() < 4) return absl::OkStatus();
    return CheckTaps(context->input(3).shape(), *sizes, 1);
  }

  // Offsets or a mask, `each` numbers a tap.
  absl::Status CheckTaps(const TensorShape& shape, const ConvolutionSizes& sizes,
                         int64_t each) const {
    const WindowGeometry& window = sizes.window;
    int64_t channels = 0;
    if (shape.dims() == 4 && shape.dim_size(0) == window.batch &&
        !__builtin_mul_overflow(offset_groups_ * each, window.taps(), &channels) &&
        shape.dim_size(1) == channels && shape.dim_size(2) == window.dims[0].out &&
        shape.dim_size(3) == window.dims[2].out)
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat(each == 2 ? "offsets" : "a mask", " of shape ", shape.DebugString(), " for ",
                     window.taps(), " taps at ", window.dims[0].out, " times ", window.dims[2].out,
                     " places and ", offset_groups_, " deformable groups"));
  }

  absl::Status Convolve(OpKernelContext* context, DeformableCall call, Tensor* output) const {
    Tensor read[4], room;
    for (int i = 0; i < context->num_inputs() && i < 4; ++i)
      OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(i), false, &read[i]));
    OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *output, false, &room));
    call.images = read[0].data();
    call.offsets = read[1].data();
    call.mask = context->num_inputs() > 3 ? read[3].data() : nullptr;
    constexpr double kElementNs = 4;
    const auto pack = [&](int64_t image, int64_t group, IndexRange places, void* panel) {
      if (view_.type() == DT_FLOAT) {
        DeformablePacker<float>(call, pads_).Pack(image, group, places, static_cast<float*>(panel));
      } else {
        DeformablePacker<double>(call, pads_)
            .Pack(image, group, places, static_cast<double*>(panel));
      }
    };
    OPGRAFT_RETURN_IF_ERROR(
        products_.Multiply(context, call.sizes, pack, kElementNs, read[2].data(), room.data()));
    return view_.Write(context, room, false, output);
  }

  ImageWindows windows_;
  const LoopView view_;
  const PlaneConvolution products_;
  int64_t groups_ = 1;
  int64_t offset_groups_ = 1;
  bool pads_ = false;
};

#define REGISTER(T)                                                                     \
  REGISTER_KERNEL_BUILDER(                                                              \
      Name("OpenVINO>DeformableConvolution").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
      DeformableConvolutionOp);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
