// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Connectionist temporal classification: labels from the scores of classes over time.
#include <cstdint>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/sparse/sparse_shapes.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Inputs [time, batch, classes], and the steps of each of the batch at input `steps`.
absl::Status ReadBatch(InferenceContext* c, int steps, ShapeHandle* inputs,
                       DimensionHandle* batch) {
  ShapeHandle lengths;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 3, inputs));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(steps), 1, &lengths));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(*inputs, 1), c->Dim(lengths, 0), batch));
  return c->ReplaceDim(*inputs, 1, *batch, inputs);
}

// So many sparse matrices, and the probability of each for each of the batch.
absl::Status SetDecoded(InferenceContext* c, int paths) {
  ShapeHandle inputs;
  DimensionHandle batch;
  OPGRAFT_RETURN_IF_ERROR(ReadBatch(c, 1, &inputs, &batch));
  for (int i = 0; i < paths; ++i) {
    const DimensionHandle count = c->UnknownDim();
    c->set_output(i, c->Matrix(count, 2));
    c->set_output(paths + i, c->Vector(count));
    c->set_output(2 * paths + i, c->Vector(2));
  }
  c->set_output(3 * paths, c->Matrix(batch, paths));
  return absl::OkStatus();
}

absl::Status GreedyShape(InferenceContext* c) { return SetDecoded(c, 1); }

absl::Status BeamSearchShape(InferenceContext* c) { return SetDecoded(c, c->num_outputs() / 3); }

absl::Status LossShape(InferenceContext* c) {
  ShapeHandle inputs, indices, values;
  DimensionHandle batch, unused;
  OPGRAFT_RETURN_IF_ERROR(ReadBatch(c, 3, &inputs, &batch));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &indices));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 1, &values));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(indices, 0), c->Dim(values, 0), &unused));
  c->set_output(0, c->Vector(batch));
  c->set_output(1, inputs);
  return absl::OkStatus();
}

// All dimensions but the last, each as large as the larger of both.
absl::Status EditDistanceShape(InferenceContext* c) {
  SparseShapes hypothesis, truth;
  DimensionHandle rank;
  ShapeHandle a, b, out = c->Scalar();
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 0, &hypothesis));
  OPGRAFT_RETURN_IF_ERROR(ReadSparseShapes(c, 3, &truth));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(hypothesis.rank, truth.rank, &rank));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(2, &a));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(5, &b));
  if (!c->ValueKnown(rank) || !c->RankKnown(a) || !c->RankKnown(b))
    return shape_inference::UnknownShape(c);
  for (int32_t d = 0; d + 1 < c->Rank(a) && d + 1 < c->Rank(b); ++d) {
    DimensionHandle size;
    OPGRAFT_RETURN_IF_ERROR(c->Max(c->Dim(a, d), c->Dim(b, d), &size));
    OPGRAFT_RETURN_IF_ERROR(c->Concatenate(out, c->Vector(size), &out));
  }
  c->set_output(0, out);
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("CTCGreedyDecoder")
    .Input("inputs: T")
    .Input("sequence_length: int32")
    .Output("decoded_indices: int64")
    .Output("decoded_values: int64")
    .Output("decoded_shape: int64")
    .Output("log_probability: T")
    .Attr("merge_repeated: bool = false")
    .Attr("blank_index: int = -1")
    .Attr("T: {float, double} = DT_FLOAT")
    .SetShapeFn(GreedyShape)
    .Doc(R"doc(
The best class of each step, without blanks.

inputs: Scores of shape [time, batch, classes].
sequence_length: How many steps each of the batch has.
decoded_indices: Of shape [labels, 2].
decoded_values: The labels.
decoded_shape: Batch, and the most labels.
log_probability: The negated sum of the best scores, of shape [batch, 1].
merge_repeated: A class that repeats that of the step before counts once.
blank_index: Which class is the blank; negative counts from the end.
)doc");

REGISTER_OP("CTCBeamSearchDecoder")
    .Input("inputs: T")
    .Input("sequence_length: int32")
    .Output("decoded_indices: top_paths * int64")
    .Output("decoded_values: top_paths * int64")
    .Output("decoded_shape: top_paths * int64")
    .Output("log_probability: T")
    .Attr("beam_width: int >= 1")
    .Attr("top_paths: int >= 1")
    .Attr("merge_repeated: bool = true")
    .Attr("T: {float, double} = DT_FLOAT")
    .SetShapeFn(BeamSearchShape)
    .Doc(R"doc(
The most probable labellings. The last class is the blank.

inputs: Scores of shape [time, batch, classes].
sequence_length: How many steps each of the batch has.
decoded_indices: Of shape [labels, 2].
decoded_values: The labels.
decoded_shape: Batch, and the most labels.
log_probability: Of each, of shape [batch, top_paths].
beam_width: So many are followed at once.
top_paths: So many are given.
merge_repeated: A label that repeats that before it is left out.
)doc");

REGISTER_OP("CTCLoss")
    .Input("inputs: T")
    .Input("labels_indices: int64")
    .Input("labels_values: int32")
    .Input("sequence_length: int32")
    .Output("loss: T")
    .Output("gradient: T")
    .Attr("preprocess_collapse_repeated: bool = false")
    .Attr("ctc_merge_repeated: bool = true")
    .Attr("ignore_longer_outputs_than_inputs: bool = false")
    .Attr("T: {float, double} = DT_FLOAT")
    .SetShapeFn(LossShape)
    .Doc(R"doc(
The negative log probability of labels, and its gradient. The last class is the blank.

inputs: Scores of shape [time, batch, classes].
labels_indices: Of a sparse tensor of shape [batch, labels].
labels_values: The labels.
sequence_length: How many steps each of the batch has.
loss: Of shape [batch].
gradient: Of the shape of `inputs`.
preprocess_collapse_repeated: A label that repeats that before it is left out.
ctc_merge_repeated: A class that repeats that of the step before is the same label.
ignore_longer_outputs_than_inputs: What has more labels than steps has loss 0; else it is an error.
)doc");

REGISTER_OP("EditDistance")
    .Input("hypothesis_indices: int64")
    .Input("hypothesis_values: T")
    .Input("hypothesis_shape: int64")
    .Input("truth_indices: int64")
    .Input("truth_values: T")
    .Input("truth_shape: int64")
    .Output("output: float")
    .Attr("normalize: bool = true")
    .Attr("T: type")
    .SetShapeFn(EditDistanceShape)
    .Doc(R"doc(
How many labels have to be changed, put in or taken out to make one sequence another.

hypothesis_indices: In order.
hypothesis_values: One for each index.
hypothesis_shape: Sequences are along the last dimension.
truth_indices: In order.
truth_values: One for each index.
truth_shape: Of as many dimensions.
output: Of the shape of both but the last dimension.
normalize: Distances are divided by the length of the truth.
)doc");

}  // namespace opgraft
