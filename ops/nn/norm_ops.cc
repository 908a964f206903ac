// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Normalisation of batches and of neighbouring channels.
#include <string>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

int ChannelDim(InferenceContext* c) {
  std::string format;
  const bool known = c->GetAttr("data_format", &format).ok();
  return known && (format == "NCHW" || format == "NCDHW") ? 1 : -1;
}

// Images whose channels are those of the inputs [begin, end) too; `any_rank`: flat, or with a
// depth.
absl::Status MergeChannels(InferenceContext* c, int images_input, int begin, int end, bool any_rank,
                           ShapeHandle* images, DimensionHandle* channels) {
  OPGRAFT_RETURN_IF_ERROR(any_rank ? c->WithRankAtLeast(c->input(images_input), 4, images)
                                   : c->WithRank(c->input(images_input), 4, images));
  *channels = c->RankKnown(*images) ? c->Dim(*images, ChannelDim(c)) : c->UnknownDim();
  for (int i = begin; i < end; ++i) {
    ShapeHandle vector;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i), 1, &vector));
    OPGRAFT_RETURN_IF_ERROR(c->Merge(*channels, c->Dim(vector, 0), channels));
  }
  if (!c->RankKnown(*images)) return absl::OkStatus();
  return c->ReplaceDim(*images, ChannelDim(c), *channels, images);
}

absl::Status BatchNormShape(InferenceContext* c) {
  bool training = true;
  float factor = 1;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("is_training", &training));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("exponential_avg_factor", &factor));
  const bool looks_at_mean = !training || factor != 1;
  ShapeHandle images;
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(
      MergeChannels(c, 0, 1, looks_at_mean ? 5 : 3, c->num_outputs() > 5, &images, &channels));
  c->set_output(0, images);
  for (int i = 1; i < 5; ++i) c->set_output(i, c->Vector(channels));
  if (c->num_outputs() > 5) c->set_output(5, c->UnknownShape());
  return absl::OkStatus();
}

absl::Status BatchNormGradShape(InferenceContext* c) {
  ShapeHandle images, merged;
  DimensionHandle channels;
  OPGRAFT_RETURN_IF_ERROR(
      MergeChannels(c, 1, 2, 5, /*any_rank=*/c->num_inputs() > 5, &images, &channels));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(images, c->input(0), &merged));
  c->set_output(0, merged);
  c->set_output(1, c->Vector(channels));
  c->set_output(2, c->Vector(channels));
  c->set_output(3, c->Vector(0));
  c->set_output(4, c->Vector(0));
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_NORM_DOC                                                                    \
  "Shifts and scales each channel to mean 0 and variance 1, then by scale and offset:\n"    \
  "(x - mean) / sqrt(variance + epsilon) * scale + offset, of this batch when training,\n"  \
  "else as given.\n\n"                                                                      \
  "x: Images.\n"                                                                            \
  "scale: A number for each channel.\n"                                                     \
  "offset: A number for each channel.\n"                                                    \
  "mean: Of each channel, as seen while training; may be empty when training, unless\n"     \
  "  exponential_avg_factor is below 1.\n"                                                  \
  "variance: As mean.\n"                                                                    \
  "batch_mean: The mean to go on with.\n"                                                   \
  "batch_variance: The variance to go on with, of all that the batch is a sample of.\n"     \
  "reserve_space_1: The mean, for the gradient.\n"                                          \
  "reserve_space_2: The variance of the batch, for the gradient.\n"                         \
  "epsilon: Keeps the divisor above 0.\n"                                                   \
  "exponential_avg_factor: How far batch_mean and batch_variance move from what is given\n" \
  "  to those of this batch.\n"                                                             \
  "data_format: Where the channels are: last (NHWC), or in dimension 1 (NCHW).\n"           \
  "is_training: Whether mean and variance are those of this batch.\n"

#define OPGRAFT_NORM_GRAD_DOC                                                     \
  "The gradient of FusedBatchNorm.\n\n"                                           \
  "y_backprop: What comes back to the result.\n"                                  \
  "x: What was normalised.\n"                                                     \
  "scale: What the channels were scaled by.\n"                                    \
  "reserve_space_1: The mean that was used.\n"                                    \
  "reserve_space_2: The variance that was used.\n"                                \
  "epsilon: What was added to it.\n"                                              \
  "data_format: Where the channels are: last (NHWC), or in dimension 1 (NCHW).\n" \
  "is_training: Whether mean and variance were those of the batch.\n"

#define OPGRAFT_NORM_ATTRS(formats)                \
  Attr("epsilon: float = 0.0001")                  \
      .Attr("exponential_avg_factor: float = 1.0") \
      .Attr("data_format: {" formats "} = 'NHWC'") \
      .Attr("is_training: bool = true")            \
      .SetShapeFn(BatchNormShape)
#define OPGRAFT_NORM_GRAD_ATTRS(formats)           \
  Attr("epsilon: float = 0.0001")                  \
      .Attr("data_format: {" formats "} = 'NHWC'") \
      .Attr("is_training: bool = true")            \
      .SetShapeFn(BatchNormGradShape)

REGISTER_OP("FusedBatchNorm")
    .Input("x: T")
    .Input("scale: T")
    .Input("offset: T")
    .Input("mean: T")
    .Input("variance: T")
    .Output("y: T")
    .Output("batch_mean: T")
    .Output("batch_variance: T")
    .Output("reserve_space_1: T")
    .Output("reserve_space_2: T")
    .Attr("T: {float}")
    .OPGRAFT_NORM_ATTRS("'NHWC', 'NCHW'")
    .Doc(OPGRAFT_NORM_DOC "\ny: x, normalised; of its shape.");

REGISTER_OP("FusedBatchNormV2")
    .Input("x: T")
    .Input("scale: U")
    .Input("offset: U")
    .Input("mean: U")
    .Input("variance: U")
    .Output("y: T")
    .Output("batch_mean: U")
    .Output("batch_variance: U")
    .Output("reserve_space_1: U")
    .Output("reserve_space_2: U")
    .Attr("T: {half, bfloat16, float}")
    .Attr("U: {float}")
    .OPGRAFT_NORM_ATTRS("'NHWC', 'NCHW'")
    .Doc(OPGRAFT_NORM_DOC "\ny: x, normalised; of its shape.");

REGISTER_OP("FusedBatchNormV3")
    .Input("x: T")
    .Input("scale: U")
    .Input("offset: U")
    .Input("mean: U")
    .Input("variance: U")
    .Output("y: T")
    .Output("batch_mean: U")
    .Output("batch_variance: U")
    .Output("reserve_space_1: U")
    .Output("reserve_space_2: U")
    .Output("reserve_space_3: U")
    .Attr("T: {half, bfloat16, float}")
    .Attr("U: {bfloat16, float}")
    .OPGRAFT_NORM_ATTRS("'NHWC', 'NCHW', 'NDHWC', 'NCDHW'")
    .Doc(OPGRAFT_NORM_DOC
         "reserve_space_3: Nothing on a CPU."
         "\ny: x, normalised; of its shape.");

REGISTER_OP("FusedBatchNormGrad")
    .Input("y_backprop: T")
    .Input("x: T")
    .Input("scale: T")
    .Input("reserve_space_1: T")
    .Input("reserve_space_2: T")
    .Output("x_backprop: T")
    .Output("scale_backprop: T")
    .Output("offset_backprop: T")
    .Output("reserve_space_3: T")
    .Output("reserve_space_4: T")
    .Attr("T: {float}")
    .OPGRAFT_NORM_GRAD_ATTRS("'NHWC', 'NCHW'")
    .Doc(OPGRAFT_NORM_GRAD_DOC
         "\nx_backprop: The gradient of x."
         "\nscale_backprop: The gradient of the scale."
         "\noffset_backprop: The gradient of the offset."
         "\nreserve_space_3: Without meaning here."
         "\nreserve_space_4: Without meaning here.");

REGISTER_OP("FusedBatchNormGradV2")
    .Input("y_backprop: T")
    .Input("x: T")
    .Input("scale: float")
    .Input("reserve_space_1: U")
    .Input("reserve_space_2: U")
    .Output("x_backprop: T")
    .Output("scale_backprop: U")
    .Output("offset_backprop: U")
    .Output("reserve_space_3: U")
    .Output("reserve_space_4: U")
    .Attr("T: {half, bfloat16, float}")
    .Attr("U: {float}")
    .OPGRAFT_NORM_GRAD_ATTRS("'NHWC', 'NCHW'")
    .Doc(OPGRAFT_NORM_GRAD_DOC
         "\nx_backprop: The gradient of x."
         "\nscale_backprop: The gradient of the scale."
         "\noffset_backprop: The gradient of the offset."
         "\nreserve_space_3: Without meaning here."
         "\nreserve_space_4: Without meaning here.");

REGISTER_OP("FusedBatchNormGradV3")
    .Input("y_backprop: T")
    .Input("x: T")
    .Input("scale: float")
    .Input("reserve_space_1: U")
    .Input("reserve_space_2: U")
    .Input("reserve_space_3: U")
    .Output("x_backprop: T")
    .Output("scale_backprop: U")
    .Output("offset_backprop: U")
    .Output("reserve_space_4: U")
    .Output("reserve_space_5: U")
    .Attr("T: {half, bfloat16, float}")
    .Attr("U: {float}")
    .OPGRAFT_NORM_GRAD_ATTRS("'NHWC', 'NCHW', 'NDHWC', 'NCDHW'")
    .Doc(OPGRAFT_NORM_GRAD_DOC
         "reserve_space_3: Not looked at."
         "\nx_backprop: The gradient of x."
         "\nscale_backprop: The gradient of the scale."
         "\noffset_backprop: The gradient of the offset."
         "\nreserve_space_4: Without meaning here."
         "\nreserve_space_5: Without meaning here.");

#define OPGRAFT_LRN_ATTRS         \
  Attr("depth_radius: int = 5")   \
      .Attr("bias: float = 1.0")  \
      .Attr("alpha: float = 1.0") \
      .Attr("beta: float = 0.5")  \
      .Attr("T: {half, bfloat16, float} = DT_FLOAT")
#define OPGRAFT_LRN_DOC                                              \
  "depth_radius: How many channels on either side are neighbours.\n" \
  "bias: Keeps the divisor above 0.\n"                               \
  "alpha: What the sum of squares is multiplied by.\n"               \
  "beta: The power."

REGISTER_OP("LRN")
    .Input("input: T")
    .Output("output: T")
    .OPGRAFT_LRN_ATTRS
    .SetShapeFn([](InferenceContext* c) { return shape_inference::UnchangedShapeWithRank(c, 4); })
    .Doc(
        "input / (bias + alpha * sum of the squares of neighbouring channels)^beta.\n\n"
        "input: [batch, rows, columns, channels].\n" OPGRAFT_LRN_DOC
        "\noutput: Of the shape of input.");

REGISTER_OP("LRNGrad")
    .Input("input_grads: T")
    .Input("input_image: T")
    .Input("output_image: T")
    .Output("output: T")
    .OPGRAFT_LRN_ATTRS
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle shape;
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &shape));
      OPGRAFT_RETURN_IF_ERROR(c->Merge(shape, c->input(1), &shape));
      OPGRAFT_RETURN_IF_ERROR(c->Merge(shape, c->input(2), &shape));
      c->set_output(0, shape);
      return absl::OkStatus();
    })
    .Doc(
        "The gradient of LRN.\n\n"
        "input_grads: What comes back to the result.\n"
        "input_image: What was normalised.\n"
        "output_image: The result.\n" OPGRAFT_LRN_DOC "\noutput: The gradient of the input.");

#define GLOBAL_NORMALIZATION_DOC                                  \
  "t: Images [batch, height, width, channels].\n"                 \
  "m: The mean of each channel.\n"                                \
  "v: The variance of each channel.\n"                            \
  "gamma: What each channel is multiplied by, if it is scaled.\n" \
  "variance_epsilon: Is added to the variances.\n"                \
  "scale_after_normalization: Whether channels are scaled.\n"

REGISTER_OP("BatchNormWithGlobalNormalization")
    .Input("t: T")
    .Input("m: T")
    .Input("v: T")
    .Input("beta: T")
    .Input("gamma: T")
    .Output("result: T")
    .Attr("T: numbertype")
    .Attr("variance_epsilon: float")
    .Attr("scale_after_normalization: bool")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle images;
      DimensionHandle channels;
      OPGRAFT_RETURN_IF_ERROR(MergeChannels(c, 0, 1, 5, /*any_rank=*/false, &images, &channels));
      c->set_output(0, images);
      return absl::OkStatus();
    })
    .Deprecated(9, "Use tf.nn.batch_normalization()")
    .Doc(
        "Normalises the channels of images by a given mean and "
        "variance.\n\n" GLOBAL_NORMALIZATION_DOC
        "beta: Is added to each channel.\n"
        "result: Of the shape of t.");

REGISTER_OP("BatchNormWithGlobalNormalizationGrad")
    .Input("t: T")
    .Input("m: T")
    .Input("v: T")
    .Input("gamma: T")
    .Input("backprop: T")
    .Output("dx: T")
    .Output("dm: T")
    .Output("dv: T")
    .Output("db: T")
    .Output("dg: T")
    .Attr("T: numbertype")
    .Attr("variance_epsilon: float")
    .Attr("scale_after_normalization: bool")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      ShapeHandle images;
      DimensionHandle channels;
      OPGRAFT_RETURN_IF_ERROR(MergeChannels(c, 0, 1, 4, /*any_rank=*/false, &images, &channels));
      OPGRAFT_RETURN_IF_ERROR(c->Merge(images, c->input(4), &images));
      c->set_output(0, images);
      for (int i = 1; i < 5; ++i) c->set_output(i, c->Vector(channels));
      return absl::OkStatus();
    })
    .Deprecated(9, "Use tf.nn.batch_normalization()")
    .Doc("The gradient of BatchNormWithGlobalNormalization.\n\n" GLOBAL_NORMALIZATION_DOC
         "backprop: The gradient of its result.\n"
         "dx: That of the images.\n"
         "dm: That of the mean.\n"
         "dv: That of the variance.\n"
         "db: That of beta.\n"
         "dg: That of gamma.");

}  // namespace opgraft
