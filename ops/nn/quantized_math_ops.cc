// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic with integers that stand for numbers.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/quantize_shapes.h"

namespace opgraft {

using opgraft_internal::CheckScalars;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// Operands, then the ends of the range of each.
absl::Status BinaryShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpShapeFn(c));
  OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 2, 5));
  c->set_output(1, c->Scalar());
  c->set_output(2, c->Scalar());
  return absl::OkStatus();
}

// Inputs 1 and 2 are vectors.
absl::Status CheckChannelEnds(InferenceContext* c) {
  ShapeHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 1, &unused));
  return c->WithRank(c->input(2), 1, &unused);
}

absl::Status RangePerChannelShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckChannelEnds(c));
  c->set_output(0, c->Scalar());
  c->set_output(1, c->Scalar());
  return absl::OkStatus();
}

absl::Status RequantizePerChannelShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckChannelEnds(c));
  OPGRAFT_RETURN_IF_ERROR(CheckScalars(c, 3, 4));
  c->set_output(0, c->input(0));
  c->set_output(1, c->Scalar());
  c->set_output(2, c->Scalar());
  return absl::OkStatus();
}

// Images, then four vectors of their channels, each of them with the ends of its range.
absl::Status BatchNormShape(InferenceContext* c) {
  ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  DimensionHandle channels = c->Dim(images, 3);
  for (int i = 3; i < 15; i += 3) {
    ShapeHandle vector;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &vector));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(channels, c->Dim(vector, 0), &channels));
  }
  OPGRAFT_RETURN_IF_ERROR(c->ReplaceDim(images, 3, channels, &images));
  c->set_output(0, images);
  c->set_output(1, c->Scalar());
  c->set_output(2, c->Scalar());
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_QUANTIZED_BINARY(name, summary)                \
  REGISTER_OP(name)                                            \
      .Input("x: T1")                                          \
      .Input("y: T2")                                          \
      .Input("min_x: float")                                   \
      .Input("max_x: float")                                   \
      .Input("min_y: float")                                   \
      .Input("max_y: float")                                   \
      .Output("z: Toutput")                                    \
      .Output("min_z: float")                                  \
      .Output("max_z: float")                                  \
      .Attr("T1: quantizedtype")                               \
      .Attr("T2: quantizedtype")                               \
      .Attr("Toutput: quantizedtype = DT_QINT32")              \
      .SetShapeFn(BinaryShape)                                 \
      .Doc(summary                                             \
           " of integers that stand for numbers.\n\n"          \
           "x: Integers.\n"                                    \
           "y: Integers; both broadcast.\n"                    \
           "min_x: What the lowest integer of x stands for.\n" \
           "max_x: What the highest stands for.\n"             \
           "min_y: What the lowest integer of y stands for.\n" \
           "max_y: What the highest stands for.\n"             \
           "z: Integers of 32 bits.\n"                         \
           "Toutput: Of z.\n"                                  \
           "min_z: What the lowest integer of z stands for.\n" \
           "max_z: What the highest stands for.")

OPGRAFT_QUANTIZED_BINARY("QuantizedAdd", "The sums");
OPGRAFT_QUANTIZED_BINARY("QuantizedMul", "The products");

REGISTER_OP("RequantizationRangePerChannel")
    .Input("input: T")
    .Input("input_min: float")
    .Input("input_max: float")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("T: quantizedtype = DT_QINT32")
    .Attr("clip_value_max: float")
    .SetShapeFn(RangePerChannelShape)
    .Doc(R"doc(
The range in which the numbers of all channels lie that integers stand for, for RequantizePerChannel.

input: Integers [batch, height, width, channels].
input_min: What the lowest integer of each channel stands for.
input_max: What the highest stands for.
output_min: 0 if no integer is below it, else as far from 0 as output_max.
output_max: How far the farthest number is from 0.
clip_value_max: What output_max is at the most, 6 before a Relu6.
)doc");

REGISTER_OP("RequantizePerChannel")
    .Input("input: T")
    .Input("input_min: float")
    .Input("input_max: float")
    .Input("requested_output_min: float")
    .Input("requested_output_max: float")
    .Output("output: out_type")
    .Output("output_min: float")
    .Output("output_max: float")
    .Attr("T: quantizedtype = DT_QINT32")
    .Attr("out_type: quantizedtype = DT_QUINT8")
    .SetShapeFn(RequantizePerChannelShape)
    .Doc(R"doc(
Makes integers of one wanted range of integers whose channels have a range each.

input: Integers [batch, height, width, channels].
input_min: What the lowest integer of each channel stands for.
input_max: What the highest stands for.
requested_output_min: Where the wanted range begins; below 0 for qint8.
requested_output_max: Where it ends.
output: The integers; the highest stands for the end that is farther from 0.
out_type: Their type.
output_min: As requested_output_min.
output_max: As requested_output_max.
)doc");

REGISTER_OP("QuantizedBatchNormWithGlobalNormalization")
    .Input("t: Tinput")
    .Input("t_min: float")
    .Input("t_max: float")
    .Input("m: Tinput")
    .Input("m_min: float")
    .Input("m_max: float")
    .Input("v: Tinput")
    .Input("v_min: float")
    .Input("v_max: float")
    .Input("beta: Tinput")
    .Input("beta_min: float")
    .Input("beta_max: float")
    .Input("gamma: Tinput")
    .Input("gamma_min: float")
    .Input("gamma_max: float")
    .Output("result: out_type")
    .Output("result_min: float")
    .Output("result_max: float")
    .Attr("Tinput: quantizedtype")
    .Attr("out_type: quantizedtype")
    .Attr("variance_epsilon: float")
    .Attr("scale_after_normalization: bool")
    .SetShapeFn(BatchNormShape)
    .Doc(R"doc(
Batch normalisation of quantized numbers.

t: Images [batch, height, width, channels].
t_min: What the lowest integer of t stands for.
t_max: What the highest stands for.
m: The mean of each channel.
m_min: What the lowest integer of m stands for.
m_max: What the highest stands for.
v: The variance of each channel.
v_min: What the lowest integer of v stands for.
v_max: What the highest stands for.
beta: What is added to each channel.
beta_min: What the lowest integer of beta stands for.
beta_max: What the highest stands for.
gamma: What each channel is multiplied by.
gamma_min: What the lowest integer of gamma stands for.
gamma_max: What the highest stands for.
variance_epsilon: Is added to the variances.
scale_after_normalization: Multiply by gamma.
result: Of the shape of t.
out_type: Of the result.
result_min: What the lowest integer of the result stands for, -1048576.
result_max: What the highest stands for, 1048576.
)doc");

}  // namespace opgraft
