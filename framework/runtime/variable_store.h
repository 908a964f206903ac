// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_VARIABLE_STORE_H_
#define FRAMEWORK_RUNTIME_VARIABLE_STORE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "framework/graph/variables/variables.h"
#include "framework/runtime/cache_line_vector.h"
#include "framework/tensor/buffer_region.h"
#include "framework/tensor/tensor.h"

namespace opgraft {

// The variables of one request and the transaction of its current run. A value is never written in
// place: a run stages new ones beside the old, Commit exchanges pointers, so publishing costs the
// same whatever the size. Thread-compatible.
class VariableStore {
 public:
  // `infos` outlives the store.
  explicit VariableStore(const std::vector<VariableInfo>* infos);
  // Another store with the same values; buffers are shared until either changes its own.
  VariableStore(const VariableStore& other);
  VariableStore& operator=(const VariableStore&) = delete;

  int size() const { return static_cast<int>(variables_.size()); }
  const VariableInfo& info(int v) const { return (*infos_)[v]; }
  bool is_set(int v) const { return variables_[v].is_set; }
  // The value; REQUIRES is_set. Valid until the run after the next change.
  const Tensor& value(int v) const { return variables_[v].value(); }
  // Zeros of the variable's zero shape; null if there is no memory for them.
  const Tensor* zero(int v);
  // Gives memory back that values do not need.
  void Trim();

  // --- In a run ---
  // Frees what was replaced since the run before: views of it (outputs) have ended.
  void BeginRun() {
    if (ABSL_PREDICT_FALSE(!dropped_.empty())) dropped_.clear();
  }
  // Stage `value` for variable `v`: by taking its buffer, REQUIRES that `region` owns it; by
  // sharing it; by copying it, if others may write it later. INVALID_ARGUMENT if type or shape are
  // not the variable's, RESOURCE_EXHAUSTED.
  ABSL_ATTRIBUTE_ALWAYS_INLINE absl::Status StageTaken(int v, const Tensor& value,
                                                       BufferRegion* region) {
    Variable& variable = variables_[v];
    Tensor& next = variable.next();
    if (ABSL_PREDICT_FALSE(variable.is_staged || !variable.has_spare ||
                           value.shape() != next.shape() || value.dtype() != next.dtype() ||
                           !next.RefCountIsOne())) {
      return StageTakenSlow(v, value, region);
    }
    // The value before the last becomes the region's buffer: the outputs that viewed it have ended.
    region->ExchangeWith(&next);
    variable.is_staged = true;
    variable.from = region;
    touched_.push_back(v);
    return absl::OkStatus();
  }
  absl::Status StageShared(int v, const Tensor& value);
  absl::Status StageCopy(int v, const Tensor& value);
  // Makes all staged values the values.
  void Commit() {
    for (int32_t v : touched_) {
      Variable& variable = variables_[v];
      std::swap(variable.shown, variable.hidden);
      variable.is_staged = false;
      variable.has_spare = variable.is_set && variable.from != nullptr;
      if (ABSL_PREDICT_FALSE(variable.is_set && !variable.has_spare)) Drop(&variable.next());
      variable.is_set = true;
      variable.from = nullptr;
    }
    touched_.clear();
  }
  // Forgets them; buffers taken go back to their regions.
  void Rollback();

  // --- Between runs ---
  absl::Status Set(int v, const Tensor& value);
  // Makes `value` the value without looking at it, or unsets the variable.
  void Replace(int v, bool is_set, Tensor value);
  void Reset(int v) { Replace(v, false, Tensor()); }
  void ResetAll();

 private:
  struct Variable {
    Variable() = default;
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    Tensor& value() { return *shown; }
    const Tensor& value() const { return *shown; }
    // Where the run stages a value; before, the spare or nothing.
    Tensor& next() { return *hidden; }

    // Two versions: the commit exchanges them.
    Tensor* shown = &versions[0];
    Tensor* hidden = &versions[1];
    BufferRegion* from = nullptr;  // region whose buffer next() took
    bool is_set = false;
    bool is_staged = false;
    bool has_spare =
        false;  // next() is the value before the last, kept for its buffer: checked, not needed
    bool has_zero = false;
    Tensor versions[2];
    Tensor zero;
  };
  absl::Status CheckFits(int v, const Tensor& value) const;
  // Lets go of what was staged before in this run, and of the spare, and notes that `v` is staged.
  void BeginStaging(int v);
  absl::Status StageTakenSlow(int v, const Tensor& value, BufferRegion* region);
  // Keeps the old value until the next run: outputs may view it.
  void Drop(Tensor* value);

  const std::vector<VariableInfo>* infos_;
  CacheLineVector<Variable> variables_;
  CacheLineVector<int32_t> touched_;
  std::vector<Tensor> dropped_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_VARIABLE_STORE_H_
