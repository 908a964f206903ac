// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPS_IMAGE_SIZED_IMAGE_H_
#define OPS_IMAGE_SIZED_IMAGE_H_

#include "absl/status/status.h"
#include "framework/op/shape_inference.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// Output 0 is [batch, height, width, channels], where input `size_input` is {height, width}.
//
// Height and width are unknown where the value of that input is not known. INVALID_ARGUMENT unless
// it is a vector of two elements.
inline absl::Status SetSizedImage(shape_inference::InferenceContext* c,
                                  shape_inference::DimensionHandle batch, int size_input,
                                  shape_inference::DimensionHandle channels) {
  shape_inference::ShapeHandle size;
  shape_inference::DimensionHandle unused;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(size_input), 1, &size));
  OPGRAFT_RETURN_IF_ERROR(c->WithValue(c->Dim(size, 0), 2, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(size_input, &size));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(size, 2, &size));
  c->set_output(0, c->MakeShape({batch, c->Dim(size, 0), c->Dim(size, 1), channels}));
  return absl::OkStatus();
}

// The same for an op whose input 0 are the images that are made into others.
//
// Example: images [8, 64, 64, 3] and a size of {32, 48} give [8, 32, 48, 3].
inline absl::Status ResizedImageShape(shape_inference::InferenceContext* c, int size_input) {
  shape_inference::ShapeHandle images;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 4, &images));
  return SetSizedImage(c, c->Dim(images, 0), size_input, c->Dim(images, 3));
}

}  // namespace opgraft_internal

#endif  // OPS_IMAGE_SIZED_IMAGE_H_
