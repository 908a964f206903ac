// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/patches.h"

#include <cstring>

namespace opgraft_internal {

template <typename Run, typename Padding>
void Patches::ForEachRun(int64_t place, const Run& run, const Padding& padding) const {
  const WindowDim* dims = geometry_.dims;
  const int64_t p2 = place % dims[2].out;
  const int64_t p1 = place / dims[2].out % dims[1].out;
  const int64_t p0 = place / dims[2].out / dims[1].out;
  const IndexRange inside = dims[2].TapsInside(p2);
  const int64_t seen = std::max<int64_t>(0, inside.end - inside.begin);
  // Neighbours are one stretch if the group has all channels.
  const bool joined = dims[2].dilation == 1 && channels_ == geometry_.channels;
  const int64_t step = joined ? std::max<int64_t>(seen, 1) : 1;
  int64_t tap = 0;
  for (int64_t t0 = 0; t0 < dims[0].window; ++t0) {
    const int64_t i0 = dims[0].Element(p0, t0);
    for (int64_t t1 = 0; t1 < dims[1].window; ++t1, tap += dims[2].window) {
      const int64_t i1 = dims[1].Element(p1, t1);
      if (i0 < 0 || i0 >= dims[0].in || i1 < 0 || i1 >= dims[1].in || seen == 0) {
        padding(tap, dims[2].window);
        continue;
      }
      if (inside.begin > 0) padding(tap, inside.begin);
      for (int64_t t2 = inside.begin; t2 < inside.end; t2 += step)
        run(tap + t2, i0, geometry_.PixelAt(i0, i1, dims[2].Element(p2, t2)), step);
      if (inside.end < dims[2].window) padding(tap + inside.end, dims[2].window - inside.end);
    }
  }
}

void Patches::Pack(const void* images, IndexRange rows, int64_t first_channel, void* panel) const {
  const int64_t tap_bytes = channels_ * element_size_;
  const int64_t pixel_bytes = geometry_.channels * element_size_;
  const int64_t image_bytes = geometry_.elements() * pixel_bytes;
  const char* group = static_cast<const char*>(images) + first_channel * element_size_;
  char* row = static_cast<char*>(panel);
  for (int64_t r = rows.begin; r < rows.end; ++r, row += geometry_.taps() * tap_bytes) {
    const char* image = group + r / geometry_.places() * image_bytes;
    ForEachRun(
        r % geometry_.places(),
        [&](int64_t tap, int64_t, int64_t pixel, int64_t count) {
          std::memcpy(row + tap * tap_bytes, image + pixel * pixel_bytes,
                      static_cast<size_t>(count * tap_bytes));
        },
        [&](int64_t tap, int64_t count) {
          std::memset(row + tap * tap_bytes, 0, static_cast<size_t>(count * tap_bytes));
        });
  }
}

void Patches::AddBack(const void* panel, IndexRange rows, IndexRange elements,
                      int64_t first_channel, loops::BinaryLoop add, void* image) const {
  const int64_t tap_bytes = channels_ * element_size_;
  const int64_t pixel_bytes = geometry_.channels * element_size_;
  char* group = static_cast<char*>(image) + first_channel * element_size_;
  const char* row = static_cast<const char*>(panel);
  for (int64_t r = rows.begin; r < rows.end; ++r, row += geometry_.taps() * tap_bytes) {
    ForEachRun(
        r,
        [&](int64_t tap, int64_t plane, int64_t pixel, int64_t count) {
          if (plane < elements.begin || plane >= elements.end) return;
          char* to = group + pixel * pixel_bytes;
          add(to, row + tap * tap_bytes, to, count * channels_);
        },
        [](int64_t, int64_t) {});
  }
}

}  // namespace opgraft_internal
