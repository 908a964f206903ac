#ifndef FRAMEWORK_RUNTIME_VARIABLE_STORE_H_
#define FRAMEWORK_RUNTIME_VARIABLE_STORE_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "framework/graph/variables.h"
#include "framework/tensor/region.h"
#include "framework/tensor/tensor.h"

namespace opgraft {

// The variables of one request and the transaction of its current run. A value is never written in place: a run stages
// new ones beside the old, Commit exchanges pointers, so publishing costs the same whatever the size.
// Thread-compatible.
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
  const Tensor& value(int v) const { return variables_[v].value; }
  // Zeros of the variable's zero shape; null if there is no memory for them.
  const Tensor* zero(int v);

  // --- In a run ---
  // Frees what was replaced since the run before: views of it (outputs) have ended.
  void BeginRun();
  // Stages `value` for variable `v`. If `region` owns it, its buffer is taken; `must_copy` if the buffer may be written
  // by others later (a feed); else it is shared. INVALID_ARGUMENT if type or shape are not the variable's,
  // RESOURCE_EXHAUSTED.
  absl::Status Stage(int v, const Tensor& value, Region* region, bool must_copy);
  // Makes all staged values the values.
  void Commit();
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
    Tensor value;
    Tensor staged;
    Tensor zero;
    Region* from = nullptr;  // region whose buffer `staged` took
    bool is_set = false;
    bool is_staged = false;
    bool has_zero = false;
  };
  absl::Status CheckFits(int v, const Tensor& value) const;
  // Keeps the old value until the next run: outputs may view it.
  void Drop(Tensor* value);

  const std::vector<VariableInfo>* infos_;
  std::vector<Variable> variables_;
  std::vector<int32_t> touched_;
  std::vector<Tensor> dropped_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_VARIABLE_STORE_H_
