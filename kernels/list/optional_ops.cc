// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OptionalFromValue, OptionalNone, OptionalHasValue and OptionalGetValue.
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/variant.h"
#include "framework/types/status_macros.h"
#include "kernels/list/nesting.h"
#include "kernels/list/optional_value.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

absl::Status PutOptional(OpKernelContext* context, OptionalValue optional) {
  Tensor* output = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, TensorShape(), &output));
  output->scalar<Variant>()() = std::move(optional);
  return absl::OkStatus();
}

class OptionalNoneOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_OK(context, PutOptional(context, OptionalValue()));
  }
};

class OptionalFromValueOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* context) override {
    OptionalValue optional;
    optional.has_value = true;
    for (int i = 0; i < context->num_inputs(); ++i) {
      OP_REQUIRES_OK(context, Nest(context->input(i), &optional.nesting));
      OP_REQUIRES_OK(context,
                     Keep(context, context->input(i), &optional.components.emplace_back()));
    }
    OP_REQUIRES_OK(context, PutOptional(context, std::move(optional)));
  }
};

class OptionalReader : public OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  absl::StatusOr<const OptionalValue*> Find(OpKernelContext* context) const {
    const Tensor& input = context->input(0);
    const OptionalValue* optional = nullptr;
    if (TensorShapeUtils::IsScalar(input.shape()))
      optional = input.scalar<Variant>()().get<OptionalValue>();
    if (optional != nullptr) return optional;
    return absl::InvalidArgumentError(
        absl::StrCat("Input to ", type_string(),
                     " must be a scalar tensor containing an OptionalVariant object."));
  }
};

class OptionalHasValueOp : public OptionalReader {
 public:
  using OptionalReader::OptionalReader;
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const OptionalValue* const optional, context, Find(context));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape(), &output));
    output->scalar<bool>()() = optional->has_value;
  }
};

class OptionalGetValueOp : public OptionalReader {
 public:
  explicit OptionalGetValueOp(OpKernelConstruction* context) : OptionalReader(context) {
    OP_REQUIRES_OK(context, context->GetAttr("output_types", &types_));
    OP_REQUIRES_OK(context, context->GetAttr("output_shapes", &shapes_));
    OP_REQUIRES(context, shapes_.size() == types_.size(),
                absl::InvalidArgumentError(absl::StrCat(
                    "output_types and output_shapes must be same length, got: ", types_.size(),
                    " and ", shapes_.size())));
  }
  void Compute(OpKernelContext* context) override {
    OP_REQUIRES_VALUE(const OptionalValue* const optional, context, Find(context));
    OP_REQUIRES(context, optional->has_value,
                absl::InvalidArgumentError("The given optional does not have a value."));
    const std::vector<Tensor>& components = optional->components;
    OP_REQUIRES(
        context, components.size() == types_.size(),
        absl::InvalidArgumentError(absl::StrCat("The given optional has ", components.size(),
                                                " components, expected ", types_.size())));
    for (size_t i = 0; i < components.size(); ++i) OP_REQUIRES_OK(context, Check(components[i], i));
    // The first output may take the input's place.
    const std::vector<Tensor> given = components;
    for (size_t i = 0; i < given.size(); ++i) context->set_output(static_cast<int>(i), given[i]);
  }

 private:
  absl::Status Check(const Tensor& component, size_t i) const {
    if (component.dtype() != types_[i]) {
      return absl::InvalidArgumentError(absl::StrCat(
          "The given optional does not match the expected type for component ", i, ". Expected: ",
          DataTypeString(types_[i]), ". Actual: ", DataTypeString(component.dtype()), "."));
    }
    if (shapes_[i].IsCompatibleWith(component.shape())) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "The given optional does not match the expected shape for component ", i, ". Expected: ",
        shapes_[i].DebugString(), ". Actual: ", component.shape().DebugString(), "."));
  }

  DataTypeVector types_;
  std::vector<PartialTensorShape> shapes_;
};

#define REGISTER(NAME) REGISTER_KERNEL_BUILDER(Name(#NAME).Device(DEVICE_CPU), NAME##Op)
REGISTER(OptionalNone);
REGISTER(OptionalFromValue);
REGISTER(OptionalHasValue);
REGISTER(OptionalGetValue);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
