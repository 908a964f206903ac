// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// VarHandleOp and the ops of reference variables: what declares a variable; and ops that ask
// about one.
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/state/state_store.h"
#include "framework/state/variable_type.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kDefaultContainer = "localhost";

// Fills in all but the key's type.
absl::Status ReadPlace(OpKernelConstruction* ctx, VariablePlace* place) {
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("container", &place->key.container));
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("shared_name", &place->key.name));
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("dtype", &place->dtype));
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("shape", &place->shape));
  return absl::OkStatus();
}

void FinishPlace(absl::string_view type, VariablePlace* place) {
  place->key.type = std::string(type);
  place->name = place->key.container.empty()
                    ? place->key.name
                    : absl::StrCat(place->key.container, "/", place->key.name);
  if (place->key.container.empty()) place->key.container = std::string(kDefaultContainer);
}

KernelFacets FacetsOf(const VariableSource* source) {
  KernelFacets facets;
  facets.variable_source = source;
  return facets;
}

class VarHandleOp : public OpKernel, public VariableSource {
 public:
  explicit VarHandleOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadPlace(ctx, &place_));
    const ResourceType type = VariableType();
    FinishPlace(type.name, &place_);
    absl::StatusOr<Tensor> handle = Tensor::Create(DT_RESOURCE, TensorShape({}));
    OP_REQUIRES_OK(ctx, handle.status());
    handle_ = *std::move(handle);
    handle_.scalar<ResourceHandle>()() =
        MakeResourceHandle(place_.key.container, place_.key.name, *ctx->device(), type,
                           {{place_.dtype, place_.shape}});
  }
  void Compute(OpKernelContext* ctx) override { ctx->set_output(0, handle_); }
  KernelFacets Facets() override { return FacetsOf(this); }
  const VariablePlace& place() const override { return place_; }

 private:
  VariablePlace place_;
  Tensor handle_;
};

// Where a reference variable is; see RefVariableOp.
absl::Status ReadRefPlace(OpKernelConstruction* ctx, VariablePlace* place) {
  OPGRAFT_RETURN_IF_ERROR(ReadPlace(ctx, place));
  if (place->key.name.empty()) place->key.name = ctx->def().name();
  FinishPlace("#ref", place);
  return absl::OkStatus();
}

// The older op's attr cannot say "unknown": a scalar shape means that.
absl::Status ReadOldRefPlace(OpKernelConstruction* ctx, VariablePlace* place) {
  OPGRAFT_RETURN_IF_ERROR(ReadRefPlace(ctx, place));
  if (place->shape.dims() == 0) place->shape = {};
  return absl::OkStatus();
}

// Of a temporary one, which has no name in the state: no run leaves it.
absl::Status ReadTemporaryPlace(OpKernelConstruction* ctx, VariablePlace* place) {
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("var_name", &place->key.name));
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("dtype", &place->dtype));
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("shape", &place->shape));
  if (place->key.name.empty()) place->key.name = ctx->def().name();
  place->key.container = "_temporary";
  place->key.type = "#ref";
  return absl::OkStatus();
}

// Gives the value of a reference variable; see ReferenceUser. `read_place` finds the variable by
// the node's attrs, which differ between the ops that declare one.
class RefVariableOp : public OpKernel, public VariableSource {
 public:
  using PlaceReader = absl::Status (*)(OpKernelConstruction* ctx, VariablePlace* place);

  explicit RefVariableOp(OpKernelConstruction* ctx, PlaceReader read_place = &ReadRefPlace)
      : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, read_place(ctx, &place_));
  }
  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES(ctx, ctx->resource_manager() != nullptr,
                absl::InternalError("variables need a request"));
    const TensorCell* const cell =
        ctx->resource_manager()->state()->opened()->FindTensor(place_.key);
    OP_REQUIRES(ctx, cell != nullptr,
                absl::FailedPreconditionError(
                    absl::StrCat("Attempting to use uninitialized value ", place_.key.name)));
    OP_REQUIRES(ctx, cell->value().dtype() == place_.dtype,
                WrongType("read", place_.dtype, cell->value().dtype()));
    OP_REQUIRES(
        ctx, place_.shape.IsCompatibleWith(cell->value().shape()),
        absl::InvalidArgumentError(absl::StrCat(
            "variable ", place_.key.name, " holds shape ", cell->value().shape().DebugString(),
            ", it is declared with ", place_.shape.DebugString())));
    ctx->set_output(0, cell->value());
  }
  KernelFacets Facets() override { return FacetsOf(this); }
  const VariablePlace& place() const override { return place_; }

 private:
  VariablePlace place_;
};

class OldRefVariableOp : public RefVariableOp {
 public:
  explicit OldRefVariableOp(OpKernelConstruction* ctx) : RefVariableOp(ctx, &ReadOldRefPlace) {}
};

class TemporaryVariableOp : public RefVariableOp {
 public:
  explicit TemporaryVariableOp(OpKernelConstruction* ctx)
      : RefVariableOp(ctx, &ReadTemporaryPlace) {}
};

class DestroyTemporaryOp : public VariableUser {
 public:
  using VariableUser::VariableUser;
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, output_type(0));
    OP_REQUIRES_OK(ctx, cell.status());
    const Tensor value = (*cell)->value();
    ctx->resource_manager()->state()->opened()->Remove(PlaceOf(0)->key);
    ctx->set_output(0, value);
  }
};

// VarIsInitializedOp and IsVariableInitialized.
class IsInitializedOp : public VariableUser {
 public:
  using VariableUser::VariableUser;
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = LookUp(ctx, 0);
    OP_REQUIRES_OK(ctx, cell.status());
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &output));
    output->scalar<bool>()() = *cell != nullptr;
  }
};

template <typename T>
class VariableShapeOp : public VariableUser {
 public:
  using VariableUser::VariableUser;
  void Compute(OpKernelContext* ctx) override {
    const absl::StatusOr<TensorCell*> cell = LookUp(ctx, 0);
    OP_REQUIRES_OK(ctx, cell.status());
    OP_REQUIRES(ctx, *cell != nullptr,
                absl::NotFoundError(absl::StrCat("Could not find variable ", NameOf(ctx, 0))));
    const TensorShape& shape = (*cell)->value().shape();
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({shape.dims()}), &output));
    auto sizes = output->flat<T>();
    for (int d = 0; d < shape.dims(); ++d) {
      OP_REQUIRES(ctx, FitsIn(shape.dim_size(d)),
                  absl::InvalidArgumentError(absl::StrCat("Shape output type is 32-bit but dim ", d,
                                                          " is ", shape.dim_size(d))));
      sizes(d) = static_cast<T>(shape.dim_size(d));
    }
  }

 private:
  static bool FitsIn(int64_t size) { return static_cast<int64_t>(static_cast<T>(size)) == size; }
};

class DestroyResourceOp : public OpKernel {
 public:
  explicit DestroyResourceOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("ignore_lookup_error", &ignores_missing_));
  }
  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES(ctx, ctx->resource_manager() != nullptr,
                absl::InternalError("resources need a request"));
    const absl::Status status = ctx->resource_manager()->Delete(HandleFromInput(ctx, 0));
    if (!ignores_missing_ || !absl::IsNotFound(status)) OP_REQUIRES_OK(ctx, status);
  }

 private:
  bool ignores_missing_ = true;
};

// Reads of a variable share its memory, and the next write of it takes other memory: there is no
// mode in which they copy.
class DisableCopyOnReadOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckHandle(ctx, HandleFromInput(ctx, 0), VariableType()));
  }
};

REGISTER_KERNEL_BUILDER(Name("VarHandleOp").Device(DEVICE_CPU), VarHandleOp);
REGISTER_KERNEL_BUILDER(Name("VariableV2").Device(DEVICE_CPU), RefVariableOp);
REGISTER_KERNEL_BUILDER(Name("Variable").Device(DEVICE_CPU), OldRefVariableOp);
REGISTER_KERNEL_BUILDER(Name("TemporaryVariable").Device(DEVICE_CPU), TemporaryVariableOp);
REGISTER_KERNEL_BUILDER(Name("DestroyTemporaryVariable").Device(DEVICE_CPU), DestroyTemporaryOp);
REGISTER_KERNEL_BUILDER(Name("VarIsInitializedOp").Device(DEVICE_CPU), IsInitializedOp);
REGISTER_KERNEL_BUILDER(Name("IsVariableInitialized").Device(DEVICE_CPU), IsInitializedOp);
REGISTER_KERNEL_BUILDER(
    Name("VariableShape").Device(DEVICE_CPU).TypeConstraint<int32_t>("out_type"),
    VariableShapeOp<int32_t>);
REGISTER_KERNEL_BUILDER(
    Name("VariableShape").Device(DEVICE_CPU).TypeConstraint<int64_t>("out_type"),
    VariableShapeOp<int64_t>);
REGISTER_KERNEL_BUILDER(Name("DestroyResourceOp").Device(DEVICE_CPU), DestroyResourceOp);
REGISTER_KERNEL_BUILDER(Name("DisableCopyOnRead").Device(DEVICE_CPU), DisableCopyOnReadOp);

}  // namespace
}  // namespace opgraft_internal
