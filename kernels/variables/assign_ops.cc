// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that change a whole variable, given by handle or by reference.
#include "absl/strings/str_cat.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {
namespace {

class AssignVariableOp : public VariableUser {
 public:
  explicit AssignVariableOp(OpKernelConstruction* ctx) : VariableUser(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("validate_shape", &validates_shape_));
  }
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = LookUp(ctx, 0);
    OP_REQUIRES_OK(ctx, cell.status());
    const Tensor& value = ctx->input(1);
    if (*cell != nullptr) {
      const Tensor& before = (*cell)->value();
      OP_REQUIRES(ctx, before.dtype() == value.dtype(),
                  WrongType("assign", before.dtype(), value.dtype()));
      OP_REQUIRES(ctx, !validates_shape_ || before.shape() == value.shape(),
                  absl::InvalidArgumentError(absl::StrCat(
                      "Trying to assign to variable with tensor with wrong shape. Expected ",
                      before.shape().DebugString(), " got ", value.shape().DebugString())));
    }
    OP_REQUIRES_OK(ctx, Assign(ctx, 0, value));
  }

 private:
  bool validates_shape_ = false;
};

// TensorFlow's Assign, which is RefAssign here.
class RefAssignOp : public VariableUser {
 public:
  explicit RefAssignOp(OpKernelConstruction* ctx) : VariableUser(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("validate_shape", &validates_shape_));
  }
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = LookUp(ctx, 0);
    OP_REQUIRES_OK(ctx, cell.status());
    const Tensor& value = ctx->input(1);
    if (validates_shape_) {
      const PartialTensorShape expected =
          *cell != nullptr ? PartialTensorShape((*cell)->value().shape()) : PlaceOf(0)->shape;
      OP_REQUIRES(ctx, expected.IsCompatibleWith(value.shape()),
                  absl::InvalidArgumentError(absl::StrCat(
                      "Assign requires shapes of both tensors to match. lhs shape= ",
                      expected.DebugString(), " rhs shape= ", value.shape().DebugString())));
    }
    OP_REQUIRES_OK(ctx, Assign(ctx, 0, value));
  }

 private:
  bool validates_shape_ = true;
};

// variable = variable + value, or -.
template <loops::BinaryFunction kFunction>
class UpdateVariableOp : public VariableUser {
 public:
  explicit UpdateVariableOp(OpKernelConstruction* ctx)
      : VariableUser(ctx), function_(kFunction, input_type(1)) {}
  void Compute(OpKernelContext* ctx) override {
    const Tensor& value = ctx->input(1);
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, value.dtype());
    OP_REQUIRES_OK(ctx, cell.status());
    const TensorShape& shape = (*cell)->value().shape();
    OP_REQUIRES(ctx, shape == value.shape(),
                absl::InvalidArgumentError(
                    absl::StrCat("Cannot update variable with shape ", shape.DebugString(),
                                 " using a Tensor with shape ", value.shape().DebugString(),
                                 ", shapes must be equal.")));
    if (value.NumElements() == 0) return;
    const absl::StatusOr<Tensor*> variable = (*cell)->Write();
    OP_REQUIRES_OK(ctx, variable.status());
    void* const elements = (*variable)->data();
    function_.RunSharded(ctx, loops::kVectorVector, elements, value.data(), elements,
                         value.NumElements());
  }

 private:
  const BinaryElementFunction function_;
};

// Is the variable itself, for what follows.
class RefIdentityOp : public VariableUser {
 public:
  using VariableUser::VariableUser;
  void Compute(OpKernelContext*) override {}
};

// Gives a number and counts, up to a limit.
template <typename T>
class CountUpToOp : public VariableUser {
 public:
  explicit CountUpToOp(OpKernelConstruction* ctx) : VariableUser(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("limit", &limit_));
  }
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, output_type(0));
    OP_REQUIRES_OK(ctx, cell.status());
    OP_REQUIRES(ctx, (*cell)->value().dims() == 0,
                absl::InvalidArgumentError(absl::StrCat("input is not a scalar: ",
                                                        (*cell)->value().shape().DebugString())));
    OP_REQUIRES(ctx, (*cell)->value().scalar<T>()() < limit_,
                absl::OutOfRangeError(absl::StrCat("Reached limit of ", limit_)));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &output));
    const absl::StatusOr<Tensor*> count = (*cell)->Write();
    OP_REQUIRES_OK(ctx, count.status());
    output->scalar<T>()() = (*count)->scalar<T>()()++;
  }

 private:
  int64_t limit_ = 0;
};

#define TYPE(T) DataTypeToEnum<T>::v(),
constexpr DataType kNumbers[] = {TF_CALL_NUMBER_TYPES(TYPE)};
#undef TYPE

using AddOp = UpdateVariableOp<loops::BinaryFunction::kAdd>;
using SubOp = UpdateVariableOp<loops::BinaryFunction::kSub>;

REGISTER_KERNEL_BUILDER(Name("AssignVariableOp").Device(DEVICE_CPU), AssignVariableOp);
REGISTER_KERNEL_BUILDER(Name("RefAssign").Device(DEVICE_CPU), RefAssignOp);
REGISTER_KERNEL_BUILDER(Name("RefIdentity").Device(DEVICE_CPU), RefIdentityOp);
REGISTER_KERNEL_BUILDER(
    Name("AssignAddVariableOp").Device(DEVICE_CPU).TypeConstraint("dtype", kNumbers), AddOp);
REGISTER_KERNEL_BUILDER(
    Name("AssignSubVariableOp").Device(DEVICE_CPU).TypeConstraint("dtype", kNumbers), SubOp);
REGISTER_KERNEL_BUILDER(Name("AssignAdd").Device(DEVICE_CPU).TypeConstraint("T", kNumbers), AddOp);
REGISTER_KERNEL_BUILDER(Name("AssignSub").Device(DEVICE_CPU).TypeConstraint("T", kNumbers), SubOp);

#define REGISTER(op, T) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), CountUpToOp<T>)
REGISTER("CountUpTo", int32_t);
REGISTER("CountUpTo", int64_t);
REGISTER("ResourceCountUpTo", int32_t);
REGISTER("ResourceCountUpTo", int64_t);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
