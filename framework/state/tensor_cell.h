// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_TENSOR_CELL_H_
#define FRAMEWORK_STATE_TENSOR_CELL_H_

#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"

namespace opgraft_internal {
class OpenedCells;
struct RunTransaction;
}  // namespace opgraft_internal

namespace opgraft {

// A tensor of a request's state that kernels write in place and that reads its own writes: a
// variable of TensorFlow's, the counter of a random generator. In a run, the first Write keeps the
// value for the rollback. A cell that no request owns is a plain tensor.
//
// Thread-compatible, but for Write, which threads of one kernel may call at the same time.
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

  const Tensor& value() const { return value_; }
  // The value, to be changed or replaced; in memory that nobody else sees. RESOURCE_EXHAUSTED, and
  // nothing has changed.
  absl::StatusOr<Tensor*> Write();
  // The same for interfaces that know no status: where there is no memory, the run of the calling
  // kernel fails; outside of kernels null.
  Tensor* WriteOrThrow();

 private:
  friend class opgraft_internal::OpenedCells;  // guards all but value_ by the transaction's mutex

  // What has to happen before a write. REQUIRES: an owner, and its mutex.
  absl::Status PrepareWrite();
  absl::Status KeepOld();
  absl::Status MakePrivate();

  Tensor value_;
  // In a run that wrote: the value before it. Else memory for the next one.
  Tensor old_;
  bool is_written_ = false;
  opgraft_internal::RunTransaction* run_ = nullptr;  // of the request that owns the cell
};

}  // namespace opgraft

#endif  // FRAMEWORK_STATE_TENSOR_CELL_H_
