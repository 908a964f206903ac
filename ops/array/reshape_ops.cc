// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The same elements in another shape.
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The elements of a shape, and the one dimension that is not known.
struct Elements {
  DimensionHandle all;    // of all dimensions
  DimensionHandle known;  // of those that are known
  int32_t unknown_index = -1;
  int32_t num_unknown = 0;  // 0 also where a dimension is 0: then the others do not matter
};

absl::Status Count(InferenceContext* c, ShapeHandle shape, Elements* elements) {
  elements->all = c->NumElements(shape);
  elements->known = c->ValueKnown(elements->all) ? elements->all : c->MakeDim(1);
  for (int32_t i = 0; i < c->Rank(shape) && !c->ValueKnown(elements->all); ++i) {
    const DimensionHandle dim = c->Dim(shape, i);
    if (c->ValueKnown(dim)) {
      OPGRAFT_RETURN_IF_ERROR(c->Multiply(elements->known, dim, &elements->known));
    } else {
      elements->unknown_index = i;
      ++elements->num_unknown;
    }
  }
  return absl::OkStatus();
}

// The one unknown dimension of `out`, from what the input has.
absl::Status InferDim(InferenceContext* c, ShapeHandle input, const Elements& in,
                      const Elements& wanted, ShapeHandle* out) {
  DimensionHandle dim;
  if (in.num_unknown == 1 && c->Value(in.known) == c->Value(wanted.known)) {
    dim = c->Dim(input, in.unknown_index);
  } else {
    OPGRAFT_RETURN_IF_ERROR(c->Divide(in.all, wanted.known, /*evenly_divisible=*/true, &dim));
  }
  OPGRAFT_RETURN_IF_ERROR(c->Merge(dim, c->Dim(*out, wanted.unknown_index), &dim));
  return c->ReplaceDim(*out, wanted.unknown_index, dim, out);
}

absl::Status ReshapeShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &out));
  c->set_output(0, out);
  if (!c->RankKnown(input) || !c->RankKnown(out)) return absl::OkStatus();
  Elements in, wanted;
  OPGRAFT_RETURN_IF_ERROR(Count(c, input, &in));
  OPGRAFT_RETURN_IF_ERROR(Count(c, out, &wanted));
  if (wanted.num_unknown == 1) {
    OPGRAFT_RETURN_IF_ERROR(InferDim(c, input, in, wanted, &out));
  } else if (wanted.num_unknown == 0) {
    DimensionHandle unused;
    if (!c->Merge(in.all, wanted.all, &unused).ok()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Cannot reshape a tensor with ", c->DebugString(in.all), " elements to shape ",
          c->DebugString(out), " (", c->DebugString(wanted.all), " elements)"));
    }
    // The one unknown dimension of the input must come out even.
    if (in.num_unknown == 1 && c->Value(in.known) != 0) {
      OPGRAFT_RETURN_IF_ERROR(c->Divide(wanted.all, in.known, /*evenly_divisible=*/true, &unused));
    }
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status ExpandDimsShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  const Tensor* axis_value = c->input_tensor(1);
  if (axis_value != nullptr && (!IsIndexTensor(*axis_value) || axis_value->NumElements() != 1)) {
    return absl::InvalidArgumentError("'dim' input must be a tensor with a single value");
  }
  if (axis_value == nullptr || !c->RankKnown(input)) return shape_inference::UnknownShape(c);
  const int64_t axis = IndexAt(*axis_value, 0), rank = c->Rank(input);
  if (axis < -rank - 1 || axis > rank) {
    return absl::InvalidArgumentError(
        absl::StrCat("dim ", axis, " not in the interval [", -rank - 1, ", ", rank, "]."));
  }
  ShapeHandle before, after, out;
  const int64_t at = axis < 0 ? axis + rank + 1 : axis;
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(input, 0, at, &before));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(input, at, &after));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(before, c->Vector(1), &out));
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, after, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status ReadSqueezeDims(InferenceContext* c, int64_t rank, std::vector<bool>* squeezed) {
  std::vector<int64_t> axes;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("squeeze_dims", &axes));
  for (size_t i = 0; i < axes.size(); ++i) {
    if (axes[i] < -rank || axes[i] >= rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("squeeze_dims[", i, "] not in [", -rank, ",", rank, ")."));
    }
    squeezed->resize(static_cast<size_t>(rank));
    (*squeezed)[static_cast<size_t>(axes[i] < 0 ? axes[i] + rank : axes[i])] = true;
  }
  return absl::OkStatus();
}

absl::Status SqueezeShape(InferenceContext* c) {
  const ShapeHandle input = c->input(0);
  if (!c->RankKnown(input)) return shape_inference::UnknownShape(c);
  std::vector<bool> squeezed;  // empty: all that are 1
  OPGRAFT_RETURN_IF_ERROR(ReadSqueezeDims(c, c->Rank(input), &squeezed));
  std::vector<DimensionHandle> dims;
  for (int32_t i = 0; i < c->Rank(input); ++i) {
    const DimensionHandle dim = c->Dim(input, i);
    const DimRange size = c->Bounds(dim);
    const bool may_be_one = size.Contains(DimRange(1));
    if (squeezed.empty() ? !may_be_one : !squeezed[static_cast<size_t>(i)]) {
      dims.push_back(dim);
    } else if (!may_be_one) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Can not squeeze dim[", i, "], expected a dimension of 1, got ", c->DebugString(dim)));
    } else if (squeezed.empty() && !size.is_static()) {
      return shape_inference::UnknownShape(c);
    }
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("Reshape")
    .Input("tensor: T")
    .Input("shape: Tshape")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(ReshapeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Reshapes a tensor: the same elements in another shape.

tensor: Any tensor.
output: Of shape `shape`.
shape: One size may be -1: what is left for it.
)doc");

REGISTER_OP("QuantizedReshape")
    .Input("tensor: T")
    .Input("shape: Tshape")
    .Input("input_min: float")
    .Input("input_max: float")
    .Output("output: T")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("T: type")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle unused;
      for (const int i : {2, 3}) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 0, &unused));
      OPGRAFT_RETURN_IF_ERROR(ReshapeShape(c));
      for (const int i : {1, 2}) c->set_output(i, c->Scalar());
      return absl::OkStatus();
    })
    .Doc(R"doc(
The same integers, which stand for numbers, in another shape.

tensor: Any tensor.
shape: One size may be -1: what is left for it.
input_min: What the lowest integer stands for.
input_max: What the highest stands for.
output: Of shape `shape`.
output_min: The same as input_min.
output_max: The same as input_max.
)doc");

REGISTER_OP("ExpandDims")
    .Input("input: T")
    .Input("dim: Tdim")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tdim: {int32, int64} = DT_INT32")
    .SetShapeFn(ExpandDimsShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Inserts a dimension of size 1.

input: Any tensor.
output: The same elements, with one dimension more.
dim: Before which dimension; negative counts from the end, where -1 is behind the last.
)doc");

REGISTER_OP("Squeeze")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("squeeze_dims: list(int) >= 0 = []")
    .SetShapeFn(SqueezeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
Removes dimensions of size 1.

input: Any tensor.
output: The same elements, with fewer dimensions.
squeeze_dims: Which; none means all.
)doc");

}  // namespace opgraft
