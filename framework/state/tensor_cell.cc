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

absl::Status TensorCell::Replace(Tensor value) {
  if (run_ == nullptr) {
    value_ = std::move(value);
    return absl::OkStatus();
  }
  absl::MutexLock lock(&run_->mu);
  if (!undo_.empty()) {
    OPGRAFT_RETURN_IF_ERROR(PrepareWrite());
  } else if (!is_written_ && run_->in_run) {
    old_ = std::move(value_);
    NoteWritten();
  }
  value_ = std::move(value);
  return absl::OkStatus();
}

absl::StatusOr<Tensor*> TensorCell::WriteParts(absl::Span<const Part> parts) {
  if (run_ != nullptr) {
    absl::MutexLock lock(&run_->mu);
    OPGRAFT_RETURN_IF_ERROR(PrepareParts(parts));
  }
  return &value_;
}

// Copies the bytes of some elements, one part behind the other.
void TensorCell::CopyParts(const Tensor& value, absl::Span<const Part> parts, char* to) {
  const int64_t size = DataTypeSize(value.dtype());
  for (const Part& part : parts) {
    if (part.count == 0) continue;
    const auto length = static_cast<size_t>(part.count * size);
    std::memcpy(to, static_cast<const char*>(value.data()) + part.start * size, length);
    to += length;
  }
}

// Only memory that nothing else shares can be written in place, and only elements that own nothing
// are kept as bytes.
absl::Status TensorCell::PrepareParts(absl::Span<const Part> parts) {
  const bool is_private = value_.buffer() != nullptr && value_.RefCountIsOne();
  if (is_written_ || !run_->in_run || !is_private || !DataTypeCanUseMemcpy(value_.dtype()))
    return PrepareWrite();
  const int64_t size = DataTypeSize(value_.dtype());
  int64_t elements = 0;
  for (const Part& part : parts) elements += part.count;
  const int64_t cost = elements * size + static_cast<int64_t>(parts.size() * sizeof(Part));
  if (cost >= static_cast<int64_t>(value_.TotalBytes())) return PrepareWrite();
  OPGRAFT_ASSIGN_OR_RETURN(Tensor bytes, Tensor::Create(DT_UINT8, TensorShape({elements * size})));
  CopyParts(value_, parts, static_cast<char*>(bytes.data()));
  undo_.push_back({{parts.begin(), parts.end()}, std::move(bytes)});
  run_->has_changes = true;
  return absl::OkStatus();
}

void TensorCell::UndoParts(Tensor* value) {
  const int64_t size = DataTypeSize(value->dtype());
  for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) {
    const char* from = static_cast<const char*>(undo->bytes.data()) + undo->bytes.TotalBytes();
    for (auto part = undo->parts.rbegin(); part != undo->parts.rend(); ++part) {
      if (part->count == 0) continue;
      const auto length = static_cast<size_t>(part->count * size);
      from -= length;
      std::memcpy(static_cast<char*>(value->data()) + part->start * size, from, length);
    }
  }
  undo_.clear();
}

void TensorCell::NoteWritten() {
  is_written_ = true;
  run_->has_changes = true;
}

bool TensorCell::Keep() {
  const bool was_written = is_written_ || !undo_.empty();
  undo_.clear();
  is_written_ = false;
  return was_written;
}

bool TensorCell::TakeBack() {
  const bool was_written = is_written_ || !undo_.empty();
  if (is_written_) std::swap(value_, old_);
  UndoParts(&value_);
  is_written_ = false;
  return was_written;
}

// Later writes look too: the one before may have put in what others hold, such as an input.
absl::Status TensorCell::PrepareWrite() {
  if (is_written_ || !run_->in_run) return MakePrivate();
  OPGRAFT_RETURN_IF_ERROR(KeepOld());
  if (!undo_.empty()) OPGRAFT_RETURN_IF_ERROR(UndoPartsInOld());
  NoteWritten();
  return absl::OkStatus();
}

absl::Status TensorCell::UndoPartsInOld() {
  if (!old_.RefCountIsOne()) {
    OPGRAFT_ASSIGN_OR_RETURN(old_, old_.DeepCopy());
  }
  UndoParts(&old_);
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
