// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// InferenceContext: shapes from and to protos.
#include "framework/op/shape_inference.h"
#include "framework/tensor/shape_proto.h"

namespace opgraft {
namespace shape_inference {

absl::Status InferenceContext::MakeShapeFromShapeProto(const TensorShapeProto& proto,
                                                       ShapeHandle* out) {
  const absl::StatusOr<PartialTensorShape> shape = PartialTensorShapeFromProto(proto);
  if (!shape.ok()) return Fail(std::string(shape.status().message()), out);
  return MakeShapeFromPartialTensorShape(*shape, out);
}

void InferenceContext::ShapeHandleToProto(ShapeHandle handle, TensorShapeProto* proto) const {
  ToProto(ToPartialTensorShape(handle), proto);
}

}  // namespace shape_inference
}  // namespace opgraft
