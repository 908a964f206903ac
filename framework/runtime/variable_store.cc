// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/variable_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/runtime/zeros.h"
#include "framework/types/status_macros.h"

namespace opgraft {

VariableStore::VariableStore(const std::vector<VariableInfo>* infos)
    : infos_(infos), variables_(infos->size()) {
  touched_.reserve(infos->size());
  dropped_.reserve(infos->size());
}

VariableStore::VariableStore(const VariableStore& other) : VariableStore(other.infos_) {
  for (size_t v = 0; v < variables_.size(); ++v) {
    variables_[v].is_set = other.variables_[v].is_set;
    if (variables_[v].is_set) variables_[v].value() = other.variables_[v].value();
  }
}

const Tensor* VariableStore::zero(int v) {
  Variable& variable = variables_[v];
  if (!variable.has_zero) {
    absl::StatusOr<Tensor> zeros = Zeros(info(v).type, info(v).zero_shape);
    if (!zeros.ok()) return nullptr;
    variable.zero = *std::move(zeros);
    variable.has_zero = true;
  }
  return &variable.zero;
}

absl::Status VariableStore::CheckFits(int v, const Tensor& value) const {
  const Variable& variable = variables_[v];
  // A value of the shape it has already was checked before.
  if (variable.is_set && value.dtype() == variable.value().dtype() &&
      value.shape() == variable.value().shape()) {
    return absl::OkStatus();
  }
  return CheckValue(info(v), value);
}

void VariableStore::BeginStaging(int v) {
  Variable& variable = variables_[v];
  if (ABSL_PREDICT_TRUE(!variable.is_staged)) {
    variable.is_staged = true;
    touched_.push_back(v);
  } else if (variable.from != nullptr) {
    variable.from->Retire(variable.next().ReleaseBuffer());
  }
  variable.next() = Tensor();
  variable.has_spare = false;
  variable.from = nullptr;
}

absl::Status VariableStore::StageTakenSlow(int v, const Tensor& value, BufferRegion* region) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(v, value));
  BeginStaging(v);
  Variable& variable = variables_[v];
  variable.next().AdoptAs(region->Take(), value);
  variable.from = region;
  return absl::OkStatus();
}

absl::Status VariableStore::StageShared(int v, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(v, value));
  BeginStaging(v);
  variables_[v].next() = value;
  return absl::OkStatus();
}

absl::Status VariableStore::StageCopy(int v, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(v, value));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, value.DeepCopy());
  BeginStaging(v);
  variables_[v].next() = std::move(copy);
  return absl::OkStatus();
}

void VariableStore::Rollback() {
  for (int32_t v : touched_) {
    Variable& variable = variables_[v];
    if (variable.from != nullptr) variable.from->Retire(variable.next().ReleaseBuffer());
    variable.next() = Tensor();
    variable.has_spare = false;
    variable.is_staged = false;
    variable.from = nullptr;
  }
  touched_.clear();
}

void VariableStore::Trim() {
  dropped_.clear();
  for (Variable& variable : variables_) {
    variable.next() = Tensor();
    variable.has_spare = false;
  }
}

void VariableStore::Drop(Tensor* value) {
  dropped_.push_back(std::move(*value));
  *value = Tensor();
}

absl::Status VariableStore::Set(int v, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckValue(info(v), value));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, value.DeepCopy());
  Replace(v, true, std::move(copy));
  return absl::OkStatus();
}

void VariableStore::Replace(int v, bool is_set, Tensor value) {
  Variable& variable = variables_[v];
  if (variable.is_set) Drop(&variable.value());
  variable.value() = std::move(value);
  variable.is_set = is_set;
}

void VariableStore::ResetAll() {
  for (int v = 0; v < size(); ++v) Reset(v);
}

}  // namespace opgraft
