// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What neural networks add to mathematics.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::InferenceContext;

REGISTER_OP("BiasAdd")
    .Attr("T: numbertype")
    .Input("value: T")
    .Input("bias: T")
    .Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .Output("output: T")
    .SetShapeFn(shape_inference::BiasAddShape)
    .Doc(R"doc(
Adds a vector to each row of channels.

value: Of rank 2 or more.
output: Of the shape of `value`.
bias: As long as there are channels: the last dimension, with NCHW dimension 1.
data_format: Where the channels are: last (NHWC), or in dimension 1 (NCHW).
)doc");

REGISTER_OP("Relu")
    .Input("features: T")
    .Output("activations: T")
    .Attr("T: {realnumbertype, qint8}")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc(R"doc(
max(features, 0).

features: The values, of any shape.
activations: Of the shape of `features`.
)doc");

REGISTER_OP("Softmax")
    .Input("logits: T")
    .Output("softmax: T")
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn([](InferenceContext* c) {
      return shape_inference::UnchangedShapeWithRankAtLeast(c, 1);
    })
    .Doc(R"doc(
exp(logits) / sum(exp(logits)) along the last dimension.

logits: Scores, of rank 1 or more.
softmax: Of the shape of `logits`; along the last dimension all sum up to 1.
)doc");

}  // namespace opgraft
