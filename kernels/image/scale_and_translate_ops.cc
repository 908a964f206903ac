// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ScaleAndTranslate and its gradient. A resampling along an axis is a sparse matrix: each place of
// the result is a sum of few places of the source. The gradient is the same with the matrix
// transposed.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/image_types.h"
#include "kernels/image/images.h"

namespace opgraft_internal {
namespace {

float Sinc(double x, double radius) {
  static constexpr double kPi = 3.14159265359;
  return static_cast<float>(radius * std::sin(kPi * x) * std::sin(kPi * x / radius) /
                            (kPi * kPi * x * x));
}

float Lanczos(float x, float radius) {
  if (x > radius) return 0;
  return x <= 1e-3f ? 1 : Sinc(static_cast<double>(x), static_cast<double>(radius));
}
float Gaussian(float x, float radius) {
  const double sigma = static_cast<double>(radius) / 3;
  const double wide = static_cast<double>(x);
  return x >= radius ? 0 : static_cast<float>(std::exp(-wide * wide / (2.0 * sigma * sigma)));
}
float BoxFilter(float x, float) {
  if (x == 0.5f) return 0.5f;
  return x < 0.5f ? 1.0f : 0.0f;
}
float Triangle(float x, float) { return x < 1.0f ? 1.0f - x : 0.0f; }
float KeysCubic(float x, float) {
  if (x >= 2.0f) return 0.0f;
  if (x >= 1.0f) return ((-0.5f * x + 2.5f) * x - 4.0f) * x + 2.0f;
  return ((1.5f * x - 2.5f) * x) * x + 1.0f;
}
// D. P. Mitchell and A. N. Netravali, "Reconstruction filters in computer graphics", 1988.
float MitchellCubic(float x, float) {
  if (x >= 2.0f) return 0.0f;
  if (x >= 1.0f) return (((-7.0f / 18.0f) * x + 2.0f) * x - 10.0f / 3.0f) * x + 16.0f / 9.0f;
  return (((7.0f / 6.0f) * x - 2.0f) * x) * x + 8.0f / 9.0f;
}

// The weight of a pixel at a distance, which is 0 from the radius on.
struct Filter {
  const char* name;
  float (*weight)(float x, float radius);
  float radius;
};
constexpr Filter kFilters[] = {
    {"lanczos1", Lanczos, 1},    {"lanczos3", Lanczos, 3},
    {"lanczos5", Lanczos, 5},    {"gaussian", Gaussian, 1.5},
    {"box", BoxFilter, 1},       {"triangle", Triangle, 1},
    {"keyscubic", KeysCubic, 2}, {"mitchellcubic", MitchellCubic, 2},
};

struct Term {
  int64_t index;
  float weight;
};

// Row i of the matrix: terms [starts[i], starts[i + 1]).
struct Resampling {
  std::vector<size_t> starts = {0};
  std::vector<Term> terms;

  int64_t size() const { return static_cast<int64_t>(starts.size()) - 1; }
  void EndRow() { starts.push_back(terms.size()); }
  // Calls fn(term) for those of row `i`.
  template <typename Fn>
  void ForRow(int64_t i, const Fn& fn) const {
    const size_t row = static_cast<size_t>(i);
    for (size_t t = starts[row]; t < starts[row + 1]; ++t) fn(terms[t]);
  }
};

struct AxisMap {
  int64_t in_size;
  int64_t out_size;
  float scale;
  float translation;
};

int64_t ClampIndex(float place, int64_t size) {
  if (!(place > 0)) return 0;
  return place >= static_cast<float>(size - 1) ? size - 1 : static_cast<int64_t>(place);
}

// The weights of one place of the result, as long as their sum is not next to nothing.
void AddRow(const Filter& filter, float sample, float filter_scale, int64_t size,
            Resampling* matrix) {
  const float reach = filter.radius * filter_scale;
  const float per_scale = 1.0f / filter_scale;
  const int64_t start = ClampIndex(std::ceil(sample - reach - 0.5f), size);
  const int64_t end = ClampIndex(std::floor(sample + reach - 0.5f), size) + 1;
  const size_t first = matrix->terms.size();
  float sum = 0;
  for (int64_t i = start; i < end; ++i) {
    const float distance = static_cast<float>(i) + 0.5f - sample;
    const float weight = filter.weight(std::abs(distance * per_scale), filter.radius);
    sum += weight;
    matrix->terms.push_back({i, weight});
  }
  if (std::abs(sum) >= 1000.0f * std::numeric_limits<float>::min()) {
    const float to_one = 1.0f / sum;
    for (size_t t = first; t < matrix->terms.size(); ++t) matrix->terms[t].weight *= to_one;
  } else {
    matrix->terms.resize(first);
  }
}

Resampling MakeResampling(const Filter& filter, const AxisMap& axis, bool antialias) {
  // A result that is smaller than its source is smoothed: the filter is as wide as its pixels.
  const float inverse = static_cast<float>(1.0 / static_cast<double>(axis.scale));
  const float inverse_translation = -inverse * axis.translation;
  const float filter_scale = antialias ? std::max(inverse, 1.0f) : 1.0f;
  Resampling matrix;
  for (int64_t x = 0; x < axis.out_size; ++x) {
    const float sample = (static_cast<float>(x) + 0.5f) * inverse + inverse_translation;
    if (sample >= 0 && sample <= static_cast<float>(axis.in_size))
      AddRow(filter, sample, filter_scale, axis.in_size, &matrix);
    matrix.EndRow();
  }
  return matrix;
}

Resampling Transposed(const Resampling& matrix, int64_t rows) {
  std::vector<size_t> next(static_cast<size_t>(rows) + 1);
  for (const Term& term : matrix.terms) ++next[static_cast<size_t>(term.index) + 1];
  for (size_t i = 1; i < next.size(); ++i) next[i] += next[i - 1];
  Resampling result;
  result.starts = next;
  result.terms.resize(matrix.terms.size());
  for (int64_t i = 0; i < matrix.size(); ++i) {
    matrix.ForRow(i, [&](const Term& term) {
      result.terms[next[static_cast<size_t>(term.index)]++] = {i, term.weight};
    });
  }
  return result;
}

// Along one row of pixels.
void ResampleRow(const Resampling& columns, const float* row, int64_t channels, int64_t width,
                 float* to) {
  for (int64_t x = 0; x < width; ++x) {
    float* const pixel = to + x * channels;
    std::fill_n(pixel, channels, 0.0f);
    columns.ForRow(x, [&](const Term& term) {
      const float* const from = row + term.index * channels;
      for (int64_t c = 0; c < channels; ++c) pixel[c] += from[c] * term.weight;
    });
  }
}

// Resamples along the rows of each column, then along each row.
void Resample(OpKernelContext* context, const FloatRows& images, const ImageDims& in,
              const Resampling& rows, const Resampling& columns, const ImageDims& out, float* to) {
  const double row_ns =
      0.5 * static_cast<double>(in.row_size()) *
          (1 + static_cast<double>(rows.terms.size()) / static_cast<double>(out.height)) +
      static_cast<double>(columns.terms.size()) * static_cast<double>(in.channels);
  ShardElements(context, out.rows(), row_ns, [&](int64_t begin, int64_t end) {
    std::vector<float> mixed(static_cast<size_t>(in.row_size()));
    std::vector<float> scratch;
    for (int64_t row = begin; row < end; ++row) {
      std::fill(mixed.begin(), mixed.end(), 0.0f);
      rows.ForRow(row % out.height, [&](const Term& term) {
        const float* const from = images.Row(row / out.height * in.height + term.index, &scratch);
        for (size_t i = 0; i < mixed.size(); ++i) mixed[i] += from[i] * term.weight;
      });
      ResampleRow(columns, mixed.data(), in.channels, out.width, to + row * out.row_size());
    }
  });
}

class ScaleAndTranslateOpBase : public OpKernel {
 public:
  explicit ScaleAndTranslateOpBase(OpKernelConstruction* context) : OpKernel(context) {
    std::string name;
    OP_REQUIRES_OK(context, context->GetAttr("antialias", &antialias_));
    OP_REQUIRES_OK(context, context->GetAttr("kernel_type", &name));
    for (const Filter& filter : kFilters) {
      if (name == filter.name) filter_ = &filter;
    }
    OP_REQUIRES(context, filter_ != nullptr,
                absl::InvalidArgumentError(absl::StrCat("Unrecognized kernel type: ", name)));
  }

 protected:
  // The matrices of both axes, from `in` to `out`.
  absl::Status MakeMatrices(const Tensor& scale, const Tensor& translation, const ImageDims& in,
                            const ImageDims& out, Resampling* rows, Resampling* columns) const {
    for (const Tensor* pair : {&scale, &translation}) {
      if (pair->dims() == 1 && pair->NumElements() == 2) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("scale and translation must be vectors of two elements, got shape ",
                       pair->shape().DebugString()));
    }
    const float* const scales = static_cast<const float*>(scale.data());
    const float* const moves = static_cast<const float*>(translation.data());
    if (!(scales[0] > 0 && scales[1] > 0))
      return absl::InvalidArgumentError("Scale must be greater than zero.");
    if (in.height <= 0 || in.width <= 0 || out.height <= 0 || out.width <= 0)
      return absl::InvalidArgumentError("input image must be of non-zero size");
    *rows = MakeResampling(*filter_, {in.height, out.height, scales[0], moves[0]}, antialias_);
    *columns = MakeResampling(*filter_, {in.width, out.width, scales[1], moves[1]}, antialias_);
    return absl::OkStatus();
  }

 private:
  const Filter* filter_ = nullptr;
  bool antialias_ = true;
};

class ScaleAndTranslateOp : public ScaleAndTranslateOpBase {
 public:
  using ScaleAndTranslateOpBase::ScaleAndTranslateOpBase;

  void Compute(OpKernelContext* context) override {
    ImageDims in;
    OP_REQUIRES_OK(context, ReadImageDims(context->input(0), "images", &in));
    ImageDims out = in;
    OP_REQUIRES_OK(context, ReadImageSize(context->input(1), "size", &out.height, &out.width));
    Resampling rows, columns;
    OP_REQUIRES_OK(context,
                   MakeMatrices(context->input(2), context->input(3), in, out, &rows, &columns));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, out.shape(), &output));
    Resample(context, FloatRows(context->input(0), in), in, rows, columns, out,
             static_cast<float*>(output->data()));
  }
};

class ScaleAndTranslateGradOp : public ScaleAndTranslateOpBase {
 public:
  using ScaleAndTranslateOpBase::ScaleAndTranslateOpBase;

  void Compute(OpKernelContext* context) override {
    ImageDims grads, image;
    OP_REQUIRES_OK(context, ReadImageDims(context->input(0), "grads", &grads));
    OP_REQUIRES_OK(context, ReadImageDims(context->input(1), "original_image", &image));
    OP_REQUIRES(context, grads.batch == image.batch && grads.channels == image.channels,
                absl::InvalidArgumentError(
                    "grads and original_image must have the same batch and channels"));
    Resampling rows, columns;
    OP_REQUIRES_OK(
        context, MakeMatrices(context->input(2), context->input(3), image, grads, &rows, &columns));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, image.shape(), &output));
    Resample(context, FloatRows(context->input(0), grads), grads, Transposed(rows, image.height),
             Transposed(columns, image.width), image, static_cast<float*>(output->data()));
  }
};

#define REGISTER(T)                                       \
  REGISTER_KERNEL_BUILDER(Name("ScaleAndTranslate")       \
                              .Device(DEVICE_CPU)         \
                              .TypeConstraint<T>("T")     \
                              .HostMemory("size")         \
                              .HostMemory("scale")        \
                              .HostMemory("translation"), \
                          ScaleAndTranslateOp)
OPGRAFT_CALL_RESIZE_TYPES(REGISTER);
#undef REGISTER

REGISTER_KERNEL_BUILDER(Name("ScaleAndTranslateGrad")
                            .Device(DEVICE_CPU)
                            .TypeConstraint<float>("T")
                            .HostMemory("scale")
                            .HostMemory("translation"),
                        ScaleAndTranslateGradOp);

}  // namespace
}  // namespace opgraft_internal
