// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/image/image_types.h"
#include "kernels/image/resize_plan.h"

namespace opgraft_internal {
namespace {

// Which pixel of an axis of `size` each place of one of `out_size` takes.
std::vector<int64_t> NearestOf(const AxisScale& axis, int64_t out_size, int64_t size,
                               const ResizeRule& rule) {
  std::vector<int64_t> nearest(static_cast<size_t>(out_size));
  for (size_t i = 0; i < nearest.size(); ++i) {
    const float x = static_cast<float>(i) + (rule.half_pixel_centers ? 0.5f : 0.0f);
    const float place = x * axis.scale;
    const float rounded = rule.align_corners ? std::round(place) : std::floor(place);
    nearest[i] = std::min(std::max<int64_t>(static_cast<int64_t>(rounded), 0), size - 1);
  }
  return nearest;
}

class ResizeNearestNeighborOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, ReadResizeRule(context, &rule_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& images = context->input(0);
    ResizePlan plan;
    OP_REQUIRES_OK(context, PlanResize(images, context->input(1), rule_, &plan));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, plan.out.shape(), &output));
    if (output->NumElements() == 0) return;
    const auto rows = NearestOf(plan.rows, plan.out.height, plan.in.height, rule_);
    const auto columns = NearestOf(plan.columns, plan.out.width, plan.in.width, rule_);
    const double row_ns = static_cast<double>(plan.out.row_size());
    ShardElements(context, plan.out.rows(), row_ns, [&](int64_t begin, int64_t end) {
      CopyRows(plan, rows, columns, images, begin, end, output);
    });
  }

 private:
  // A row that is taken twice in a row is copied as a whole.
  static void CopyRows(const ResizePlan& plan, const std::vector<int64_t>& rows,
                       const std::vector<int64_t>& columns, const Tensor& images, int64_t begin,
                       int64_t end, Tensor* output) {
    WithRuns(images.dtype(), plan.in.channels, [&](auto elements, int64_t length) {
      using E = decltype(elements);
      const int64_t pixel = E::kSize * length;
      const char* const from = static_cast<const char*>(images.data());
      char* to = static_cast<char*>(output->data()) + begin * plan.out.width * pixel;
      int64_t before = -1;
      for (int64_t row = begin; row < end; ++row, to += plan.out.width * pixel) {
        const int64_t taken = row / plan.out.height * plan.in.height +
                              rows[static_cast<size_t>(row % plan.out.height)];
        if (taken == before) {
          std::memcpy(to, to - plan.out.width * pixel, static_cast<size_t>(plan.out.width * pixel));
          continue;
        }
        before = taken;
        const char* const row_from = from + taken * plan.in.width * pixel;
        char* pixel_to = to;
        for (const int64_t column : columns) {
          E::CopyRun(row_from + column * pixel, pixel_to, length);
          pixel_to += pixel;
        }
      }
    });
  }

  ResizeRule rule_;
};

// The sum of the gradients of all pixels that were made of a pixel.
template <typename T>
class ResizeNearestNeighborGradOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborGradOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, ReadResizeRule(context, &rule_));
  }

  void Compute(OpKernelContext* context) override {
    ImageDims out;
    OP_REQUIRES_OK(context, ReadImageDims(context->input(0), "grads", &out));
    ImageDims in = out;
    OP_REQUIRES_OK(context, ReadImageSize(context->input(1), "size", &in.height, &in.width));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, in.shape(), &output));
    T* const sums = static_cast<T*>(output->data());
    std::fill_n(sums, output->NumElements(), T(0));
    if (output->NumElements() == 0 || out.rows() == 0 || out.row_size() == 0) return;
    const AxisScale row_axis(in.height, out.height, rule_);
    const AxisScale column_axis(in.width, out.width, rule_);
    const auto rows = NearestOf(row_axis, out.height, in.height, rule_);
    const auto columns = NearestOf(column_axis, out.width, in.width, rule_);
    const T* const grads = static_cast<const T*>(context->input(0).data());
    const int64_t image_size = out.height * out.row_size();
    ShardElements(context, in.batch, 2.0 * static_cast<double>(image_size),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t b = begin; b < end; ++b)
                      AddImage(in, rows, columns, grads + b * image_size,
                               sums + b * in.height * in.row_size());
                  });
  }

 private:
  static void AddImage(const ImageDims& in, const std::vector<int64_t>& rows,
                       const std::vector<int64_t>& columns, const T* grads, T* sums) {
    for (const int64_t row : rows) {
      for (const int64_t column : columns) {
        T* const sum = sums + (row * in.width + column) * in.channels;
        for (int64_t c = 0; c < in.channels; ++c) sum[c] = static_cast<T>(sum[c] + *grads++);
      }
    }
  }

  ResizeRule rule_;
};

#define REGISTER(T)                                                                               \
  REGISTER_KERNEL_BUILDER(                                                                        \
      Name("ResizeNearestNeighbor").Device(DEVICE_CPU).TypeConstraint<T>("T").HostMemory("size"), \
      ResizeNearestNeighborOp)
OPGRAFT_CALL_RESIZE_TYPES(REGISTER);
#undef REGISTER

#define REGISTER(T)                                         \
  REGISTER_KERNEL_BUILDER(Name("ResizeNearestNeighborGrad") \
                              .Device(DEVICE_CPU)           \
                              .TypeConstraint<T>("T")       \
                              .HostMemory("size"),          \
                          ResizeNearestNeighborGradOp<T>)
TF_CALL_int8(REGISTER);
TF_CALL_uint8(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
