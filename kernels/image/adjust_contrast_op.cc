// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

// Each channel of an image moves away from, or towards, its mean.
class AdjustContrastOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& images = context->input(0);
    const int rank = images.dims();
    OP_REQUIRES(context, rank >= 3,
                absl::InvalidArgumentError(absl::StrCat("input must be at least 3-D, got shape ",
                                                        images.shape().DebugString())));
    float factor = 0;
    OP_REQUIRES_OK(context, ReadFloatScalar(context->input(1), "contrast_factor", &factor));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, images.shape(), &output));
    if (images.NumElements() == 0) return;
    ImageDims dims = {1, images.dim_size(rank - 3), images.dim_size(rank - 2),
                      images.dim_size(rank - 1)};
    const int64_t image_size = dims.height * dims.row_size();
    dims.batch = images.NumElements() / image_size;
    const FloatRows rows(images, dims);
    const double image_ns = 2.0 * static_cast<double>(image_size);
    ShardElements(context, dims.batch, image_ns, [&](int64_t begin, int64_t end) {
      for (int64_t b = begin; b < end; ++b) AdjustImage(rows, dims, b, factor, output);
    });
  }

 private:
  static void AdjustImage(const FloatRows& rows, const ImageDims& dims, int64_t image, float factor,
                          Tensor* output) {
    std::vector<float> scratch;
    std::vector<float> base = MeansOf(rows, dims, image, &scratch);
    for (float& mean : base) mean *= 1.0f - factor;
    const CastFunction from_float(DT_FLOAT, output->dtype());
    const int64_t row_bytes = dims.row_size() * DataTypeSize(output->dtype());
    std::vector<float> changed(static_cast<size_t>(dims.row_size()));
    for (int64_t y = image * dims.height; y < (image + 1) * dims.height; ++y) {
      const float* const from = rows.Row(y, &scratch);
      for (size_t i = 0; i < changed.size(); ++i)
        changed[i] = base[i % base.size()] + from[i] * factor;
      from_float.Run(changed.data(), static_cast<char*>(output->data()) + y * row_bytes,
                     dims.row_size());
    }
  }

  // Sums are doubles, so that large images do not drown in rounding.
  static std::vector<float> MeansOf(const FloatRows& rows, const ImageDims& dims, int64_t image,
                                    std::vector<float>* scratch) {
    const size_t channels = static_cast<size_t>(dims.channels);
    std::vector<double> sums(channels);
    for (int64_t y = image * dims.height; y < (image + 1) * dims.height; ++y) {
      const float* pixel = rows.Row(y, scratch);
      for (int64_t x = 0; x < dims.width; ++x, pixel += channels) {
        for (size_t c = 0; c < channels; ++c) sums[c] += static_cast<double>(pixel[c]);
      }
    }
    const double pixels = static_cast<double>(dims.height * dims.width);
    std::vector<float> means(channels);
    for (size_t c = 0; c < channels; ++c) means[c] = static_cast<float>(sums[c] / pixels);
    return means;
  }
};

#define REGISTER(T)                                                                           \
  REGISTER_KERNEL_BUILDER(Name("AdjustContrastv2").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          AdjustContrastOp)
TF_CALL_float(REGISTER);
TF_CALL_half(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
