// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/opened_cells.h"

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Makes the object of a cell that has none yet.
absl::Status MakeObject(const CellKey& key, const ResourceMakers& makers, OpenedCell* cell) {
  if (cell->tensor != nullptr && makers.of_cell != nullptr) {
    cell->object = makers.of_cell(cell->tensor);
    return absl::OkStatus();
  }
  if (cell->tensor == nullptr && makers.of_bytes != nullptr) {
    OPGRAFT_RETURN_IF_ERROR(makers.of_bytes(cell->bytes, &cell->object));
    if (cell->object != nullptr) {
      cell->bytes.clear();
      return absl::OkStatus();
    }
  }
  return absl::UnimplementedError(absl::StrCat("resource ", key.container, "/", key.name, "/",
                                               key.type,
                                               " was loaded; its class offers no Restore"));
}

absl::Status CloneObject(const CellKey& key, const OpenedCell& cell, OpenedCell* copy) {
  absl::Status cloned = cell.object->Clone(&copy->object);
  if (cloned.ok() && copy->object == nullptr)
    cloned = absl::InternalError("its Clone returned OK and no resource");
  if (cloned.ok()) return cloned;
  return absl::Status(cloned.code(),
                      absl::StrCat("resource ", key.container, "/", key.name, "/", key.type,
                                   " cannot be copied: ", cloned.message()));
}

// The same cell for another request.
absl::StatusOr<OpenedCell> CopyOf(const CellKey& key, const OpenedCell& cell) {
  OpenedCell copy;
  copy.kind = cell.kind;
  copy.bytes = cell.bytes;
  if (cell.tensor != nullptr) {
    copy.tensor = std::make_shared<TensorCell>(cell.tensor->value());
  } else if (cell.object != nullptr) {
    OPGRAFT_RETURN_IF_ERROR(CloneObject(key, cell, &copy));
  }
  return copy;
}

}  // namespace

OpenedCells::~OpenedCells() { Clear(); }

void OpenedCells::Own(const OpenedCell& cell) {
  if (cell.tensor != nullptr) cell.tensor->run_ = &run_;
}

void OpenedCells::Disown(const OpenedCell& cell) {
  if (cell.tensor != nullptr) cell.tensor->run_ = nullptr;
}

void OpenedCells::MakeRoom(size_t num_cells) {
  if (ending_.capacity() < num_cells) ending_.reserve(2 * num_cells);
}

// It is noted first: a cell that there is no memory for is then only noted, which harms nobody.
void OpenedCells::AddLocked(const CellKey& key, OpenedCell cell) {
  MakeRoom(cells_.size() + 1);
  if (run_.in_run && cell.kind != CellKind::kResource) {
    changes_.push_back({key, {}});
    run_.has_changes = true;
  }
  Own(cells_.emplace(key, std::move(cell)).first->second);
}

bool OpenedCells::Create(const CellKey& key, core::RefCountPtr<ResourceBase> object) {
  OpenedCell cell;
  cell.tensor = object->tensor_cell();
  cell.kind = cell.tensor != nullptr ? CellKind::kTensor : CellKind::kResource;
  cell.object = std::move(object);
  absl::MutexLock lock(&run_.mu);
  if (cells_.count(key) > 0) return false;
  AddLocked(key, std::move(cell));
  return true;
}

absl::StatusOr<core::RefCountPtr<ResourceBase>> OpenedCells::Find(const CellKey& key,
                                                                  const ResourceMakers& makers) {
  absl::MutexLock lock(&run_.mu);
  const auto at = cells_.find(key);
  if (at == cells_.end()) return core::RefCountPtr<ResourceBase>();
  if (at->second.object == nullptr) {
    OPGRAFT_RETURN_IF_ERROR(MakeObject(key, makers, &at->second));
  }
  return core::GetNewRef(at->second.object.get());
}

TensorCell* OpenedCells::FindTensor(const CellKey& key) {
  absl::MutexLock lock(&run_.mu);
  const auto at = cells_.find(key);
  return at == cells_.end() ? nullptr : at->second.tensor.get();
}

absl::StatusOr<TensorCell*> OpenedCells::OpenLocked(
    const CellKey& key, CellKind kind, absl::FunctionRef<absl::StatusOr<Tensor>()> start) {
  const auto found = cells_.find(key);
  if (found != cells_.end()) return found->second.tensor.get();
  OPGRAFT_ASSIGN_OR_RETURN(Tensor value, start());
  OpenedCell cell;
  cell.kind = kind;
  cell.tensor = std::make_shared<TensorCell>(std::move(value));
  TensorCell* const opened = cell.tensor.get();
  AddLocked(key, std::move(cell));
  return opened;
}

absl::StatusOr<TensorCell*> OpenedCells::OpenTensor(
    const CellKey& key, absl::FunctionRef<absl::StatusOr<Tensor>()> start) {
  absl::MutexLock lock(&run_.mu);
  return OpenLocked(key, CellKind::kTensor, start);
}

absl::Status OpenedCells::UpdateCounter(const CellKey& key,
                                        absl::FunctionRef<absl::StatusOr<Tensor>()> start,
                                        absl::FunctionRef<void(Tensor*)> update) {
  absl::MutexLock lock(&run_.mu);
  OPGRAFT_ASSIGN_OR_RETURN(TensorCell * cell, OpenLocked(key, CellKind::kCounter, start));
  OPGRAFT_RETURN_IF_ERROR(cell->PrepareWrite());
  update(&cell->value_);
  return absl::OkStatus();
}

OpenedCells::Cells::node_type OpenedCells::RemoveLocked(Cells::iterator at) {
  if (run_.in_run && at->second.kind != CellKind::kResource) {
    changes_.push_back({at->first, {}});
    changes_.back().before = cells_.extract(at);
    run_.has_changes = true;
    return {};
  }
  Disown(at->second);
  return cells_.extract(at);
}

bool OpenedCells::Remove(const CellKey& key) {
  Cells::node_type gone;  // ends after the lock
  absl::MutexLock lock(&run_.mu);
  const auto at = cells_.find(key);
  if (at == cells_.end()) return false;
  gone = RemoveLocked(at);
  return true;
}

void OpenedCells::RemoveIf(absl::FunctionRef<bool(const CellKey&)> is_meant) {
  Cells gone;  // ends after the lock
  absl::MutexLock lock(&run_.mu);
  for (auto at = cells_.begin(); at != cells_.end();) {
    const auto next = std::next(at);
    if (is_meant(at->first)) gone.insert(RemoveLocked(at));
    at = next;
  }
}

void OpenedCells::RemoveContainer(const std::string& container) {
  RemoveIf([&](const CellKey& key) { return key.container == container; });
}

void OpenedCells::Clear() {
  RemoveIf([](const CellKey&) { return true; });
}

bool OpenedCells::HasContainer(const std::string& container) const {
  absl::MutexLock lock(&run_.mu);
  const auto at = cells_.lower_bound({container, "", ""});
  return at != cells_.end() && at->first.container == container;
}

// The run has succeeded: what it wrote and removed is final.
void OpenedCells::Keep() {
  std::vector<Change> done;  // ends after the lock
  absl::MutexLock lock(&run_.mu);
  for (auto& [key, cell] : cells_) {
    if (cell.tensor != nullptr) cell.tensor->Keep();
  }
  for (const Change& change : changes_) {
    if (!change.before.empty()) Disown(change.before.mapped());
  }
  done.swap(changes_);
  run_.has_changes = false;
}

// The run has failed. Cells are made and removed again in the reverse order, then values go back. A
// tensor's object goes too, since it may say what is no longer so; the next look-up makes another.
// Nothing is allocated: the run may have failed for want of memory.
void OpenedCells::TakeBack() {
  std::vector<Change> undone;  // ends after the lock, and with it the cells that the run made
  {
    absl::MutexLock lock(&run_.mu);
    undone.swap(changes_);
    for (auto change = undone.rbegin(); change != undone.rend(); ++change) {
      Cells::node_type made = cells_.extract(change->key);
      if (!made.empty()) Disown(made.mapped());
      if (!change->before.empty()) cells_.insert(std::move(change->before));
      change->before = std::move(made);
    }
    for (auto& [key, cell] : cells_) {
      if (cell.tensor == nullptr || !cell.tensor->TakeBack()) continue;
      if (cell.object != nullptr) ending_.push_back(std::move(cell.object));
    }
    run_.has_changes = false;
  }
  ending_.clear();
}

absl::Status OpenedCells::CopyLent(absl::FunctionRef<bool(const Tensor&)> is_lent) {
  absl::MutexLock lock(&run_.mu);
  for (auto& [key, cell] : cells_) {
    if (cell.tensor == nullptr || !is_lent(cell.tensor->value_)) continue;
    OPGRAFT_ASSIGN_OR_RETURN(cell.tensor->value_, cell.tensor->value_.DeepCopy());
  }
  return absl::OkStatus();
}

void OpenedCells::Trim() {
  absl::MutexLock lock(&run_.mu);
  for (auto& [key, cell] : cells_) {
    if (cell.tensor != nullptr) cell.tensor->old_ = Tensor();
  }
}

absl::Status OpenedCells::CopyFrom(const OpenedCells& other) {
  Cells copies;
  OPGRAFT_RETURN_IF_ERROR(other.ForEach([&](const CellKey& key, const OpenedCell& cell) {
    OPGRAFT_ASSIGN_OR_RETURN(copies[key], CopyOf(key, cell));
    return absl::OkStatus();
  }));
  Replace(std::move(copies));
  return absl::OkStatus();
}

void OpenedCells::Replace(std::map<CellKey, OpenedCell> cells) {
  absl::MutexLock lock(&run_.mu);
  MakeRoom(cells.size());
  for (const auto& [key, cell] : cells_) Disown(cell);
  for (const auto& [key, cell] : cells) Own(cell);
  cells_.swap(cells);  // the old ones end after the lock, with the argument
}

absl::Status OpenedCells::ForEach(
    absl::FunctionRef<absl::Status(const CellKey&, const OpenedCell&)> visit) const {
  absl::MutexLock lock(&run_.mu);
  for (const auto& [key, cell] : cells_) OPGRAFT_RETURN_IF_ERROR(visit(key, cell));
  return absl::OkStatus();
}

}  // namespace opgraft_internal
