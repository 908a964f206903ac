// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Pools and their gradients.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/window_shapes.h"

namespace opgraft {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// Outputs are as the input that holds the images.
absl::Status ShapeOfImages(InferenceContext* c, int32_t rank) {
  return shape_inference::UnchangedShapeWithRank(c, rank);
}

// What MaxPoolGradGrad gives is as what was pooled.
absl::Status ShapeOfResult(InferenceContext* c, int64_t rank) {
  ShapeHandle shape, other;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), rank, &shape));
  OPGRAFT_RETURN_IF_ERROR(c->Merge(c->input(0), c->input(2), &other));
  c->set_output(0, shape);
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_STEPS_DOC                                                           \
  "ksize: The window, a number for each dimension of the input; 1 for the batch.\n" \
  "strides: How far the window moves, a number for each dimension of the input.\n"
#define OPGRAFT_PADDING_DOC                                                             \
  "padding: SAME: as many places as strides, those at the edges with fewer elements;\n" \
  "  VALID: windows stay inside.\n"
#define OPGRAFT_EXPLICIT_DOC                                                                 \
  "padding: SAME: as many places as strides, those at the edges with fewer elements;\n"      \
  "  VALID: windows stay inside; EXPLICIT: as explicit_paddings says.\n"                     \
  "explicit_paddings: With padding EXPLICIT, how many elements are before and behind each\n" \
  "  dimension of the input.\n"
#define OPGRAFT_FORMAT_DOC "data_format: Where the channels are: last (NHWC), or in dimension 1."
#define OPGRAFT_FORMAT3D_DOC "data_format: Where the channels are: last (NDHWC), or in dimension 1."
#define OPGRAFT_ORIGINAL_DOC       \
  "orig_input: What was pooled.\n" \
  "orig_output: What came out.\n"

#define OPGRAFT_STEPS_ATTRS Attr("ksize: list(int) >= 4").Attr("strides: list(int) >= 4")
#define OPGRAFT_STEPS3D_ATTRS Attr("ksize: list(int) >= 5").Attr("strides: list(int) >= 5")
#define OPGRAFT_PADDING_ATTR Attr("padding: {'SAME', 'VALID'}")
#define OPGRAFT_EXPLICIT_ATTRS \
  Attr("padding: {'SAME', 'VALID', 'EXPLICIT'}").Attr("explicit_paddings: list(int) = []")
#define OPGRAFT_FORMAT_ATTR Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
#define OPGRAFT_FORMAT3D_ATTR Attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")

#define OPGRAFT_MAX_POOL_TYPES \
  "{half, bfloat16, float, double, int32, int64, uint8, int16, int8, uint16, qint8}"

REGISTER_OP("MaxPool")
    .Attr("T: " OPGRAFT_MAX_POOL_TYPES " = DT_FLOAT")
    .OPGRAFT_STEPS_ATTRS.OPGRAFT_EXPLICIT_ATTRS
    .Attr("data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'")
    .Input("input: T")
    .Output("output: T")
    .SetShapeFn(shape_inference::MaxPoolShape)
    .Doc(
        "The largest element of each window.\n\n"
        "input: Images, [batch, rows, columns, channels].\n" OPGRAFT_STEPS_DOC OPGRAFT_EXPLICIT_DOC
            OPGRAFT_FORMAT_DOC "\noutput: An element a window and channel.");

REGISTER_OP("MaxPoolV2")
    .Attr("T: " OPGRAFT_MAX_POOL_TYPES " = DT_FLOAT")
    .OPGRAFT_PADDING_ATTR.Attr("data_format: {'NHWC', 'NCHW', 'NCHW_VECT_C'} = 'NHWC'")
    .Input("input: T")
    .Input("ksize: int32")
    .Input("strides: int32")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::MaxPoolV2Shape)
    .Doc(
        "The largest element of each window.\n\n"
        "input: Images, [batch, rows, columns, channels].\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT_DOC "\noutput: An element a window and channel.");

REGISTER_OP("AvgPool")
    .Input("value: T")
    .Output("output: T")
    .OPGRAFT_STEPS_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT_ATTR
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn(shape_inference::AvgPoolShape)
    .Doc(
        "The average of the elements in each window.\n\n"
        "value: Images, [batch, rows, columns, channels].\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT_DOC "\noutput: An element a window and channel.");

REGISTER_OP("MaxPool3D")
    .Input("input: T")
    .Output("output: T")
    .OPGRAFT_STEPS3D_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT3D_ATTR
    .Attr("T: {half, bfloat16, float}")
    .SetShapeFn(opgraft_internal::Pool3DShape)
    .Doc(
        "The largest element of each window, in images that have a depth.\n\n"
        "input: [batch, depth, rows, columns, channels].\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT3D_DOC "\noutput: An element a window and channel.");

REGISTER_OP("AvgPool3D")
    .Input("input: T")
    .Output("output: T")
    .OPGRAFT_STEPS3D_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT3D_ATTR
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn(opgraft_internal::Pool3DShape)
    .Doc(
        "The average of the elements in each window, in images that have a depth.\n\n"
        "input: [batch, depth, rows, columns, channels].\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT3D_DOC "\noutput: An element a window and channel.");

// --- Gradients ---

REGISTER_OP("AvgPoolGrad")
    .Input("orig_input_shape: int32")
    .Input("grad: T")
    .Output("output: T")
    .OPGRAFT_STEPS_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT_ATTR
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 0, 4); })
    .Doc(
        "The gradient of AvgPool: each window's is shared evenly by its elements.\n\n"
        "orig_input_shape: The shape of what was pooled.\n"
        "grad: What comes back to the averages.\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT_DOC "\noutput: The gradient of what was pooled, of its shape.");

REGISTER_OP("AvgPool3DGrad")
    .Input("orig_input_shape: int32")
    .Input("grad: T")
    .Output("output: T")
    .OPGRAFT_STEPS3D_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT3D_ATTR
    .Attr("T: {half, bfloat16, float, double}")
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 0, 5); })
    .Doc(
        "The gradient of AvgPool3D: each window's is shared evenly by its elements.\n\n"
        "orig_input_shape: The shape of what was pooled.\n"
        "grad: What comes back to the averages.\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT3D_DOC "\noutput: The gradient of what was pooled, of its shape.");

REGISTER_OP("MaxPoolGrad")
    .Input("orig_input: T")
    .Input("orig_output: T")
    .Input("grad: T")
    .Output("output: T")
    .OPGRAFT_STEPS_ATTRS.OPGRAFT_EXPLICIT_ATTRS.OPGRAFT_FORMAT_ATTR
    .Attr("T: realnumbertype = DT_FLOAT")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfImages(c, 4); })
    .Doc(
        "The gradient of MaxPool: each window's goes to the first element that is the\n"
        "largest.\n\n" OPGRAFT_ORIGINAL_DOC
        "grad: What comes back to the maxima.\n" OPGRAFT_STEPS_DOC OPGRAFT_EXPLICIT_DOC
            OPGRAFT_FORMAT_DOC "\noutput: The gradient of what was pooled, of its shape.");

REGISTER_OP("MaxPoolGradV2")
    .Input("orig_input: T")
    .Input("orig_output: T")
    .Input("grad: T")
    .Input("ksize: int32")
    .Input("strides: int32")
    .Output("output: T")
    .OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT_ATTR.Attr("T: realnumbertype = DT_FLOAT")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfImages(c, 4); })
    .Doc(
        "The gradient of MaxPoolV2: each window's goes to the first element that is the\n"
        "largest.\n\n" OPGRAFT_ORIGINAL_DOC
        "grad: What comes back to the maxima.\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT_DOC "\noutput: The gradient of what was pooled, of its shape.");

REGISTER_OP("MaxPool3DGrad")
    .Input("orig_input: TInput")
    .Input("orig_output: TInput")
    .Input("grad: T")
    .Output("output: T")
    .OPGRAFT_STEPS3D_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT3D_ATTR
    .Attr("T: {half, bfloat16, float} = DT_FLOAT")
    .Attr("TInput: {half, bfloat16, float} = DT_FLOAT")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfImages(c, 5); })
    .Doc(
        "The gradient of MaxPool3D: each window's goes to all elements that are the\n"
        "largest.\n\n" OPGRAFT_ORIGINAL_DOC
        "grad: What comes back to the maxima.\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC
            OPGRAFT_FORMAT3D_DOC "\noutput: The gradient of what was pooled, of its shape.");

#define OPGRAFT_GRAD_GRAD_DOC                                                            \
  "The gradient of a MaxPool's gradient: of each window the element where its largest\n" \
  "element does.\n\n" OPGRAFT_ORIGINAL_DOC "grad: What comes back to the gradient.\n"

REGISTER_OP("MaxPoolGradGrad")
    .Input("orig_input: T")
    .Input("orig_output: T")
    .Input("grad: T")
    .Output("output: T")
    .OPGRAFT_STEPS_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT_ATTR.Attr("T: realnumbertype")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfResult(c, 4); })
    .Doc(OPGRAFT_GRAD_GRAD_DOC OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC OPGRAFT_FORMAT_DOC
         "\noutput: Of the shape of orig_output.");

REGISTER_OP("MaxPoolGradGradV2")
    .Input("orig_input: T")
    .Input("orig_output: T")
    .Input("grad: T")
    .Input("ksize: int32")
    .Input("strides: int32")
    .Output("output: T")
    .OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT_ATTR.Attr("T: realnumbertype")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfResult(c, 4); })
    .Doc(OPGRAFT_GRAD_GRAD_DOC OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC OPGRAFT_FORMAT_DOC
         "\noutput: Of the shape of orig_output.");

REGISTER_OP("MaxPool3DGradGrad")
    .Input("orig_input: T")
    .Input("orig_output: T")
    .Input("grad: T")
    .Output("output: T")
    .OPGRAFT_STEPS3D_ATTRS.OPGRAFT_PADDING_ATTR.OPGRAFT_FORMAT3D_ATTR.Attr("T: realnumbertype")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfResult(c, 5); })
    .Doc(OPGRAFT_GRAD_GRAD_DOC OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC OPGRAFT_FORMAT3D_DOC
         "\noutput: Of the shape of orig_output.");

// --- With the places of the maxima ---

#define OPGRAFT_BATCH_INDEX_DOC \
  "include_batch_in_index: Count the elements of all images, not those of each image."

REGISTER_OP("MaxPoolWithArgmax")
    .OPGRAFT_STEPS_ATTRS.Attr("Targmax: {int32, int64} = DT_INT64")
    .OPGRAFT_PADDING_ATTR.Attr("include_batch_in_index: bool = false")
    .Input("input: T")
    .Output("output: T")
    .Output("argmax: Targmax")
    .Attr("T: realnumbertype")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      OPGRAFT_RETURN_IF_ERROR(shape_inference::MaxPoolShape(c));
      c->set_output(1, c->output(0));
      return absl::OkStatus();
    })
    .Doc(
        "The largest element of each window, and where it is.\n\n"
        "input: Images, [batch, rows, columns, channels].\n"
        "argmax: (row * columns + column) * channels + channel of the first that is the\n"
        "  largest.\n" OPGRAFT_STEPS_DOC
        "Targmax: The type of argmax.\n" OPGRAFT_PADDING_DOC OPGRAFT_BATCH_INDEX_DOC
        "\noutput: An element a window and channel.");

REGISTER_OP("MaxPoolGradWithArgmax")
    .OPGRAFT_STEPS_ATTRS.OPGRAFT_PADDING_ATTR.Attr("include_batch_in_index: bool = false")
    .Attr("Targmax: {int32, int64}")
    .Input("input: T")
    .Input("grad: T")
    .Input("argmax: Targmax")
    .Output("output: T")
    .Attr("T: realnumbertype")
    .SetShapeFn([](InferenceContext* c) { return ShapeOfImages(c, 4); })
    .Doc(
        "The gradient of MaxPoolWithArgmax.\n\n"
        "input: What was pooled; only its shape counts.\n"
        "grad: What comes back to the maxima.\n"
        "argmax: Where these were.\n" OPGRAFT_STEPS_DOC OPGRAFT_PADDING_DOC OPGRAFT_BATCH_INDEX_DOC
        "\noutput: The gradient of what was pooled, of its shape.");

}  // namespace opgraft
