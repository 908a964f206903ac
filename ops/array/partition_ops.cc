// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Slices that are dealt out to several tensors and put together again.
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/index_tensor.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

using Elements = ValueContext::Elements;

absl::Status DynamicPartitionShape(InferenceContext* c) {
  ShapeHandle data = c->input(0), partitions = c->input(1), slice, out;
  if (!c->RankKnown(partitions)) return shape_inference::UnknownShape(c);
  OPGRAFT_RETURN_IF_ERROR(c->MergePrefix(data, partitions, &data, &partitions));
  OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, c->Rank(partitions), &slice));
  for (int i = 0; i < c->num_outputs(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(c->Vector(InferenceContext::kUnknownDim), slice, &out));
    c->set_output(i, out);
  }
  return absl::OkStatus();
}

// The largest index; -1 for none, nothing if not all are known.
bool LargestIndex(InferenceContext* c, int n, int64_t* largest) {
  *largest = -1;
  bool known = true;
  for (int i = 0; i < n; ++i) {
    const Tensor* indices = c->input_tensor(i);
    known = known && indices != nullptr && IsIndexTensor(*indices);
    for (int64_t j = 0; known && j < indices->NumElements(); ++j)
      *largest = std::max(*largest, IndexAt(*indices, j));
  }
  return known;
}

absl::Status DynamicStitchShape(InferenceContext* c) {
  const int n = c->num_inputs() / 2;
  ShapeHandle slice = c->UnknownShape(), out;
  for (int i = 0; i < n; ++i) {
    ShapeHandle indices = c->input(i), data = c->input(n + i), rest;
    if (!c->RankKnown(indices)) continue;
    OPGRAFT_RETURN_IF_ERROR(c->MergePrefix(data, indices, &data, &indices));
    OPGRAFT_RETURN_IF_ERROR(c->Subshape(data, c->Rank(indices), &rest));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(slice, rest, &slice));
  }
  int64_t largest = -1;
  const bool known = LargestIndex(c, n, &largest);
  OPGRAFT_RETURN_IF_ERROR(
      c->Concatenate(c->Vector(known ? largest + 1 : InferenceContext::kUnknownDim), slice, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

// Numbers that are put together to a vector: how shapes are made of parts.
void DynamicStitchValue(ValueContext* c) {
  const int n = c->num_inputs() / 2;
  Elements merged;
  for (int i = 0; i < n; ++i) {
    const auto indices = c->InputNumbers(i);
    const auto data = c->input_elements(n + i);
    if (!indices || !data || indices->size() != data->size()) return;
    for (size_t j = 0; j < indices->size(); ++j) {
      const int64_t at = (*indices)[j];
      if (at < 0 || at >= ValueContext::kMaxElements) return;
      // What no index names is zero.
      if (merged.size() <= static_cast<size_t>(at))
        merged.resize(static_cast<size_t>(at) + 1, DimRange(0));
      merged[static_cast<size_t>(at)] = (*data)[j];
    }
  }
  c->set_output(0, std::move(merged));
}

absl::Status InvertPermutationShape(InferenceContext* c) {
  return shape_inference::UnchangedShapeWithRank(c, 1);
}

void InvertPermutationValue(ValueContext* c) {
  const auto from = c->InputNumbers(0);
  if (!from) return;
  Elements inverse(from->size());
  for (size_t i = 0; i < from->size(); ++i) {
    if ((*from)[i] < 0 || (*from)[i] >= static_cast<int64_t>(from->size())) return;
    inverse[static_cast<size_t>((*from)[i])] = DimRange(static_cast<int64_t>(i));
  }
  c->set_output(0, std::move(inverse));
}

absl::Status UnravelIndexShape(InferenceContext* c) {
  const ShapeHandle indices = c->input(0);
  ShapeHandle dims, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(indices, 1, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &dims));
  if (!c->RankKnown(indices)) return shape_inference::UnknownShape(c);
  c->set_output(0, c->Rank(indices) == 0 ? c->Vector(c->Dim(dims, 0))
                                         : c->Matrix(c->Dim(dims, 0), c->Dim(indices, 0)));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("DynamicPartition")
    .Input("data: T")
    .Input("partitions: int32")
    .Output("outputs: num_partitions * T")
    .Attr("num_partitions: int >= 1")
    .Attr("T: type")
    .SetShapeFn(DynamicPartitionShape)
    .Doc(R"doc(
Partitions the slices of a tensor into several tensors.

data: Its first dimensions, as many as `partitions` has, count slices.
partitions: The number of the output that each slice goes to.
outputs: Its slices, in the order in which they came.
num_partitions: How many outputs there are.
)doc");

REGISTER_OP("DynamicStitch")
    .Input("indices: N * int32")
    .Input("data: N * T")
    .Output("merged: T")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .SetShapeFn(DynamicStitchShape)
    .SetValueFn(DynamicStitchValue)
    .Doc(R"doc(
Interleaves the slices of several tensors into one.

indices: Where each slice of the tensor of `data` with the same number goes.
data: Slices; the first dimensions are those of `indices`.
merged: As long as the largest index says. Of slices with the same index the last one counts. What no index names is zero.
)doc");

REGISTER_OP("ParallelDynamicStitch")
    .Input("indices: N * int32")
    .Input("data: N * T")
    .Output("merged: T")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .SetShapeFn(DynamicStitchShape)
    .SetValueFn(DynamicStitchValue)
    .Doc(R"doc(
Interleaves the slices of several tensors into one.

indices: Where each slice of the tensor of `data` with the same number goes.
data: Slices; the first dimensions are those of `indices`.
merged: As long as the largest index says. No two slices have the same index. What no index names is zero.
)doc");

REGISTER_OP("InvertPermutation")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: {int32, int64} = DT_INT32")
    .SetShapeFn(InvertPermutationShape)
    .SetValueFn(InvertPermutationValue)
    .Doc(R"doc(
The inverse of a permutation.

x: Each of 0, 1, 2, ... once, a vector.
y: y[x[i]] is i.
)doc");

REGISTER_OP("UnravelIndex")
    .Input("indices: Tidx")
    .Input("dims: Tidx")
    .Output("output: Tidx")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .SetShapeFn(UnravelIndexShape)
    .Doc(R"doc(
The index in each dimension of elements that are counted in row-major order.

indices: Numbers of elements, a scalar or a vector.
dims: The sizes of the dimensions, a vector.
output: A row for each dimension.
)doc");

}  // namespace opgraft
