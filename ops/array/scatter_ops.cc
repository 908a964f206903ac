// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Slices of a tensor that indices name: taken out by GatherNd, put in by ScatterNd and its kin. The
// last dimension of indices is an index into the first dimensions of the tensor.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/array/gathered_slices.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status GatherNdShape(InferenceContext* c) { return SetGatheredSlices(c, c->input(0)); }

// The output is of shape `out`; updates are indices[:-1] + out[depth:].
absl::Status ScatterShape(InferenceContext* c, ShapeHandle indices, ShapeHandle updates,
                          ShapeHandle out) {
  c->set_output(0, out);
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(indices, 1, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(updates, 1, &updates));
  const DimensionHandle depth = c->Dim(indices, -1);
  if (!c->RankKnown(indices) || !c->RankKnown(updates) || !c->ValueKnown(depth))
    return absl::OkStatus();
  ShapeHandle rows, update_rows, slice, update_slice, unused;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, -1, &rows));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(updates, 0, c->Rank(rows), &update_rows));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(rows, update_rows, &unused));
  if (!c->RankKnown(out)) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(out, c->Value(depth), &slice));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(updates, c->Rank(rows), &update_slice));
  return c->Merge(slice, update_slice, &unused);
}

absl::Status ScatterNdShape(InferenceContext* c) {
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &out));
  return ScatterShape(c, c->input(0), c->input(1), out);
}

absl::Status TensorScatterShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::UnchangedShape(c));
  return ScatterShape(c, c->input(1), c->input(2), c->input(0));
}

}  // namespace

REGISTER_OP("GatherNd")
    .Input("params: Tparams")
    .Input("indices: Tindices")
    .Output("output: Tparams")
    .Attr("Tparams: type")
    .Attr("Tindices: {int16, int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(GatherNdShape)
    .Doc(R"doc(
Gathers slices of `params`, each named by a row of `indices`.

params: What is taken from.
indices: Each row along its last dimension is an index into the first dimensions of `params`.
output: The slices, in the shape of the rows of `indices`.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which gives
  zeros.
)doc");

REGISTER_OP("ScatterNd")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Input("shape: Tindices")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int16, int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(ScatterNdShape)
    .Doc(R"doc(
Scatters slices into a tensor of zeros, adding where indices repeat.

indices: Each row along its last dimension says where a slice begins.
updates: The slices, in the shape of the rows of `indices`. Several at one place are added up.
shape: Of the output, a vector.
output: The slices at their places, and zeros elsewhere.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

REGISTER_OP("ScatterNdNonAliasingAdd")
    .Input("input: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr(
        "T: {float, double, int32, uint8, int16, int8, complex64, int64, qint8, quint8, qint32, "
        "bfloat16, qint16, quint16, uint16, complex128, half, uint32, uint64, bool}")
    .Attr("Tindices: {int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(TensorScatterShape)
    .Doc(R"doc(
Adds slices to a tensor.

input: A tensor.
indices: Each row along its last dimension is an index into the first dimensions of `input`.
updates: The slices, in the shape of the rows of `indices`.
output: The tensor with these slices added.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

REGISTER_OP("TensorScatterUpdate")
    .Input("tensor: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int16, int32, int64, uint16}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(TensorScatterShape)
    .Doc(R"doc(
Replaces slices of a tensor.

tensor: A tensor.
indices: Each row along its last dimension is an index into the first dimensions of `tensor`.
updates: The slices, in the shape of the rows of `indices`.
output: The tensor with these slices in place of its own.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

REGISTER_OP("TensorScatterAdd")
    .Input("tensor: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(TensorScatterShape)
    .Doc(R"doc(
Adds slices to a tensor.

tensor: A tensor.
indices: Each row along its last dimension is an index into the first dimensions of `tensor`.
updates: The slices, in the shape of the rows of `indices`.
output: The tensor with these slices added.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

REGISTER_OP("TensorScatterSub")
    .Input("tensor: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(TensorScatterShape)
    .Doc(R"doc(
Subtracts slices from a tensor.

tensor: A tensor.
indices: Each row along its last dimension is an index into the first dimensions of `tensor`.
updates: The slices, in the shape of the rows of `indices`.
output: The tensor with these slices subtracted.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

REGISTER_OP("TensorScatterMax")
    .Input("tensor: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(TensorScatterShape)
    .Doc(R"doc(
Takes the larger of each element of a tensor and of slices.

tensor: A tensor.
indices: Each row along its last dimension is an index into the first dimensions of `tensor`.
updates: The slices, in the shape of the rows of `indices`.
output: The tensor with these slices where they are larger.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

REGISTER_OP("TensorScatterMin")
    .Input("tensor: T")
    .Input("indices: Tindices")
    .Input("updates: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tindices: {int32, int64}")
    .Attr("bad_indices_policy: string = ''")
    .SetShapeFn(TensorScatterShape)
    .Doc(R"doc(
Takes the smaller of each element of a tensor and of slices.

tensor: A tensor.
indices: Each row along its last dimension is an index into the first dimensions of `tensor`.
updates: The slices, in the shape of the rows of `indices`.
output: The tensor with these slices where they are smaller.
bad_indices_policy: What becomes of an index out of range: ERROR, which is the default, or IGNORE, which drops
  the slice.
)doc");

}  // namespace opgraft
