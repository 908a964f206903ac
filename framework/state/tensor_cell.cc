// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/tensor_cell.h"

#include <cstring>
#include <string>

#include "absl/synchronization/mutex.h"
#include "framework/state/run_transaction.h"
#include "framework/tensor/access_error.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// Copies the elements into memory at hand; false if it does not fit.
bool CopyElements(const Tensor& from, Tensor* to) {
  if (to->dtype() != from.dtype() || to->shape() != from.shape() || !to->RefCountIsOne() ||
      !DataTypeCanUseMemcpy(from.dtype())) {
    return false;
  }
  if (from.TotalBytes() > 0) std::memcpy(to->data(), from.data(), from.TotalBytes());
  return true;
}

}  // namespace

absl::StatusOr<Tensor*> TensorCell::Write() {
  if (run_ != nullptr) {
    absl::MutexLock lock(&run_->mu);
    OPGRAFT_RETURN_IF_ERROR(PrepareWrite());
  }
  return &value_;
}

Tensor* TensorCell::WriteOrThrow() {
  absl::StatusOr<Tensor*> value = Write();
  if (value.ok()) return *value;
  if (AccessScope::Active()) throw AllocationError{std::string(value.status().message())};
  return nullptr;
}

// Later writes look too: the one before may have put in what others hold, such as an input.
absl::Status TensorCell::PrepareWrite() {
  if (is_written_ || !run_->in_run) return MakePrivate();
  OPGRAFT_RETURN_IF_ERROR(KeepOld());
  is_written_ = true;
  run_->has_changes = true;
  return absl::OkStatus();
}

absl::Status TensorCell::MakePrivate() {
  if (value_.buffer() == nullptr || value_.RefCountIsOne()) return absl::OkStatus();
  OPGRAFT_ASSIGN_OR_RETURN(value_, value_.DeepCopy());
  return absl::OkStatus();
}

// What others hold too (a fork, an output of the run before) is kept as it is, and the cell goes on
// with a copy; what is the cell's alone stays in its place and its elements are kept.
absl::Status TensorCell::KeepOld() {
  if (value_.buffer() == nullptr) {
    old_ = value_;
  } else if (!value_.RefCountIsOne()) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, value_.DeepCopy());
    old_ = std::exchange(value_, std::move(copy));
  } else if (!CopyElements(value_, &old_)) {
    OPGRAFT_ASSIGN_OR_RETURN(old_, value_.DeepCopy());
  }
  return absl::OkStatus();
}

}  // namespace opgraft
