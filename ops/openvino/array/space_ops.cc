// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of space, depth and batches: OpenVINO's DepthToSpace, SpaceToDepth, BatchToSpace,
// SpaceToBatch, ShuffleChannels, ReorgYolo, ExtractImagePatches and Col2Im.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/openvino_patches.h"
#include "framework/types/status_macros.h"
#include "ops/openvino/array/known_inputs.h"

namespace opgraft {
namespace {

using opgraft_internal::PatchWindow;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Dims = std::vector<DimensionHandle>;

Dims DimsOf(InferenceContext* c, ShapeHandle shape) {
  Dims dims;
  for (int32_t d = 0; d < c->Rank(shape); ++d) dims.push_back(c->Dim(shape, d));
  return dims;
}

// The elements of a block of so many dimensions of space.
absl::Status BlockElements(InferenceContext* c, int64_t dims, int64_t* block, int64_t* elements) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("block_size", block));
  *elements = 1;
  for (int64_t d = 0; d < dims; ++d) {
    if (*block < 1 || __builtin_mul_overflow(*elements, *block, elements))
      return absl::InvalidArgumentError(absl::StrCat("block_size must not be ", *block));
  }
  return absl::OkStatus();
}

// [N, C, space...].
absl::Status DepthAndSpaceShape(InferenceContext* c, bool to_space) {
  ShapeHandle data;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 3, &data));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(data)) return absl::OkStatus();
  int64_t block = 0, elements = 0;
  OPGRAFT_RETURN_IF_ERROR(BlockElements(c, c->Rank(data) - 2, &block, &elements));
  Dims dims = DimsOf(c, data);
  OPGRAFT_RETURN_IF_ERROR(to_space ? c->Divide(dims[1], elements, true, &dims[1])
                                   : c->Multiply(dims[1], elements, &dims[1]));
  for (size_t d = 2; d < dims.size(); ++d) {
    OPGRAFT_RETURN_IF_ERROR(to_space ? c->Multiply(dims[d], block, &dims[d])
                                     : c->Divide(dims[d], block, true, &dims[d]));
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status DepthToSpaceShape(InferenceContext* c) { return DepthAndSpaceShape(c, true); }
absl::Status SpaceToDepthShape(InferenceContext* c) { return DepthAndSpaceShape(c, false); }

// The block, what is put around or cut off before, and behind, each dimension.
struct Blocks {
  Integers sizes, before, after;
};

// `*known` is false if some input is not known.
absl::Status ReadBlocks(InferenceContext* c, Blocks* blocks, bool* known) {
  const auto sizes = KnownIntegers(c, 1), before = KnownIntegers(c, 2), after = KnownIntegers(c, 3);
  ShapeHandle length = c->Vector(c->Rank(c->input(0)));
  for (const int i : {1, 2, 3}) OPGRAFT_RETURN_IF_ERROR(c->Merge(length, c->input(i), &length));
  *known = sizes && before && after;
  if (!*known) return absl::OkStatus();
  *blocks = {*sizes, *before, *after};
  const auto rank = static_cast<size_t>(c->Rank(c->input(0)));
  bool good = blocks->sizes.size() == rank && blocks->before.size() == rank &&
              blocks->after.size() == rank && rank > 1 && blocks->sizes[0] == 1;
  for (size_t d = 0; good && d < rank; ++d)
    good = blocks->sizes[d] >= 1 && blocks->before[d] >= 0 && blocks->after[d] >= 0;
  if (good && blocks->before[0] == 0 && blocks->after[0] == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "block_shape must be positive, pads or crops not negative, and the batch has no block");
}

absl::Status BatchAndSpaceShape(InferenceContext* c, bool to_space) {
  const ShapeHandle data = c->input(0);
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(data)) return absl::OkStatus();
  Blocks blocks;
  bool known = false;
  OPGRAFT_RETURN_IF_ERROR(ReadBlocks(c, &blocks, &known));
  c->set_output(0, c->UnknownShapeOfRank(c->Rank(data)));
  if (!known) return absl::OkStatus();
  Dims dims = DimsOf(c, data);
  for (size_t d = 1; d < dims.size(); ++d) {
    const int64_t block = blocks.sizes[d];
    if (to_space) {
      OPGRAFT_RETURN_IF_ERROR(c->Divide(dims[0], block, true, &dims[0]));
      OPGRAFT_RETURN_IF_ERROR(c->Multiply(dims[d], block, &dims[d]));
      OPGRAFT_RETURN_IF_ERROR(c->Subtract(dims[d], blocks.before[d], &dims[d]));
      OPGRAFT_RETURN_IF_ERROR(c->Subtract(dims[d], blocks.after[d], &dims[d]));
    } else {
      OPGRAFT_RETURN_IF_ERROR(c->Multiply(dims[0], block, &dims[0]));
      OPGRAFT_RETURN_IF_ERROR(c->Add(dims[d], blocks.before[d], &dims[d]));
      OPGRAFT_RETURN_IF_ERROR(c->Add(dims[d], blocks.after[d], &dims[d]));
      OPGRAFT_RETURN_IF_ERROR(c->Divide(dims[d], block, true, &dims[d]));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status BatchToSpaceShape(InferenceContext* c) { return BatchAndSpaceShape(c, true); }
absl::Status SpaceToBatchShape(InferenceContext* c) { return BatchAndSpaceShape(c, false); }

absl::Status ShuffleChannelsShape(InferenceContext* c) {
  const ShapeHandle data = c->input(0);
  c->set_output(0, data);
  int64_t axis = 0, groups = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("group", &groups));
  if (groups < 1)
    return absl::InvalidArgumentError(absl::StrCat("group must be positive, but is ", groups));
  if (!c->RankKnown(data)) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(AxisAttr(c, "axis", data, &axis));
  DimensionHandle unused;
  return c->Divide(c->Dim(data, axis), groups, /*evenly_divisible=*/true, &unused);
}

absl::Status ReorgYoloShape(InferenceContext* c) {
  ShapeHandle data;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &data));
  std::vector<int64_t> strides;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("stride", &strides));
  int64_t square = 0;
  if (strides.empty() || strides[0] < 1 ||
      __builtin_mul_overflow(strides[0], strides[0], &square)) {
    return absl::InvalidArgumentError("stride must be a positive number");
  }
  Dims dims = DimsOf(c, data);
  DimensionHandle unused;
  // Its definition takes channels in groups of a block.
  OPGRAFT_RETURN_IF_ERROR(c->Divide(dims[1], square, /*evenly_divisible=*/true, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(dims[1], square, &dims[1]));
  for (const size_t d : {2, 3})
    OPGRAFT_RETURN_IF_ERROR(c->Divide(dims[d], strides[0], /*evenly_divisible=*/true, &dims[d]));
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status PatchesShape(InferenceContext* c) {
  ShapeHandle data;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &data));
  opgraft_internal::PatchAttrs attrs;
  OPGRAFT_RETURN_IF_ERROR(attrs.Read(c->attrs()));
  Dims dims = DimsOf(c, data);
  for (size_t i = 0; i < 2; ++i) {
    DimensionHandle& dim = dims[i + 2];
    const DimRange size = c->Bounds(dim);
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(dims[1], attrs.sizes[i], &dims[1]));
    PatchWindow window;
    if (!size.is_static()) {
      dim = c->UnknownDim();
    } else {
      OPGRAFT_RETURN_IF_ERROR(attrs.FindWindow(i, size.min(), &window));
      dim = c->MakeDim(window.places);
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

// [N, C * kernel elements, places] or without N, to [N, C, height, width].
absl::Status Col2ImShape(InferenceContext* c) {
  ShapeHandle data, sizes;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 2, &data));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(data, 3, &data));
  OPGRAFT_RETURN_IF_ERROR(KnownSizes(c, 1, &sizes));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(sizes, 2, &sizes));
  c->set_output(0, c->UnknownShape());
  if (!c->RankKnown(data)) return absl::OkStatus();
  const int64_t at = c->Rank(data) - 2;
  DimensionHandle channels = c->Dim(data, at);
  const auto kernel = KnownIntegers(c, 2), image = KnownIntegers(c, 1);
  if (kernel && image) {
    opgraft_internal::Col2ImAttrs attrs;
    int64_t places = 0;
    DimensionHandle unused;
    OPGRAFT_RETURN_IF_ERROR(attrs.Read(c->attrs()));
    OPGRAFT_RETURN_IF_ERROR(attrs.FindWindows(*image, *kernel, &places));
    OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(data, at + 1), places, &unused));
    for (const PatchWindow& window : attrs.windows)
      OPGRAFT_RETURN_IF_ERROR(c->Divide(channels, window.size, true, &channels));
  } else {
    channels = c->UnknownDim();
  }
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, 0, at, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->Vector(channels), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, sizes, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("OpenVINO>DepthToSpace")
    .Input("data: T")
    .Output("output: T")
    .Attr("mode: {'blocks_first', 'depth_first'}")
    .Attr("block_size: int = 1")
    .Attr("T: type")
    .SetShapeFn(DepthToSpaceShape)
    .Doc(R"doc(
Moves channels into blocks of space.

data: [batch, channels, space...].
output: With fewer channels and more space.
mode: Whether the channels of one block, or of one output channel, lie together.
block_size: The sizes of a block.
)doc");

REGISTER_OP("OpenVINO>SpaceToDepth")
    .Input("data: T")
    .Output("output: T")
    .Attr("mode: {'blocks_first', 'depth_first'}")
    .Attr("block_size: int = 1")
    .Attr("T: type")
    .SetShapeFn(SpaceToDepthShape)
    .Doc(R"doc(
Moves blocks of space into channels: the inverse of DepthToSpace.

data: [batch, channels, space...].
output: With more channels and less space.
mode: Whether the channels of one block, or of one input channel, lie together.
block_size: The sizes of a block.
)doc");

REGISTER_OP("OpenVINO>BatchToSpace")
    .Input("data: T")
    .Input("block_shape: Tblock")
    .Input("crops_begin: Tbegin")
    .Input("crops_end: Tend")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tblock: " OPGRAFT_INTEGERS)
    .Attr("Tbegin: " OPGRAFT_INTEGERS)
    .Attr("Tend: " OPGRAFT_INTEGERS)
    .SetShapeFn(BatchToSpaceShape)
    .Doc(R"doc(
Makes blocks of space of the batch, and cuts off what lies around.

data: [batch, space...].
block_shape: The sizes of a block, a number for each dimension; that of the batch is 1.
crops_begin: How much is cut off before each dimension.
crops_end: How much behind.
output: With a smaller batch and more space.
)doc");

REGISTER_OP("OpenVINO>SpaceToBatch")
    .Input("data: T")
    .Input("block_shape: Tblock")
    .Input("pads_begin: Tbegin")
    .Input("pads_end: Tend")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tblock: " OPGRAFT_INTEGERS)
    .Attr("Tbegin: " OPGRAFT_INTEGERS)
    .Attr("Tend: " OPGRAFT_INTEGERS)
    .SetShapeFn(SpaceToBatchShape)
    .Doc(R"doc(
Puts zeros around space, and makes batches of its blocks.

data: [batch, space...].
block_shape: The sizes of a block, a number for each dimension; that of the batch is 1.
pads_begin: How many zeros are before each dimension.
pads_end: How many behind.
output: With a larger batch and less space.
)doc");

REGISTER_OP("OpenVINO>ShuffleChannels")
    .Input("data: T")
    .Output("output: T")
    .Attr("axis: int = 1")
    .Attr("group: int = 1")
    .Attr("T: type")
    .SetShapeFn(ShuffleChannelsShape)
    .Doc(R"doc(
Shuffles channels: takes those of all groups in turn.

data: Any tensor with channels.
output: Of the shape of `data`.
axis: The dimension of the channels; negative counts from the last.
group: How many groups of channels there are.
)doc");

REGISTER_OP("OpenVINO>ReorgYolo")
    .Input("data: T")
    .Output("output: T")
    .Attr("stride: list(int) >= 1")
    .Attr("T: type")
    .SetShapeFn(ReorgYoloShape)
    .Doc(R"doc(
Makes channels of blocks of an image, as YOLO v2 does.

data: [batch, channels, height, width].
output: With more channels and smaller images.
stride: The sizes of a block.
)doc");

REGISTER_OP("OpenVINO>ExtractImagePatches")
    .Input("data: T")
    .Output("output: T")
    .Attr("sizes: list(int) >= 2")
    .Attr("strides: list(int) >= 2")
    .Attr("rates: list(int) >= 2")
    .Attr("auto_pad: {'valid', 'same_upper', 'same_lower'}")
    .Attr("T: type")
    .SetShapeFn(PatchesShape)
    .Doc(R"doc(
What a window sees at each of its places, as channels.

data: [batch, channels, height, width].
output: [batch, window elements * channels, places down, places across].
sizes: Of the window.
strides: From one place to the next.
rates: From one element of the window to the next.
auto_pad: valid keeps the window inside; else zeros are around, the odd one behind or before.
)doc");

REGISTER_OP("OpenVINO>Col2Im")
    .Input("data: T")
    .Input("output_size: Tsize")
    .Input("kernel_size: Tkernel")
    .Output("output: T")
    .Attr("strides: list(int) = [1, 1]")
    .Attr("dilations: list(int) = [1, 1]")
    .Attr("pads_begin: list(int) = [0, 0]")
    .Attr("pads_end: list(int) = [0, 0]")
    .Attr(
        "T: {int8, int16, int32, int64, uint8, uint16, uint32, uint64, half, bfloat16, float, "
        "double}")
    .Attr("Tsize: " OPGRAFT_INTEGERS)
    .Attr("Tkernel: " OPGRAFT_INTEGERS)
    .SetShapeFn(Col2ImShape)
    .Doc(R"doc(
Adds what a window saw at each of its places to an image.

data: [batch, channels * window elements, places], or without the batch.
output_size: Height and width of the image.
kernel_size: Height and width of the window.
output: [batch, channels, height, width], or without the batch.
strides: From one place to the next.
dilations: From one element of the window to the next.
pads_begin: How far the window stands before the image at first.
pads_end: How far it may reach behind the image.
)doc");

}  // namespace opgraft
