// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Images from files.
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

absl::Status DecodeShape(InferenceContext* c) {
  ShapeHandle unused;
  int64_t channels = 0;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 0, &unused));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("channels", &channels));
  if (channels < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("channels must be non-negative, got ", channels));
  }
  c->set_output(0, c->MakeShape({c->UnknownDim(), c->UnknownDim(),
                                 channels == 0 ? c->UnknownDim() : c->MakeDim(channels)}));
  return absl::OkStatus();
}

}  // namespace

REGISTER_OP("DecodeBmp")
    .Input("contents: string")
    .Output("image: uint8")
    .Attr("channels: int = 0")
    .SetShapeFn(DecodeShape)
    .Doc(R"doc(
The pixels of a BMP file without compression.

contents: The file.
image: Of shape [height, width, channels]: grey, RGB or RGBA.
channels: 3 or 4; 0 takes as many as the file has.
)doc");

}  // namespace opgraft
