// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "ops/variables/variable_shapes.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "ops/array/gathered_slices.h"

namespace opgraft_internal {
namespace {

using opgraft::PartialTensorShape;
using opgraft::shape_inference::ShapeAndType;

absl::Status TypeAttr(InferenceContext* c, const char* name, DataType* dtype) {
  return c->GetAttr(name, dtype);
}

// The shape that indices, and the variable's dimensions from `first` on, make.
absl::Status IndexedShape(InferenceContext* c, ShapeHandle indices, ShapeHandle variable,
                          int64_t first, ShapeHandle* shape) {
  ShapeHandle rest;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(variable, first, &rest));
  return c->Concatenate(indices, rest, shape);
}

absl::Status CheckScatter(InferenceContext* c, ShapeHandle variable) {
  ShapeHandle unused;
  ShapeHandle expected;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(variable, 1, &variable));
  // One update for all elements is allowed too.
  if (!c->RankKnown(c->input(2)) || c->Rank(c->input(2)) == 0) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(IndexedShape(c, c->input(1), variable, 1, &expected));
  return c->Merge(c->input(2), expected, &unused);
}

absl::Status CheckScatterNd(InferenceContext* c, ShapeHandle variable) {
  ShapeHandle indices;
  ShapeHandle outer;
  ShapeHandle expected;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), 1, &indices));
  if (!c->RankKnown(indices) || !c->ValueKnown(c->Dim(indices, -1))) return absl::OkStatus();
  const int64_t depth = c->Value(c->Dim(indices, -1));
  if (c->RankKnown(variable) && depth > c->Rank(variable)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "indices have ", depth, " positions, the variable has rank ", c->Rank(variable)));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, -1, &outer));
  OPGRAFT_RETURN_IF_ERROR(IndexedShape(c, outer, variable, depth, &expected));
  return c->Merge(c->input(2), expected, &expected);
}

}  // namespace

absl::Status VariableShapeOf(InferenceContext* c, int input, DataType dtype, ShapeHandle* shape) {
  const std::vector<ShapeAndType>* handle = c->input_handle_shapes_and_types(input);
  *shape = c->UnknownShape();
  if (handle == nullptr || handle->empty()) return absl::OkStatus();
  if ((*handle)[0].dtype != dtype && (*handle)[0].dtype != DT_INVALID) {
    return absl::InvalidArgumentError(
        absl::StrCat("Trying to read variable with wrong dtype. Expected ",
                     DataTypeString((*handle)[0].dtype), " got ", DataTypeString(dtype)));
  }
  *shape = (*handle)[0].shape;
  return absl::OkStatus();
}

absl::Status VarHandleShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  PartialTensorShape declared;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "dtype", &dtype));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &declared));
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(declared, &shape));
  c->set_output(0, c->Scalar());
  c->set_output_handle_shapes_and_types(0, {{shape, dtype}});
  return absl::OkStatus();
}

absl::Status OldVariableShape(InferenceContext* c) {
  PartialTensorShape declared;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &declared));
  if (declared.dims() <= 0) return opgraft::shape_inference::UnknownShape(c);
  return opgraft::shape_inference::ExplicitShape(c);
}

absl::Status ShapeOfVariable(InferenceContext* c) {
  const std::vector<ShapeAndType>* handle = c->input_handle_shapes_and_types(0);
  const bool has_rank = handle != nullptr && !handle->empty() && c->RankKnown((*handle)[0].shape);
  c->set_output(0, has_rank ? c->Vector(c->Rank((*handle)[0].shape)) : c->UnknownShapeOfRank(1));
  return absl::OkStatus();
}

absl::Status ReadVariableShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "dtype", &dtype));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

absl::Status ResourceGatherShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  int64_t batch_dims = 0;
  ShapeHandle variable;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "dtype", &dtype));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("batch_dims", &batch_dims));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &variable));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(variable, 1, &variable));
  ShapeHandle indices = c->input(1);
  if (batch_dims < 0 && !c->RankKnown(indices)) return opgraft::shape_inference::UnknownShape(c);
  if (batch_dims < 0) batch_dims += c->Rank(indices);
  if (batch_dims < 0) return absl::InvalidArgumentError("batch_dims is less than -rank(indices)");
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(indices, batch_dims, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(variable, batch_dims + 1, &variable));
  ShapeHandle batch;
  ShapeHandle batch_of_indices;
  ShapeHandle picked;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(variable, 0, batch_dims, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, 0, batch_dims, &batch_of_indices));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(batch, batch_of_indices, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, batch_dims, &picked));
  OPGRAFT_RETURN_IF_ERROR(IndexedShape(c, picked, variable, batch_dims + 1, &picked));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, picked, &picked));
  c->set_output(0, picked);
  return absl::OkStatus();
}

absl::Status ResourceGatherNdShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  ShapeHandle variable;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "dtype", &dtype));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &variable));
  return SetGatheredSlices(c, variable);
}

absl::Status AssignVariableShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "dtype", &dtype));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &shape));
  return c->Merge(shape, c->input(1), &shape);
}

absl::Status UpdateVariableShape(InferenceContext* c) { return AssignVariableShape(c); }

absl::Status RefAssignShape(InferenceContext* c) {
  bool validates_shape = true;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("validate_shape", &validates_shape));
  if (validates_shape) return opgraft::shape_inference::MergeBothInputsShapeFn(c);
  c->set_output(0, c->input(1));
  return absl::OkStatus();
}

absl::Status CountShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  ShapeHandle shape;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "T", &dtype));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(shape, 0, &shape));
  c->set_output(0, shape);
  return absl::OkStatus();
}

absl::Status ResourceScatterShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  ShapeHandle variable;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "dtype", &dtype));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &variable));
  return CheckScatter(c, variable);
}

absl::Status RefScatterShape(InferenceContext* c) {
  c->set_output(0, c->input(0));
  return CheckScatter(c, c->input(0));
}

absl::Status ResourceScatterNdShape(InferenceContext* c) {
  DataType dtype = DT_INVALID;
  ShapeHandle variable;
  OPGRAFT_RETURN_IF_ERROR(TypeAttr(c, "T", &dtype));
  OPGRAFT_RETURN_IF_ERROR(VariableShapeOf(c, 0, dtype, &variable));
  return CheckScatterNd(c, variable);
}

absl::Status RefScatterNdShape(InferenceContext* c) {
  c->set_output(0, c->input(0));
  return CheckScatterNd(c, c->input(0));
}

}  // namespace opgraft_internal
