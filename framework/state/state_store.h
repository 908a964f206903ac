// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_STATE_STORE_H_
#define FRAMEWORK_STATE_STATE_STORE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/state/cache_line_vector.h"
#include "framework/state/cell_spec.h"
#include "framework/state/opened_cells.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"
#include "framework/types/crash_note.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The state of one request and the transaction of its current run. Its cells are of two kinds:
//
// * Those that the model declares, the variables of ReadValue and Assign, known by number. A value
//   is never written in place: a run stages new ones beside the old, Commit exchanges pointers, so
//   publishing costs the same whatever the size. Reads see the value from before the run.
// * Those that kernels open while they run (OpenedCells): tensors that read their own writes,
//   counters of random generators, resources.
//
// Run, rollback, reset, fork, save and load mean both. A method that fails changes nothing.
// Thread-compatible, but for opened(), which is thread-safe.
//
// Example, of a run:
//   store.BeginRun();
//   OPGRAFT_RETURN_IF_ERROR(store.StageCopy(v, next));
//   succeeded ? store.Commit() : store.Rollback();
class StateStore {
 public:
  // Without cells that a model declares.
  StateStore() : StateStore(&NoSpecs()) {}
  // `specs` outlives the store.
  explicit StateStore(const std::vector<CellSpec>* specs);
  StateStore(const StateStore&) = delete;
  StateStore& operator=(const StateStore&) = delete;

  // The note of the run that uses this state, for a crash on a thread in its StateScope. Borrowed;
  // null if not known.
  void set_crash_note(const CrashNote* note) { crash_note_ = note; }
  const CrashNote* crash_note() const { return crash_note_; }

  int size() const { return static_cast<int>(cells_.size()); }
  const CellSpec& spec(int v) const { return (*specs_)[v]; }
  bool is_set(int v) const { return cells_[v].is_set; }
  // True between a Stage of this run and its end.
  bool is_staged(int v) const { return cells_[v].is_staged; }
  // The value; REQUIRES is_set. Valid until the run after the next change.
  const Tensor& value(int v) const { return cells_[v].value(); }
  // Zeros of the cell's zero shape; null if there is no memory for them.
  const Tensor* zero(int v);
  // Gives memory back that values do not need.
  void Trim();

  // The cells that kernels open.
  OpenedCells* opened() { return &opened_; }
  const OpenedCells& opened() const { return opened_; }
  // The tensor of this id, zeros at first, to read and to write in place; good until the state is
  // reset or loaded. INVALID_ARGUMENT if it is there with another type or shape, or if the model
  // has a variable of this id; RESOURCE_EXHAUSTED.
  absl::StatusOr<TensorCell*> OpenTensor(absl::string_view id, DataType type,
                                         const TensorShape& shape);

  // --- In a run ---
  // Frees what was replaced since the run before: views of it (outputs) have ended.
  void BeginRun() {
    if (ABSL_PREDICT_FALSE(!dropped_.empty())) dropped_.clear();
    opened_.BeginRun();
  }
  // Stage `value` for cell `v`: by taking its buffer, REQUIRES that `region` owns it; by
  // sharing it; by copying it, if others may write it later. INVALID_ARGUMENT if type or shape are
  // not the cell's, RESOURCE_EXHAUSTED.
  ABSL_ATTRIBUTE_ALWAYS_INLINE absl::Status StageTaken(int v, const Tensor& value,
                                                       BufferRegion* region) {
    Cell& cell = cells_[v];
    Tensor& next = cell.next();
    if (ABSL_PREDICT_FALSE(cell.is_staged || !cell.has_spare || value.shape() != next.shape() ||
                           value.dtype() != next.dtype() || !next.RefCountIsOne())) {
      return StageTakenSlow(v, value, region);
    }
    // The value before the last becomes the region's buffer: the outputs that viewed it have ended.
    region->ExchangeWith(&next);
    cell.is_staged = true;
    cell.from = region;
    touched_.push_back(v);
    return absl::OkStatus();
  }
  absl::Status StageShared(int v, const Tensor& value);
  absl::Status StageCopy(int v, const Tensor& value);
  // How many are staged; for Advance.
  size_t num_staged() const { return touched_.size(); }
  // An iteration of a loop ends that began when `first` were staged: what was staged since is what
  // reads see from now on. It is not the value yet: a Rollback forgets it too.
  void Advance(size_t first) {
    if (ABSL_PREDICT_FALSE(touched_.size() > first)) AdvanceStaged(first);
  }
  // Makes all staged values the values, and what kernels did to cells final.
  void Commit() {
    CommitVariables();
    opened_.Commit();
  }
  // The same of a run in which kernels did nothing to cells (opened()->has_changes()).
  void CommitVariables() {
    for (int32_t v : touched_) {
      Cell& cell = cells_[v];
      std::swap(cell.shown, cell.hidden);
      cell.is_staged = false;
      cell.has_spare = cell.is_set && cell.from != nullptr;
      if (ABSL_PREDICT_FALSE(cell.is_set && !cell.has_spare)) Drop(&cell.next());
      cell.is_set = true;
      cell.from = nullptr;
    }
    touched_.clear();
    if (ABSL_PREDICT_FALSE(!advanced_.empty())) CommitAdvanced();
    opened_.EndRun();
  }
  // Forgets them; buffers taken go back to their regions. Opened tensors and counters are as before
  // the run; resources are not rolled back.
  void Rollback();

  // --- Between runs ---
  absl::Status Set(int v, const Tensor& value);
  // Makes `value` the value without looking at it, or unsets the cell.
  void Replace(int v, bool is_set, Tensor value);
  void Reset(int v) { Replace(v, false, Tensor()); }
  // Unsets all variables and forgets all opened cells: they start anew when they are opened.
  void ResetAll();
  // The state of another store of the same specs; buffers are shared until either changes its own.
  // As OpenedCells::CopyFrom, and nothing changes then.
  absl::Status CopyFrom(const StateStore& other);

 private:
  struct Cell {
    Cell() = default;
    Cell(const Cell&) = delete;
    Cell& operator=(const Cell&) = delete;
    Tensor& value() { return *shown; }
    const Tensor& value() const { return *shown; }
    // Where the run stages a value; before, the spare or nothing.
    Tensor& next() { return *hidden; }

    // Two versions: the commit exchanges them. In a loop three: an Advance makes the staged one the
    // one that is shown and keeps the value itself.
    Tensor* shown = &versions[0];
    Tensor* hidden = &versions[1];
    Tensor* kept = &versions[2];
    // Region whose buffer next() took.
    BufferRegion* from = nullptr;
    bool is_set = false;
    bool is_staged = false;
    // next() is the value before the last, kept for its buffer: checked, not needed.
    bool has_spare = false;
    bool has_zero = false;
    // True once an Advance of this run made `shown` what reads see; `kept` is the value.
    bool is_advanced = false;
    // is_set from before the first Advance, for a rollback.
    bool was_set = false;
    Tensor versions[3];
    Tensor zero;
  };
  static const std::vector<CellSpec>& NoSpecs();
  absl::Status CheckFits(int v, const Tensor& value) const;
  // Lets go of what was staged before in this run, and of the spare, and notes that `v` is staged.
  void BeginStaging(int v);
  absl::Status StageTakenSlow(int v, const Tensor& value, BufferRegion* region);
  void AdvanceStaged(size_t first);
  void CommitAdvanced();
  void RollbackAdvanced();
  // Keeps the old value until the next run: outputs may view it.
  void Drop(Tensor* value);

  const std::vector<CellSpec>* specs_;
  const CrashNote* crash_note_ = nullptr;
  CacheLineVector<Cell> cells_;
  CacheLineVector<int32_t> touched_;
  CacheLineVector<int32_t> advanced_;
  std::vector<Tensor> dropped_;
  OpenedCells opened_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_STATE_STORE_H_
