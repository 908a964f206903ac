// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_INTERPRETER_H_
#define TESTS_REFERENCE_INTERPRETER_H_

#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/variables/variables.h"
#include "framework/kernel/op_kernel.h"
#include "framework/runtime/compile_options.h"
#include "framework/tensor/tensor.h"

namespace opgraft {

// Values by name: of the variables that are set, or of feeds.
using NamedValues = std::map<std::string, Tensor>;

// What a run must give, told in the plainest way: node by node in topological order, every result a
// fresh tensor, no plan, no reuse, no frames. Calls registered kernels one at a time; If, calls,
// ReadValue, Assign, feeds and lazy inits are its own reading of docs/design.md. Slow; holds no
// state but the kernels it has made. Thread-compatible.
class Interpreter {
 public:
  // INVALID_ARGUMENT if the variables of the graph contradict each other.
  static absl::StatusOr<std::unique_ptr<Interpreter>> Make(Graph graph);

  struct Result {
    std::vector<Tensor> outputs;  // in the order of the fetches
    NamedValues assigned;         // what the variables become
  };
  // One run of `signature` on `feeds` (names as there) and the variables that are set. Fails with
  // the code that a planned run must fail with.
  absl::StatusOr<Result> Run(const Signature& signature, const NamedValues& feeds,
                             const NamedValues& state);

  const Graph& graph() const { return graph_; }
  const std::vector<VariableInfo>& variables() const { return infos_; }
  // What a variable that is not set, and has no init, reads as.
  static Tensor ZerosOf(const VariableInfo& info);

 private:
  using Tensors = absl::StatusOr<std::vector<Tensor>>;
  using Port = std::pair<int, int>;  // node, output
  // A graph being evaluated: the run's own, or the body of a call.
  struct Scope {
    const Graph* graph = nullptr;
    const FunctionBody* body = nullptr;  // null: the run's own graph
    std::set<Port> fed;            // feeds or arguments: they stand for what their nodes would give
    std::map<Port, Tensor> given;  // their values; a feed may be left out
    std::set<int> needed;          // nodes
    bool is_feed_missing = false;
    std::map<Port, Tensor> values;
  };

  explicit Interpreter(Graph graph) : graph_(std::move(graph)) {}
  absl::Status Feed(const Signature& signature, const NamedValues& feeds, Scope* scope) const;
  absl::Status NeedRoots(const Signature& signature, Scope* scope);
  void NeedTensor(Endpoint tensor, Scope* scope);
  void NeedNode(int id, Scope* scope);

  absl::Status Evaluate(Scope* scope);
  Tensors ResultsOf(const Node& node, const std::vector<Tensor>& inputs, const Scope& scope);
  Tensors Read(const Node& node, const std::vector<Tensor>& inputs);
  Tensors Assign(const Node& node, const Tensor& value);
  Tensors RunBodies(const Node& node, const std::vector<Tensor>& inputs, const Scope& scope);
  Tensors RunLoop(const Callees& callees, std::vector<Tensor> values);
  Tensors RunBody(const FunctionBody& body, absl::Span<const Tensor> args);
  Tensors CallKernel(const Node& node, const std::vector<Tensor>& inputs, const Scope& scope);

  static Tensor ValueOf(Endpoint tensor, const Scope& scope);
  const VariableInfo& InfoOf(const Node& node) const;
  // Is there an Assign in what the node runs, at any depth?
  bool HoldsAssign(const Node& node, std::set<const FunctionBody*>* visited) const;
  // Does the node of a body run whatever the body's results are?
  bool HasEffects(const FunctionBody& body, int id);

  const Graph graph_;
  std::vector<VariableInfo> infos_;
  std::vector<int> assigning_;  // the nodes of graph_ with an Assign in what they run
  std::map<std::pair<const FunctionBody*, int>, std::unique_ptr<OpKernel>> kernels_;
  std::map<std::pair<const FunctionBody*, int>, bool> effects_;  // HasEffects, once asked
  std::map<std::pair<const FunctionBody*, int>, Callees> callees_;
  // Of the run in progress:
  NamedValues state_;  // what is read
  NamedValues assigned_;
  std::set<std::string> staged_;  // assigned, and not yet what the next iteration reads
};

}  // namespace opgraft

#endif  // TESTS_REFERENCE_INTERPRETER_H_
