// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's conversions of what cameras give to red, green and blue.
#include "absl/strings/str_cat.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// One plane that holds all, or one of brightness and others of color, of half its size.
absl::Status YuvShape(InferenceContext* c, int planes, int64_t colors) {
  if (c->num_inputs() != 1 && c->num_inputs() != planes) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are ", c->num_inputs(), " planes; there may be 1 or ", planes));
  }
  ShapeHandle bright;
  DimensionHandle unused, height;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &bright));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(bright, 3), 1, &unused));
  height = c->Dim(bright, 1);
  if (c->num_inputs() == 1) {
    OPGRAFT_RETURN_IF_ERROR(c->Divide(height, 3, /*evenly_divisible=*/true, &height));
    OPGRAFT_RETURN_IF_ERROR(c->Multiply(height, 2, &height));
  }
  DimensionHandle half_height, half_width;
  OPGRAFT_RETURN_IF_ERROR(c->Divide(height, 2, /*evenly_divisible=*/true, &half_height));
  OPGRAFT_RETURN_IF_ERROR(c->Divide(c->Dim(bright, 2), 2, /*evenly_divisible=*/true, &half_width));
  for (int i = 1; i < c->num_inputs(); ++i) {
    ShapeHandle color = c->MakeShape({c->Dim(bright, 0), half_height, half_width, colors});
    OPGRAFT_RETURN_IF_ERROR(c->Merge(color, c->input(i), &color));
  }
  c->set_output(0, c->MakeShape({c->Dim(bright, 0), height, c->Dim(bright, 2), 3}));
  return absl::OkStatus();
}

absl::Status Nv12Shape(InferenceContext* c) { return YuvShape(c, 2, 2); }
absl::Status I420Shape(InferenceContext* c) { return YuvShape(c, 3, 1); }

}  // namespace

#define OPGRAFT_YUV_ARGS                               \
  Attr("T: {half, bfloat16, float, uint8} = DT_FLOAT") \
      .Attr("N: int >= 0")                             \
      .Input("y: T")                                   \
      .Input("colors: N * T")                          \
      .Output("output: T")
#define OPGRAFT_YUV_DOC \
  "y: Brightness, [batch, height, width, 1], or all planes below each other.\n"
#define OPGRAFT_NV12_DOC                                                           \
  OPGRAFT_YUV_DOC                                                                  \
  "colors: Nothing, or u and v side by side, [batch, height / 2, width / 2, 2].\n" \
  "output: [batch, height, width, 3]."
#define OPGRAFT_I420_DOC                                                   \
  OPGRAFT_YUV_DOC                                                          \
  "colors: Nothing, or u and v, each [batch, height / 2, width / 2, 1].\n" \
  "output: [batch, height, width, 3]."

REGISTER_OP("OpenVINO>NV12toRGB")
    .OPGRAFT_YUV_ARGS.SetShapeFn(Nv12Shape)
    .Doc("OpenVINO's NV12toRGB: from 0 to 255.\n\n" OPGRAFT_NV12_DOC);

REGISTER_OP("OpenVINO>NV12toBGR")
    .OPGRAFT_YUV_ARGS.SetShapeFn(Nv12Shape)
    .Doc("OpenVINO's NV12toBGR: from 0 to 255.\n\n" OPGRAFT_NV12_DOC);

REGISTER_OP("OpenVINO>I420toRGB")
    .OPGRAFT_YUV_ARGS.SetShapeFn(I420Shape)
    .Doc("OpenVINO's I420toRGB: from 0 to 255.\n\n" OPGRAFT_I420_DOC);

REGISTER_OP("OpenVINO>I420toBGR")
    .OPGRAFT_YUV_ARGS.SetShapeFn(I420Shape)
    .Doc("OpenVINO's I420toBGR: from 0 to 255.\n\n" OPGRAFT_I420_DOC);

}  // namespace opgraft
