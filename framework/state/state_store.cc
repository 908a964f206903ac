// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A cell has two tensors, and a third in loops; pointers say which is which, and a commit exchanges
// them. One run that assigns v, whose value is A:
//
//     before      shown -> A    hidden -> (spare)
//     StageX(B)   shown -> A    hidden -> B             reads still see A
//     Commit      shown -> B    hidden -> A             outputs may view A until the next run, when
//                                                       its buffer is used again or freed
//     or Rollback shown -> A    hidden -> (empty)
//
// In a loop each iteration that assigns makes its value the one that is shown (Advance) while
// `kept` has the value from before the run, for the rollback.
#include "framework/state/state_store.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor_access.h"
#include "framework/tensor/zeros.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

StateStore::StateStore(const std::vector<CellSpec>* specs) : specs_(specs), cells_(specs->size()) {
  touched_.reserve(specs->size());
  advanced_.reserve(specs->size());
  dropped_.reserve(3 * specs->size());
}

const std::vector<CellSpec>& StateStore::NoSpecs() {
  static const auto* const none = new std::vector<CellSpec>();
  return *none;
}

absl::Status StateStore::CopyFrom(const StateStore& other) {
  OPGRAFT_RETURN_IF_ERROR(opened_.CopyFrom(other.opened_));
  for (int v = 0; v < size(); ++v) {
    Replace(v, other.is_set(v), other.is_set(v) ? other.value(v) : Tensor());
  }
  return absl::OkStatus();
}

absl::StatusOr<TensorCell*> StateStore::OpenTensor(absl::string_view id, DataType type,
                                                   const TensorShape& shape) {
  const auto start = [&]() -> absl::StatusOr<Tensor> {
    for (const CellSpec& declared : *specs_) {
      if (declared.id != id) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("cell ", Quoted(id), " is a variable of ReadValue and Assign"));
    }
    return Zeros(type, shape);
  };
  OPGRAFT_ASSIGN_OR_RETURN(TensorCell * cell,
                           opened_.OpenTensor(CellKey::OfTensor(std::string(id)), start));
  const Tensor& value = cell->value();
  if (value.dtype() == type && value.shape() == shape) return cell;
  return absl::InvalidArgumentError(absl::StrCat("cell ", Quoted(id), " is ",
                                                 TypeAndShape(value.dtype(), value.shape()),
                                                 ", not ", TypeAndShape(type, shape)));
}

const Tensor* StateStore::zero(int v) {
  Cell& cell = cells_[v];
  if (!cell.has_zero) {
    absl::StatusOr<Tensor> zeros = Zeros(spec(v).type, spec(v).zero_shape);
    if (!zeros.ok()) return nullptr;
    cell.zero = *std::move(zeros);
    cell.has_zero = true;
  }
  return &cell.zero;
}

absl::Status StateStore::CheckFits(int v, const Tensor& value) const {
  const Cell& cell = cells_[v];
  // A value of the shape it has already was checked before.
  if (cell.is_set && value.dtype() == cell.value().dtype() &&
      value.shape() == cell.value().shape()) {
    return absl::OkStatus();
  }
  return CheckValue(spec(v), value);
}

void StateStore::BeginStaging(int v) {
  Cell& cell = cells_[v];
  if (ABSL_PREDICT_TRUE(!cell.is_staged)) {
    cell.is_staged = true;
    touched_.push_back(v);
  } else if (cell.from != nullptr) {
    cell.from->Retire(TensorAccess::ReleaseBuffer(&cell.next()));
  }
  cell.next() = Tensor();
  cell.has_spare = false;
  cell.from = nullptr;
}

absl::Status StateStore::StageTakenSlow(int v, const Tensor& value, BufferRegion* region) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(v, value));
  BeginStaging(v);
  Cell& cell = cells_[v];
  TensorAccess::AdoptAs(&cell.next(), region->Take(), value);
  cell.from = region;
  return absl::OkStatus();
}

absl::Status StateStore::StageShared(int v, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(v, value));
  BeginStaging(v);
  cells_[v].next() = value;
  return absl::OkStatus();
}

absl::Status StateStore::StageCopy(int v, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckFits(v, value));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, value.DeepCopy());
  BeginStaging(v);
  cells_[v].next() = std::move(copy);
  return absl::OkStatus();
}

void StateStore::Rollback() {
  for (int32_t v : touched_) {
    Cell& cell = cells_[v];
    if (cell.from != nullptr) cell.from->Retire(TensorAccess::ReleaseBuffer(&cell.next()));
    cell.next() = Tensor();
    cell.has_spare = false;
    cell.is_staged = false;
    cell.from = nullptr;
  }
  touched_.clear();
  RollbackAdvanced();
  opened_.Rollback();
}

// Before: shown is what reads see, hidden was staged by this iteration. In the first iteration
// shown is the value itself, which is kept; in later ones it is what the iteration before had
// staged, and its buffer is of use again.
void StateStore::AdvanceStaged(size_t first) {
  for (size_t i = first; i < touched_.size(); ++i) {
    Cell& cell = cells_[touched_[i]];
    std::swap(cell.shown, cell.hidden);
    if (!cell.is_advanced) {
      std::swap(cell.hidden, cell.kept);
      cell.is_advanced = true;
      cell.was_set = cell.is_set;
      advanced_.push_back(touched_[i]);
    }
    cell.is_set = true;
    cell.is_staged = false;
    cell.from = nullptr;
    cell.has_spare = cell.next().buffer() != nullptr;
  }
  touched_.resize(first);
}

// The value before the run stays kept: outputs may view it, and the next run's loop has a buffer.
void StateStore::CommitAdvanced() {
  for (int32_t v : advanced_) cells_[v].is_advanced = false;
  advanced_.clear();
}

void StateStore::RollbackAdvanced() {
  for (int32_t v : advanced_) {
    Cell& cell = cells_[v];
    std::swap(cell.shown, cell.kept);
    Drop(cell.kept);
    Drop(cell.hidden);
    cell.has_spare = false;
    cell.is_set = cell.was_set;
    cell.is_advanced = false;
  }
  advanced_.clear();
}

void StateStore::Trim() {
  dropped_.clear();
  opened_.Trim();
  for (Cell& cell : cells_) {
    cell.next() = Tensor();
    *cell.kept = Tensor();
    cell.has_spare = false;
  }
}

void StateStore::Drop(Tensor* value) {
  dropped_.push_back(std::move(*value));
  *value = Tensor();
}

absl::Status StateStore::Set(int v, const Tensor& value) {
  OPGRAFT_RETURN_IF_ERROR(CheckValue(spec(v), value));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, value.DeepCopy());
  Replace(v, true, std::move(copy));
  return absl::OkStatus();
}

void StateStore::Replace(int v, bool is_set, Tensor value) {
  Cell& cell = cells_[v];
  if (cell.is_set) Drop(&cell.value());
  cell.value() = std::move(value);
  cell.is_set = is_set;
}

void StateStore::ResetAll() {
  for (int v = 0; v < size(); ++v) Reset(v);
  opened_.Clear();
}

}  // namespace opgraft_internal
