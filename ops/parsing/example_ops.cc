// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that read tf.train.Examples.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/parsing/example_shapes.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status ParseExampleShape(InferenceContext* c) {
  ShapeHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &batch));
  int num_sparse = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("Nsparse", &num_sparse));
  int output = 0;
  return ExampleShape(c, num_sparse, "dense_shapes", batch, &output);
}

absl::Status ParseSingleExampleShape(InferenceContext* c) {
  ShapeHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &batch));
  int num_sparse = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("num_sparse", &num_sparse));
  int output = 0;
  return ExampleShape(c, num_sparse, "dense_shapes", batch, &output);
}

absl::Status ParseExampleV2Shape(InferenceContext* c) {
  ShapeHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 1, &batch));
  ShapeHandle unused;
  for (int i = 2; i < 5; ++i) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &unused));
  int num_sparse = 0;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("num_sparse", &num_sparse));
  int output = 0;
  OPGRAFT_RETURN_IF_ERROR(ExampleShape(c, num_sparse, "dense_shapes", batch, &output));
  int num_ragged = 0;
  OPGRAFT_RETURN_IF_ERROR(LengthOf(c, "ragged_value_types", &num_ragged));
  return RaggedExampleShape(c, num_ragged, batch, &output);
}

}  // namespace

REGISTER_OP("ParseExample")
    .Input("serialized: string")
    .Input("names: string")
    .Input("sparse_keys: Nsparse * string")
    .Input("dense_keys: Ndense * string")
    .Input("dense_defaults: Tdense")
    .Output("sparse_indices: Nsparse * int64")
    .Output("sparse_values: sparse_types")
    .Output("sparse_shapes: Nsparse * int64")
    .Output("dense_values: Tdense")
    .Attr("Nsparse: int >= 0")
    .Attr("Ndense: int >= 0")
    .Attr("sparse_types: list({float, int64, string}) >= 0")
    .Attr("Tdense: list({float, int64, string}) >= 0")
    .Attr("dense_shapes: list(shape) >= 0")
    .SetShapeFn(ParseExampleShape)
    .Doc(R"doc(
Reads features of tf.train.Examples.

serialized: The Examples, a vector.
names: Of the Examples, for messages; as many, or none.
sparse_keys: Names of features that become sparse matrices, a row an Example.
dense_keys: Names of features of which each Example has the same number of values.
dense_defaults: For Examples without the feature; one without elements means that they must have it.
  Of a feature whose first dimension is open it is one element, which rows are filled up with.
sparse_indices: Row and column of each value.
sparse_values: The values.
sparse_shapes: The number of Examples, and of the values of the one that has most.
dense_values: One for each Example.
Nsparse: How many sparse features are asked for.
Ndense: How many dense ones.
sparse_types: Of the sparse features.
Tdense: Of the dense ones.
dense_shapes: Of the dense feature of one Example; the first dimension may be open.
)doc");

REGISTER_OP("ParseExampleV2")
    .Input("serialized: string")
    .Input("names: string")
    .Input("sparse_keys: string")
    .Input("dense_keys: string")
    .Input("ragged_keys: string")
    .Input("dense_defaults: Tdense")
    .Output("sparse_indices: num_sparse * int64")
    .Output("sparse_values: sparse_types")
    .Output("sparse_shapes: num_sparse * int64")
    .Output("dense_values: Tdense")
    .Output("ragged_values: ragged_value_types")
    .Output("ragged_row_splits: ragged_split_types")
    .Attr("Tdense: list({float, int64, string}) >= 0")
    .Attr("num_sparse: int >= 0")
    .Attr("sparse_types: list({float, int64, string}) >= 0")
    .Attr("ragged_value_types: list({float, int64, string}) >= 0")
    .Attr("ragged_split_types: list({int32, int64}) >= 0")
    .Attr("dense_shapes: list(shape) >= 0")
    .SetShapeFn(ParseExampleV2Shape)
    .Doc(R"doc(
Reads features of tf.train.Examples, or of one.

serialized: The Examples, a vector; or one, a scalar.
names: Of the Examples, for messages; as many, or none.
sparse_keys: Names of features that become sparse matrices, a row an Example.
dense_keys: Names of features of which each Example has the same number of values.
ragged_keys: Names of features that become ragged matrices, a row an Example.
dense_defaults: For Examples without the feature; one without elements means that they must have it.
  Of a feature whose first dimension is open it is one element, which rows are filled up with.
sparse_indices: Row and column of each value; of one Example the column.
sparse_values: The values.
sparse_shapes: The number of Examples, and of the values of the one that has most; of one Example
  the latter.
dense_values: One for each Example.
ragged_values: The values of all Examples.
ragged_row_splits: Where in them each Example begins, and the number of them; of one Example none.
Tdense: Of the dense features.
num_sparse: How many sparse features are asked for.
sparse_types: Of the sparse features.
ragged_value_types: Of the ragged features.
ragged_split_types: Of their row splits.
dense_shapes: Of the dense feature of one Example; the first dimension may be open.
)doc");

REGISTER_OP("ParseSingleExample")
    .Input("serialized: string")
    .Input("dense_defaults: Tdense")
    .Output("sparse_indices: num_sparse * int64")
    .Output("sparse_values: sparse_types")
    .Output("sparse_shapes: num_sparse * int64")
    .Output("dense_values: Tdense")
    .Attr("num_sparse: int >= 0")
    .Attr("sparse_keys: list(string) >= 0")
    .Attr("dense_keys: list(string) >= 0")
    .Attr("sparse_types: list({float, int64, string}) >= 0")
    .Attr("Tdense: list({float, int64, string}) >= 0")
    .Attr("dense_shapes: list(shape) >= 0")
    .SetShapeFn(ParseSingleExampleShape)
    .Doc(R"doc(
Reads features of one tf.train.Example.

serialized: The Example, a scalar.
dense_defaults: For an Example without the feature; one without elements means that it must have it.
  Of a feature whose first dimension is open it is one element.
sparse_indices: The place of each value.
sparse_values: The values.
sparse_shapes: The number of values.
dense_values: The dense features.
num_sparse: How many sparse features are asked for.
sparse_keys: Names of features that become sparse vectors.
dense_keys: Names of features of known size.
sparse_types: Of the sparse features.
Tdense: Of the dense ones.
dense_shapes: Of the dense features; the first dimension may be open.
)doc");

}  // namespace opgraft
