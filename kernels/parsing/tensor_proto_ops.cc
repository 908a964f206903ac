// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ParseTensor and SerializeTensor.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {
namespace {

class ParseTensorOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& serialized = context->input(0);
    OP_REQUIRES(
        context, serialized.dims() == 0,
        absl::InvalidArgumentError(absl::StrCat("Expected `serialized` to be a scalar, got shape: ",
                                                serialized.shape().DebugString())));
    TensorProto proto;
    OP_REQUIRES(context, proto.ParseFromString(*static_cast<const tstring*>(serialized.data())),
                absl::InvalidArgumentError("Could not parse `serialized` as TensorProto"));
    OP_REQUIRES_VALUE(const Tensor tensor, context,
                      TensorFromProto(proto, MemoryBudget::kUnlimited));
    OP_REQUIRES(context, tensor.dtype() == output_type(0),
                absl::InvalidArgumentError(absl::StrCat(
                    "Type mismatch between parsed tensor (", DataTypeString(tensor.dtype()),
                    ") and dtype (", DataTypeString(output_type(0)), ")")));
    context->set_output(0, tensor);
  }
};

class SerializeTensorOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    const Tensor& tensor = context->input(0);
    TensorProto proto;
    if (tensor.dtype() == DT_STRING) {
      tensor.AsProtoField(&proto);
    } else {
      tensor.AsProtoTensorContent(&proto);
    }
    Tensor* serialized = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &serialized));
    OP_REQUIRES(context, proto.SerializeToString(static_cast<tstring*>(serialized->data())),
                absl::InvalidArgumentError("the tensor is too large for a message"));
  }
};

REGISTER_KERNEL_BUILDER(Name("ParseTensor").Device(DEVICE_CPU), ParseTensorOp);
REGISTER_KERNEL_BUILDER(Name("SerializeTensor").Device(DEVICE_CPU), SerializeTensorOp);

}  // namespace
}  // namespace opgraft_internal
