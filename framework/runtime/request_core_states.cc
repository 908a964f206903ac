// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RequestCore: the variables as query_state gives them.
#include <utility>

#include "framework/runtime/request_core.h"
#include "framework/tensor/growing_tensor.h"
#include "framework/tensor/zeros.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// What a variable that nothing was assigned to is shown as.
absl::StatusOr<Tensor> ZerosOf(const VariablePlace& place) {
  return Zeros(place.dtype, place.shape.unknown_rank() ? TensorShape({0}) : place.shape.MinShape());
}

}  // namespace

const std::string& RequestCore::state_name(int v) const {
  const VariablePlace* const place = PlaceOf(v);
  return place == nullptr ? variables_.spec(v).id : place->name;
}

bool RequestCore::IsStateSet(int v) {
  const VariablePlace* const place = PlaceOf(v);
  if (place == nullptr) return variables_.is_set(v);
  return variables_.opened()->FindTensor(place->key) != nullptr;
}

absl::StatusOr<Tensor> RequestCore::StateValue(int v) {
  const VariablePlace* const place = PlaceOf(v);
  if (place == nullptr) {
    const VariableInfo& info = model_->variables[v];
    if (variables_.is_set(v)) return DenseValue(variables_.value(v));
    if (info.grows) return Zeros(info.type, info.zero_shape);
    const Tensor* const zero = variables_.zero(v);
    return zero == nullptr ? Tensor() : *zero;
  }
  const TensorCell* const cell = variables_.opened()->FindTensor(place->key);
  if (cell != nullptr) return cell->value();
  return ZerosOf(*place);
}

const GrowingTensor* RequestCore::GrowingValue(int v) const {
  const bool may_grow = PlaceOf(v) == nullptr && model_->variables[v].grows && variables_.is_set(v);
  return may_grow ? FindGrowingTensor(variables_.value(v)) : nullptr;
}

bool RequestCore::Admits(int v, const TensorShape& shape) const {
  return model_->variables[v].shape.IsCompatibleWith(shape);
}

absl::Status RequestCore::SetGrowingValue(int v, GrowingTensor value) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor holder, HoldGrowingTensor(std::move(value)));
  variables_.Replace(v, true, std::move(holder));
  return absl::OkStatus();
}

absl::Status RequestCore::SetState(int v, const Tensor& value) {
  const VariablePlace* const place = PlaceOf(v);
  if (place == nullptr) return SetVariable(v, value);
  CellSpec spec;
  spec.id = place->name;
  spec.type = place->dtype;
  spec.shape = place->shape;
  OPGRAFT_RETURN_IF_ERROR(CheckValue(spec, value));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, value.DeepCopy());
  return PutValue(place->key, copy);
}

absl::Status RequestCore::SetVariable(int v, const Tensor& value) {
  const VariableInfo& info = model_->variables[v];
  if (!info.grows) return variables_.Set(v, value);
  OPGRAFT_RETURN_IF_ERROR(CheckValue(info, value));
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor copy, value.DeepCopy());
  OPGRAFT_ASSIGN_OR_RETURN(Tensor holder, HoldGrowingTensor(GrowingTensor(copy)));
  variables_.Replace(v, true, std::move(holder));
  return absl::OkStatus();
}

absl::Status RequestCore::ResetState(int v) {
  const VariablePlace* const place = PlaceOf(v);
  if (place == nullptr) {
    variables_.Reset(v);
    return absl::OkStatus();
  }
  Tensor value;
  if (!FindInitial(place->key, &value)) {
    variables_.opened()->Remove(place->key);
    return absl::OkStatus();
  }
  return PutValue(place->key, value);
}

bool RequestCore::FindInitial(const CellKey& wanted, Tensor* value) const {
  if (model_->options.initial_state == nullptr) return false;
  bool found = false;
  model_->options.initial_state->opened()
      .ForEach([&](const CellKey& key, const OpenedCell& cell) {
        if (key == wanted && cell.tensor != nullptr) {
          *value = cell.tensor->value();
          found = true;
        }
        return absl::OkStatus();
      })
      .IgnoreError();
  return found;
}

absl::Status RequestCore::PutValue(const CellKey& key, const Tensor& value) {
  variables_.opened()->Remove(key);
  return variables_.opened()
      ->OpenTensor(key, [&]() -> absl::StatusOr<Tensor> { return value; })
      .status();
}

absl::Status RequestCore::ResetAll() {
  variables_.ResetAll();
  const std::shared_ptr<const StateStore>& start = model_->options.initial_state;
  return start == nullptr ? absl::OkStatus() : variables_.opened()->CopyFrom(start->opened());
}

}  // namespace opgraft_internal
