// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's pools.
#include "framework/op/op_def_builder.h"
#include "ops/openvino/nn/window_shapes.h"

namespace opgraft {

#define OPGRAFT_POOL_ATTRS                                                           \
  Attr("kernel: list(int)")                                                          \
      .Attr("strides: list(int) = []")                                               \
      .Attr("pads_begin: list(int) = []")                                            \
      .Attr("pads_end: list(int) = []")                                              \
      .Attr(                                                                         \
          "auto_pad: {'explicit', 'notset', 'same_upper', 'same_lower', 'valid'} = " \
          "'explicit'")                                                              \
      .Attr("rounding_type: {'floor', 'ceil', 'ceil_torch'} = 'floor'")              \
      .Attr("dilations: list(int) = []")
#define OPGRAFT_POOLED_TYPES                                                                      \
  "T: {half, bfloat16, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64} " \
  "= DT_FLOAT"
#define OPGRAFT_POOL_DOC                                                                      \
  "data: Images, [batch, channels, spatial...].\n"                                            \
  "kernel: The window, a number for each spatial dimension.\n"                                \
  "strides: How far the window moves; none: 1.\n"                                             \
  "pads_begin: Elements of padding before the first of each spatial dimension.\n"             \
  "pads_end: Elements of padding behind the last.\n"                                          \
  "auto_pad: explicit (or notset): as pads_begin and pads_end say; same_upper, same_lower:\n" \
  "  as many places as strides, the odd element behind or before; valid: no padding.\n"       \
  "rounding_type: floor: windows end with the padding; ceil: the last may look beyond;\n"     \
  "  ceil_torch: it may unless it would begin behind the elements.\n"                         \
  "dilations: From one element that the window sees to the next; none: 1.\n"
#define OPGRAFT_INDEX_DOC "index_element_type: The type of the indices.\n"

REGISTER_OP("OpenVINO>AvgPool")
    .Attr(OPGRAFT_POOLED_TYPES)
    .OPGRAFT_POOL_ATTRS.Attr("exclude_pad: bool = false")
    .Input("data: T")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::PoolShape)
    .Doc("OpenVINO's AvgPool: the mean of each window.\n\n" OPGRAFT_POOL_DOC
         "exclude_pad: Padding does not count as elements.\n"
         "output: An element a window and channel.");

REGISTER_OP("OpenVINO>MaxPool")
    .Attr(OPGRAFT_POOLED_TYPES)
    .OPGRAFT_POOL_ATTRS.Attr("index_element_type: {int32, int64} = DT_INT64")
    .Attr("axis: int = 0")
    .Input("data: T")
    .Output("output: T")
    .Output("indices: index_element_type")
    .SetShapeFn(opgraft_internal::PoolShape)
    .Doc(
        "OpenVINO's MaxPool-8: the largest element of each window, and where it "
        "is.\n\n" OPGRAFT_POOL_DOC OPGRAFT_INDEX_DOC
        "axis: Indices count elements from this dimension on.\n"
        "output: An element a window and channel.\n"
        "indices: Where the element is.");

REGISTER_OP("OpenVINO>MaxPoolV1")
    .Attr(OPGRAFT_POOLED_TYPES)
    .OPGRAFT_POOL_ATTRS.Input("data: T")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::PoolShape)
    .Doc(
        "OpenVINO's MaxPool-1, and MaxPool-8 where nothing uses the "
        "indices.\n\n" OPGRAFT_POOL_DOC "output: An element a window and channel.");

REGISTER_OP("OpenVINO>AdaptiveAvgPool")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("I: {int32, int64} = DT_INT64")
    .Input("data: T")
    .Input("output_shape: I")
    .Output("output: T")
    .SetShapeFn(opgraft_internal::AdaptivePoolShape)
    .Doc(
        "OpenVINO's AdaptiveAvgPool: the mean of each of as many windows as are asked for, which "
        "cover the images.\n\n"
        "data: Images, [batch, channels, spatial...].\n"
        "output_shape: How many windows, a number for each spatial dimension.\n"
        "output: An element a window and channel.");

REGISTER_OP("OpenVINO>AdaptiveMaxPool")
    .Attr("T: {half, bfloat16, float, double} = DT_FLOAT")
    .Attr("I: {int32, int64} = DT_INT64")
    .Attr("index_element_type: {int32, int64} = DT_INT64")
    .Input("data: T")
    .Input("output_shape: I")
    .Output("output: T")
    .Output("indices: index_element_type")
    .SetShapeFn(opgraft_internal::AdaptivePoolShape)
    .Doc(
        "OpenVINO's AdaptiveMaxPool: the largest element of each of as many windows as are asked "
        "for, which cover the images.\n\n"
        "data: Images, [batch, channels, spatial...].\n"
        "output_shape: How many windows, a number for each spatial dimension.\n" OPGRAFT_INDEX_DOC
        "output: An element a window and channel.\n"
        "indices: Where it is among the spatial elements of its image and channel.");

}  // namespace opgraft
