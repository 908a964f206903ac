// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Pools whose windows are large or of different sizes: each window is folded by itself.
#ifndef KERNELS_OPENVINO_NN_BOXES_H_
#define KERNELS_OPENVINO_NN_BOXES_H_

#include <algorithm>
#include <cstdint>

#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/reduce_loops.h"
#include "kernels/nn/window_geometry.h"

namespace opgraft_internal {

// The elements of one dimension that a window sees: `count` from `begin` on, by `step`.
struct BoxDim {
  int64_t begin = 0;
  int64_t count = 0;
  int64_t step = 1;
};

// What a window sees of a plane.
struct Box3 {
  // How many elements the box has.
  int64_t elements() const { return dims[0].count * dims[1].count * dims[2].count; }

  BoxDim dims[3];
};

// What the window at this place sees of the elements.
inline BoxDim SeenAt(const WindowDim& dim, int64_t place) {
  const IndexRange taps = dim.TapsInside(place);
  return {dim.Element(place, taps.begin), std::max<int64_t>(0, taps.end - taps.begin),
          dim.dilation};
}

// The windows of adaptive pools: `dim.out` of them cover all elements, and may share some.
//
// Example: 5 elements and 3 places have the parts [0, 2), [1, 4) and [3, 5).
inline BoxDim PartAt(const WindowDim& dim, int64_t place) {
  const int64_t begin = place * dim.in / dim.out;
  const int64_t end = ((place + 1) * dim.in - 1) / dim.out + 1;
  return {begin, end - begin, 1};
}

// Calls line(first element, count, step) for the lines of a box in a plane.
template <typename Line>
void ForEachLineOfBox(const WindowGeometry& window, const Box3& box, const Line& line) {
  const BoxDim* dims = box.dims;
  for (int64_t i0 = 0; i0 < dims[0].count; ++i0) {
    for (int64_t i1 = 0; i1 < dims[1].count; ++i1) {
      line(window.PixelAt(dims[0].begin + i0 * dims[0].step, dims[1].begin + i1 * dims[1].step,
                          dims[2].begin),
           dims[2].count, dims[2].step);
    }
  }
}

// Joins the elements of a box to `accumulator`. `size` is that of an element.
//
// Lines whose elements lie side by side are one call of the loop each.
inline void ReduceBox(const loops::ReduceLoops& loop, const WindowGeometry& window, const Box3& box,
                      const char* plane, int64_t size, void* accumulator) {
  ForEachLineOfBox(window, box, [&](int64_t first, int64_t count, int64_t step) {
    if (step == 1) return loop.run(plane + first * size, count, accumulator);
    for (int64_t i = 0; i < count; ++i) loop.run(plane + (first + i * step) * size, 1, accumulator);
  });
}

// Finds the largest element of a box that is greater than `*largest`, and which of the plane it is.
// Neither changes if there is none, as with NaN.
using LargestOfBox = void (*)(const WindowGeometry& window, const Box3& box, const void* plane,
                              void* largest, int64_t* which);

// For float, double and integers; null for others.
LargestOfBox FindLargestOfBox(DataType type);

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_BOXES_H_
