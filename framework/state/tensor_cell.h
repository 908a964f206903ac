// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_TENSOR_CELL_H_
#define FRAMEWORK_STATE_TENSOR_CELL_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "framework/tensor/tensor.h"

namespace opgraft_internal {
class OpenedCells;
struct RunTransaction;
}  // namespace opgraft_internal

namespace opgraft {

// A tensor of a request's state that kernels write in place and that reads its own writes: a
// variable of TensorFlow's, the counter of a random generator. In a run, the first Write keeps the
// value for the rollback; WriteParts keeps only what it is going to change. A cell that no request
// owns is a plain tensor.
//
// Thread-compatible, but for Write, Replace and WriteParts, which threads of one kernel may call at
// the same time.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(TensorCell* cell, context->OpenCell("total", DT_FLOAT, {}));
//   OPGRAFT_ASSIGN_OR_RETURN(Tensor* total, cell->Write());
//   total->scalar<float>()() += 1;
class TensorCell {
 public:
  explicit TensorCell(Tensor value = Tensor()) : value_(std::move(value)) {}
  TensorCell(const TensorCell&) = delete;
  TensorCell& operator=(const TensorCell&) = delete;

  // Elements [start, start + count).
  struct Part {
    int64_t start;
    int64_t count;
  };

  const Tensor& value() const { return value_; }
  // The value, to be changed or replaced; in memory that nothing else shares. RESOURCE_EXHAUSTED,
  // and nothing has changed.
  absl::StatusOr<Tensor*> Write();
  // The same for interfaces that cannot return a status: where there is no memory, the run of the
  // calling kernel fails; outside of kernels null.
  Tensor* WriteOrThrow();
  // Makes `value` the value; it shares its memory, and nothing is copied. As Write.
  absl::Status Replace(Tensor value);
  // As Write, but only these elements may change: a rollback copies them alone, whatever the size
  // of the whole. REQUIRES: the value has them all.
  absl::StatusOr<Tensor*> WriteParts(absl::Span<const Part> parts);

 private:
  friend class opgraft_internal::OpenedCells;  // guards all but value_ by the transaction's mutex

  // The elements of some parts, one after the other, as they were before they were written.
  struct Undo {
    std::vector<Part> parts;
    Tensor bytes;
  };

  // What has to happen before a write. REQUIRES: an owner, and its mutex.
  absl::Status PrepareWrite();
  absl::Status PrepareParts(absl::Span<const Part> parts);
  static void CopyParts(const Tensor& value, absl::Span<const Part> parts, char* to);
  absl::Status KeepOld();
  // Makes `old_`, which is the value as the run has left it, what it was before the run's parts.
  absl::Status UndoPartsInOld();
  absl::Status MakePrivate();
  // Puts the elements of all parts back, the last ones first, and forgets them.
  void UndoParts(Tensor* value);
  void NoteWritten();
  // The end of a run: what it wrote is final; is taken back. False if nothing was written.
  bool Keep();
  bool TakeBack();

  Tensor value_;
  // In a run that wrote: the value before it. Else memory for the next one.
  Tensor old_;
  bool is_written_ = false;
  // What a run that only wrote parts overwrote, oldest first.
  std::vector<Undo> undo_;
  // The transaction of the request that owns the cell; null: no request does.
  opgraft_internal::RunTransaction* run_ = nullptr;
};

}  // namespace opgraft

#endif  // FRAMEWORK_STATE_TENSOR_CELL_H_
