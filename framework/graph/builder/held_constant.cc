// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/held_constant.h"

#include "framework/op/node_attrs.h"
#include "framework/tensor/shape_proto.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {
namespace {

bool IsHeld(const Tensor& value) {
  return DataTypeCanUseMemcpy(value.dtype()) && value.TotalBytes() >= NodeAttrs::kMinHeldBytes;
}

// Type and shape alone.
Attr WithoutContents(const Tensor& tensor) {
  AttrValue value;
  value.mutable_tensor()->set_dtype(tensor.dtype());
  ToProto(tensor.shape(), value.mutable_tensor()->mutable_tensor_shape());
  return Attr(value);
}

}  // namespace

HeldConstant::HeldConstant(const Tensor& value)
    : held_(IsHeld(value) ? &value : nullptr),
      attrs_({{"dtype", value.dtype()},
              {"value", held_ == nullptr ? Attr(value) : WithoutContents(value)}}) {}

}  // namespace opgraft_internal
