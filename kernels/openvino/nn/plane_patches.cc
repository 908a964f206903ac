// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/nn/plane_patches.h"

#include <algorithm>
#include <cstring>

#include "kernels/nn/visit_loop_type.h"

namespace opgraft_internal {
namespace {

template <typename T>
void CopyEvery(const T* from, int64_t stride, int64_t count, T* to) {
  if (stride == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(T));
  } else {
    for (int64_t i = 0; i < count; ++i) to[i] = from[i * stride];
  }
}

template <typename T>
void AddEvery(const T* from, int64_t stride, int64_t count, T* to) {
  if (stride == 1) {
    for (int64_t i = 0; i < count; ++i) to[i] = static_cast<T>(to[i] + from[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) to[i * stride] = static_cast<T>(to[i * stride] + from[i]);
  }
}

}  // namespace

// Calls visit(channel, t0, t1, t2, row) for the rows in their order.
template <typename Visit>
void PlanePatches::ForEachTap(const Visit& visit) const {
  const WindowDim* dims = geometry_.dims;
  int64_t row = 0;
  for (int64_t c = 0; c < channels_; ++c) {
    for (int64_t t0 = 0; t0 < dims[0].window; ++t0) {
      for (int64_t t1 = 0; t1 < dims[1].window; ++t1) {
        for (int64_t t2 = 0; t2 < dims[2].window; ++t2) visit(c, t0, t1, t2, row++);
      }
    }
  }
}

// Calls run(column, pixel, count) for the stretches of places on one line that see pixels with this
// tap, and padding(column, count) for those that do not.
template <typename Run, typename Padding>
void PlanePatches::ForEachRun(int64_t t0, int64_t t1, int64_t t2, IndexRange places, const Run& run,
                              const Padding& padding) const {
  const WindowDim* dims = geometry_.dims;
  const IndexRange inside = PlacesInside(dims[2], t2);
  for (int64_t place = places.begin; place < places.end;) {
    const int64_t line = place / dims[2].out, p2 = place - line * dims[2].out;
    const int64_t end = std::min(dims[2].out, p2 + places.end - place);
    const int64_t column = place - places.begin;
    place += end - p2;
    const int64_t i0 = dims[0].Element(line / dims[1].out, t0);
    const int64_t i1 = dims[1].Element(line % dims[1].out, t1);
    const int64_t first = std::clamp(inside.begin, p2, end);
    const int64_t last = std::clamp(inside.end, first, end);
    if (i0 < 0 || i0 >= dims[0].in || i1 < 0 || i1 >= dims[1].in || first == last) {
      padding(column, end - p2);
      continue;
    }
    if (first > p2) padding(column, first - p2);
    run(column + first - p2, geometry_.PixelAt(i0, i1, dims[2].Element(first, t2)), last - first);
    if (last < end) padding(column + last - p2, end - last);
  }
}

template <typename T>
void PlanePatches::PackAs(const T* planes, IndexRange places, T* panel) const {
  const int64_t columns = places.end - places.begin, stride = geometry_.dims[2].stride;
  ForEachTap([&](int64_t c, int64_t t0, int64_t t1, int64_t t2, int64_t row) {
    const T* plane = planes + c * geometry_.elements();
    T* to = panel + row * columns;
    ForEachRun(
        t0, t1, t2, places,
        [&](int64_t column, int64_t pixel, int64_t count) {
          CopyEvery(plane + pixel, stride, count, to + column);
        },
        [&](int64_t column, int64_t count) {
          std::memset(to + column, 0, static_cast<size_t>(count) * sizeof(T));
        });
  });
}

template <typename T>
void PlanePatches::AddBackAs(const T* panel, IndexRange places, T* planes) const {
  const int64_t columns = places.end - places.begin, stride = geometry_.dims[2].stride;
  ForEachTap([&](int64_t c, int64_t t0, int64_t t1, int64_t t2, int64_t row) {
    T* plane = planes + c * geometry_.elements();
    const T* from = panel + row * columns;
    ForEachRun(
        t0, t1, t2, places,
        [&](int64_t column, int64_t pixel, int64_t count) {
          AddEvery(from + column, stride, count, plane + pixel);
        },
        [](int64_t, int64_t) {});
  });
}

void PlanePatches::Pack(const void* planes, IndexRange places, void* panel) const {
  VisitLoopType(type_, [&](auto zero) {
    using T = decltype(zero);
    PackAs(static_cast<const T*>(planes), places, static_cast<T*>(panel));
  });
}

void PlanePatches::AddBack(const void* panel, IndexRange places, void* planes) const {
  VisitLoopType(type_, [&](auto zero) {
    using T = decltype(zero);
    AddBackAs(static_cast<const T*>(panel), places, static_cast<T*>(planes));
  });
}

}  // namespace opgraft_internal
