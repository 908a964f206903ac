// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_NN_TURNED_BOX_H_
#define KERNELS_OPENVINO_NN_TURNED_BOX_H_

#include <cmath>

#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A box that is turned around its centre.
struct TurnedBox {
  struct Point {
    double x = 0;
    double y = 0;
  };

  // `numbers`: x and y of the centre, width, height.
  TurnedBox(const float* numbers, float angle)
      : area(static_cast<double>(numbers[2]) * static_cast<double>(numbers[3])) {
    const double cosine = std::cos(static_cast<double>(angle)) / 2;
    const double sine = std::sin(static_cast<double>(angle)) / 2;
    const double w = static_cast<double>(numbers[2]), h = static_cast<double>(numbers[3]);
    const double across[4] = {-1, 1, 1, -1}, along[4] = {-1, -1, 1, 1};
    for (int i = 0; i < 4; ++i) {
      corners[i].x = static_cast<double>(numbers[0]) + across[i] * w * cosine - along[i] * h * sine;
      corners[i].y = static_cast<double>(numbers[1]) + across[i] * w * sine + along[i] * h * cosine;
    }
  }

  Point corners[4];
  double area;
};

// A convex polygon: what is left of a box that was cut by up to four lines.
struct CutBox {
  TurnedBox::Point points[8];
  int count = 0;
};

// Keeps the part of a polygon on the left of the line from `from` to `to`, where the cross product
// with a point is not below 0.
inline CutBox CutByLine(const CutBox& box, TurnedBox::Point from, TurnedBox::Point to) {
  using Point = TurnedBox::Point;
  const auto inside = [&](const Point& p) {
    return (to.x - from.x) * (p.y - from.y) - (to.y - from.y) * (p.x - from.x);
  };
  CutBox cut;
  for (int i = 0; i < box.count; ++i) {
    const Point p = box.points[i], q = box.points[(i + 1) % box.count];
    const double at_p = inside(p), at_q = inside(q);
    if (at_p >= 0 && cut.count < 8) cut.points[cut.count++] = p;
    if ((at_p >= 0) == (at_q >= 0) || cut.count == 8) continue;
    const double part = at_p / (at_p - at_q);
    cut.points[cut.count++] = {p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)};
  }
  return cut;
}

// What two boxes share: one is cut by the lines along the sides of the other (I. Sutherland and
// G. Hodgman, "Reentrant polygon clipping", 1974), and the area of what is left is half the sum of
// the cross products of neighbouring corners.
//
//       +-----+          A and B, and the part of A that the right and the lower line of B leave
//       | A +-|--+
//       |   |#|  |       #: the shared area
//       +---|-+  |
//           +--B-+
inline double SharedArea(const TurnedBox& a, const TurnedBox& b) {
  using Point = TurnedBox::Point;
  CutBox shared;
  for (const Point& corner : a.corners) shared.points[shared.count++] = corner;
  for (int side = 0; side < 4; ++side)
    shared = CutByLine(shared, b.corners[side], b.corners[(side + 1) % 4]);
  double twice = 0;
  for (int i = 0; i < shared.count; ++i) {
    const Point p = shared.points[i], q = shared.points[(i + 1) % shared.count];
    twice += p.x * q.y - q.x * p.y;
  }
  return std::fabs(twice) / 2;
}

// The area that two boxes share, over the area that they cover; 0 if one has none.
inline float OverlapOf(const TurnedBox& a, const TurnedBox& b) {
  if (!(a.area > 0 && b.area > 0)) return 0;
  const double shared = SharedArea(a, b);
  return static_cast<float>(shared / (a.area + b.area - shared));
}

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_NN_TURNED_BOX_H_
