// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random parts of images.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The size of an image, boxes of its objects; then, but in the oldest op, a scalar.
absl::Status SampleBoxShape(InferenceContext* c) {
  ShapeHandle size, boxes, unused;
  DimensionHandle same;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 1, &size));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(size, 0), 3, &same));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &boxes));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(boxes, 2), 4, &same));
  if (c->num_inputs() > 2) OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 0, &unused));
  if (c->num_inputs() > 3) {
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(3), 1, &unused));
    OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(unused, 0), 2, &same));
  }
  c->set_output(0, c->Vector(3));
  c->set_output(1, c->Vector(3));
  c->set_output(2, c->MakeShape({c->MakeDim(1), c->MakeDim(1), c->MakeDim(4)}));
  return absl::OkStatus();
}

}  // namespace

// The documentation of all three, with that of the seeds.
#define OPGRAFT_SAMPLE_BOX_DOC(seeds)                                                              \
  "A random part of an image in which enough of one of its objects is seen.\n\n"                   \
  "image_size: The height, width and depth of the image, a vector.\n"                              \
  "bounding_boxes: The objects, [batch, n, 4]: the top, left, bottom and right of each as parts "  \
  "of the image.\n"                                                                                \
  "min_object_covered: How much of an object has to be seen, as a part of it.\n"                   \
  "begin: Where the part begins, for Slice.\n"                                                     \
  "size: Its size, for Slice; -1 for the depth.\n"                                                 \
  "bboxes: The part as a box, [1, 1, 4], for DrawBoundingBoxes.\n" seeds                           \
  "aspect_ratio_range: From where to where the width of the part by its height is.\n"              \
  "area_range: From where to where its area is, as parts of the image's.\n"                        \
  "max_attempts: How often one is drawn; if all tries fail, the part is the image.\n"              \
  "use_image_if_no_bounding_boxes: Without boxes take the image for one. Else that is an error.\n" \
  "T: The type of sizes."

#define OPGRAFT_SAMPLE_BOX_SEEDS                                                          \
  "seed: With `seed2`, what is drawn. If both are 0, a request has numbers of its own.\n" \
  "seed2: The other half of the seed.\n"

REGISTER_OP("SampleDistortedBoundingBox")
    .SetIsStateful()
    .Input("image_size: T")
    .Input("bounding_boxes: float")
    .Output("begin: T")
    .Output("size: T")
    .Output("bboxes: float")
    .Attr("T: {uint8, int8, int16, int32, int64}")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("min_object_covered: float = 0.1")
    .Attr("aspect_ratio_range: list(float) = [0.75, 1.33]")
    .Attr("area_range: list(float) = [0.05, 1.0]")
    .Attr("max_attempts: int = 100")
    .Attr("use_image_if_no_bounding_boxes: bool = false")
    .SetShapeFn(SampleBoxShape)
    .Doc(OPGRAFT_SAMPLE_BOX_DOC(OPGRAFT_SAMPLE_BOX_SEEDS));

REGISTER_OP("SampleDistortedBoundingBoxV2")
    .SetIsStateful()
    .Input("image_size: T")
    .Input("bounding_boxes: float")
    .Input("min_object_covered: float")
    .Output("begin: T")
    .Output("size: T")
    .Output("bboxes: float")
    .Attr("T: {uint8, int8, int16, int32, int64}")
    .Attr("seed: int = 0")
    .Attr("seed2: int = 0")
    .Attr("aspect_ratio_range: list(float) = [0.75, 1.33]")
    .Attr("area_range: list(float) = [0.05, 1.0]")
    .Attr("max_attempts: int = 100")
    .Attr("use_image_if_no_bounding_boxes: bool = false")
    .SetShapeFn(SampleBoxShape)
    .Doc(OPGRAFT_SAMPLE_BOX_DOC(OPGRAFT_SAMPLE_BOX_SEEDS));

REGISTER_OP("StatelessSampleDistortedBoundingBox")
    .Input("image_size: T")
    .Input("bounding_boxes: float")
    .Input("min_object_covered: float")
    .Input("seed: Tseed")
    .Output("begin: T")
    .Output("size: T")
    .Output("bboxes: float")
    .Attr("T: {uint8, int8, int16, int32, int64}")
    .Attr("Tseed: {int32, int64}")
    .Attr("aspect_ratio_range: list(float) = [0.75, 1.33]")
    .Attr("area_range: list(float) = [0.05, 1.0]")
    .Attr("max_attempts: int = 100")
    .Attr("use_image_if_no_bounding_boxes: bool = false")
    .SetShapeFn(SampleBoxShape)
    .Doc(OPGRAFT_SAMPLE_BOX_DOC("seed: Two seeds, a vector. The same seeds draw the same part.\n"));

#undef OPGRAFT_SAMPLE_BOX_SEEDS
#undef OPGRAFT_SAMPLE_BOX_DOC

}  // namespace opgraft
