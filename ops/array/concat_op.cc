// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ConcatV2, Concat and ConcatOffset.
#include <cstdint>
#include <utility>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "ops/array/append_elements.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;

// The inputs [begin, end), joined. A matrix is no part of a vector, and so no part of it is known.
void JoinedValue(ValueContext* c, int begin, int end) {
  Elements all;
  for (int i = begin; i < end; ++i) {
    if (c->input_shape(i).dims() > 1 || !AppendElements(i, c, &all)) return;
  }
  c->set_output(0, std::move(all));
}

void ConcatV2Value(ValueContext* c) { JoinedValue(c, 0, c->num_inputs() - 1); }
void ConcatValue(ValueContext* c) { JoinedValue(c, 1, c->num_inputs()); }

absl::Status ConcatV1Shape(InferenceContext* c) {
  return shape_inference::ConcatShape(c, c->num_inputs() - 1);
}

// All shapes are vectors of one length, and so are the offsets.
absl::Status ConcatOffsetShape(InferenceContext* c) {
  ShapeHandle unused, shape = c->input(1);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  for (int i = 1; i < c->num_inputs(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &unused));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(shape, unused, &shape));
  }
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, shape);
  return absl::OkStatus();
}

// Zeros, but for the sizes before along the dimension.
void ConcatOffsetValue(ValueContext* c) {
  const auto axis = c->InputNumber(0);
  int64_t before = 0;
  for (int i = 0; axis && i < c->num_outputs(); ++i) {
    const auto shape = c->input_elements(i + 1);
    if (!shape) return;
    const auto rank = static_cast<int64_t>(shape->size());
    const int64_t d = *axis < 0 ? *axis + rank : *axis;
    if (d < 0 || d >= rank) return;
    Elements offset(shape->size(), DimRange(0));
    offset[static_cast<size_t>(d)] = DimRange(before);
    c->set_output(i, std::move(offset));
    const int64_t size = (*shape)[static_cast<size_t>(d)].size();
    if (size < 0 || __builtin_add_overflow(before, size, &before)) return;
  }
}

// The attr tells the shape; each value is one element of its first dimension.
absl::Status ParallelConcatShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
  ShapeHandle out, value;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &out));
  if (!c->FullyDefined(out) || c->Rank(out) < 1)
    return absl::InvalidArgumentError("shape attr must be fully defined, and no scalar's.");
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(out, 0, c->MakeDim(1), &value));
  for (int i = 0; i < c->num_inputs(); ++i)
    OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(i), value, &value));
  c->set_output(0, out);
  return absl::OkStatus();
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
    .Doc(R"doc(
Concatenates tensors along the dimension `axis`; the others must be equal.

values: The tensors, in order.
axis: The dimension along which they are joined, a scalar; a negative one counts from the last.
output: As long along `axis` as all of them together.
)doc");

REGISTER_OP("Concat")
    .Input("concat_dim: int32")
    .Input("values: N * T")
    .Output("output: T")
    .Attr("N: int >= 2")
    .Attr("T: type")
    .SetShapeFn(ConcatV1Shape)
    .SetValueFn(ConcatValue)
    .Doc(R"doc(
Concatenates tensors along the dimension `concat_dim`; the others must be equal.

concat_dim: The dimension along which they are joined, a scalar; a negative one counts from the last.
values: The tensors, in order.
output: As long along `concat_dim` as all of them together.
)doc");

REGISTER_OP("ParallelConcat")
    .Input("values: N * T")
    .Output("output: T")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .Attr("shape: shape")
    .SetShapeFn(ParallelConcatShape)
    .Doc(R"doc(
Joins values of one element along their first dimension, which may be computed at the same time.

values: The values; the first dimension of each is 1.
output: The values in order.
shape: The shape of the output.
)doc");

REGISTER_OP("ConcatOffset")
    .Input("concat_dim: int32")
    .Input("shape: N * shape_type")
    .Output("offset: N * shape_type")
    .Attr("N: int >= 2")
    .Attr("shape_type: {int32, int64} = DT_INT32")
    .SetShapeFn(ConcatOffsetShape)
    .SetValueFn(ConcatOffsetValue)
    .Doc(R"doc(
The offset of each tensor in the result of Concat.

concat_dim: The dimension along which they are joined, a scalar; a negative one counts from the last.
shape: The shapes of the tensors, as vectors.
offset: For each of them the index of its first element.
)doc");

}  // namespace opgraft
