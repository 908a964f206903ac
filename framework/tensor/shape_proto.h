// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_SHAPE_PROTO_H_
#define FRAMEWORK_TENSOR_SHAPE_PROTO_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "framework/types/tensor_shape.h"
#include "opgraft/proto/tensor_shape.pb.h"

namespace opgraft_internal {

// The shape of a tensor: INVALID_ARGUMENT for an unknown rank, and as TensorShape::Validate.
absl::StatusOr<TensorShape> TensorShapeFromProto(const TensorShapeProto& proto);
// What is known of a shape; -1 is an unknown dimension. INVALID_ARGUMENT for dimensions together
// with an unknown rank, a size below -1, more than 254 dimensions, or a product beyond int64.
//
// Example: `dim { size: -1 } dim { size: 3 }` is [?,3]; `unknown_rank: true` is of unknown rank.
absl::StatusOr<PartialTensorShape> PartialTensorShapeFromProto(const TensorShapeProto& proto);
// OK if PartialTensorShapeFromProto would succeed, else its status.
absl::Status ValidateShapeProto(const TensorShapeProto& proto);

// Replaces `*proto` by the shape.
void ToProto(const TensorShape& shape, TensorShapeProto* proto);
// A bounded dimension becomes an unknown one with its bounds as its name, "2..5": the message has
// no field for them, and TensorFlow ignores names. PartialTensorShapeFromProto reads them back.
void ToProto(const PartialTensorShape& shape, TensorShapeProto* proto);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_SHAPE_PROTO_H_
