// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_MODEL_PARTS_H_
#define FRAMEWORK_RUNTIME_MODEL_PARTS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/types/optional.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/v1_control_flow/raise_v1_control_flow.h"
#include "framework/graph/variables/state_index.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/runtime/constant_steps.h"
#include "framework/runtime/model.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// The parts that all programs of a model share while it is compiled: kernels, constants, variables,
// function programs. Finds problems without stopping, so that one compile reports them all.
class ModelParts {
 public:
  // `state` is of the model's graph and outlives the parts.
  ModelParts(Model* model, const StateIndex* state)
      : model_(model),
        state_(state),
        library_(model->graph.functions()),
        constant_steps_(model),
        inlines_left_(model->options.limits.max_inlined_in_all) {}

  struct Kernel {
    OpKernel* kernel = nullptr;  // null: a problem was noted
    const KernelSpec* spec = nullptr;
  };
  // The kernel of a node; one for all programs. `key` tells graphs apart (null: the model's own).
  Kernel KernelFor(const void* key, const Node& node, const std::string& where);
  // What kernels give for constants.
  ConstantSteps* constant_steps() { return &constant_steps_; }
  // The value of a Const node; null if a problem was noted.
  const Tensor* ConstantFor(const void* key, const Node& node, const std::string& where);
  // The variable of a ReadValue or Assign; -1 for other nodes.
  int32_t VariableOf(const Node& node) const;
  // The functions a node runs; nothing (and a problem) if there are none.
  absl::optional<Callees> CalleesFor(const Node& node, const std::string& where);
  // True unless the function is recursive, larger than the limit when all in it is inlined, or
  // enough was inlined already. Each yes is counted.
  bool ShouldInline(const FunctionBody& body);
  // The program of a function that is not inlined; filled by LowerPendingFunctions.
  const Program* FunctionProgram(std::shared_ptr<const FunctionBody> body);
  // Functions asked for and not lowered yet.
  std::pair<std::shared_ptr<const FunctionBody>, Program*> TakePendingFunction();

  // What LowerGraph is to find functions in, and what new ones among them were made of: a node is
  // then the one it was made of, so that all signatures share its kernel. Before anything is
  // lowered. Errors are StateIndex's.
  absl::Status UseRaised(const RaisedGraphs& raised);
  // The same of the graph that `key` stands for, whose origins outlive the parts.
  void NoteOrigins(const void* key, const std::vector<int32_t>& origins) {
    origins_of_key_[key] = &origins;
  }
  void NoteOrigins(const FunctionBody& body);

  // False once the compile was cancelled: nothing more need be done.
  bool MayGoOn() const;
  // Notes a problem once, however often it is met.
  void AddProblem(const absl::Status& status, const std::string& where);
  // All problems noted, a line each; the code is the first one's.
  absl::Status problems() const { return problems_.ToStatus(); }
  const Model& model() const { return *model_; }
  const StateIndex& state() const { return *state_; }

 private:
  // Notes the variable that a kernel stands for, if it does: null if not.
  void NoteVariable(const VariableSource* source);
  // A name for the kernel of a node of this name, not given before.
  std::string StateIdOf(const std::string& node);
  // The node that a node was made of; itself if it was made of none.
  std::pair<const void*, int> IdentityOf(const void* key, int node) const;
  int64_t InlinedSize(const FunctionBody& body, int depth);

  Model* const model_;
  const StateIndex* state_;
  absl::optional<StateIndex> state_of_new_calls_;
  FunctionLibrary library_;
  ConstantSteps constant_steps_;
  const absl::flat_hash_map<std::string, std::vector<int32_t>>* new_functions_ = nullptr;
  absl::flat_hash_map<const void*, const std::vector<int32_t>*> origins_of_key_;
  int64_t inlines_left_;  // nodes
  absl::flat_hash_map<std::pair<const void*, int>, Kernel> kernels_;
  absl::flat_hash_map<std::string, int> kernels_of_name_;
  absl::flat_hash_map<std::pair<const void*, int>, const Tensor*> constants_;
  absl::flat_hash_map<const FunctionBody*, int64_t> inlined_sizes_;
  absl::flat_hash_map<const FunctionBody*, std::pair<std::shared_ptr<const FunctionBody>, Program*>>
      functions_;
  std::vector<const FunctionBody*> pending_;
  ProblemList problems_;
  absl::flat_hash_set<std::string> known_problems_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_MODEL_PARTS_H_
