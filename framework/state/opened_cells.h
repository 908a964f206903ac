// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_STATE_OPENED_CELLS_H_
#define FRAMEWORK_STATE_OPENED_CELLS_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/base/thread_annotations.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/state/resource_base.h"
#include "framework/state/run_transaction.h"
#include "framework/state/tensor_cell.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What a cell that kernels open is.
enum class CellKind : uint8_t {
  // A tensor that reads its own writes: TensorFlow's variables.
  kTensor,
  // The counter and the key of a random generator.
  kCounter,
  // An object of an author's class.
  kResource,
};

// Names a cell: container, type and name of a resource. A counter and a tensor opened by id have no
// container, and types that no class can have.
struct CellKey {
  static CellKey OfTensor(std::string id) { return {"", "#tensor", std::move(id)}; }
  static CellKey OfCounter(std::string id) { return {"", "#counter", std::move(id)}; }

  std::string container;
  std::string type;
  std::string name;

  friend bool operator<(const CellKey& a, const CellKey& b) {
    return std::tie(a.container, a.type, a.name) < std::tie(b.container, b.type, b.name);
  }
  friend bool operator==(const CellKey& a, const CellKey& b) {
    return std::tie(a.container, a.type, a.name) == std::tie(b.container, b.type, b.name);
  }
};

// One opened cell. Of a kTensor or kCounter: `tensor`, and the object that shows it to kernels, if
// one was asked for. Of a kResource: the object, or, after a load, its bytes until first use.
struct OpenedCell {
  CellKind kind = CellKind::kResource;
  std::shared_ptr<TensorCell> tensor;
  core::RefCountPtr<ResourceBase> object;
  std::string bytes;
};

// The cells of one request that kernels open while it runs, and what a run changed in them. Tensors
// and counters are rolled back, their creation and removal too; resources are not: only an author's
// class knows how to undo what it did.
//
// Owns its cells. Thread-safe: one mutex, which is never held while an object is destroyed, since a
// destructor may do anything.
//
// Example, of a run:
//   cells.BeginRun();
//   OPGRAFT_ASSIGN_OR_RETURN(TensorCell* cell, cells.OpenTensor(key, start));
//   ...                                        // kernels write the cell
//   succeeded ? cells.Commit() : cells.Rollback();
class OpenedCells {
 public:
  OpenedCells() = default;
  ~OpenedCells();
  OpenedCells(const OpenedCells&) = delete;
  OpenedCells& operator=(const OpenedCells&) = delete;

  // --- In a run ---
  // A run begins; it ends by Commit, which makes what it did final, by Rollback, which undoes it,
  // or by EndRun, if it changed nothing.
  void BeginRun() { run_.in_run = true; }
  void EndRun() { run_.in_run = false; }
  void Commit() {
    EndRun();
    if (ABSL_PREDICT_FALSE(run_.has_changes)) Keep();
  }
  void Rollback() {
    EndRun();
    if (ABSL_PREDICT_FALSE(run_.has_changes)) TakeBack();
  }
  // What the run changed in cells that are rolled back.
  bool has_changes() const { return run_.has_changes; }
  // Gives the tensors whose memory others may write after the run (`is_lent`), as kernels leave
  // them that keep an input, memory of their own. RESOURCE_EXHAUSTED.
  absl::Status CopyLent(absl::FunctionRef<bool(const Tensor&)> is_lent);

  // Adds a resource. False, and the object is gone, if there is one of this key.
  bool Create(const CellKey& key, core::RefCountPtr<ResourceBase> object);
  // The object of a resource or tensor; null if there is none of this key. UNIMPLEMENTED if it came
  // from a file and its class cannot be made of that.
  absl::StatusOr<core::RefCountPtr<ResourceBase>> Find(const CellKey& key,
                                                       const ResourceMakers& makers);
  // The tensor of a kTensor; null if there is none of this key.
  TensorCell* FindTensor(const CellKey& key);
  // The tensor of a kTensor; made by `start` if there is none, whose error is returned. Owned by
  // this, and good until it is removed.
  absl::StatusOr<TensorCell*> OpenTensor(const CellKey& key,
                                         absl::FunctionRef<absl::StatusOr<Tensor>()> start);
  // Calls `update` on the tensor of a counter, made by `start` if there is none. One at a time.
  absl::Status UpdateCounter(const CellKey& key, absl::FunctionRef<absl::StatusOr<Tensor>()> start,
                             absl::FunctionRef<void(Tensor*)> update);
  // Takes a cell out, whose object ends here unless a kernel still holds it. False if there is
  // none.
  bool Remove(const CellKey& key);
  void RemoveContainer(const std::string& container);
  bool HasContainer(const std::string& container) const;

  // --- All cells, between runs ---
  void Clear();
  // Gives back memory that values do not need.
  void Trim();
  // Makes these the same as `other`; tensors share memory until either is written. UNIMPLEMENTED
  // naming a resource that offers no Clone, or what Clone answers; nothing has changed then.
  absl::Status CopyFrom(const OpenedCells& other);
  // Makes these `cells`.
  void Replace(std::map<CellKey, OpenedCell> cells);
  // In the order of the keys; `visit` must not use this object. The first status that is not OK.
  absl::Status ForEach(
      absl::FunctionRef<absl::Status(const CellKey&, const OpenedCell&)> visit) const;

 private:
  using Cells = std::map<CellKey, OpenedCell>;
  // A cell that the run made (`before` is empty) or removed.
  struct Change {
    CellKey key;
    Cells::node_type before;
  };

  absl::StatusOr<TensorCell*> OpenLocked(const CellKey& key, CellKind kind,
                                         absl::FunctionRef<absl::StatusOr<Tensor>()> start)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(run_.mu);
  // Adds a cell that is not there.
  void AddLocked(const CellKey& key, OpenedCell cell) ABSL_EXCLUSIVE_LOCKS_REQUIRED(run_.mu);
  // Takes the cell out; the caller destroys what is left, after the lock.
  Cells::node_type RemoveLocked(Cells::iterator at) ABSL_EXCLUSIVE_LOCKS_REQUIRED(run_.mu);
  // Takes out what `is_meant` is true of.
  void RemoveIf(absl::FunctionRef<bool(const CellKey&)> is_meant);
  void Keep();
  void TakeBack();
  void Own(const OpenedCell& cell);
  static void Disown(const OpenedCell& cell);

  // Makes room for the objects of so many cells, so that a rollback needs no memory.
  void MakeRoom(size_t num_cells) ABSL_EXCLUSIVE_LOCKS_REQUIRED(run_.mu);

  mutable RunTransaction run_;
  Cells cells_ ABSL_GUARDED_BY(run_.mu);
  std::vector<Change> changes_ ABSL_GUARDED_BY(run_.mu);  // oldest first
  // Where a rollback puts the objects that end, until the lock is given back. Empty.
  std::vector<core::RefCountPtr<ResourceBase>> ending_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_STATE_OPENED_CELLS_H_
