// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_IMAGE_RESIZE_PLAN_H_
#define KERNELS_IMAGE_RESIZE_PLAN_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/image/images.h"

namespace opgraft_internal {

// How places of the larger and the smaller image belong together: the attrs of a resize.
struct ResizeRule {
  // The corners' centres lie on each other.
  bool align_corners = false;
  // A pixel's centre is in its middle, not at its corner.
  bool half_pixel_centers = false;
};

// Reads the attrs; those that an op has not are false. INVALID_ARGUMENT if both are true.
absl::Status ReadResizeRule(OpKernelConstruction* context, ResizeRule* rule);

// Where along an axis of `in_size` the places of one of `out_size` lie.
//
// Example: 2 pixels resized to 4 have a scale of 0.5: the places 0, 0.5, 1, 1.5, with half_pixel
// -0.25, 0.25, 0.75, 1.25, and with align_corners, whose scale is 1/3, 0, 1/3, 2/3, 1.
struct AxisScale {
  AxisScale() = default;
  // REQUIRES: sizes are positive.
  AxisScale(int64_t in_size, int64_t out_size, const ResizeRule& rule)
      : scale(rule.align_corners && out_size > 1
                  ? static_cast<float>(in_size - 1) / static_cast<float>(out_size - 1)
                  : static_cast<float>(in_size) / static_cast<float>(out_size)),
        half_pixel(rule.half_pixel_centers) {}

  // In pixels of the input, whose first has its centre at 0.
  float operator()(int64_t x) const {
    return half_pixel ? (static_cast<float>(x) + 0.5f) * scale - 0.5f
                      : static_cast<float>(x) * scale;
  }

  float scale = 1;
  bool half_pixel = false;
};

// The two neighbours of a place, and how far it is from the first to the second.
struct Neighbours {
  int64_t lower = 0;
  int64_t upper = 0;
  float lerp = 0;
};
// The neighbours of `place`, both within [0, size).
Neighbours NeighboursOf(float place, int64_t size);

// A resize as an op is asked for it.
struct ResizePlan {
  ImageDims in;
  ImageDims out;
  AxisScale rows;
  AxisScale columns;
};

// From inputs `images` and `size`. INVALID_ARGUMENT for images without pixels and sizes that are
// not positive.
absl::Status PlanResize(const Tensor& images, const Tensor& size, const ResizeRule& rule,
                        ResizePlan* plan);

// From inputs `grads` and `original_image`: of the resize whose gradient is wanted.
absl::Status PlanResizeGradient(const Tensor& grads, const Tensor& original, const ResizeRule& rule,
                                ResizePlan* plan);

// An op that makes resized images of floats row by row. Inputs `images` and `size`.
class ResizeRowsOp : public OpKernel {
 public:
  explicit ResizeRowsOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, ReadResizeRule(context, &rule_));
  }

  void Compute(OpKernelContext* context) override;

 protected:
  // The attrs of the op.
  const ResizeRule& rule() const { return rule_; }
  // Makes the rows [begin, end) of all rows of the batch; `out` is the first of them.
  virtual void MakeRows(const ResizePlan& plan, const FloatRows& images, int64_t begin, int64_t end,
                        float* out) const = 0;
  // About the nanoseconds that an element of the output takes.
  virtual double ElementNs(const ResizePlan& plan) const = 0;

 private:
  ResizeRule rule_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_IMAGE_RESIZE_PLAN_H_
