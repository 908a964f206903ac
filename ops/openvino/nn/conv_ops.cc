// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's convolutions.
#include "framework/op/op_def_builder.h"
#include "ops/openvino/nn/window_shapes.h"

namespace opgraft {

#define OPGRAFT_WINDOW_ATTRS                                                         \
  Attr("strides: list(int) = []")                                                    \
      .Attr("dilations: list(int) = []")                                             \
      .Attr("pads_begin: list(int) = []")                                            \
      .Attr("pads_end: list(int) = []")                                              \
      .Attr(                                                                         \
          "auto_pad: {'explicit', 'notset', 'same_upper', 'same_lower', 'valid'} = " \
          "'explicit'")
#define OPGRAFT_CONVOLVED_TYPES                                                                   \
  "T: {half, bfloat16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64} " \
  "= DT_FLOAT"
#define OPGRAFT_WINDOW_DOC                                                                    \
  "strides: How far the window moves, a number for each spatial dimension; none: 1.\n"        \
  "dilations: From one element that the window sees to the next; none: 1.\n"                  \
  "pads_begin: Zeros before the first element of each spatial dimension.\n"                   \
  "pads_end: Zeros behind the last.\n"                                                        \
  "auto_pad: explicit (or notset): as pads_begin and pads_end say; same_upper, same_lower:\n" \
  "  as many places as strides, the odd zero behind or before; valid: no padding."
#define OPGRAFT_BACK_DOC "data: What the convolution made, [batch, channels, spatial...].\n"
#define OPGRAFT_OUTPUT_SHAPE_DOC                                 \
  "output_shape: The spatial sizes of the result, or nothing.\n" \
  "output_padding: Elements more at the end of each spatial dimension of the result.\n"

REGISTER_OP("OpenVINO>Convolution")
    .Attr(OPGRAFT_CONVOLVED_TYPES)
    .OPGRAFT_WINDOW_ATTRS.Input("data: T")
    .Input("filters: T")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::ConvolutionShape)
    .Doc(
        "OpenVINO's Convolution, of 1, 2 or 3 spatial dimensions.\n\n"
        "data: Images, [batch, channels, spatial...].\n"
        "filters: [outputs, channels, window...].\n" OPGRAFT_WINDOW_DOC
        "\noutput: [batch, outputs, spatial...].");

REGISTER_OP("OpenVINO>GroupConvolution")
    .Attr(OPGRAFT_CONVOLVED_TYPES)
    .OPGRAFT_WINDOW_ATTRS.Input("data: T")
    .Input("filters: T")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::GroupConvolutionShape)
    .Doc(
        "OpenVINO's GroupConvolution: each group of channels is convolved alone.\n\n"
        "data: Images, [batch, groups * channels, spatial...].\n"
        "filters: [groups, outputs, channels, window...].\n" OPGRAFT_WINDOW_DOC
        "\noutput: [batch, groups * outputs, spatial...].");

REGISTER_OP("OpenVINO>ConvolutionBackpropData")
    .Attr(OPGRAFT_CONVOLVED_TYPES)
    .Attr("N: int >= 0")
    .Attr("I: {int32, int64} = DT_INT64")
    .OPGRAFT_WINDOW_ATTRS.Attr("output_padding: list(int) = []")
    .Input("data: T")
    .Input("filters: T")
    .Input("output_shape: N * I")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::ConvolutionBackpropDataShape)
    .Doc(
        "OpenVINO's ConvolutionBackpropData, a transposed convolution: each element of the data "
        "goes back to where a window would have seen it, weighted by the "
        "filter.\n\n" OPGRAFT_BACK_DOC
        "filters: [channels, outputs, window...].\n" OPGRAFT_OUTPUT_SHAPE_DOC OPGRAFT_WINDOW_DOC
        "\noutput: [batch, outputs, spatial...].");

REGISTER_OP("OpenVINO>GroupConvolutionBackpropData")
    .Attr(OPGRAFT_CONVOLVED_TYPES)
    .Attr("N: int >= 0")
    .Attr("I: {int32, int64} = DT_INT64")
    .OPGRAFT_WINDOW_ATTRS.Attr("output_padding: list(int) = []")
    .Input("data: T")
    .Input("filters: T")
    .Input("output_shape: N * I")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::GroupConvolutionBackpropDataShape)
    .Doc(
        "OpenVINO's GroupConvolutionBackpropData: a transposed convolution of each group of "
        "channels alone.\n\n" OPGRAFT_BACK_DOC
        "filters: [groups, channels, outputs, window...].\n" OPGRAFT_OUTPUT_SHAPE_DOC
            OPGRAFT_WINDOW_DOC "\noutput: [batch, groups * outputs, spatial...].");

REGISTER_OP("OpenVINO>DeformableConvolution")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("N: int >= 0")
    .OPGRAFT_WINDOW_ATTRS.Attr("group: int = 1")
    .Attr("deformable_group: int = 1")
    .Attr("bilinear_interpolation_pad: bool = false")
    .Input("data: T")
    .Input("offsets: T")
    .Input("filters: T")
    .Input("mask: N * T")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::DeformableConvolutionShape)
    .Doc(
        "OpenVINO's DeformableConvolution: each tap of the window is moved by an offset, and what "
        "lies there is interpolated.\n\n"
        "data: Images, [batch, channels, rows, columns].\n"
        "offsets: Of rows and columns, [batch, deformable groups * taps * 2, places...].\n"
        "filters: [outputs, channels of a group, window...].\n"
        "mask: Factors, [batch, deformable groups * taps, places...], or "
        "nothing.\n" OPGRAFT_WINDOW_DOC
        "\ngroup: Groups of channels and outputs.\n"
        "deformable_group: Groups of channels that share their offsets.\n"
        "bilinear_interpolation_pad: Places up to one element outside count, mixed with zeros;\n"
        "  else what is outside is zero.\n"
        "output: [batch, outputs, places...].");

}  // namespace opgraft
