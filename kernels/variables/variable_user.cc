// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/variables/variable_user.h"

#include "absl/strings/str_cat.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/state/state_store.h"
#include "framework/state/variable_type.h"

namespace opgraft_internal {

KernelFacets VariableUser::Facets() {
  KernelFacets facets;
  facets.reference_user = this;
  return facets;
}

void VariableUser::SetReference(int input, const VariablePlace& place) {
  if (references_.empty()) references_.resize(static_cast<size_t>(num_inputs()));
  references_[static_cast<size_t>(input)] = place;
}

const VariablePlace* VariableUser::PlaceOf(int input) const {
  const auto i = static_cast<size_t>(input);
  return i < references_.size() && references_[i].dtype != DT_INVALID ? &references_[i] : nullptr;
}

absl::StatusOr<CellKey> VariableUser::KeyOf(OpKernelContext* ctx, int input) const {
  if (const VariablePlace* place = PlaceOf(input); place != nullptr) return place->key;
  if (IsRefType(input_type(input))) {
    return absl::InvalidArgumentError(absl::StrCat("input ", input, " needs to be a variable"));
  }
  const ResourceHandle& handle = HandleFromInput(ctx, input);
  OPGRAFT_RETURN_IF_ERROR(CheckHandle(ctx, handle, VariableType()));
  return CellKey{handle.container(), handle.maybe_type_name(), handle.name()};
}

std::string VariableUser::NameOf(OpKernelContext* ctx, int input) const {
  const VariablePlace* place = PlaceOf(input);
  return place != nullptr ? place->key.name : HandleFromInput(ctx, input).name();
}

absl::StatusOr<TensorCell*> VariableUser::LookUp(OpKernelContext* ctx, int input) const {
  OPGRAFT_ASSIGN_OR_RETURN(const CellKey key, KeyOf(ctx, input));
  TensorCell* const cell = ctx->resource_manager()->state()->opened()->FindTensor(key);
  return cell != nullptr && cell->value().IsInitialized() ? cell : nullptr;
}

absl::StatusOr<TensorCell*> VariableUser::Find(OpKernelContext* ctx, int input,
                                               DataType dtype) const {
  OPGRAFT_ASSIGN_OR_RETURN(TensorCell * cell, LookUp(ctx, input));
  if (cell == nullptr && PlaceOf(input) != nullptr) {
    return absl::FailedPreconditionError(
        absl::StrCat("Attempting to use uninitialized value ", NameOf(ctx, input)));
  }
  if (cell == nullptr) {
    return absl::NotFoundError(absl::StrCat("Could not find variable ", NameOf(ctx, input),
                                            ": it was not initialized, or it was destroyed"));
  }
  if (cell->value().dtype() == dtype) return cell;
  return WrongType("update", dtype, cell->value().dtype());
}

absl::Status VariableUser::Assign(OpKernelContext* ctx, int input, const Tensor& value) const {
  OPGRAFT_ASSIGN_OR_RETURN(const CellKey key, KeyOf(ctx, input));
  bool is_new = false;
  const auto start = [&]() -> absl::StatusOr<Tensor> {
    is_new = true;
    return value;
  };
  OPGRAFT_ASSIGN_OR_RETURN(TensorCell * cell,
                           ctx->resource_manager()->state()->opened()->OpenTensor(key, start));
  return is_new ? absl::OkStatus() : cell->Replace(value);
}

absl::Status WrongType(absl::string_view what, DataType expected, DataType got) {
  return absl::InvalidArgumentError(
      absl::StrCat("Trying to ", what, " variable with wrong dtype. Expected ",
                   DataTypeString(expected), " got ", DataTypeString(got)));
}

}  // namespace opgraft_internal
