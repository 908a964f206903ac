// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's AdaptiveAvgPool and AdaptiveMaxPool: as many windows as are asked for.
#include <cstring>

#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"
#include "kernels/openvino/nn/boxes.h"
#include "kernels/openvino/nn/image_windows.h"
#include "kernels/openvino/nn/index_output.h"
#include "kernels/openvino/nn/lowest_finite.h"

namespace opgraft_internal {
namespace {

// As many places along each spatial dimension as `sizes` has.
absl::Status PlaceParts(const TensorShape& images, const Tensor& sizes, WindowGeometry* window) {
  const int spatial = images.dims() - 2;
  if (spatial < 1 || spatial > 3 || sizes.dims() > 1 || sizes.NumElements() != spatial) {
    return absl::InvalidArgumentError(absl::StrCat(
        "images of shape ", images.DebugString(), " with an output_shape of ", sizes.NumElements(),
        " numbers: 1, 2 or 3 spatial dimensions are needed, and "
        "a number for each"));
  }
  window->batch = images.dim_size(0);
  window->channels = images.dim_size(1);
  for (int i = 0; i < spatial; ++i) {
    WindowDim& dim = window->dims[ImageWindows::SlotOf(spatial, i)];
    dim.in = images.dim_size(i + 2);
    dim.out = IndexAt(sizes, i);
    constexpr int64_t kMax = int64_t{1} << 31;  // so that elements times places can be counted
    if (dim.out < 0 || dim.out > kMax || dim.in > kMax)
      return absl::InvalidArgumentError(absl::StrCat(dim.out, " windows in ", dim.in, " elements"));
    if (dim.in == 0 && images.num_elements() == 0 && dim.out > 0 && window->batch > 0 &&
        window->channels > 0)
      return absl::InvalidArgumentError("there are no elements to pool");
  }
  return CheckWindowProducts(*window);
}

class AdaptivePoolOp : public OpKernel {
 public:
  explicit AdaptivePoolOp(OpKernelConstruction* context)
      : OpKernel(context), view_(context->input_type(0)), size_(DataTypeSize(view_.type())) {}

  void Compute(OpKernelContext* context) override {
    const Tensor& input = context->input(0);
    WindowGeometry window;
    OP_REQUIRES_OK(context, PlaceParts(input.shape(), context->input(1), &window));
    TensorShape shape;
    OP_REQUIRES_OK(context,
                   ImageWindows::PlacesShape(window, window.channels, input.dims() - 2, &shape));
    Tensor* output = nullptr;
    Tensor* indices = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    if (num_outputs() > 1) OP_REQUIRES_OK(context, context->allocate_output(1, shape, &indices));
    if (output->NumElements() == 0) return;
    Tensor images, room;
    OP_REQUIRES_OK(context, view_.Read(context, input, false, &images));
    OP_REQUIRES_OK(context, view_.Room(context, *output, false, &room));
    const int64_t planes = window.batch * window.channels;
    const int64_t plane_lines = window.dims[0].out * window.dims[1].out;
    const double line_ns =
        0.3 * static_cast<double>(window.elements()) / static_cast<double>(plane_lines) +
        10 * static_cast<double>(window.dims[2].out);
    ShardElements(context, planes * plane_lines, line_ns, [&](int64_t begin, int64_t end) {
      for (int64_t line = begin; line < end; ++line)
        PoolLine(window, line, static_cast<const char*>(images.data()),
                 static_cast<char*>(room.data()), indices);
    });
    OP_REQUIRES_OK(context, view_.Write(context, room, false, output));
  }

 protected:
  DataType type() const { return view_.type(); }
  int64_t size() const { return size_; }
  virtual void PoolBox(const WindowGeometry& window, const Box3& box, const char* plane, void* to,
                       int64_t place, Tensor* indices) const = 0;

 private:
  // Pools the parts of one line of places: those that share a plane and all but the last index.
  void PoolLine(const WindowGeometry& window, int64_t line, const char* images, char* room,
                Tensor* indices) const {
    const WindowDim* dims = window.dims;
    const int64_t plane = line / (dims[0].out * dims[1].out);
    const char* from = images + plane * window.elements() * size_;
    Box3 box;
    box.dims[0] = PartAt(dims[0], line / dims[1].out % dims[0].out);
    box.dims[1] = PartAt(dims[1], line % dims[1].out);
    for (int64_t p2 = 0; p2 < dims[2].out; ++p2) {
      const int64_t place = line * dims[2].out + p2;
      box.dims[2] = PartAt(dims[2], p2);
      PoolBox(window, box, from, room + place * size_, place, indices);
    }
  }

  const LoopView view_;
  const int64_t size_;
};

class AdaptiveAvgPoolOp : public AdaptivePoolOp {
 public:
  explicit AdaptiveAvgPoolOp(OpKernelConstruction* context)
      : AdaptivePoolOp(context), sum_(loops::FindReduceLoops(loops::Reduction::kSum, type())) {}

 private:
  void PoolBox(const WindowGeometry& window, const Box3& box, const char* plane, void* to, int64_t,
               Tensor*) const override {
    double sum = 0;
    ReduceBox(sum_, window, box, plane, size(), &sum);
    const double mean = sum / static_cast<double>(box.elements());
    if (type() == DT_FLOAT) {
      *static_cast<float*>(to) = static_cast<float>(mean);
    } else {
      *static_cast<double*>(to) = mean;
    }
  }

  const loops::ReduceLoops sum_;
};

class AdaptiveMaxPoolOp : public AdaptivePoolOp {
 public:
  explicit AdaptiveMaxPoolOp(OpKernelConstruction* context)
      : AdaptivePoolOp(context), lowest_(type()), largest_(FindLargestOfBox(type())) {}

 private:
  void PoolBox(const WindowGeometry& window, const Box3& box, const char* plane, void* to,
               int64_t place, Tensor* indices) const override {
    int64_t which = 0;
    std::memcpy(to, lowest_.data(), static_cast<size_t>(size()));
    largest_(window, box, plane, to, &which);
    StoreIndex(place, which, indices);
  }

  const LowestFinite lowest_;
  const LargestOfBox largest_;
};

#define REGISTER_POOL(op, T, Kernel) \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU).TypeConstraint<T>("T"), Kernel);
#define REGISTER(T)                                      \
  REGISTER_POOL("AdaptiveAvgPool", T, AdaptiveAvgPoolOp) \
  REGISTER_POOL("AdaptiveMaxPool", T, AdaptiveMaxPoolOp)
TF_CALL_FLOAT_TYPES(REGISTER);
#undef REGISTER
#undef REGISTER_POOL

}  // namespace
}  // namespace opgraft_internal
