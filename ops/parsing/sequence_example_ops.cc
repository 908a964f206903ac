// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that read tf.train.SequenceExamples: features of a context, and lists of features.
#include <vector>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/parsing/example_shapes.h"

namespace opgraft {
namespace {

// A row for each feature of a list, of which the longest tells how many there are.
absl::Status DenseListShape(InferenceContext* c, ShapeHandle batch, int* output) {
  std::vector<PartialTensorShape> shapes;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("feature_list_dense_shapes", &shapes));
  ShapeHandle rows;
  OPGRAFT_RETURN_IF_ERROR(c->Concatenate(batch, c->Vector(InferenceContext::kUnknownDim), &rows));
  for (const PartialTensorShape& shape : shapes) {
    ShapeHandle values;
    OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(shape, &values));
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(rows, values, &values));
    c->set_output((*output)++, values);
  }
  return absl::OkStatus();
}

// The outputs of the context, then those of the lists; `is_ragged`: there are ragged ones.
absl::Status SequenceShape(InferenceContext* c, ShapeHandle batch, bool has_lengths,
                           bool is_ragged) {
  int output = 0, num_sparse = 0, num_ragged = 0, num_dense = 0;
  OPGRAFT_RETURN_IF_ERROR(LengthOf(c, "context_sparse_types", &num_sparse));
  OPGRAFT_RETURN_IF_ERROR(ExampleShape(c, num_sparse, "context_dense_shapes", batch, &output));
  if (is_ragged) {
    OPGRAFT_RETURN_IF_ERROR(LengthOf(c, "context_ragged_value_types", &num_ragged));
    OPGRAFT_RETURN_IF_ERROR(RaggedExampleShape(c, num_ragged, batch, &output));
    OPGRAFT_RETURN_IF_ERROR(LengthOf(c, "feature_list_ragged_value_types", &num_ragged));
  }
  OPGRAFT_RETURN_IF_ERROR(LengthOf(c, "feature_list_sparse_types", &num_sparse));
  SparseShape(c, num_sparse, batch, 2, &output);
  OPGRAFT_RETURN_IF_ERROR(DenseListShape(c, batch, &output));
  OPGRAFT_RETURN_IF_ERROR(LengthOf(c, "feature_list_dense_types", &num_dense));
  for (int i = 0; has_lengths && i < num_dense; ++i) c->set_output(output++, batch);
  if (!is_ragged) return absl::OkStatus();
  OPGRAFT_RETURN_IF_ERROR(RaggedExampleShape(c, num_ragged, batch, &output));
  for (int i = 0; i < num_ragged; ++i)
    c->set_output(output++, c->Vector(InferenceContext::kUnknownDim));
  return absl::OkStatus();
}

absl::Status ParseSequenceExampleShape(InferenceContext* c) {
  ShapeHandle batch;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &batch));
  return SequenceShape(c, batch, /*has_lengths=*/true, /*is_ragged=*/false);
}

absl::Status ParseSequenceExampleV2Shape(InferenceContext* c) {
  ShapeHandle batch, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRankAtMost(c->input(0), 1, &batch));
  for (int i = 2; i < 8; ++i) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &unused));
  return SequenceShape(c, batch, /*has_lengths=*/true, /*is_ragged=*/true);
}

absl::Status ParseSingleSequenceExampleShape(InferenceContext* c) {
  ShapeHandle batch, unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  return SequenceShape(c, batch, /*has_lengths=*/false, /*is_ragged=*/false);
}

}  // namespace

REGISTER_OP("ParseSequenceExample")
    .Input("serialized: string")
    .Input("debug_name: string")
    .Input("context_dense_defaults: Tcontext_dense")
    .Output("context_sparse_indices: Ncontext_sparse * int64")
    .Output("context_sparse_values: context_sparse_types")
    .Output("context_sparse_shapes: Ncontext_sparse * int64")
    .Output("context_dense_values: Tcontext_dense")
    .Output("feature_list_sparse_indices: Nfeature_list_sparse * int64")
    .Output("feature_list_sparse_values: feature_list_sparse_types")
    .Output("feature_list_sparse_shapes: Nfeature_list_sparse * int64")
    .Output("feature_list_dense_values: feature_list_dense_types")
    .Output("feature_list_dense_lengths: Nfeature_list_dense * int64")
    .Attr("feature_list_dense_missing_assumed_empty: list(string) >= 0")
    .Attr("context_sparse_keys: list(string) >= 0")
    .Attr("context_dense_keys: list(string) >= 0")
    .Attr("feature_list_sparse_keys: list(string) >= 0")
    .Attr("feature_list_dense_keys: list(string) >= 0")
    .Attr("Ncontext_sparse: int >= 0 = 0")
    .Attr("Ncontext_dense: int >= 0 = 0")
    .Attr("Nfeature_list_sparse: int >= 0 = 0")
    .Attr("Nfeature_list_dense: int >= 0 = 0")
    .Attr("context_sparse_types: list({float, int64, string}) >= 0 = []")
    .Attr("Tcontext_dense: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_dense_types: list({float, int64, string}) >= 0 = []")
    .Attr("context_dense_shapes: list(shape) >= 0 = []")
    .Attr("feature_list_sparse_types: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_dense_shapes: list(shape) >= 0 = []")
    .SetShapeFn(ParseSequenceExampleShape)
    .Doc(R"doc(
Reads features and feature lists of tf.train.SequenceExamples.

serialized: The SequenceExamples, a vector.
debug_name: Of the SequenceExamples, for messages; as many, or none.
context_dense_defaults: For contexts without the feature; one without elements means that they must have it.
context_sparse_indices: Row and column of each value.
context_sparse_values: The values.
context_sparse_shapes: The number of examples, and of the values of the one that has most.
context_dense_values: One for each example.
feature_list_sparse_indices: Where each value stands.
feature_list_sparse_values: The values.
feature_list_sparse_shapes: The number of examples, of features of the longest list, and of values of the longest feature.
feature_list_dense_values: A row for each feature of a list; short lists are filled up with zeros or empty strings.
feature_list_dense_lengths: How many features each list has.
feature_list_dense_missing_assumed_empty: Names of dense feature lists that an example need not have.
context_sparse_keys: Names of features of the context that become sparse matrices, a row an example.
context_dense_keys: Names of features of the context of which each example has the same number of values.
feature_list_sparse_keys: Names of feature lists that become sparse tensors: example, feature of the list, value.
feature_list_dense_keys: Names of feature lists whose features have the same number of values.
Ncontext_sparse: How many sparse features are asked for.
Ncontext_dense: How many dense features.
Nfeature_list_sparse: How many sparse lists.
Nfeature_list_dense: How many dense lists.
context_sparse_types: Of the sparse features.
Tcontext_dense: Of the dense features.
feature_list_dense_types: Of the dense lists.
context_dense_shapes: Of the dense feature of one example.
feature_list_sparse_types: Of the sparse lists.
feature_list_dense_shapes: Of one feature of a dense list.
)doc");

REGISTER_OP("ParseSequenceExampleV2")
    .Input("serialized: string")
    .Input("debug_name: string")
    .Input("context_sparse_keys: string")
    .Input("context_dense_keys: string")
    .Input("context_ragged_keys: string")
    .Input("feature_list_sparse_keys: string")
    .Input("feature_list_dense_keys: string")
    .Input("feature_list_ragged_keys: string")
    .Input("feature_list_dense_missing_assumed_empty: bool")
    .Input("context_dense_defaults: Tcontext_dense")
    .Output("context_sparse_indices: Ncontext_sparse * int64")
    .Output("context_sparse_values: context_sparse_types")
    .Output("context_sparse_shapes: Ncontext_sparse * int64")
    .Output("context_dense_values: Tcontext_dense")
    .Output("context_ragged_values: context_ragged_value_types")
    .Output("context_ragged_row_splits: context_ragged_split_types")
    .Output("feature_list_sparse_indices: Nfeature_list_sparse * int64")
    .Output("feature_list_sparse_values: feature_list_sparse_types")
    .Output("feature_list_sparse_shapes: Nfeature_list_sparse * int64")
    .Output("feature_list_dense_values: feature_list_dense_types")
    .Output("feature_list_dense_lengths: Nfeature_list_dense * int64")
    .Output("feature_list_ragged_values: feature_list_ragged_value_types")
    .Output("feature_list_ragged_outer_splits: feature_list_ragged_split_types")
    .Output("feature_list_ragged_inner_splits: feature_list_ragged_split_types")
    .Attr("Ncontext_sparse: int >= 0 = 0")
    .Attr("Tcontext_dense: list({float, int64, string}) >= 0 = []")
    .Attr("context_sparse_types: list({float, int64, string}) >= 0 = []")
    .Attr("context_ragged_value_types: list({float, int64, string}) >= 0 = []")
    .Attr("context_ragged_split_types: list({int32, int64}) >= 0 = []")
    .Attr("context_dense_shapes: list(shape) >= 0 = []")
    .Attr("Nfeature_list_sparse: int >= 0 = 0")
    .Attr("Nfeature_list_dense: int >= 0 = 0")
    .Attr("feature_list_dense_types: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_sparse_types: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_ragged_value_types: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_ragged_split_types: list({int32, int64}) >= 0 = []")
    .Attr("feature_list_dense_shapes: list(shape) >= 0 = []")
    .SetShapeFn(ParseSequenceExampleV2Shape)
    .Doc(R"doc(
Reads features and feature lists of tf.train.SequenceExamples, or of one.

serialized: The SequenceExamples, a vector; or one, a scalar.
debug_name: Of the SequenceExamples, for messages; as many, or none.
context_sparse_keys: Names of features of the context that become sparse matrices, a row an example.
context_dense_keys: Names of features of the context of which each example has the same number of values.
context_ragged_keys: Names of features of the context that become ragged matrices, a row an example.
feature_list_sparse_keys: Names of feature lists that become sparse tensors: example, feature of the list, value.
feature_list_dense_keys: Names of feature lists whose features have the same number of values.
feature_list_ragged_keys: Names of feature lists that become ragged tensors: example, feature of the list, value.
feature_list_dense_missing_assumed_empty: Whether an example need not have it, for each dense feature list.
context_dense_defaults: For contexts without the feature; one without elements means that they must have it.
context_sparse_indices: Row and column of each value; of one example the column.
context_sparse_values: The values.
context_sparse_shapes: The number of examples, and of the values of the one that has most; of one example the
  latter.
context_dense_values: One for each example.
context_ragged_values: The values of all examples.
context_ragged_row_splits: Where in them each example begins, and the number of them; of one example none.
feature_list_sparse_indices: Where each value stands.
feature_list_sparse_values: The values.
feature_list_sparse_shapes: The number of examples, of features of the longest list, and of values of the longest
  feature; of one example the last two.
feature_list_dense_values: A row for each feature of a list; short lists are filled up with zeros or empty strings.
feature_list_dense_lengths: How many features each list has.
feature_list_ragged_values: The values of all lists.
feature_list_ragged_outer_splits: Where each example begins among the features of the lists, and the number of these; of one
  example none.
feature_list_ragged_inner_splits: Where each feature begins among the values, and the number of these.
Ncontext_sparse: How many sparse features are asked for.
Tcontext_dense: Of the dense features.
context_sparse_types: Of the sparse features.
context_ragged_value_types: Of the ragged features.
context_ragged_split_types: Of their row splits.
context_dense_shapes: Of the dense feature of one example.
Nfeature_list_sparse: How many sparse lists.
Nfeature_list_dense: How many dense lists.
feature_list_dense_types: Of the dense lists.
feature_list_sparse_types: Of the sparse lists.
feature_list_ragged_value_types: Of the ragged lists.
feature_list_ragged_split_types: Of their splits.
feature_list_dense_shapes: Of one feature of a dense list.
)doc");

REGISTER_OP("ParseSingleSequenceExample")
    .Input("serialized: string")
    .Input("feature_list_dense_missing_assumed_empty: string")
    .Input("context_sparse_keys: Ncontext_sparse * string")
    .Input("context_dense_keys: Ncontext_dense * string")
    .Input("feature_list_sparse_keys: Nfeature_list_sparse * string")
    .Input("feature_list_dense_keys: Nfeature_list_dense * string")
    .Input("context_dense_defaults: Tcontext_dense")
    .Input("debug_name: string")
    .Output("context_sparse_indices: Ncontext_sparse * int64")
    .Output("context_sparse_values: context_sparse_types")
    .Output("context_sparse_shapes: Ncontext_sparse * int64")
    .Output("context_dense_values: Tcontext_dense")
    .Output("feature_list_sparse_indices: Nfeature_list_sparse * int64")
    .Output("feature_list_sparse_values: feature_list_sparse_types")
    .Output("feature_list_sparse_shapes: Nfeature_list_sparse * int64")
    .Output("feature_list_dense_values: feature_list_dense_types")
    .Attr("Ncontext_sparse: int >= 0 = 0")
    .Attr("Ncontext_dense: int >= 0 = 0")
    .Attr("Nfeature_list_sparse: int >= 0 = 0")
    .Attr("Nfeature_list_dense: int >= 0 = 0")
    .Attr("context_sparse_types: list({float, int64, string}) >= 0 = []")
    .Attr("Tcontext_dense: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_dense_types: list({float, int64, string}) >= 0 = []")
    .Attr("context_dense_shapes: list(shape) >= 0 = []")
    .Attr("feature_list_sparse_types: list({float, int64, string}) >= 0 = []")
    .Attr("feature_list_dense_shapes: list(shape) >= 0 = []")
    .SetShapeFn(ParseSingleSequenceExampleShape)
    .Doc(R"doc(
Reads features and feature lists of one tf.train.SequenceExample.

serialized: The SequenceExample, a scalar.
feature_list_dense_missing_assumed_empty: Names of dense feature lists that it need not have.
context_sparse_keys: Names of features of the context that become sparse vectors.
context_dense_keys: Names of features of the context of a known number of values.
feature_list_sparse_keys: Names of feature lists that become sparse matrices, a row a feature.
feature_list_dense_keys: Names of feature lists whose features have the same number of values.
context_dense_defaults: For contexts without the feature; one without elements means that they must have it.
debug_name: Of the SequenceExample, for messages.
context_sparse_indices: The place of each value.
context_sparse_values: The values.
context_sparse_shapes: The number of values.
context_dense_values: The dense features.
feature_list_sparse_indices: Row and column of each value.
feature_list_sparse_values: The values.
feature_list_sparse_shapes: The number of features, and of values of the longest.
feature_list_dense_values: A row for each feature of the list.
Ncontext_sparse: How many sparse features are asked for.
Ncontext_dense: How many dense features.
Nfeature_list_sparse: How many sparse lists.
Nfeature_list_dense: How many dense lists.
context_sparse_types: Of the sparse features.
Tcontext_dense: Of the dense features.
feature_list_dense_types: Of the dense lists.
context_dense_shapes: Of the dense features.
feature_list_sparse_types: Of the sparse lists.
feature_list_dense_shapes: Of one feature of a dense list.
)doc");

}  // namespace opgraft
