// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Shape functions of products, reductions and concatenation.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"

namespace opgraft {
namespace shape_inference {
namespace {

constexpr int64_t kMaxRank = InferenceContext::kMaxRank;

// The rank that all values have; kUnknownRank if none tells it.
absl::Status CommonRank(InferenceContext* c, int start, int end, int32_t* rank) {
  *rank = InferenceContext::kUnknownRank;
  for (int i = start; i < end && *rank == InferenceContext::kUnknownRank; ++i)
    *rank = c->Rank(c->input(i));
  if (*rank == InferenceContext::kUnknownRank) return absl::OkStatus();
  if (*rank == 0) return absl::InvalidArgumentError("Can't concatenate scalars (use Pack instead)");
  ShapeHandle unused;
  for (int i = start; i < end; ++i)
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), *rank, &unused));
  return absl::OkStatus();
}

// What concatenation along an axis keeps (before, after) and adds up (middle).
struct ConcatParts {
  ShapeHandle before, after;
  DimensionHandle middle;
};

absl::Status SplitAtAxis(InferenceContext* c, ShapeHandle value, int64_t axis, ConcatParts* parts) {
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(value, axis < 0 ? -axis : axis + 1, &value));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, 0, axis, &parts->before));
  parts->middle = c->Dim(value, axis);
  if (axis == -1) {
    parts->after = c->Scalar();
    return absl::OkStatus();
  }
  return c->Subshape(value, axis + 1, &parts->after);
}

absl::Status ConcatAlong(InferenceContext* c, int64_t axis, int start, int end) {
  ConcatParts sum, part;
  OPGRAFT_RETURN_IF_ERROR(SplitAtAxis(c, c->input(end - 1), axis, &sum));
  for (int i = end - 2; i >= start; --i) {
    OPGRAFT_RETURN_IF_ERROR(SplitAtAxis(c, c->input(i), axis, &part));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(part.before, sum.before, &sum.before));
    OPGRAFT_RETURN_IF_ERROR(c->Add(sum.middle, part.middle, &sum.middle));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(part.after, sum.after, &sum.after));
  }
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(sum.before, c->Vector(sum.middle), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, sum.after, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// The values are inputs [start, end), the axis is input `axis_index`.
absl::Status ConcatHelper(InferenceContext* c, int start, int end, int axis_index) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(axis_index), 0, &unused));
  if (start >= end || end > c->num_inputs())
    return absl::InvalidArgumentError("There is nothing to concatenate");
  int32_t rank = 0;
  OPGRAFT_RETURN_IF_ERROR(CommonRank(c, start, end, &rank));
  const Tensor* axis_value = c->input_tensor(axis_index);
  if (axis_value == nullptr) {
    c->set_output(0, rank < 0 ? c->UnknownShape() : c->UnknownShapeOfRank(rank));
    return absl::OkStatus();
  }
  int64_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetScalarFromTensor(axis_value, &axis));
  if (axis < -kMaxRank || axis >= kMaxRank) {
    return absl::InvalidArgumentError(
        absl::StrCat("Concatenation axis ", axis, " is out of range"));
  }
  return ConcatAlong(c, axis, start, end);
}

// The dimension that an axis names, counted from the end if it is negative.
absl::StatusOr<size_t> DimensionOf(int64_t axis, int32_t rank) {
  if (axis < -rank || axis >= rank) {
    return absl::InvalidArgumentError(absl::StrCat("Invalid reduction dimension ", axis,
                                                   " for input with ", rank, " dimensions."));
  }
  return static_cast<size_t>(axis < 0 ? axis + rank : axis);
}

// Which of the `rank` dimensions `axes` names.
absl::Status MarkAxes(const Tensor& axes, int32_t rank, std::vector<bool>* marked) {
  if (!IsIndexTensor(axes)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "reduction_indices can only be int32 or int64, not ", DataTypeString(axes.dtype())));
  }
  marked->assign(static_cast<size_t>(rank), false);
  for (int64_t i = 0; i < axes.NumElements(); ++i) {
    OPGRAFT_ASSIGN_OR_RETURN(const size_t d, DimensionOf(IndexAt(axes, i), rank));
    (*marked)[d] = true;
  }
  return absl::OkStatus();
}

// The shape of a reduction whose axes are not known. One axis, which need not be known, takes one
// dimension away.
ShapeHandle ReducedSomewhere(InferenceContext* c, bool keep_dims) {
  const ShapeHandle input = c->input(0);
  const ShapeHandle axes = c->input(1);
  if (!c->RankKnown(input)) return c->UnknownShape();
  if (keep_dims) return c->UnknownShapeOfRank(c->Rank(input));
  const bool is_one = c->RankKnown(axes) && c->Rank(axes) <= 1 &&
                      (c->Rank(axes) == 0 || c->Value(c->Dim(axes, 0)) == 1);
  return is_one && c->Rank(input) > 0 ? c->UnknownShapeOfRank(c->Rank(input) - 1)
                                      : c->UnknownShape();
}

}  // namespace

absl::Status MatMulShape(InferenceContext* c) {
  ShapeHandle a, b;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &a));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &b));
  bool transpose_a = false, transpose_b = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("transpose_a", &transpose_a));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("transpose_b", &transpose_b));
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(
      c->Merge(c->Dim(a, transpose_a ? 0 : 1), c->Dim(b, transpose_b ? 1 : 0), &unused));
  c->set_output(0, c->Matrix(c->Dim(a, transpose_a ? 1 : 0), c->Dim(b, transpose_b ? 0 : 1)));
  return absl::OkStatus();
}

absl::Status BiasAddShape(InferenceContext* c) {
  std::string data_format;
  const bool channels_first = c->GetAttr("data_format", &data_format).ok() && data_format == "NCHW";
  ShapeHandle value, bias;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), channels_first ? 3 : 2, &value));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &bias));
  if (!c->RankKnown(value)) {
    c->set_output(0, c->UnknownShape());
    return absl::OkStatus();
  }
  const int channel = channels_first ? 1 : -1;
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(value, channel), c->Dim(bias, 0), &channels));
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(value, channel, channels, &value));
  c->set_output(0, value);
  return absl::OkStatus();
}

absl::Status ReductionShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  ShapeHandle unused;
  // Graphs older than version 21 may have axes like [[1], [2]].
  if (c->graph_def_version() >= 21)
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(1), 1, &unused));
  bool keep_dims = false;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("keep_dims", &keep_dims));
  const Tensor* axes = c->input_tensor(1);
  if (axes == nullptr || !c->RankKnown(input)) {
    c->set_output(0, ReducedSomewhere(c, keep_dims));
    return absl::OkStatus();
  }
  std::vector<bool> reduced;
  OPGRAFT_RETURN_IF_ERROR(MarkAxes(*axes, c->Rank(input), &reduced));
  std::vector<DimensionHandle> dims;
  for (int32_t i = 0; i < c->Rank(input); ++i) {
    if (!reduced[static_cast<size_t>(i)]) {
      dims.push_back(c->Dim(input, i));
    } else if (keep_dims) {
      dims.push_back(c->MakeDim(1));
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status ConcatShape(InferenceContext* c, int num_inputs_to_concat) {
  return ConcatHelper(c, 1, 1 + num_inputs_to_concat, 0);
}

absl::Status ConcatV2Shape(InferenceContext* c) {
  return ConcatHelper(c, 0, c->num_inputs() - 1, c->num_inputs() - 1);
}

}  // namespace shape_inference
}  // namespace opgraft
