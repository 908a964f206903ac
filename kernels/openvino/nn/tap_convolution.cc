// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/tap_convolution.h"

#include <vector>

#include "kernels/nn/share_with_scratch.h"
#include "kernels/openvino/nn/phase_planes.h"

namespace opgraft_internal {
namespace {

// Nanoseconds of a multiplication and an addition, and of an element that is laid out.
constexpr double kTermNs = 0.08;
constexpr double kCopyNs = 0.3;

}  // namespace

TapConvolution::TapConvolution(DataType type)
    : type_(type), size_(DataTypeSize(type)), scale_(loops::FindScaledTapLoop(type)) {}

bool TapConvolution::Suits(const ConvolutionSizes& sizes) const {
  return scale_ != nullptr && sizes.group_outputs() <= 4 && sizes.window.places() >= 4 &&
         sizes.group_channels() * sizes.window.taps() <= 2048;
}

absl::Status TapConvolution::Forward(OpKernelContext* context, const ConvolutionSizes& sizes,
                                     const void* images, const void* filter, void* out) const {
  const WindowGeometry& window = sizes.window;
  const int64_t channels = sizes.group_channels(), outputs = sizes.group_outputs();
  const int64_t height = channels * window.taps(), places = window.places();
  const PhasePlanes phases(window, channels, type_);
  const double zero = 0;
  const int64_t laid_out = (phases.bytes() + 63) / 64 * 64;
  const double unit_ns = static_cast<double>(places / phases.blocks() + 16) *
                         static_cast<double>(height) *
                         (kTermNs * static_cast<double>(outputs) + kCopyNs);
  return ShareWithScratch(
      context, window.batch * sizes.groups * phases.blocks(), unit_ns,
      laid_out + phases.row_bytes(), [&](int64_t unit, char* scratch) {
        const int64_t product = unit / phases.blocks();
        const PhasePlanes::Block block = phases.BlockAt(unit % phases.blocks());
        std::vector<const void*> taps;
        phases.LayOut(
            static_cast<const char*>(images) + product * channels * window.elements() * size_,
            block, &zero, scratch, &taps);
        for (int64_t o = 0; o < outputs; ++o) {
          const char* weights = static_cast<const char*>(filter) +
                                (product % sizes.groups * outputs + o) * height * size_;
          phases.Run(taps, block, scratch + laid_out,
                     static_cast<char*>(out) + (product * outputs + o) * places * size_,
                     [&](const void* const* at, int64_t n, void* to) {
                       scale_(at, weights, height, n, to);
                     });
        }
      });
}

}  // namespace opgraft_internal
