// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks of space that become batches or depth, and back; and patches of images.
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The value of a known input of integers; empty otherwise.
std::vector<int64_t> KnownIntegers(InferenceContext* c, int input) {
  const Tensor* value = c->input_tensor(input);
  return value != nullptr && IsIndexTensor(*value) ? IndicesOf(*value) : std::vector<int64_t>();
}

// Input 0 is [batch, space..., rest...], where `blocks` has an entry for each dimension of space,
// and `margins` two. Changes the batch by change_batch and space by change_space.
template <typename ChangeBatch, typename ChangeSpace>
absl::Status ChangeSpaceAndBatch(InferenceContext* c, int64_t space_dims,
                                 const std::vector<int64_t>& blocks,
                                 const std::vector<int64_t>& margins,
                                 const ChangeBatch& change_batch, const ChangeSpace& change_space) {
  ShapeHandle input, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), space_dims + 1, &input));
  DimensionHandle batch = c->Dim(input, 0);
  std::vector<DimensionHandle> dims = {c->UnknownDim()};
  for (int64_t d = 0; d < space_dims; ++d) {
    const auto i = static_cast<size_t>(d);
    dims.push_back(c->UnknownDim());
    if (blocks.empty()) continue;
    if (blocks[i] < 1) {
      return absl::InvalidArgumentError(
          absl::StrCat("block_shape must be positive, got ", blocks[i]));
    }
    OPGRAFT_RETURN_IF_ERROR(change_batch(batch, blocks[i], &batch));
    dims[0] = batch;
    if (margins.empty()) continue;
    if (margins[2 * i] < 0 || margins[2 * i + 1] < 0)
      return absl::InvalidArgumentError("paddings and crops cannot be negative");
    OPGRAFT_RETURN_IF_ERROR(change_space(c->Dim(input, d + 1), blocks[i], margins[2 * i],
                                         margins[2 * i + 1], &dims.back()));
  }
  if (space_dims == 0) dims[0] = batch;
  if (!c->RankKnown(input)) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(input, space_dims + 1, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->MakeShape(dims), out, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status ToBatch(InferenceContext* c, int64_t space_dims, const std::vector<int64_t>& blocks,
                     const std::vector<int64_t>& paddings) {
  return ChangeSpaceAndBatch(
      c, space_dims, blocks, paddings,
      [c](DimensionHandle batch, int64_t block, DimensionHandle* out) {
        return c->Multiply(batch, block, out);
      },
      [c](DimensionHandle size, int64_t block, int64_t before, int64_t after,
          DimensionHandle* out) {
        OPGRAFT_RETURN_IF_ERROR(c->Add(size, before, out));
        OPGRAFT_RETURN_IF_ERROR(c->Add(*out, after, out));
        return c->Divide(*out, block, /*evenly_divisible=*/true, out);
      });
}

absl::Status ToSpace(InferenceContext* c, int64_t space_dims, const std::vector<int64_t>& blocks,
                     const std::vector<int64_t>& crops) {
  return ChangeSpaceAndBatch(
      c, space_dims, blocks, crops,
      [c](DimensionHandle batch, int64_t block, DimensionHandle* out) {
        return c->Divide(batch, block, /*evenly_divisible=*/true, out);
      },
      [c](DimensionHandle size, int64_t block, int64_t before, int64_t after,
          DimensionHandle* out) {
        OPGRAFT_RETURN_IF_ERROR(c->Multiply(size, block, out));
        OPGRAFT_RETURN_IF_ERROR(c->Subtract(*out, before, out));
        return c->Subtract(*out, after, out);
      });
}

// How many dimensions of space inputs 1 (blocks) and 2 (a row for each) tell; -1 if none does.
absl::Status CountSpaceDims(InferenceContext* c, int64_t* count) {
  ShapeHandle blocks, margins;
  DimensionHandle n, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &blocks));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 2, &margins));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(blocks, 0), c->Dim(margins, 0), &n));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(margins, 1), 2, &unused));
  *count = c->Value(n);
  return absl::OkStatus();
}

absl::Status SpaceToBatchNDShape(InferenceContext* c) {
  int64_t space_dims = 0;
  OPGRAFT_RETURN_IF_ERROR(CountSpaceDims(c, &space_dims));
  if (space_dims < 0 || space_dims > InferenceContext::kMaxRank)
    return shape_inference::UnknownShape(c);
  return ToBatch(c, space_dims, KnownIntegers(c, 1), KnownIntegers(c, 2));
}

absl::Status BatchToSpaceNDShape(InferenceContext* c) {
  int64_t space_dims = 0;
  OPGRAFT_RETURN_IF_ERROR(CountSpaceDims(c, &space_dims));
  if (space_dims < 0 || space_dims > InferenceContext::kMaxRank)
    return shape_inference::UnknownShape(c);
  return ToSpace(c, space_dims, KnownIntegers(c, 1), KnownIntegers(c, 2));
}

// The older ops have images of two dimensions and one block size.
absl::Status CheckImages(InferenceContext* c, int64_t* block_size) {
  ShapeHandle unused, margins;
  DimensionHandle unused_dim;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &margins));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(margins, 0), 2, &unused_dim));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(margins, 1), 2, &unused_dim));
  return c->GetAttr("block_size", block_size);
}

absl::Status SpaceToBatchShape(InferenceContext* c) {
  int64_t block_size = 0;
  OPGRAFT_RETURN_IF_ERROR(CheckImages(c, &block_size));
  return ToBatch(c, 2, {block_size, block_size}, KnownIntegers(c, 1));
}

absl::Status BatchToSpaceShape(InferenceContext* c) {
  int64_t block_size = 0;
  OPGRAFT_RETURN_IF_ERROR(CheckImages(c, &block_size));
  return ToSpace(c, 2, {block_size, block_size}, KnownIntegers(c, 1));
}

// Height and width grow by the block size and depth shrinks by its square, or the other way round.
absl::Status DepthAndSpace(InferenceContext* c, bool to_space) {
  std::string format;
  int64_t block = 0, square = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("data_format", &format));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("block_size", &block));
  if (__builtin_mul_overflow(block, block, &square))
    return absl::InvalidArgumentError(absl::StrCat("block_size ", block, " is too large"));
  ShapeHandle input;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), format == "NCHW_VECT_C" ? 5 : 4, &input));
  const int height = format == "NHWC" ? 1 : 2, depth = format == "NHWC" ? 3 : 1;
  ShapeHandle out = input;
  const auto change = [&](int d, int64_t factor, bool grows) {
    DimensionHandle dim = c->Dim(input, d);
    OPGRAFT_RETURN_IF_ERROR(grows ? c->Multiply(dim, factor, &dim)
                                  : c->Divide(dim, factor, /*evenly_divisible=*/true, &dim));
    return c->ReplaceDim(out, d, dim, &out);
  };
  OPGRAFT_RETURN_IF_ERROR(change(height, block, to_space));
  OPGRAFT_RETURN_IF_ERROR(change(height + 1, block, to_space));
  OPGRAFT_RETURN_IF_ERROR(change(depth, square, !to_space));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status DepthToSpaceShape(InferenceContext* c) { return DepthAndSpace(c, /*to_space=*/true); }
absl::Status SpaceToDepthShape(InferenceContext* c) { return DepthAndSpace(c, /*to_space=*/false); }

}  // namespace

REGISTER_OP("SpaceToBatchND")
    .Input("input: T")
    .Input("block_shape: Tblock_shape")
    .Input("paddings: Tpaddings")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tblock_shape: {int32, int64} = DT_INT32")
    .Attr("Tpaddings: {int32, int64} = DT_INT32")
    .SetShapeFn(SpaceToBatchNDShape)
    .Doc(R"doc(
Moves the elements of blocks of space into batches.

input: [batch, space..., rest...].
block_shape: The sizes of a block, a vector with one for each dimension of space.
paddings: A row [before, after] for each dimension of space: zeros that are put around it first.
output: [batch * product of block_shape, padded space / block_shape..., rest...].
)doc");

REGISTER_OP("BatchToSpaceND")
    .Input("input: T")
    .Input("block_shape: Tblock_shape")
    .Input("crops: Tcrops")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tblock_shape: {int32, int64} = DT_INT32")
    .Attr("Tcrops: {int32, int64} = DT_INT32")
    .SetShapeFn(BatchToSpaceNDShape)
    .Doc(R"doc(
Moves batches into blocks of space: the inverse of SpaceToBatchND.

input: [batch, space..., rest...].
block_shape: The sizes of a block, a vector with one for each dimension of space.
crops: A row [before, after] for each dimension of space: what is cut off in the end.
output: [batch / product of block_shape, space * block_shape, less the crops, ..., rest...].
)doc");

REGISTER_OP("SpaceToBatch")
    .Input("input: T")
    .Input("paddings: Tpaddings")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tpaddings: {int32, int64} = DT_INT32")
    .Attr("block_size: int >= 2")
    .SetShapeFn(SpaceToBatchShape)
    .Doc(R"doc(
Moves the elements of square blocks of images into batches.

input: [batch, height, width, depth].
paddings: Rows [before, after] for height and width: zeros that are put around first.
output: [batch * block_size * block_size, padded height / block_size, padded width / block_size, depth].
block_size: The side of a block.
)doc");

REGISTER_OP("BatchToSpace")
    .Input("input: T")
    .Input("crops: Tidx")
    .Output("output: T")
    .Attr("T: type")
    .Attr("block_size: int >= 2")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .SetShapeFn(BatchToSpaceShape)
    .Doc(R"doc(
Moves batches into square blocks of images: the inverse of SpaceToBatch.

input: [batch * block_size * block_size, height, width, depth].
crops: Rows [before, after] for height and width: what is cut off in the end.
output: [batch, height * block_size - crops, width * block_size - crops, depth].
block_size: The side of a block.
)doc");

REGISTER_OP("DepthToSpace")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("block_size: int >= 2")
    .Attr("data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'")
    .SetShapeFn(DepthToSpaceShape)
    .Doc(R"doc(
Moves depth into square blocks of space.

input: Images.
output: Their height and width are `block_size` times as large, their depth is smaller by the square of
  it.
block_size: The side of a block.
data_format: Where the depth stands.
)doc");

REGISTER_OP("SpaceToDepth")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("block_size: int >= 2")
    .Attr("data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'")
    .SetShapeFn(SpaceToDepthShape)
    .Doc(R"doc(
Moves square blocks of space into depth: the inverse of DepthToSpace.

input: Images.
output: Their height and width are smaller by `block_size`, their depth is larger by the square of it.
block_size: The side of a block.
data_format: Where the depth stands.
)doc");

}  // namespace opgraft
