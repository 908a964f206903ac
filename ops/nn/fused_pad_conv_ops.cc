// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Convolutions that resize images or give them a margin first: what graph transforms make of
// several ops.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// Inputs: images, perhaps their size, paddings, filter. Height and width are told by a run.
absl::Status PadConvShape(InferenceContext* c) {
  ShapeHandle images, paddings, filter;
  const int last = c->num_inputs() - 1;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(last - 1), 2, &paddings));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(last), 4, &filter));
  c->set_output(
      0, c->MakeShape({c->Dim(images, 0), c->UnknownDim(), c->UnknownDim(), c->Dim(filter, 3)}));
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_PAD_CONV_DOC                                                                \
  "paddings: A row [before, after] for each dimension; 0 for the batch and the channels.\n" \
  "filter: [height, width, channels, outputs].\n"                                           \
  "output: One pixel for each place of the window.\n"                                       \
  "mode: REFLECT mirrors at the outermost pixel, SYMMETRIC behind it.\n"                    \
  "strides: How far the window moves, a number for each dimension.\n"                       \
  "padding: SAME: as many places as strides; VALID: windows stay inside."

REGISTER_OP("FusedPadConv2D")
    .Input("input: T")
    .Input("paddings: int32")
    .Input("filter: T")
    .Output("output: T")
    .Attr("T: {half, bfloat16, float, double}")
    .Attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .Attr("strides: list(int)")
    .Attr("padding: {'SAME', 'VALID'}")
    .SetShapeFn(PadConvShape)
    .Doc(
        "A convolution of images that get a margin first in which they are mirrored.\n\n"
        "input: Images [batch, height, width, channels].\n" OPGRAFT_PAD_CONV_DOC);

REGISTER_OP("FusedResizeAndPadConv2D")
    .Input("input: T")
    .Input("size: int32")
    .Input("paddings: int32")
    .Input("filter: T")
    .Output("output: T")
    .Attr("T: {half, float, double}")
    .Attr("resize_align_corners: bool = false")
    .Attr("mode: {'REFLECT', 'SYMMETRIC'}")
    .Attr("strides: list(int)")
    .Attr("padding: {'SAME', 'VALID'}")
    .SetShapeFn(PadConvShape)
    .Doc(
        "A convolution of images that are resized first, bilinearly, and get a margin in which "
        "they "
        "are\nmirrored.\n\n"
        "input: Images [batch, height, width, channels].\n"
        "size: The new height and width.\n"
        "resize_align_corners: The corners of the images and those of the resized ones are the "
        "same.\n" OPGRAFT_PAD_CONV_DOC);

}  // namespace opgraft
