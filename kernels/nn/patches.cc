// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/nn/patches.h"

#include <algorithm>
#include <cstring>

namespace opgraft_internal {
namespace {

// As many bytes at each of several places.
struct Copies {
  int64_t count;
  int64_t from_step, to_step;
  int64_t bytes;

  // Short runs are some moves of kPiece, the last of which may overlap the one before.
  template <int kPiece>
  void RunInPieces(const char* from, char* to) const {
    for (int64_t i = 0; i < count; ++i, from += from_step, to += to_step) {
      for (int64_t at = 0; at + kPiece <= bytes; at += kPiece)
        std::memcpy(to + at, from + at, kPiece);
      std::memcpy(to + bytes - kPiece, from + bytes - kPiece, kPiece);
    }
  }
  void Run(const char* from, char* to) const {
    constexpr int64_t kShort = 256;
    if (bytes < 2) return RunInPieces<1>(from, to);
    if (bytes < 4) return RunInPieces<2>(from, to);
    if (bytes < 8) return RunInPieces<4>(from, to);
    if (bytes < 16) return RunInPieces<8>(from, to);
    if (bytes <= kShort) return RunInPieces<16>(from, to);
    for (int64_t i = 0; i < count; ++i)
      std::memcpy(to + i * to_step, from + i * from_step, static_cast<size_t>(bytes));
  }
  void Clear(char* to) const {
    for (int64_t i = 0; i < count; ++i)
      std::memset(to + i * to_step, 0, static_cast<size_t>(bytes));
  }
};

}  // namespace

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

void Patches::PackPlace(const char* image, int64_t place, char* row) const {
  const int64_t tap_bytes = channels_ * element_size_;
  const int64_t pixel_bytes = geometry_.channels * element_size_;
  ForEachRun(
      place,
      [&](int64_t tap, int64_t, int64_t pixel, int64_t count) {
        std::memcpy(row + tap * tap_bytes, image + pixel * pixel_bytes,
                    static_cast<size_t>(count * tap_bytes));
      },
      [&](int64_t tap, int64_t count) {
        std::memset(row + tap * tap_bytes, 0, static_cast<size_t>(count * tap_bytes));
      });
}

void Patches::PackInside(const char* image, int64_t line, IndexRange places, char* row) const {
  const WindowDim* dims = geometry_.dims;
  const int64_t tap_bytes = channels_ * element_size_;
  const int64_t pixel_bytes = geometry_.channels * element_size_;
  const bool joined = dims[2].dilation == 1 && channels_ == geometry_.channels;
  const int64_t runs = joined ? 1 : dims[2].window;
  const int64_t run_bytes = dims[2].window / runs * tap_bytes;
  Copies copies = {places.end - places.begin, dims[2].stride * pixel_bytes,
                   geometry_.taps() * tap_bytes, run_bytes};
  for (int64_t t0 = 0; t0 < dims[0].window; ++t0) {
    const int64_t i0 = dims[0].Element(line / dims[1].out, t0);
    for (int64_t t1 = 0; t1 < dims[1].window; ++t1) {
      const int64_t i1 = dims[1].Element(line % dims[1].out, t1);
      const bool is_seen = i0 >= 0 && i0 < dims[0].in && i1 >= 0 && i1 < dims[1].in;
      const int64_t first = dims[2].Element(places.begin, 0);
      for (int64_t run = 0; run < runs; ++run, row += run_bytes) {
        if (!is_seen) {
          copies.Clear(row);
          continue;
        }
        const int64_t pixel = geometry_.PixelAt(i0, i1, first + run * dims[2].dilation);
        copies.Run(image + pixel * pixel_bytes, row);
      }
    }
  }
}

// In the middle of a line, where windows do not reach over its ends, each tap is a copy for all
// places at once.
void Patches::PackLine(const char* image, int64_t line, IndexRange places, char* row) const {
  const WindowDim& along = geometry_.dims[2];
  const auto is_inside = [&](int64_t place) {
    const IndexRange taps = along.TapsInside(place);
    return taps.begin == 0 && taps.end == along.window;
  };
  IndexRange inside = places;
  while (inside.begin < inside.end && !is_inside(inside.begin)) ++inside.begin;
  while (inside.begin < inside.end && !is_inside(inside.end - 1)) --inside.end;
  const int64_t row_bytes = width() * element_size_;
  for (int64_t place = places.begin; place < places.end; ++place, row += row_bytes) {
    if (place == inside.begin && inside.begin < inside.end) {
      PackInside(image, line, inside, row);
      place += inside.end - inside.begin - 1;
      row += (inside.end - inside.begin - 1) * row_bytes;
    } else {
      PackPlace(image, line * along.out + place, row);
    }
  }
}

void Patches::Pack(const void* images, IndexRange rows, int64_t first_channel, void* panel) const {
  const int64_t image_bytes = geometry_.elements() * geometry_.channels * element_size_;
  const int64_t line_places = geometry_.dims[2].out;
  const char* group = static_cast<const char*>(images) + first_channel * element_size_;
  char* row = static_cast<char*>(panel);
  for (int64_t r = rows.begin; r < rows.end;) {
    const int64_t line = r % geometry_.places() / line_places, begin = r % line_places;
    const int64_t count = std::min(rows.end - r, line_places - begin);
    PackLine(group + r / geometry_.places() * image_bytes, line, {begin, begin + count}, row);
    r += count;
    row += count * width() * element_size_;
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
