// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Convolutions and their gradients.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "ops/nn/window_shapes.h"

namespace opgraft {

using shape_inference::InferenceContext;

#define OPGRAFT_CONV2D_TAIL                                                               \
  "strides: How far the window moves, a number for each dimension of the input; 1 for\n"  \
  "  batch and channels.\n"                                                               \
  "padding: SAME: zeros around, so that there are as many places as strides; VALID:\n"    \
  "  windows stay inside; EXPLICIT: as explicit_paddings says.\n"                         \
  "explicit_paddings: With padding EXPLICIT, how many zeros are before and behind each\n" \
  "  dimension of the input.\n"                                                           \
  "data_format: Where the channels are: last (NHWC), or in dimension 1 (NCHW).\n"         \
  "dilations: How far the elements are apart that a window sees, a number for each\n"     \
  "  dimension of the input; 1 for batch and channels."

#define OPGRAFT_CONV3D_TAIL                                                              \
  "strides: How far the window moves, a number for each dimension of the input; 1 for\n" \
  "  batch and channels.\n"                                                              \
  "padding: SAME: zeros around, so that there are as many places as strides; VALID:\n"   \
  "  windows stay inside.\n"                                                             \
  "dilations: How far the elements are apart that a window sees, a number for each\n"    \
  "  dimension of the input; 1 for batch and channels."
#define OPGRAFT_CONV3D_FORMAT \
  "\ndata_format: Where the channels are: last (NDHWC), or in dimension 1 (NCDHW)."

#define OPGRAFT_FILTER_DOC                                                                    \
  "filter: [rows, columns, channels, channels of the output]. With fewer channels than the\n" \
  "  input has, these are convolved in groups of so many.\n"
#define OPGRAFT_GRADIENT_DOC "out_backprop: The gradient of the convolution's output.\n"
#define OPGRAFT_CUDNN_DOC "use_cudnn_on_gpu: Without a meaning on a CPU.\n"

REGISTER_OP("Conv2D")
    .Input("input: T")
    .Input("filter: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double, int32}")
    .Attr("strides: list(int)")
    .Attr("use_cudnn_on_gpu: bool = true")
    .Attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .Attr("explicit_paddings: list(int) = []")
    .Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .Attr("dilations: list(int) = [1, 1, 1, 1]")
    .SetShapeFn(shape_inference::Conv2DShapeWithExplicitPadding)
    .Doc(
        "Convolves images: at each place the sum of what the window sees, times the filter.\n\n"
        "input: Images, [batch, rows, columns, channels].\n" OPGRAFT_FILTER_DOC OPGRAFT_CUDNN_DOC
            OPGRAFT_CONV2D_TAIL
        "\noutput: A place a window, with the channels that the filter makes.");

REGISTER_OP("Conv2DBackpropInput")
    .Input("input_sizes: int32")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double, int32}")
    .Attr("strides: list(int)")
    .Attr("use_cudnn_on_gpu: bool = true")
    .Attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .Attr("explicit_paddings: list(int) = []")
    .Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .Attr("dilations: list(int) = [1, 1, 1, 1]")
    .SetShapeFn(opgraft_internal::Conv2DBackpropInputShape)
    .Doc(
        "The gradient of Conv2D by its input; also what is called a transposed convolution.\n\n"
        "input_sizes: The shape of the input, or its rows and columns.\n" OPGRAFT_FILTER_DOC
            OPGRAFT_GRADIENT_DOC OPGRAFT_CUDNN_DOC OPGRAFT_CONV2D_TAIL
        "\noutput: The gradient of the images, of their shape.");

REGISTER_OP("Conv2DBackpropFilter")
    .Input("input: T")
    .Input("filter_sizes: int32")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("strides: list(int)")
    .Attr("use_cudnn_on_gpu: bool = true")
    .Attr("padding: {'SAME', 'VALID', 'EXPLICIT'}")
    .Attr("explicit_paddings: list(int) = []")
    .Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'")
    .Attr("dilations: list(int) = [1, 1, 1, 1]")
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 1, 4); })
    .Doc(
        "The gradient of Conv2D by its filter.\n\n"
        "input: Images, [batch, rows, columns, channels].\n"
        "filter_sizes: The shape of the filter.\n" OPGRAFT_GRADIENT_DOC OPGRAFT_CUDNN_DOC
            OPGRAFT_CONV2D_TAIL "\noutput: The gradient of the filter, of its shape.");

// --- Each channel alone ---

#define OPGRAFT_DEPTHWISE_ATTRS                       \
  Attr("T: {half, bfloat16, float, double}")          \
      .Attr("strides: list(int)")                     \
      .Attr("padding: {'SAME', 'VALID', 'EXPLICIT'}") \
      .Attr("explicit_paddings: list(int) = []")      \
      .Attr("data_format: {'NHWC', 'NCHW'} = 'NHWC'") \
      .Attr("dilations: list(int) = [1, 1, 1, 1]")

REGISTER_OP("DepthwiseConv2dNative")
    .Input("input: T")
    .Input("filter: T")
    .Output("output: T")
    .OPGRAFT_DEPTHWISE_ATTRS.SetShapeFn(opgraft_internal::DepthwiseConvolutionShape)
    .Doc(
        "Convolves each channel of images by filters of its own.\n\n"
        "input: Images, [batch, rows, columns, channels].\n"
        "filter: [rows, columns, channels, multiplier].\n"
        "output: With channels * multiplier channels.\n" OPGRAFT_CONV2D_TAIL);

REGISTER_OP("DepthwiseConv2dNativeBackpropInput")
    .Input("input_sizes: int32")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("output: T")
    .OPGRAFT_DEPTHWISE_ATTRS
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 0, 4); })
    .Doc(
        "The gradient of DepthwiseConv2dNative by its input.\n\n"
        "input_sizes: The shape of the input.\n"
        "filter: [rows, columns, channels, multiplier].\n" OPGRAFT_GRADIENT_DOC OPGRAFT_CONV2D_TAIL
        "\noutput: The gradient of the images, of their shape.");

REGISTER_OP("DepthwiseConv2dNativeBackpropFilter")
    .Input("input: T")
    .Input("filter_sizes: int32")
    .Input("out_backprop: T")
    .Output("output: T")
    .OPGRAFT_DEPTHWISE_ATTRS
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 1, 4); })
    .Doc(
        "The gradient of DepthwiseConv2dNative by its filter.\n\n"
        "input: Images, [batch, rows, columns, channels].\n"
        "filter_sizes: The shape of the filter.\n" OPGRAFT_GRADIENT_DOC OPGRAFT_CONV2D_TAIL
        "\noutput: The gradient of the filter, of its shape.");

// --- With a depth ---

REGISTER_OP("Conv3D")
    .Input("input: T")
    .Input("filter: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("strides: list(int) >= 5")
    .Attr("padding: {'SAME', 'VALID'}")
    .Attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")
    .Attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .SetShapeFn(shape_inference::Conv3DShape)
    .Doc(
        "Convolves images that have a depth, as Conv2D.\n\n"
        "input: [batch, depth, rows, columns, channels].\n"
        "filter: [depth, rows, columns, channels, channels of the output].\n" OPGRAFT_CONV3D_TAIL
            OPGRAFT_CONV3D_FORMAT
        "\noutput: A place a window, with the channels that the filter makes.");

REGISTER_OP("Conv3DBackpropInput")
    .Input("input: T")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: {half, float, double}")
    .Attr("strides: list(int) >= 5")
    .Attr("padding: {'SAME', 'VALID'}")
    .Attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .Deprecated(10, "Use Conv3DBackpropInputV2")
    .SetShapeFn([](InferenceContext* c) { return shape_inference::UnchangedShapeWithRank(c, 5); })
    .Doc(
        "The gradient of Conv3D by its input.\n\n"
        "input: Of the shape of the input.\n"
        "filter: [depth, rows, columns, channels, channels of the output].\n" OPGRAFT_GRADIENT_DOC
            OPGRAFT_CONV3D_TAIL "\noutput: The gradient of the images, of their shape.");

REGISTER_OP("Conv3DBackpropFilter")
    .Input("input: T")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: {half, float, double}")
    .Attr("strides: list(int) >= 5")
    .Attr("padding: {'SAME', 'VALID'}")
    .Attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .Deprecated(10, "Use Conv3DBackpropFilterV2")
    .SetShapeFn([](InferenceContext* c) -> absl::Status {
      shape_inference::ShapeHandle filter;
      OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 5, &filter));
      c->set_output(0, filter);
      return absl::OkStatus();
    })
    .Doc(
        "The gradient of Conv3D by its filter.\n\n"
        "input: [batch, depth, rows, columns, channels].\n"
        "filter: Of the shape of the filter.\n" OPGRAFT_GRADIENT_DOC OPGRAFT_CONV3D_TAIL
        "\noutput: The gradient of the filter, of its shape.");

REGISTER_OP("Conv3DBackpropInputV2")
    .Input("input_sizes: Tshape")
    .Input("filter: T")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("strides: list(int) >= 5")
    .Attr("padding: {'SAME', 'VALID'}")
    .Attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")
    .Attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .Attr("Tshape: {int32, int64} = DT_INT32")
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 0, 5); })
    .Doc(
        "The gradient of Conv3D by its input.\n\n"
        "input_sizes: The shape of the input.\n"
        "filter: [depth, rows, columns, channels, channels of the output].\n" OPGRAFT_GRADIENT_DOC
            OPGRAFT_CONV3D_TAIL OPGRAFT_CONV3D_FORMAT
        "\noutput: The gradient of the images, of their shape.");

REGISTER_OP("Conv3DBackpropFilterV2")
    .Input("input: T")
    .Input("filter_sizes: int32")
    .Input("out_backprop: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("strides: list(int) >= 5")
    .Attr("padding: {'SAME', 'VALID'}")
    .Attr("data_format: {'NDHWC', 'NCDHW'} = 'NDHWC'")
    .Attr("dilations: list(int) = [1, 1, 1, 1, 1]")
    .SetShapeFn([](InferenceContext* c) { return opgraft_internal::ShapeOfSizesInput(c, 1, 5); })
    .Doc(
        "The gradient of Conv3D by its filter.\n\n"
        "input: [batch, depth, rows, columns, channels].\n"
        "filter_sizes: The shape of the filter.\n" OPGRAFT_GRADIENT_DOC OPGRAFT_CONV3D_TAIL
            OPGRAFT_CONV3D_FORMAT "\noutput: The gradient of the filter, of its shape.");

}  // namespace opgraft
