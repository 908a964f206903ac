// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that cut tensors up and join them.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The attr axis of Pack and Unpack, from the start.
absl::Status ReadAxis(InferenceContext* c, int32_t rank, int32_t* axis) {
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("axis", axis));
  if (*axis < -rank || *axis >= rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("Invalid axis: ", *axis, "; must be in [", -rank, ",", rank, ")"));
  }
  if (*axis < 0) *axis += rank;
  return absl::OkStatus();
}

absl::Status PackShape(InferenceContext* c) {
  ShapeHandle value = c->input(c->num_inputs() - 1), before, after, out;
  for (int i = c->num_inputs() - 2; i >= 0; --i) {
    const absl::Status status = c->Merge(c->input(i), value, &value);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(), "\n\tFrom merging shape ", i, " with other shapes."));
    }
  }
  if (!c->RankKnown(value)) return shape_inference::UnknownShape(c);
  int32_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadAxis(c, c->Rank(value) + 1, &axis));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, 0, axis, &before));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, axis, &after));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(before, c->Vector(c->num_inputs()), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, after, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status UnpackShape(InferenceContext* c) {
  const ShapeHandle value = c->input(0);
  if (!c->RankKnown(value)) return shape_inference::UnknownShape(c);
  int32_t axis = 0;
  OPGRAFT_RETURN_IF_ERROR(ReadAxis(c, c->Rank(value), &axis));
  DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(value, axis), c->num_outputs(), &unused));
  ShapeHandle before, after, out;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, 0, axis, &before));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(value, axis + 1, &after));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(before, after, &out));
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, out);
  return absl::OkStatus();
}

absl::Status SplitShape(InferenceContext* c) {
  ShapeHandle value = c->input(1), out;
  DimensionHandle axis, size;
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInputWithNegativeIndexing(0, c->Rank(value), &axis));
  if (!c->ValueKnown(axis)) {
    out = c->RankKnown(value) ? c->UnknownShapeOfRank(c->Rank(value)) : c->UnknownShape();
  } else {
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(value, c->Value(axis) + 1, &value));
    const absl::Status status =
        c->Divide(c->Dim(value, c->Value(axis)), c->num_outputs(), true, &size);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(status.message(),
                       "\n\tNumber of ways to split should evenly divide the split dimension"));
    }
    OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(value, c->Value(axis), size, &out));
  }
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, out);
  return absl::OkStatus();
}

// --- GatherV2 ---

// Of an unknown axis only the rank of the output is known.
absl::Status GatherAlongUnknownAxis(InferenceContext* c, int64_t batch_dims) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(1), std::abs(batch_dims), &unused));
  if (!c->RankKnown(c->input(0)) || !c->RankKnown(c->input(1)))
    return shape_inference::UnknownShape(c);
  if (batch_dims < 0) batch_dims += c->Rank(c->input(1));
  const int64_t rank = c->Rank(c->input(0)) + c->Rank(c->input(1)) - 1 - batch_dims;
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->UnknownShape(), rank, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// params[:axis] + indices[batch_dims:] + params[axis + 1:].
absl::Status GatherAlong(InferenceContext* c, int64_t axis, int64_t batch_dims) {
  const ShapeHandle params = c->input(0), indices = c->input(1);
  ShapeHandle unused, out, part;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(params, axis < 0 ? -axis : axis + 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(indices, std::abs(batch_dims), &unused));
  if (batch_dims < 0 && c->RankKnown(indices)) batch_dims += c->Rank(indices);
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(params, batch_dims + 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(params, 0, axis, &out));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(indices, batch_dims, &part));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  if (axis != -1) {
    OPGRAFT_RETURN_IF_ERROR(c->Subshape(params, axis + 1, &part));
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, part, &out));
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status GatherV2Shape(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  int64_t batch_dims = 0, axis = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("batch_dims", &batch_dims));
  if (batch_dims < -InferenceContext::kMaxRank || batch_dims > InferenceContext::kMaxRank) {
    return absl::InvalidArgumentError(
        absl::StrCat("batch_dims ", batch_dims, " is no number of dimensions"));
  }
  const Tensor* axis_value = c->input_tensor(2);
  if (axis_value == nullptr) return GatherAlongUnknownAxis(c, batch_dims);
  OPGRAFT_RETURN_IF_ERROR(c->GetScalarFromTensor(axis_value, &axis));
  if (axis < -InferenceContext::kMaxRank || axis >= InferenceContext::kMaxRank) {
    return absl::InvalidArgumentError(absl::StrCat("axis ", axis, " is no dimension of a tensor"));
  }
  return GatherAlong(c, axis, batch_dims);
}

// --- Values ---

using Elements = ValueContext::Elements;

// Appends the elements of input `i`; false if they are not known or too many.
bool AppendElements(int i, ValueContext* c, Elements* all) {
  const auto part = c->input_elements(i);
  if (!part || all->size() + part->size() > ValueContext::kMaxElements) return false;
  all->insert(all->end(), part->begin(), part->end());
  return true;
}

// Scalars, or vectors of one element, whose order no axis changes.
void PackValue(ValueContext* c) {
  Elements all;
  for (int i = 0; i < c->num_inputs(); ++i) {
    if (!AppendElements(i, c, &all) || all.size() != static_cast<size_t>(i) + 1) return;
  }
  c->set_output(0, std::move(all));
}

// A matrix is no part of a vector, and so no part of it is known.
void ConcatV2Value(ValueContext* c) {
  Elements all;
  for (int i = 0; i + 1 < c->num_inputs(); ++i) {
    if (c->input_shape(i).dims() > 1 || !AppendElements(i, c, &all)) return;
  }
  c->set_output(0, std::move(all));
}

void UnpackValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  if (c->input_shape(0).dims() != 1 || !from) return;
  for (int i = 0; i < c->num_outputs() && static_cast<size_t>(i) < from->size(); ++i)
    c->set_output(i, {(*from)[static_cast<size_t>(i)]});
}

// Where a strided slice of a vector begins and ends, and its stride.
struct Stride {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t step = 1;
};

int64_t FromEnd(int64_t index, int64_t size) { return index < 0 ? index + size : index; }

// The elements that a stride runs over.
Elements Take(const Elements& from, Stride stride) {
  const auto size = static_cast<int64_t>(from.size());
  Elements taken;
  const int64_t low = stride.step > 0 ? 0 : -1;
  const int64_t high = stride.step > 0 ? size : size - 1;
  const int64_t end = std::clamp(stride.end, low, high);
  for (int64_t i = std::clamp(stride.begin, low, high); stride.step > 0 ? i < end : i > end;
       i += stride.step) {
    taken.push_back(from[static_cast<size_t>(i)]);
  }
  return taken;
}

void SliceValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto begin = c->InputNumber(1);
  const auto size = c->InputNumber(2);
  if (!from || !begin || !size || *begin < 0 || *begin > static_cast<int64_t>(from->size())) return;
  const int64_t rest = static_cast<int64_t>(from->size()) - *begin;
  if (*size < -1 || *size > rest) return;
  c->set_output(0, Take(*from, {*begin, *begin + (*size == -1 ? rest : *size), 1}));
}

void StridedSliceValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto begin = c->InputNumber(1);
  const auto end = c->InputNumber(2);
  const auto step = c->InputNumber(3);
  if (!from || !begin || !end || !step || *step == 0 || c->input_shape(0).dims() != 1 ||
      c->IntAttr("ellipsis_mask") != 0 || c->IntAttr("new_axis_mask") != 0) {
    return;
  }
  const auto size = static_cast<int64_t>(from->size());
  if ((c->IntAttr("shrink_axis_mask") & 1) != 0) {
    const int64_t index = FromEnd(*begin, size);
    if (index >= 0 && index < size) c->set_output(0, {(*from)[static_cast<size_t>(index)]});
    return;
  }
  constexpr int64_t kFar = ValueContext::kMaxElements;
  Stride stride{FromEnd(*begin, size), FromEnd(*end, size), std::clamp(*step, -kFar, kFar)};
  if ((c->IntAttr("begin_mask") & 1) != 0) stride.begin = stride.step > 0 ? 0 : size - 1;
  if ((c->IntAttr("end_mask") & 1) != 0) stride.end = stride.step > 0 ? size : -1;
  c->set_output(0, Take(*from, stride));
}

void GatherValue(ValueContext* c) {
  const auto from = c->input_elements(0);
  const auto indices = c->InputNumbers(1);
  if (!from || !indices || c->input_shape(0).dims() != 1) return;
  Elements taken;
  for (int64_t index : *indices) {
    if (index < 0 || index >= static_cast<int64_t>(from->size())) return;
    taken.push_back((*from)[static_cast<size_t>(index)]);
  }
  c->set_output(0, std::move(taken));
}

}  // namespace

REGISTER_OP("ConcatV2")
    .Input("values: N * T")
    .Input("axis: Tidx")
    .Output("output: T")
    .Attr("N: int >= 2")
    .Attr("T: type")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .SetShapeFn(shape_inference::ConcatV2Shape)
    .SetValueFn(ConcatV2Value)
    .Doc("Joins tensors along the dimension `axis`; the others must be equal.");

REGISTER_OP("Split")
    .Input("split_dim: int32")
    .Input("value: T")
    .Output("output: num_split * T")
    .Attr("num_split: int >= 1")
    .Attr("T: type")
    .SetShapeFn(SplitShape)
    .Doc(R"doc(
Cuts a tensor into equal parts along the dimension `split_dim`.

num_split: How many parts.
)doc");

REGISTER_OP("Pack")
    .Input("values: N * T")
    .Output("output: T")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .Attr("axis: int = 0")
    .SetShapeFn(PackShape)
    .SetValueFn(PackValue)
    .Doc(R"doc(
Joins tensors of one shape along a new dimension.

axis: Where the new dimension is in the output; from the end if it is negative.
)doc");

REGISTER_OP("Unpack")
    .Input("value: T")
    .Output("output: num * T")
    .Attr("num: int >= 0")
    .Attr("T: type")
    .Attr("axis: int = 0")
    .SetShapeFn(UnpackShape)
    .SetValueFn(UnpackValue)
    .Doc(R"doc(
Cuts a tensor up along one dimension, which the outputs have not.

num: The size of that dimension.
axis: Which; from the end if it is negative.
)doc");

REGISTER_OP("Slice")
    .Input("input: T")
    .Input("begin: Index")
    .Input("size: Index")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Index: {int32, int64}")
    .SetShapeFn(shape_inference::SliceShape)
    .SetValueFn(SliceValue)
    .Doc(R"doc(
A block of a tensor.

size: -1 takes all that follows `begin`.
)doc");

REGISTER_OP("StridedSlice")
    .Input("input: T")
    .Input("begin: Index")
    .Input("end: Index")
    .Input("strides: Index")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Index: {int16, int32, int64}")
    .Attr("begin_mask: int = 0")
    .Attr("end_mask: int = 0")
    .Attr("ellipsis_mask: int = 0")
    .Attr("new_axis_mask: int = 0")
    .Attr("shrink_axis_mask: int = 0")
    .SetShapeFn(shape_inference::StridedSliceShape)
    .SetValueFn(StridedSliceValue)
    .Doc(R"doc(
input[begin:end:strides, ...] as in NumPy.

begin_mask: Bit i: item i has no begin.
end_mask: Bit i: item i has no end.
ellipsis_mask: Bit i: item i is `...`.
new_axis_mask: Bit i: item i is a new dimension of size 1.
shrink_axis_mask: Bit i: item i is one index; its dimension is left out.
)doc");

REGISTER_OP("GatherV2")
    .Input("params: Tparams")
    .Input("indices: Tindices")
    .Input("axis: Taxis")
    .Attr("batch_dims: int = 0")
    .Output("output: Tparams")
    .Attr("Tparams: type")
    .Attr("Tindices: {int16, int32, int64}")
    .Attr("Taxis: {int32, int64}")
    .SetShapeFn(GatherV2Shape)
    .SetValueFn(GatherValue)
    .Doc(R"doc(
The parts of params along `axis` that indices name.

batch_dims: So many dimensions, which params and indices share, are gone through one by one.
)doc");

}  // namespace opgraft
