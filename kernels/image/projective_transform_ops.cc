// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

// What stands for pixels outside of the image: a value; the image mirrored at its borders, or
// repeated; the pixels at the border.
enum class FillMode { kConstant, kReflect, kWrap, kNearest };

// Periods are whole numbers, of which floats hold not all: the product is exact.
float Periods(float place, float period, float step) {
  return static_cast<float>(static_cast<double>(step) *
                            std::trunc(static_cast<double>(place / period)));
}

float Reflect(float place, float size) {
  if (size <= 1) return 0;
  const float twice = 2 * size;
  if (place < 0) {
    if (place < twice) place += Periods(-place, twice, twice);
    return place < -size ? place + twice : -place - 1;
  }
  if (place <= size - 1) return place;
  place -= Periods(place, twice, twice);
  return place >= size ? twice - place - 1 : place;
}

float Wrap(float place, float size) {
  if (size <= 1) return 0;
  if (place < 0) return place + Periods(-place, size - 1, size) + size;
  return place > size - 1 ? place - Periods(place, size - 1, size) : place;
}

// Where a place outside of an axis is taken from.
float MapPlace(FillMode mode, float place, int64_t axis_size) {
  const float size = static_cast<float>(axis_size);
  switch (mode) {
    case FillMode::kConstant:
      return place;
    case FillMode::kReflect:
      place = Reflect(place, size);
      break;
    case FillMode::kWrap:
      place = Wrap(place, size);
      break;
    case FillMode::kNearest:
      break;
  }
  return std::min(std::max(place, 0.0f), size - 1);
}

// Floats become whole numbers as x86 does it: what int32 (for int64: int64) does not hold is its
// smallest number, the rest wraps round.
template <typename T>
T FromFloat(float value) {
  if constexpr (std::is_integral<T>::value) {
    using Wide = std::conditional_t<sizeof(T) == 8, int64_t, int32_t>;
    constexpr float kLimit = sizeof(T) == 8 ? 9223372036854775808.0f : 2147483648.0f;
    const bool fits = value >= -kLimit && value < kLimit;
    return static_cast<T>(fits ? static_cast<Wide>(value) : std::numeric_limits<Wide>::min());
  } else {
    return static_cast<T>(value);
  }
}

// For each pixel of the output (x, y) the pixel of the input at
// (a0 x + a1 y + a2) / k, (b0 x + b1 y + b2) / k, where k = c0 x + c1 y + 1.
template <typename T>
class ProjectiveTransformOp : public OpKernel {
 public:
  explicit ProjectiveTransformOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string interpolation, mode;
    OP_REQUIRES_OK(context, context->GetAttr("interpolation", &interpolation));
    OP_REQUIRES_OK(context, context->GetAttr("fill_mode", &mode));
    OP_REQUIRES(context, interpolation == "NEAREST" || interpolation == "BILINEAR",
                absl::InvalidArgumentError(absl::StrCat(
                    "interpolation must be NEAREST or BILINEAR, got ", interpolation)));
    bilinear_ = interpolation == "BILINEAR";
    const std::pair<const char*, FillMode> kModes[] = {{"CONSTANT", FillMode::kConstant},
                                                       {"REFLECT", FillMode::kReflect},
                                                       {"WRAP", FillMode::kWrap},
                                                       {"NEAREST", FillMode::kNearest}};
    const auto found = std::find_if(std::begin(kModes), std::end(kModes),
                                    [&](const auto& known) { return mode == known.first; });
    OP_REQUIRES(context, found != std::end(kModes),
                absl::InvalidArgumentError(absl::StrCat(
                    "fill_mode must be CONSTANT, REFLECT, WRAP or NEAREST, got ", mode)));
    mode_ = found->second;
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& transforms = context->input(1);
    ImageDims in;
    OP_REQUIRES_OK(context, ReadImageDims(context->input(0), "images", &in));
    OP_REQUIRES_OK(context, CheckTransforms(transforms.shape(), in.batch));
    ImageDims out = in;
    OP_REQUIRES_OK(context,
                   ReadImageSize(context->input(2), "output_shape", &out.height, &out.width));
    float fill = 0;
    if (context->num_inputs() == 4)
      OP_REQUIRES_OK(context, ReadFloatScalar(context->input(3), "fill_value", &fill));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, out.shape(), &output));
    if (output->NumElements() == 0) return;
    const float* const numbers = static_cast<const float*>(transforms.data());
    const int64_t step = transforms.dim_size(0) == 1 ? 0 : 8;
    const T* const images = static_cast<const T*>(context->input(0).data());
    T* const to = static_cast<T*>(output->data());
    ShardElements(
        context, out.rows(), 10.0 * static_cast<double>(out.row_size()),
        [&](int64_t begin, int64_t end) {
          for (int64_t row = begin; row < end; ++row) {
            const int64_t b = row / out.height;
            const Source source = {images + b * in.height * in.row_size(), in, FromFloat<T>(fill)};
            MakeRow(source, numbers + b * step, row % out.height, out.width,
                    to + row * out.row_size());
          }
        });
  }

 private:
  static absl::Status CheckTransforms(const TensorShape& transforms, int64_t batch) {
    if (transforms.dims() == 2 && transforms.dim_size(1) == 8 &&
        (transforms.dim_size(0) == 1 || transforms.dim_size(0) == batch))
      return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat("transforms must be of shape [1, 8] or [", batch,
                                                   ", 8], got ", transforms.DebugString()));
  }

  struct Source {
    const T* image;
    const ImageDims& dims;
    T fill;

    // A pixel by its whole coordinates; null outside of the image.
    const T* At(float y, float x) const {
      if (!(y >= 0 && y < static_cast<float>(dims.height) && x >= 0 &&
            x < static_cast<float>(dims.width)))
        return nullptr;
      return image +
             (static_cast<int64_t>(y) * dims.width + static_cast<int64_t>(x)) * dims.channels;
    }
    float Value(const T* pixel, int64_t channel) const {
      return static_cast<float>(pixel == nullptr ? fill : pixel[channel]);
    }
  };

  void MakeRow(const Source& source, const float* t, int64_t row, int64_t width, T* to) const {
    const int64_t channels = source.dims.channels;
    const float out_y = static_cast<float>(row);
    for (int64_t i = 0; i < width; ++i, to += channels) {
      const float out_x = static_cast<float>(i);
      const float k = t[6] * out_x + t[7] * out_y + 1.0f;
      if (k == 0) {
        std::fill_n(to, channels, source.fill);
        continue;
      }
      const float x = MapPlace(mode_, (t[0] * out_x + t[1] * out_y + t[2]) / k, source.dims.width);
      const float y = MapPlace(mode_, (t[3] * out_x + t[4] * out_y + t[5]) / k, source.dims.height);
      if (bilinear_) {
        Interpolate(source, y, x, to);
      } else if (const T* const pixel = source.At(std::round(y), std::round(x))) {
        std::copy_n(pixel, channels, to);
      } else {
        std::fill_n(to, channels, source.fill);
      }
    }
  }

  static void Interpolate(const Source& source, float y, float x, T* to) {
    const float top = std::floor(y), left = std::floor(x);
    const float bottom = top + 1, right = left + 1;
    const T* const top_left = source.At(top, left);
    const T* const top_right = source.At(top, right);
    const T* const bottom_left = source.At(bottom, left);
    const T* const bottom_right = source.At(bottom, right);
    for (int64_t c = 0; c < source.dims.channels; ++c) {
      const float above =
          (right - x) * source.Value(top_left, c) + (x - left) * source.Value(top_right, c);
      const float below =
          (right - x) * source.Value(bottom_left, c) + (x - left) * source.Value(bottom_right, c);
      to[c] = FromFloat<T>((bottom - y) * above + (y - top) * below);
    }
  }

  bool bilinear_ = false;
  FillMode mode_ = FillMode::kConstant;
};

#define REGISTER(T)                                          \
  REGISTER_KERNEL_BUILDER(Name("ImageProjectiveTransformV2") \
                              .Device(DEVICE_CPU)            \
                              .TypeConstraint<T>("dtype")    \
                              .HostMemory("output_shape"),   \
                          ProjectiveTransformOp<T>);         \
  REGISTER_KERNEL_BUILDER(Name("ImageProjectiveTransformV3") \
                              .Device(DEVICE_CPU)            \
                              .TypeConstraint<T>("dtype")    \
                              .HostMemory("output_shape")    \
                              .HostMemory("fill_value"),     \
                          ProjectiveTransformOp<T>)
TF_CALL_uint8(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
