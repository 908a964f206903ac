// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Cubic weights are those of R. Keys, "Cubic convolution interpolation for digital image
// processing", 1981; the modes of Pillow weigh by the same, or by a triangle, widened where the
// image becomes smaller.
#include "kernels/openvino/nn/axis_resample.h"

#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

float Float(int64_t number) { return static_cast<float>(number); }

// Where element `x` of the result lies among those of the image.
float PlaceOf(const ResampleRule& rule, const AxisSize& axis, int64_t x) {
  if (axis.scale == 1 || axis.in == axis.out) return Float(x);
  const std::string& mode = rule.coordinates;
  if (mode == "asymmetric") return Float(x) / axis.scale;
  if (mode == "tf_half_pixel_for_nn") return (Float(x) + 0.5f) / axis.scale;
  if (mode == "align_corners")
    return axis.out == 1 ? 0 : Float(x) * Float(axis.in - 1) / Float(axis.out - 1);
  if (mode == "pytorch_half_pixel" && axis.out <= 1) return 0;
  return (Float(x) + 0.5f) / axis.scale - 0.5f;
}

int64_t Clamped(float place, int64_t size) {
  return static_cast<int64_t>(std::clamp(place, 0.0f, Float(size - 1)));
}

int64_t Nearest(const std::string& mode, float place, const AxisSize& axis) {
  const float floor = std::floor(place);
  if (mode == "floor") return Clamped(floor, axis.in);
  if (mode == "ceil") return Clamped(std::ceil(place), axis.in);
  if (mode == "simple")
    return Clamped(axis.scale < 1 ? std::ceil(place) : std::trunc(place), axis.in);
  const bool halfway = place == std::trunc(place) + 0.5f;
  if (halfway && mode == "round_prefer_floor") return Clamped(floor, axis.in);
  return Clamped(std::round(place), axis.in);
}

double Triangle(double x) { return std::max(0.0, 1 - std::fabs(x)); }

double Cubic(double x, double a) {
  x = std::fabs(x);
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? a * (((x - 5) * x + 8) * x - 4) : 0;
}

// Puts together what one element is made of.
class TapWriter {
 public:
  explicit TapWriter(AxisTaps* taps) : taps_(taps) {}

  void Add(int64_t index, double weight) {
    taps_->index.push_back(index);
    taps_->weight.push_back(weight);
  }
  // Ends an element; `normalized`: its weights become 1 together, if they are anything.
  void End(bool normalized) {
    const size_t first = static_cast<size_t>(taps_->begin.back());
    double sum = 0;
    for (size_t i = first; i < taps_->weight.size(); ++i) sum += taps_->weight[i];
    for (size_t i = first; normalized && sum != 0 && i < taps_->weight.size(); ++i)
      taps_->weight[i] /= sum;
    taps_->begin.push_back(static_cast<int64_t>(taps_->index.size()));
  }

 private:
  AxisTaps* taps_;
};

// All elements within one of the place, or more if the axis becomes smaller.
void AddLinear(const ResampleRule& rule, const AxisSize& axis, float place, TapWriter* writer) {
  const float squeeze = rule.antialias ? axis.scale : 1.0f;
  const int64_t reach = axis.scale > 1 ? 2 : static_cast<int64_t>(std::ceil(2.0f / squeeze));
  const int64_t middle = static_cast<int64_t>(std::round(place));
  const int64_t last = std::min(middle + reach, axis.in - 1);
  for (int64_t i = std::max<int64_t>(middle - reach, 0); i <= last; ++i) {
    const double weight = Triangle(squeeze * (place - Float(i)));
    if (weight != 0) writer->Add(i, weight);
  }
  writer->End(/*normalized=*/true);
}

void AddNeighbours(const AxisSize& axis, float place, TapWriter* writer) {
  place = std::clamp(place, 0.0f, Float(axis.in - 1));
  const int64_t lower = std::min(static_cast<int64_t>(place), axis.in - 1);
  if (lower == axis.in - 1) {
    writer->Add(lower, 1);
  } else {
    writer->Add(lower, std::fabs(place - Float(lower + 1)));
    writer->Add(lower + 1, std::fabs(place - Float(lower)));
  }
  writer->End(/*normalized=*/false);
}

void AddCubic(const ResampleRule& rule, const AxisSize& axis, float place, TapWriter* writer) {
  const float floor = std::floor(place);
  const double rest = place - floor;
  for (int i = -1; i <= 2; ++i)
    writer->Add(Clamped(floor + Float(i), axis.in), Cubic(rest - i, rule.cube_coeff));
  writer->End(/*normalized=*/false);
}

// Pillow's own coefficient of cubic weights. OpenVINO's CPU takes it whatever `cube_coeff` says,
// and so the models that are made for it mean it: what converts them writes the attr's default,
// -0.75.
constexpr double kPillowCoeff = -0.5;

// As Pillow: the window is centred on the middle of the element and as wide as the scale asks.
void AddPillow(const ResampleRule& rule, const AxisSize& axis, int64_t x, TapWriter* writer) {
  const bool cubic = rule.mode == "bicubic_pillow";
  const double step = static_cast<double>(axis.in) / static_cast<double>(axis.out);
  const double width = std::max(step, 1.0);
  const double support = (cubic ? 2 : 1) * width;
  const double center = (static_cast<double>(x) + 0.5) * step;
  const int64_t first = std::max<int64_t>(static_cast<int64_t>(center - support + 0.5), 0);
  const int64_t last = std::min(static_cast<int64_t>(center + support + 0.5), axis.in);
  for (int64_t i = first; i < last; ++i) {
    const double distance = (static_cast<double>(i) - center + 0.5) / width;
    writer->Add(i, cubic ? Cubic(distance, kPillowCoeff) : Triangle(distance));
  }
  writer->End(/*normalized=*/true);
}

void AddElement(const ResampleRule& rule, const AxisSize& axis, int64_t x, TapWriter* writer) {
  if (rule.mode == "bilinear_pillow" || rule.mode == "bicubic_pillow")
    return AddPillow(rule, axis, x, writer);
  const float place = PlaceOf(rule, axis, x);
  if (rule.mode == "linear") return AddLinear(rule, axis, place, writer);
  if (rule.mode == "linear_onnx") return AddNeighbours(axis, place, writer);
  if (rule.mode == "cubic") return AddCubic(rule, axis, place, writer);
  writer->Add(Nearest(rule.nearest, place, axis), 1);
  writer->End(/*normalized=*/false);
}

}  // namespace

bool AxisTaps::IsIdentity(int64_t in) const {
  if (size() != in) return false;
  for (int64_t x = 0; x < in; ++x) {
    for (int64_t t = begin[static_cast<size_t>(x)]; t < begin[static_cast<size_t>(x) + 1]; ++t) {
      if (weight[static_cast<size_t>(t)] != (index[static_cast<size_t>(t)] == x ? 1 : 0))
        return false;
    }
  }
  return true;
}

absl::Status MakeAxisTaps(const ResampleRule& rule, const AxisSize& axis, AxisTaps* taps) {
  // Windows are at most some times as wide as the image is larger than the result.
  constexpr int64_t kMax = int64_t{1} << 24;
  if (axis.out > kMax || axis.in > kMax || !(axis.scale > 0)) {
    return absl::ResourceExhaustedError(absl::StrCat("resizing ", axis.in, " elements to ",
                                                     axis.out, " by ", axis.scale,
                                                     " is beyond what can be done"));
  }
  TapWriter writer(taps);
  for (int64_t x = 0; x < axis.out; ++x) AddElement(rule, axis, x, &writer);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
