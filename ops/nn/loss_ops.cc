// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Softmax and losses.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

REGISTER_OP("LogSoftmax")
    .Input("logits: T")
    .Output("logsoftmax: T")
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 1);
    })
    .Doc(R"doc(
logits - log(sum(exp(logits))) along the last dimension.

logits: Scores, of rank 1 or more.
logsoftmax: Of the shape of `logits`.
)doc");

REGISTER_OP("SoftmaxCrossEntropyWithLogits")
    .Input("features: T")
    .Input("labels: T")
    .Output("loss: T")
    .Output("backprop: T")
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle shape;
      OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
          c, c->input(0), c->input(1), /*incompatible_shape_error=*/true, &shape));
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(shape, 2, &shape));
      c->set_output(0, c->Vector(c->Dim(shape, 0)));
      c->set_output(1, shape);
      return absl::OkStatus();
    })
    .Doc(R"doc(
The cross entropy between labels and the softmax of scores, and its gradient.

features: Scores, [batch, classes]; broadcast with `labels`.
labels: How probable each class is; each row sums up to 1.
loss: [batch].
backprop: The gradient by `features`: softmax(features) - labels.
)doc");

REGISTER_OP("SparseSoftmaxCrossEntropyWithLogits")
    .Input("features: T")
    .Input("labels: Tlabels")
    .Output("loss: T")
    .Output("backprop: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("Tlabels: {int32, int64} = DT_INT64")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle features, labels;
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &features));
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &labels));
      DimensionHandle batch;
      OPGRAFT_RETURN_IF_ERROR(c->Merge(c->Dim(features, 0), c->Dim(labels, 0), &batch));
      OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(features, 0, batch, &features));
      c->set_output(0, c->Vector(batch));
      c->set_output(1, features);
      return absl::OkStatus();
    })
    .Doc(R"doc(
The cross entropy between one right class a row and the softmax of scores, and its gradient.

features: Scores, [batch, classes].
labels: The number of the right class of each row.
loss: [batch].
backprop: The gradient by `features`.
)doc");

REGISTER_OP("ComputeAccidentalHits")
    .Input("true_classes: int64")
    .Input("sampled_candidates: int64")
    .Output("indices: int32")
    .Output("ids: int64")
    .Output("weights: float")
    .Attr("num_true: int")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      int64_t num_true = 0;
      OPGRAFT_RETURN_IF_ERROR(c->GetAttr("num_true", &num_true));
      ShapeHandle labels, candidates;
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &labels));
      DimensionHandle unused;
      OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(labels, 1), num_true, &unused));
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &candidates));
      const ShapeHandle hits = c->Vector(InferenceContext::kUnknownDim);
      for (int i = 0; i < 3; ++i) c->set_output(i, hits);
      return absl::OkStatus();
    })
    .Doc(R"doc(
Where classes that were sampled as wrong ones are right after all. A loss over sampled classes
adds `weights` to the scores there, so that they count as impossible.

true_classes: The right classes, [batch, num_true].
sampled_candidates: The classes that were sampled, a vector.
indices: Of each hit its row in `true_classes`.
ids: Of each hit its place in `sampled_candidates`; of a class that was sampled twice the last.
weights: Of each hit the lowest float.
num_true: How many right classes each row has.
seed: Has no effect.
seed2: Has no effect.
)doc");

REGISTER_OP("BiasAddV1")
    .Input("value: T")
    .Input("bias: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .SetShapeFn(shape_inference::BiasAddShape)
    .Doc(R"doc(
Adds a vector along the last dimension; BiasAdd of older graphs.

value: Of rank 2 or more.
bias: As long as the last dimension of `value`.
)doc"
         "\noutput: Of the shape of value.");

REGISTER_OP("BiasAddGrad")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: numbertype")
    .Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      std::string format;
      const bool channels_first = c->GetAttr("data_format", &format).ok() && format == "NCHW";
      ShapeHandle gradient;
      OPGRAFT_RETURN_IF_ERROR(c->WithRankAtLeast(c->input(0), channels_first ? 3 : 2, &gradient));
      c->set_output(0, c->Vector(c->Dim(gradient, channels_first ? 1 : -1)));
      return absl::OkStatus();
    })
    .Doc(R"doc(
The gradient of BiasAdd by the bias: the sum over all but the channels.

out_backprop: What comes back to the sum.
data_format: Where the channels are: last (NHWC), or in dimension 1 (NCHW).
)doc"
         "\noutput: A number a channel.");

}  // namespace opgraft
