// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Split and SplitV.
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/op/value_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {

using opgraft_internal::ValueContext;

namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

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

int64_t SizeAt(const Tensor& sizes, int64_t i) {
  return sizes.dtype() == DT_INT8 ? static_cast<const int8_t*>(sizes.data())[i] : IndexAt(sizes, i);
}

// What is known of the parts' sizes along the dimension; -1 says as little as what is not known.
absl::Status ReadSizes(InferenceContext* c, std::vector<DimensionHandle>* sizes) {
  DataType type = DT_INVALID;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("Tlen", &type));
  const Tensor* values = c->input_tensor(1);
  ShapeHandle as_shape;
  if (values != nullptr && values->NumElements() != c->num_outputs())
    return absl::InvalidArgumentError("size_splits must have a size for each output");
  if (values == nullptr && type != DT_INT8 && c->num_outputs() <= InferenceContext::kMaxRank) {
    OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(1, &as_shape));
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(as_shape, c->num_outputs(), &as_shape));
  }
  for (int i = 0; i < c->num_outputs(); ++i) {
    if (values != nullptr) {
      const int64_t size = SizeAt(*values, i);
      if (size < -1) {
        return absl::InvalidArgumentError(
            absl::StrCat("Split size at index ", i, " must be >= 0. Got: ", size));
      }
      sizes->push_back(c->MakeDim(size));
    } else {
      sizes->push_back(as_shape.IsSet() ? c->Dim(as_shape, i) : c->UnknownDim());
    }
  }
  return absl::OkStatus();
}

// One size that is not known is what the others leave of the whole.
absl::Status InferSize(InferenceContext* c, DimensionHandle whole,
                       std::vector<DimensionHandle>* sizes) {
  int unknown = -1;
  for (int i = 0; i < c->num_outputs(); ++i) {
    const DimensionHandle size = (*sizes)[static_cast<size_t>(i)];
    if (c->ValueKnown(size)) {
      OPGRAFT_RETURN_IF_ERROR(c->Subtract(whole, size, &whole));
    } else if (unknown >= 0) {
      return absl::OkStatus();
    } else {
      unknown = i;
    }
  }
  DimensionHandle unused;
  if (unknown < 0) return c->WithValue(whole, 0, &unused);
  (*sizes)[static_cast<size_t>(unknown)] = whole;
  return absl::OkStatus();
}

absl::Status SplitVShape(InferenceContext* c) {
  ShapeHandle value = c->input(0), lengths, out;
  DimensionHandle axis, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &lengths));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(lengths, 0), c->num_outputs(), &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeDimForScalarInputWithNegativeIndexing(2, c->Rank(value), &axis));
  std::vector<DimensionHandle> sizes;
  if (c->ValueKnown(axis)) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(value, c->Value(axis) + 1, &value));
    OPGRAFT_RETURN_IF_ERROR(ReadSizes(c, &sizes));
    OPGRAFT_RETURN_IF_ERROR(InferSize(c, c->Dim(value, c->Value(axis)), &sizes));
  }
  for (int i = 0; i < c->num_outputs(); ++i) {
    out = c->RankKnown(value) ? c->UnknownShapeOfRank(c->Rank(value)) : c->UnknownShape();
    if (c->ValueKnown(axis)) {
      OPGRAFT_RETURN_IF_ERROR(
          c->ReplaceDim(value, c->Value(axis), sizes[static_cast<size_t>(i)], &out));
    }
    c->set_output(i, out);
  }
  return absl::OkStatus();
}

// The elements of the parts, by the outputs' shapes; also of matrices that vectors were made into.
//
// Example: the elements of [[1, ?], [3, 4]] are 1, ?, 3, 4; along dimension 1 its parts are 1, 3
// and ?, 4.
void PartsOf(ValueContext* c, int input, int axis_input) {
  const auto elements = c->input_elements(input);
  const auto axis = c->InputNumber(axis_input);
  const PartialTensorShape& shape = c->input_shape(input);
  const int64_t rank = shape.dims();
  const int64_t dim = axis && *axis < 0 ? *axis + rank : axis.value_or(-1);
  if (!elements || dim < 0 || dim >= rank) return;
  const int64_t length = shape.dim_size(static_cast<int>(dim));
  int64_t inner = 1;
  for (int64_t d = dim + 1; d < rank; ++d) inner *= shape.dim_size(static_cast<int>(d));
  const int64_t count = shape.num_elements(), row = length * inner;
  if (count != static_cast<int64_t>(elements->size())) return;
  int64_t begin = 0;
  for (int i = 0; i < c->num_outputs(); ++i) {
    const int64_t size = c->output_shape(i).dim_size(static_cast<int>(dim)) * inner;
    if (size < 0 || size > row - begin) return;
    ValueContext::Elements part;
    for (int64_t at = begin; at < count; at += row)
      part.insert(part.end(), elements->begin() + at, elements->begin() + at + size);
    c->set_output(i, std::move(part));
    begin += size;
  }
}

void SplitValue(ValueContext* c) { PartsOf(c, 1, 0); }
void SplitVValue(ValueContext* c) { PartsOf(c, 0, 2); }

}  // namespace

REGISTER_OP("Split")
    .Input("split_dim: int32")
    .Input("value: T")
    .Output("output: num_split * T")
    .Attr("num_split: int >= 1")
    .Attr("T: type")
    .SetShapeFn(SplitShape)
    .SetValueFn(SplitValue)
    .Doc(R"doc(
Splits a tensor into equal parts along the dimension `split_dim`.

split_dim: The dimension that is cut, a scalar; a negative one counts from the last.
value: The tensor that is cut.
output: The parts, in order.
num_split: How many parts.
)doc");

REGISTER_OP("SplitV")
    .Input("value: T")
    .Input("size_splits: Tlen")
    .Input("split_dim: int32")
    .Output("output: num_split * T")
    .Attr("num_split: int >= 1")
    .Attr("T: type")
    .Attr("Tlen: {int8, int32, int64} = DT_INT64")
    .SetShapeFn(SplitVShape)
    .SetValueFn(SplitVValue)
    .Doc(R"doc(
Splits a tensor into parts of given sizes along the dimension `split_dim`.

value: The tensor that is cut.
size_splits: The size of each part, a vector; one may be -1: what is left.
split_dim: The dimension that is cut, a scalar; a negative one counts from the last.
output: The parts, in order.
num_split: How many parts.
)doc");

}  // namespace opgraft
