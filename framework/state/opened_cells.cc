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

// The same cell for another request.
absl::StatusOr<OpenedCell> CopyOf(const CellKey& key, const OpenedCell& cell) {
  OpenedCell copy;
  copy.kind = cell.kind;
  copy.bytes = cell.bytes;
  if (cell.tensor != nullptr) {
    copy.tensor = std::make_shared<TensorCell>(cell.tensor->value());
  } else if (cell.object != nullptr) {
    absl::Status cloned = cell.object->Clone(&copy.object);
    if (cloned.ok() && copy.object == nullptr)
      cloned = absl::InternalError("its Clone returned OK and no resource");
    if (!cloned.ok()) {
      return absl::Status(cloned.code(),
                          absl::StrCat("resource ", key.container, "/", key.name, "/", key.type,
                                       " cannot be copied: ", cloned.message()));
    }
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

void OpenedCells::NoteMade(const CellKey& key, CellKind kind) {
  if (!run_.in_run || kind == CellKind::kResource) return;
  changes_.push_back({key, absl::nullopt});
  run_.has_changes = true;
}

bool OpenedCells::Create(const CellKey& key, core::RefCountPtr<ResourceBase> object) {
  std::shared_ptr<TensorCell> tensor = object->tensor_cell();
  absl::MutexLock lock(&run_.mu);
  const auto [at, is_new] = cells_.try_emplace(key);
  if (!is_new) return false;
  OpenedCell& cell = at->second;
  cell.kind = tensor != nullptr ? CellKind::kTensor : CellKind::kResource;
  cell.tensor = std::move(tensor);
  cell.object = std::move(object);
  Own(cell);
  NoteMade(key, cell.kind);
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
  OpenedCell& cell = cells_[key];
  cell.kind = kind;
  cell.tensor = std::make_shared<TensorCell>(std::move(value));
  Own(cell);
  NoteMade(key, kind);
  return cell.tensor.get();
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

absl::optional<OpenedCell> OpenedCells::RemoveLocked(Cells::iterator at) {
  CellKey key = at->first;
  OpenedCell cell = std::move(at->second);
  cells_.erase(at);
  if (run_.in_run && cell.kind != CellKind::kResource) {
    changes_.push_back({std::move(key), std::move(cell)});
    run_.has_changes = true;
    return absl::nullopt;
  }
  Disown(cell);
  return cell;
}

bool OpenedCells::Remove(const CellKey& key) {
  absl::optional<OpenedCell> gone;  // ends after the lock
  absl::MutexLock lock(&run_.mu);
  const auto at = cells_.find(key);
  if (at == cells_.end()) return false;
  gone = RemoveLocked(at);
  return true;
}

void OpenedCells::RemoveIf(absl::FunctionRef<bool(const CellKey&)> is_meant) {
  std::vector<absl::optional<OpenedCell>> gone;  // ends after the lock
  absl::MutexLock lock(&run_.mu);
  for (auto at = cells_.begin(); at != cells_.end();) {
    const auto next = std::next(at);
    if (is_meant(at->first)) gone.push_back(RemoveLocked(at));
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
    if (cell.tensor != nullptr) cell.tensor->is_written_ = false;
  }
  for (const Change& change : changes_) {
    if (change.before.has_value()) Disown(*change.before);
  }
  done.swap(changes_);
  run_.has_changes = false;
}

// The run has failed. Cells are made and removed again in the reverse order, then values go back. A
// tensor's object goes too, since it may say what is no longer so; the next look-up makes another.
void OpenedCells::TakeBack() {
  std::vector<OpenedCell> gone;  // ends after the lock
  absl::MutexLock lock(&run_.mu);
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    const auto at = cells_.find(change->key);
    if (at != cells_.end()) {
      Disown(at->second);
      gone.push_back(std::move(at->second));
      cells_.erase(at);
    }
    if (change->before.has_value()) cells_[change->key] = *std::move(change->before);
  }
  changes_.clear();
  for (auto& [key, cell] : cells_) {
    if (cell.tensor == nullptr || !cell.tensor->is_written_) continue;
    std::swap(cell.tensor->value_, cell.tensor->old_);
    cell.tensor->is_written_ = false;
    gone.emplace_back().object = std::move(cell.object);
  }
  run_.has_changes = false;
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
