// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/phase_planes.h"

#include "kernels/nn/visit_loop_type.h"

namespace opgraft_internal {
namespace {

// Bytes of a block: it stays in the cache while its taps go by.
constexpr int64_t kBlockBytes = int64_t{1} << 16;

// Elements that `places` of a dimension reach over.
int64_t ReachOf(const WindowDim& dim, int64_t places) {
  return (places - 1) * dim.stride + (dim.window - 1) * dim.dilation + 1;
}

int64_t PitchOf(const WindowDim& dim, int64_t places) {
  return (ReachOf(dim, places) - 1) / dim.stride + 1;
}

// What cannot be allocated, nor overflows when it is multiplied by a few.
constexpr int64_t kTooMany = int64_t{1} << 48;

int64_t Product(int64_t a, int64_t b) {
  int64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? kTooMany : std::min(product, kTooMany);
}

// Places see elements as they lie, and none beyond them.
bool SeesAsIs(const WindowDim& dim) {
  return dim.stride == 1 && dim.before == 0 && ReachOf(dim, dim.out) <= dim.in;
}

}  // namespace

PhasePlanes::Phases PhasePlanes::PhasesOf(const WindowDim& dim) {
  Phases phases;
  for (int64_t tap = 0; tap < dim.window; ++tap) {
    const int64_t rest = tap * dim.dilation % dim.stride;
    const auto found = std::find(phases.rest.begin(), phases.rest.end(), rest);
    phases.of_tap.push_back(found - phases.rest.begin());
    phases.offset.push_back(tap * dim.dilation / dim.stride);
    if (found == phases.rest.end()) phases.rest.push_back(rest);
  }
  return phases;
}

PhasePlanes::PhasePlanes(const WindowGeometry& window, int64_t planes, DataType type)
    : window_(window), planes_(planes), type_(type), size_(DataTypeSize(type)) {
  const WindowDim* dims = window_.dims;
  is_view_ = SeesAsIs(dims[0]) && SeesAsIs(dims[1]) && SeesAsIs(dims[2]);
  int64_t row = planes_ * size_;  // bytes of one element along the first dimension
  for (int d = 0; d < 3; ++d) {
    phases_[d] = PhasesOf(dims[d]);
    pitch_[d] = is_view_ ? dims[d].in : PitchOf(dims[d], dims[d].out);
    row = Product(row, static_cast<int64_t>(phases_[d].rest.size()));
    if (d > 0) row = Product(row, pitch_[d]);
  }
  // A block is to be some times as long as what its windows share with the next.
  const int64_t shared = PitchOf(dims[0], 1);
  const int64_t fit = std::max<int64_t>(kBlockBytes / row, 4 * shared);
  blocks_ = (dims[0].out - 1) / std::min(fit, dims[0].out) + 1;
  block_places_ = (dims[0].out - 1) / blocks_ + 1;
  blocks_ = (dims[0].out - 1) / block_places_ + 1;
  if (!is_view_) pitch_[0] = PitchOf(dims[0], block_places_);
  bytes_ = is_view_ ? 0 : Product(row, pitch_[0]);
  plane_size_ = bytes_ / (planes_ * size_);
  is_dense_ = pitch_[1] == dims[1].out && pitch_[2] == dims[2].out;
}

PhasePlanes::Block PhasePlanes::BlockAt(int64_t index) const {
  const int64_t begin = index * block_places_;
  return {begin, std::min(block_places_, window_.dims[0].out - begin)};
}

int64_t PhasePlanes::row_size(const Block& block) const {
  return ((block.count - 1) * pitch_[1] + window_.dims[1].out - 1) * pitch_[2] +
         window_.dims[2].out;
}

template <typename T>
void PhasePlanes::CopyLine(const T* line, int64_t phase, T padding, T* to) const {
  const WindowDim& dim = window_.dims[2];
  const int64_t start = phases_[2].rest[static_cast<size_t>(phase)] - dim.before;
  const auto first_from = [&](int64_t distance) {
    return distance <= 0 ? 0 : (distance - 1) / dim.stride + 1;
  };
  const int64_t first = std::min(pitch_[2], first_from(-start));
  const int64_t last = std::clamp(first_from(dim.in - start), first, pitch_[2]);
  std::fill(to, to + first, padding);
  if (dim.stride == 1 && last > first) {
    std::memcpy(to + first, line + start + first, static_cast<size_t>(last - first) * sizeof(T));
  } else {
    for (int64_t i = first; i < last; ++i) to[i] = line[start + i * dim.stride];
  }
  std::fill(to + last, to + pitch_[2], padding);
}

template <typename T>
void PhasePlanes::Copy(const T* plane, const Block& block, T padding, T* to) const {
  const WindowDim* dims = window_.dims;
  const int64_t phases2 = static_cast<int64_t>(phases_[2].rest.size());
  for (int64_t rest0 : phases_[0].rest) {
    for (int64_t rest1 : phases_[1].rest) {
      for (int64_t phase2 = 0; phase2 < phases2; ++phase2) {
        for (int64_t o0 = 0; o0 < pitch_[0]; ++o0) {
          const int64_t i0 = (block.begin + o0) * dims[0].stride + rest0 - dims[0].before;
          for (int64_t o1 = 0; o1 < pitch_[1]; ++o1, to += pitch_[2]) {
            const int64_t i1 = o1 * dims[1].stride + rest1 - dims[1].before;
            if (i0 < 0 || i0 >= dims[0].in || i1 < 0 || i1 >= dims[1].in) {
              std::fill(to, to + pitch_[2], padding);
            } else {
              CopyLine(plane + window_.PixelAt(i0, i1, 0), phase2, padding, to);
            }
          }
        }
      }
    }
  }
}

void PhasePlanes::LayOut(const void* planes, const Block& block, const void* padding, void* buffer,
                         std::vector<const void*>* taps) const {
  const int64_t elements = window_.elements();
  if (!is_view_) {
    VisitLoopType(type_, [&](auto zero) {
      using T = decltype(zero);
      T pad;
      std::memcpy(&pad, padding, sizeof(T));
      for (int64_t p = 0; p < planes_; ++p) {
        Copy(static_cast<const T*>(planes) + p * elements, block, pad,
             static_cast<T*>(buffer) + p * plane_size_);
      }
    });
  }
  const char* base = static_cast<const char*>(is_view_ ? planes : buffer);
  if (is_view_) base += block.begin * pitch_[1] * pitch_[2] * size_;
  taps->clear();
  for (int64_t p = 0; p < planes_; ++p, base += (is_view_ ? elements : plane_size_) * size_)
    PointAtTaps(base, taps);
}

void PhasePlanes::PointAtTaps(const char* plane, std::vector<const void*>* taps) const {
  const int64_t phase_size = pitch_[0] * pitch_[1] * pitch_[2];
  const auto phases = [this](int d) { return static_cast<int64_t>(phases_[d].rest.size()); };
  for (size_t t0 = 0; t0 < phases_[0].of_tap.size(); ++t0) {
    for (size_t t1 = 0; t1 < phases_[1].of_tap.size(); ++t1) {
      for (size_t t2 = 0; t2 < phases_[2].of_tap.size(); ++t2) {
        const int64_t phase =
            (phases_[0].of_tap[t0] * phases(1) + phases_[1].of_tap[t1]) * phases(2) +
            phases_[2].of_tap[t2];
        const int64_t element =
            (phases_[0].offset[t0] * pitch_[1] + phases_[1].offset[t1]) * pitch_[2] +
            phases_[2].offset[t2];
        taps->push_back(plane + (phase * phase_size + element) * size_);
      }
    }
  }
}

}  // namespace opgraft_internal
