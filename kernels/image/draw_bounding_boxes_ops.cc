// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

using Color = std::array<float, 4>;

// A box by its first and last row and column; they may lie outside of the image.
struct PixelBox {
  int64_t top, left, bottom, right;
};

// Cuts a place off towards 0. What is far outside stays so.
int64_t PixelOf(float part, int64_t size) {
  static constexpr float kFar = 1e15f;
  const float place = part * static_cast<float>(size - 1);
  if (!(place > -kFar)) return static_cast<int64_t>(-kFar);
  return static_cast<int64_t>(std::min(place, kFar));
}

// Draws the borders of boxes, one pixel wide, onto a copy of the images.
template <typename T>
class DrawBoundingBoxesOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& images = context->input(0);
    const Tensor& boxes = context->input(1);
    ImageDims dims;
    OP_REQUIRES_OK(context, ReadImageDims(images, "images", &dims));
    OP_REQUIRES_OK(context, CheckInputs(dims, boxes));
    std::vector<Color> colors;
    OP_REQUIRES_OK(context, ReadColors(context, dims.channels, &colors));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context,
                   context->forward_input_or_allocate_output({0}, 0, images.shape(), &output));
    T* const pixels = static_cast<T*>(output->data());
    if (pixels != images.data())
      std::copy_n(static_cast<const T*>(images.data()), images.NumElements(), pixels);
    const float* edges = static_cast<const float*>(boxes.data());
    for (int64_t b = 0; b < dims.batch; ++b) {
      for (int64_t i = 0; i < boxes.dim_size(1); ++i, edges += 4) {
        const PixelBox box = {PixelOf(edges[0], dims.height), PixelOf(edges[1], dims.width),
                              PixelOf(edges[2], dims.height), PixelOf(edges[3], dims.width)};
        Draw(dims, box, colors[static_cast<size_t>(i) % colors.size()],
             pixels + b * dims.height * dims.row_size());
      }
    }
  }

 private:
  static absl::Status CheckInputs(const ImageDims& dims, const Tensor& boxes) {
    if (dims.channels != 1 && dims.channels != 3 && dims.channels != 4) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Channel depth should be either 1 (GRY), 3 (RGB), or 4 (RGBA), got ", dims.channels));
    }
    if (boxes.dims() == 3 && boxes.dim_size(0) == dims.batch && boxes.dim_size(2) == 4)
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "boxes must be of shape [", dims.batch, ", boxes, 4], got ", boxes.shape().DebugString()));
  }

  // Input 2, or the ten that TensorFlow has.
  static absl::Status ReadColors(OpKernelContext* context, int64_t channels,
                                 std::vector<Color>* colors) {
    *colors = {{1, 1, 0, 1},     {0, 0, 1, 1},   {1, 0, 0, 1},   {0, 1, 0, 1}, {0.5, 0, 0.5, 1},
               {0.5, 0.5, 0, 1}, {0.5, 0, 0, 1}, {0, 0, 0.5, 1}, {0, 1, 1, 1}, {1, 0, 1, 1}};
    if (channels == 1) {
      for (Color& color : *colors) color[0] = 1;
    }
    if (context->num_inputs() == 2) return absl::OkStatus();
    const Tensor& given = context->input(2);
    if (given.dims() != 2 || given.dim_size(1) < channels) {
      return absl::InvalidArgumentError(absl::StrCat(
          "colors must be a 2-D matrix and have equal or more channels than the image provided: ",
          channels, ", got shape ", given.shape().DebugString()));
    }
    if (given.NumElements() == 0) return absl::OkStatus();
    colors->resize(static_cast<size_t>(given.dim_size(0)));
    const float* value = static_cast<const float*>(given.data());
    for (Color& color : *colors) {
      std::copy_n(value, std::min<int64_t>(given.dim_size(1), 4), color.begin());
      value += given.dim_size(1);
    }
    return absl::OkStatus();
  }

  static void Draw(const ImageDims& dims, const PixelBox& box, const Color& color, T* image) {
    if (box.top > box.bottom || box.left > box.right) return;
    if (box.top >= dims.height || box.bottom < 0 || box.left >= dims.width || box.right < 0) return;
    const PixelBox inside = {std::max<int64_t>(box.top, 0), std::max<int64_t>(box.left, 0),
                             std::min(box.bottom, dims.height - 1),
                             std::min(box.right, dims.width - 1)};
    const auto line = [&](int64_t y, int64_t x, int64_t step, int64_t count) {
      T* pixel = image + (y * dims.width + x) * dims.channels;
      for (int64_t i = 0; i < count; ++i, pixel += step * dims.channels) {
        for (int64_t c = 0; c < dims.channels; ++c)
          pixel[c] = static_cast<T>(color[static_cast<size_t>(c)]);
      }
    };
    const int64_t width = inside.right - inside.left + 1;
    const int64_t height = inside.bottom - inside.top + 1;
    if (box.top >= 0) line(box.top, inside.left, 1, width);
    if (box.bottom < dims.height) line(box.bottom, inside.left, 1, width);
    if (box.left >= 0) line(inside.top, box.left, dims.width, height);
    if (box.right < dims.width) line(inside.top, box.right, dims.width, height);
  }
};

#define REGISTER(T)                                                                      \
  REGISTER_KERNEL_BUILDER(                                                               \
      Name("DrawBoundingBoxes").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0),   \
      DrawBoundingBoxesOp<T>);                                                           \
  REGISTER_KERNEL_BUILDER(                                                               \
      Name("DrawBoundingBoxesV2").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(0), \
      DrawBoundingBoxesOp<T>)
TF_CALL_half(REGISTER);
TF_CALL_float(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
