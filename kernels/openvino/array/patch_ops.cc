// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's ExtractImagePatches and Col2Im: what a window sees at each of its places.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/openvino_patches.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// The places [first, end) at which element `at` of a window lies inside an image of `size`.
struct Inside {
  Inside(const PatchWindow& window, int64_t at, int64_t size)
      : shift(at * window.rate - window.before) {
    first = shift >= 0 ? 0 : (-shift - 1) / window.stride + 1;
    const int64_t limit = size <= shift ? 0 : (size - shift - 1) / window.stride + 1;
    end = std::min(limit, window.places);
  }

  int64_t shift;  // where the element is at place 0
  int64_t first;
  int64_t end;
};

class ExtractImagePatchesOp : public OpKernel {
 public:
  explicit ExtractImagePatchesOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx->properties()->attrs));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    OP_REQUIRES(ctx, data.dims() == 4,
                absl::InvalidArgumentError(
                    absl::StrCat("the input must be [batch, channels, height, width], not ",
                                 data.shape().DebugString())));
    PatchWindow down, across;
    OP_REQUIRES_OK(ctx, attrs_.FindWindow(0, data.dim_size(2), &down));
    OP_REQUIRES_OK(ctx, attrs_.FindWindow(1, data.dim_size(3), &across));
    int64_t channels = down.size * across.size;  // both are below 2^31
    OP_REQUIRES(ctx, !__builtin_mul_overflow(channels, data.dim_size(1), &channels),
                absl::InvalidArgumentError("patches have too many elements"));
    TensorShape shape;
    for (const int64_t size : {data.dim_size(0), channels, down.places, across.places})
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(size));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (shape.num_elements() == 0) return;
    // What lies outside is zero.
    if (attrs_.auto_pad != "valid")
      ClearElements(output->dtype(), output->data(), output->NumElements());
    for (int64_t i = 0; i < down.size * across.size; ++i)
      CopyElement(data, down, across, i, output, ctx->device());
  }

 private:
  // Copies what element i of the window sees at all places.
  static void CopyElement(const Tensor& data, const PatchWindow& down, const PatchWindow& across,
                          int64_t i, Tensor* output, DeviceBase* device) {
    const Inside rows(down, i / across.size, data.dim_size(2));
    const Inside columns(across, i % across.size, data.dim_size(3));
    if (rows.first >= rows.end || columns.first >= columns.end) return;
    const auto from = RowMajorSteps(data.shape().sizes());
    const auto to = RowMajorSteps(output->shape().sizes());
    const StridedCopy copy({{data.dim_size(0), from[0], to[0]},
                            {data.dim_size(1), from[1], to[1]},
                            {rows.end - rows.first, down.stride * from[2], to[2]},
                            {columns.end - columns.first, across.stride, 1}});
    const int64_t first = (rows.first * down.stride + rows.shift) * from[2] +
                          columns.first * across.stride + columns.shift;
    copy.Run(data.dtype(), ElementAt(data, first),
             ElementAt(output, i * data.dim_size(1) * to[1] + rows.first * to[2] + columns.first),
             device);
  }

  PatchAttrs attrs_;
};

class Col2ImOp : public OpKernel {
 public:
  explicit Col2ImOp(OpKernelConstruction* ctx)
      : OpKernel(ctx), add_(loops::BinaryFunction::kAdd, input_type(0)) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx->properties()->attrs));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    Col2ImAttrs attrs = attrs_;
    int64_t places = 0;
    OP_REQUIRES_OK(
        ctx, attrs.FindWindows(IntegersOf(ctx->input(1)), IntegersOf(ctx->input(2)), &places));
    const int64_t elements = attrs.windows[0].size * attrs.windows[1].size;
    const int rank = data.dims();
    const bool fits = (rank == 2 || rank == 3) && data.dim_size(rank - 2) % elements == 0 &&
                      data.dim_size(rank - 1) == places;
    OP_REQUIRES(ctx, fits,
                absl::InvalidArgumentError(absl::StrCat("the input must be [batch, channels x ",
                                                        elements, ", ", places, "], not ",
                                                        data.shape().DebugString())));
    TensorShape shape;
    if (rank == 3) shape.AddDim(data.dim_size(0));
    shape.AddDim(data.dim_size(rank - 2) / elements);
    for (int64_t i = 0; i < 2; ++i)
      OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(IntegerAt(ctx->input(1), i)));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    ClearElements(output->dtype(), output->data(), output->NumElements());
    if (output->NumElements() == 0 || data.NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, AddAll(ctx, attrs, elements * places, output));
  }

 private:
  // Each thread makes some of the images; `image_elements` of the input are one of them.
  absl::Status AddAll(OpKernelContext* ctx, const Col2ImAttrs& attrs, int64_t image_elements,
                      Tensor* output) const {
    const Tensor& data = ctx->input(0);
    const PatchWindow& across = attrs.windows[1];
    const int rank = output->dims();
    const int64_t height = output->dim_size(rank - 2), width = output->dim_size(rank - 1);
    const int64_t images = data.NumElements() / image_elements;
    // A row of places is brought to where the elements lie, so that rows can be added.
    Tensor rows;
    const bool strided = across.stride != 1;
    OPGRAFT_RETURN_IF_ERROR(
        ctx->allocate_temp(data.dtype(), TensorShape({strided ? images : 0, width}), &rows));
    ShardElements(ctx, images, 2.0 * static_cast<double>(image_elements),
                  [&](int64_t begin, int64_t end) {
                    for (int64_t i = begin; i < end; ++i) {
                      AddImage(attrs, ElementAt(data, i * image_elements), height, width,
                               strided ? ElementAt(&rows, i * width) : nullptr,
                               ElementAt(output, i * height * width));
                    }
                  });
    return absl::OkStatus();
  }

  void AddImage(const Col2ImAttrs& attrs, const void* from, int64_t height, int64_t width,
                void* scratch, void* image) const {
    const PatchWindow& down = attrs.windows[0];
    const PatchWindow& across = attrs.windows[1];
    const int64_t size = ElementSize(input_type(0));
    const char* place = static_cast<const char*>(from);
    for (int64_t i = 0; i < down.size * across.size; ++i) {
      const Inside rows(down, i / across.size, height);
      const Inside columns(across, i % across.size, width);
      const int64_t count = columns.end - columns.first;
      for (int64_t r = rows.first; r < rows.end && count > 0; ++r) {
        const int64_t y = r * down.stride + rows.shift;
        const int64_t x = columns.first * across.stride + columns.shift;
        char* const to = static_cast<char*>(image) + (y * width + x) * size;
        const char* const row = place + (r * across.places + columns.first) * size;
        AddRow(row, count, across.stride, scratch, to);
      }
      place += down.places * across.places * size;
    }
  }

  // Adds a row to elements that lie `stride` apart; `scratch` has room for those between, too.
  void AddRow(const char* row, int64_t count, int64_t stride, void* scratch, char* to) const {
    if (stride == 1) return add_.Run(loops::kVectorVector, to, row, to, count);
    const DataType dtype = input_type(0);
    StridedCopy({{count, stride, 1}}).Run(dtype, to, scratch);
    add_.Run(loops::kVectorVector, scratch, row, scratch, count);
    StridedCopy({{count, 1, stride}}).Run(dtype, scratch, to);
  }

  const BinaryElementFunction add_;
  Col2ImAttrs attrs_;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>ExtractImagePatches").Device(DEVICE_CPU),
                        ExtractImagePatchesOp);
REGISTER_KERNEL_BUILDER(Name("OpenVINO>Col2Im").Device(DEVICE_CPU), Col2ImOp);

}  // namespace
}  // namespace opgraft_internal
