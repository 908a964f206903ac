// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where tensors come from, and ops on their shapes.
#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ConstShape(InferenceContext* c) {
  const TensorProto* value = nullptr;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("value", &value));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeProto(value->tensor_shape(), &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// Up to version 21 the shape [] meant that nothing was said.
absl::Status PlaceholderShape(InferenceContext* c) {
  PartialTensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("shape", &shape));
  if (c->graph_def_version() <= 21 && shape.dims() == 0) return shape_inference::UnknownShape(c);
  return shape_inference::ExplicitShape(c);
}

// The shape attr may be less precise than the default, and then what is fed may be as well.
absl::Status PlaceholderWithDefaultShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::ExplicitShape(c));
  ShapeHandle unused;
  return c->Merge(c->input(0), c->output(0), &unused);
}

absl::Status IdentityNShape(InferenceContext* c) {
  for (int i = 0; i < c->num_inputs(); ++i) {
    c->set_output(i, c->input(i));
    if (const auto* handles = c->input_handle_shapes_and_types(i))
      c->set_output_handle_shapes_and_types(i, *handles);
  }
  return absl::OkStatus();
}

absl::Status ShapeShape(InferenceContext* c) {
  c->set_output(0, c->Vector(c->Rank(c->input(0))));
  return absl::OkStatus();
}

// --- Reshape ---

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

// --- ExpandDims, Squeeze, Transpose ---

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

// The rank, from whichever tells it: the input, the length of perm, or perm.
int64_t RankOfTranspose(InferenceContext* c, const Tensor* perm) {
  if (c->RankKnown(c->input(0))) return c->Rank(c->input(0));
  const int64_t length = c->Value(c->NumElements(c->input(1)));
  return length >= 0 || perm == nullptr ? length : perm->NumElements();
}

absl::Status TransposeShape(InferenceContext* c) {
  ShapeHandle input = c->input(0), perm_shape;
  const Tensor* perm = c->input_tensor(1);
  if (perm != nullptr && !IsIndexTensor(*perm))
    return absl::InvalidArgumentError("perm must be integers");
  const int64_t rank = RankOfTranspose(c, perm);
  if (rank < 0) return shape_inference::UnknownShape(c);
  // A perm of one element goes with a scalar too.
  if (!c->RankKnown(input) && rank < 2) return shape_inference::UnchangedShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(input, rank, &input));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &perm_shape));
  DimensionHandle length;
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(perm_shape, 0), rank, &length));
  std::vector<DimensionHandle> dims(static_cast<size_t>(rank));
  for (int64_t i = 0; perm != nullptr && i < std::min(rank, perm->NumElements()); ++i) {
    const int64_t d = IndexAt(*perm, i);
    if (d < -rank || d >= rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("perm dim ", d, " is out of range of input rank ", rank));
    }
    dims[static_cast<size_t>(i)] = c->Dim(input, d);
  }
  c->set_output(0, c->MakeShape(dims));
  return absl::OkStatus();
}

absl::Status FillShape(InferenceContext* c) {
  ShapeHandle unused, out;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &out));
  const Tensor* dims = c->input_tensor(0);
  for (int64_t i = 0; dims != nullptr && i < dims->NumElements(); ++i) {
    if (IndexAt(*dims, i) < 0) return absl::InvalidArgumentError("Fill dimensions must be >= 0");
  }
  c->set_output(0, out);
  if (const auto* handles = c->input_handle_shapes_and_types(1))
    c->set_output_handle_shapes_and_types(0, *handles);
  return absl::OkStatus();
}

// --- Values ---

// Output i holds the sizes of input i.
void ShapeValue(ValueContext* c) {
  for (int i = 0; i < c->num_outputs(); ++i) {
    const PartialTensorShape& shape = c->input_shape(i);
    if (!shape.unknown_rank()) c->set_output(i, {shape.ranges().begin(), shape.ranges().end()});
  }
}

void SizeValue(ValueContext* c) { c->set_output(0, {DimRange(c->input_shape(0).num_elements())}); }

void RankValue(ValueContext* c) {
  if (!c->input_shape(0).unknown_rank()) c->set_output(0, {DimRange(c->input_shape(0).dims())});
}

}  // namespace

// --- Sources ---

REGISTER_OP("Const")
    .Output("output: dtype")
    .Attr("value: tensor")
    .Attr("dtype: type")
    .SetRole(OpRole::kConstant)
    .SetShapeFn(ConstShape)
    .Doc(R"doc(
A constant.

value: What it is.
dtype: The type of `value`.
)doc");

REGISTER_OP("Placeholder")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("shape: shape = { unknown_rank: true }")
    .SetRole(OpRole::kPlaceholder)
    .SetShapeFn(PlaceholderShape)
    .Doc(R"doc(
A value that each run is fed.

dtype: Of what is fed.
shape: What is fed must fit it.
)doc");

REGISTER_OP("PlaceholderWithDefault")
    .Input("input: dtype")
    .Output("output: dtype")
    .Attr("dtype: type")
    .Attr("shape: shape")
    .SetRole(OpRole::kPlaceholderWithDefault)
    .SetShapeFn(PlaceholderWithDefaultShape)
    .Doc(R"doc(
A value that a run may be fed; else `input`.

shape: What is fed must fit it, and so must `input`.
)doc");

REGISTER_OP("Identity")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: type")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(shape_inference::UnchangedShape)
    .SetValueFn(PassElementsOn)
    .Doc("Its input.");

REGISTER_OP("IdentityN")
    .Input("input: T")
    .Output("output: T")
    .Attr("T: list(type)")
    .SetRole(OpRole::kPassOn)
    .SetShapeFn(IdentityNShape)
    .Doc("Its inputs.");

// --- Shapes ---

REGISTER_OP("Shape")
    .Input("input: T")
    .Output("output: out_type")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(ShapeShape)
    .SetValueFn(ShapeValue)
    .Doc(R"doc(
The sizes of the dimensions.

out_type: Of the sizes.
)doc");

REGISTER_OP("Size")
    .Input("input: T")
    .Output("output: out_type")
    .Attr("T: type")
    .Attr("out_type: {int32, int64} = DT_INT32")
    .SetShapeFn(shape_inference::ScalarShape)
    .SetValueFn(SizeValue)
    .Doc(R"doc(
The number of elements.

out_type: Of the number.
)doc");

REGISTER_OP("Rank")
    .Input("input: T")
    .Output("output: int32")
    .Attr("T: type")
    .SetShapeFn(shape_inference::ScalarShape)
    .SetValueFn(RankValue)
    .Doc("The number of dimensions.");

REGISTER_OP("Reshape")
    .Input("tensor: T")
    .Input("shape: Tshape")
    .Output("output: T")
    .Attr("T: type")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn(ReshapeShape)
    .SetValueFn(PassElementsOn)
    .Doc(R"doc(
The same elements in another shape.

shape: One size may be -1: what is left for it.
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
Puts a dimension of size 1 in.

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
Leaves dimensions of size 1 out.

squeeze_dims: Which; none means all.
)doc");

REGISTER_OP("Transpose")
    .Input("x: T")
    .Input("perm: Tperm")
    .Output("y: T")
    .Attr("T: type")
    .Attr("Tperm: {int32, int64} = DT_INT32")
    .SetShapeFn(TransposeShape)
    .Doc("Dimension i of y is dimension perm[i] of x.");

REGISTER_OP("Fill")
    .Input("dims: index_type")
    .Input("value: T")
    .Output("output: T")
    .Attr("T: type")
    .Attr("index_type: {int32, int64} = DT_INT32")
    .SetShapeFn(FillShape)
    .Doc("A tensor of one value.");

}  // namespace opgraft
