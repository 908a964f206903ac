// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/image/resize_plan.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/strings/str_cat.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// Places are floats: beyond this they would not tell pixels apart, nor fit where TensorFlow has
// int32.
constexpr int64_t kMaxPixels = std::numeric_limits<int32_t>::max();

absl::Status CheckPixels(const ImageDims& in) {
  if (in.height > 0 && in.width > 0 && in.channels > 0 && in.height <= kMaxPixels &&
      in.width <= kMaxPixels)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("input image must be of non-zero size and have at most ", kMaxPixels,
                   " rows and columns, got ", in.height, " and ", in.width));
}

}  // namespace

absl::Status ReadResizeRule(OpKernelConstruction* context, ResizeRule* rule) {
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("align_corners", &rule->align_corners));
  if (context->HasAttr("half_pixel_centers")) {
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("half_pixel_centers", &rule->half_pixel_centers));
  }
  if (rule->align_corners && rule->half_pixel_centers) {
    return absl::InvalidArgumentError(
        "If half_pixel_centers is True, align_corners must be False.");
  }
  return absl::OkStatus();
}

Neighbours NeighboursOf(float place, int64_t size) {
  const float floor = std::floor(place);
  Neighbours at;
  at.lower = std::max<int64_t>(static_cast<int64_t>(floor), 0);
  at.upper = std::min<int64_t>(static_cast<int64_t>(std::ceil(place)), size - 1);
  at.lower = std::min(at.lower, at.upper);
  at.lerp = place - floor;
  return at;
}

absl::Status PlanResize(const Tensor& images, const Tensor& size, const ResizeRule& rule,
                        ResizePlan* plan) {
  OPGRAFT_RETURN_IF_ERROR(ReadImageDims(images, "images", &plan->in));
  plan->out = plan->in;
  OPGRAFT_RETURN_IF_ERROR(ReadImageSize(size, "size", &plan->out.height, &plan->out.width));
  OPGRAFT_RETURN_IF_ERROR(CheckPixels(plan->in));
  plan->rows = AxisScale(plan->in.height, plan->out.height, rule);
  plan->columns = AxisScale(plan->in.width, plan->out.width, rule);
  return absl::OkStatus();
}

absl::Status PlanResizeGradient(const Tensor& grads, const Tensor& original, const ResizeRule& rule,
                                ResizePlan* plan) {
  OPGRAFT_RETURN_IF_ERROR(ReadImageDims(grads, "grads", &plan->out));
  OPGRAFT_RETURN_IF_ERROR(ReadImageDims(original, "original_image", &plan->in));
  OPGRAFT_RETURN_IF_ERROR(CheckPixels(plan->in));
  OPGRAFT_RETURN_IF_ERROR(CheckPixels(plan->out));
  if (plan->in.channels != plan->out.channels || plan->in.batch != plan->out.batch) {
    return absl::InvalidArgumentError(
        absl::StrCat("grads and original_image must have the same batch and channels, got ",
                     grads.shape().DebugString(), " and ", original.shape().DebugString()));
  }
  plan->rows = AxisScale(plan->in.height, plan->out.height, rule);
  plan->columns = AxisScale(plan->in.width, plan->out.width, rule);
  return absl::OkStatus();
}

void ResizeRowsOp::Compute(OpKernelContext* context) {
  ResizePlan plan;
  OP_REQUIRES_OK(context, PlanResize(context->input(0), context->input(1), rule_, &plan));
  Tensor* output = nullptr;
  OP_REQUIRES_OK(context, context->allocate_output(0, plan.out.shape(), &output));
  if (output->NumElements() == 0) return;
  const FloatRows images(context->input(0), plan.in);
  float* const out = static_cast<float*>(output->data());
  const double row_ns = ElementNs(plan) * static_cast<double>(plan.out.row_size());
  ShardElements(context, plan.out.rows(), row_ns, [&](int64_t begin, int64_t end) {
    MakeRows(plan, images, begin, end, out + begin * plan.out.row_size());
  });
}

}  // namespace opgraft_internal
