// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_GRAPH_DRAFT_H_
#define FRAMEWORK_GRAPH_BUILDER_GRAPH_DRAFT_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/graph/builder/builder_calls.h"
#include "framework/graph/builder/value.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/data/node_notes.h"
#include "framework/graph/data/problem_list.h"
#include "framework/graph/io/node_def_checker.h"
#include "framework/graph/shapes/shape_refiner.h"
#include "framework/op/attr.h"
#include "framework/op/node_def_builder.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/source_location.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft_internal {

// A call of a GraphBuilder. Borrows its text.
struct BuilderCall {
  absl::string_view function;
  // "": none is shown.
  absl::string_view argument;
  SourceLocation where;
  // Not "": a reader's own words for where the node comes from.
  absl::string_view instead = "";

  // `GraphBuilder::Op("AddV2") at my.cc:12`.
  std::string Text() const;
};

// What a GraphBuilder holds: a graph in an editor, whose types and shapes are known as soon as a
// node is added, its functions, and what was wrong with the calls. A call that failed gives a
// failed value; a call that is given one fails too, silently. Thread-compatible.
//
// Example:
//   GraphDraft draft(KernelRegistry::Global());
//   const BuilderCall call{"Op", "Neg", SourceLocation()};
//   const Value y = draft.AddNode(call, "Neg", {x}, "y", {});
//   if (draft.IsFailed(y)) return draft.error();
class GraphDraft {
 public:
  using Attrs = std::vector<std::pair<std::string, Attr>>;
  // An argument or a result of the function that this draft is the body of.
  struct Port {
    std::string name;
    Value value;  // empty: nothing reads the argument
    DataType dtype = DT_INVALID;
  };

  explicit GraphDraft(std::shared_ptr<const KernelRegistry> registry);
  // A graph to be changed: by nodes that are added, and by editor().
  explicit GraphDraft(const Graph& base);
  GraphDraft(const GraphDraft&) = delete;
  GraphDraft& operator=(const GraphDraft&) = delete;

  // Notes an error, if it is one, and gives a failed value.
  Value Fail(const BuilderCall& call, absl::string_view node, const absl::Status& status);
  Value Failed() const { return Value(this, -1, 0); }
  // The same of a call that would perhaps have read a variable: that no ReadValue names one is then
  // not told.
  Value FailedRead() {
    misses_reads_ = true;
    return Failed();
  }
  bool IsFailed(Value value) const { return value.owner_ == this && value.node_ < 0; }
  // All that was noted.
  absl::Status error() const { return problems_.ToStatus(); }
  bool has_error() const { return !problems_.empty(); }

  // A node of any op or function. A large tensor `held` (may be null) is the value of a Const
  // without one in its attrs.
  Value AddNode(const BuilderCall& call, const std::string& op, const std::vector<Input>& inputs,
                const std::string& name, const Attrs& attrs, const Tensor* held = nullptr);
  // The next argument of the function that this draft is the body of.
  Value AddArg(const BuilderCall& call, const std::string& name, DataType dtype);
  // `value` is this draft's, e.g. from CheckValue.
  void AddControlInput(Value value, Value runs_before);
  void SetDevice(Value value, const std::string& device);
  void SetNotes(Value value, NodeNotes notes) { editor_.SetNotes(value.node_, std::move(notes)); }

  // INVALID_ARGUMENT if `value` is none of this draft's outputs.
  absl::Status CheckValue(Value value) const;
  bool Owns(Value value) const { return value.owner_ == this; }
  DataType TypeOf(Value value) const { return editor_.data().OutputType(EndpointOf(value)); }
  // "node:port".
  std::string TensorName(Value value) const;
  PartialTensorShape ShapeOf(Value value) const {
    return editor_.data().OutputShape(EndpointOf(value));
  }
  // `wanted`, or a name made of `op`. INVALID_ARGUMENT if it is taken or no name of a node.
  absl::StatusOr<std::string> MakeName(const std::string& wanted, absl::string_view op);
  bool HasNode(absl::string_view name) const { return editor_.data().FindNode(name) >= 0; }
  // `base`, or, where a node has that name, `base` with a number behind it.
  std::string FreeName(const std::string& base);

  GraphEditor& editor() { return editor_; }
  static Endpoint EndpointOf(Value value) { return {value.node_, value.port_}; }
  Value ValueOf(Endpoint output) const { return Value(this, output.node, output.port); }

  std::vector<Port>& args() { return args_; }
  std::vector<Port>& results() { return results_; }

  const KernelRegistry& registry() const { return *editor_.data().registry; }
  const FunctionLibrary& functions() const { return editor_.data().functions; }
  // Makes `body` function `name` of this draft, and its functions this draft's, renaming branches
  // that would clash. It has these arguments, in order, and these results. `body` is used up.
  // INVALID_ARGUMENT if another function has a name, or with what is wrong in the body.
  absl::Status AddFunction(const std::string& name, const std::vector<Port>& arguments,
                           const std::vector<Port>& results, GraphDraft* body);
  // What is wrong with the calls and nodes of this draft, the body of function `name`.
  absl::Status ProblemsOfBody(const std::string& name) const;
  // The function failed and was reported: calls of it fail silently.
  void MarkFailedFunction(const std::string& name) { failed_functions_.insert(name); }
  // AddFunction under a free name derived from `wanted`, which it returns. Builders of outer
  // functions may rename it: only attrs name it.
  absl::StatusOr<std::string> AddBranch(const std::string& wanted,
                                        const std::vector<Port>& arguments,
                                        const std::vector<Port>& results, GraphDraft* body);

  // The checked graph, or else what was wrong with the calls and with its nodes, and then all that
  // import looks for in a whole graph.
  absl::StatusOr<Graph> Build() const;
  // The same of a graph that was changed; nodes may have been removed. The draft is empty
  // afterwards.
  absl::StatusOr<Graph> Finish();

 private:
  struct ShapeProblem {
    int node;
    std::string call;  // its text
    absl::Status status;
  };

  Value TryAddNode(const BuilderCall& call, const std::string& op, const std::vector<Input>& inputs,
                   const std::string& name, const Attrs& attrs, const Tensor* held);
  bool MayRead(const std::string& op) const;
  std::string Tag(int node) const;
  std::string Tag(const ShapeProblem& problem) const;
  absl::StatusOr<const OpRegistrationData*> FindOp(const std::string& op) const;
  // The node by its op's rules, with the attrs that its inputs tell.
  // Gives the builder one input. `takes_list`: the op's arg is a list, whatever is given.
  absl::Status AddInput(const Input& input, bool takes_list, NodeDefBuilder* builder) const;
  absl::StatusOr<NodeDef> MakeNodeDef(const std::string& name, const OpDef& op,
                                      const std::vector<Input>& inputs, const Attrs& attrs) const;
  // Adds the node to the graph and infers its shapes, whose problems are kept for the end. The id.
  absl::StatusOr<int> Store(const BuilderCall& call, const OpRegistrationData& op,
                            const NodeDef& def, const std::vector<Input>& inputs,
                            const Tensor* held);

  std::string UnusedFunctionName(const std::string& wanted);
  // Makes the functions of `body` this draft's, renaming its branches that would clash.
  absl::Status TakeFunctions(GraphDraft* body);
  // Makes `body` function `name`; its functions are this draft's.
  absl::Status Define(const std::string& name, const std::vector<Port>& arguments,
                      const std::vector<Port>& results, GraphDraft* body);
  void RenameBranch(const std::string& from, const std::string& to);
  void SetFunctions(FunctionLibrary functions);
  // This draft as a function.
  // Adds an argument to a body: the node of the port, or a new one that nothing takes.
  absl::Status AddBodyArg(const Port& port, FunctionBody* body);
  absl::StatusOr<std::shared_ptr<const FunctionBody>> MakeBody(const std::string& name,
                                                               const std::vector<Port>& arguments,
                                                               const std::vector<Port>& results);

  // What is wrong with the variables of the graph, at the calls of this draft.
  void AddVariableProblems(const Graph& graph, ProblemList* problems) const;

  GraphEditor editor_;
  NodeDefChecker node_def_checker_;
  ShapeRefiner refiner_;
  std::vector<ShapeProblem> shape_problems_;
  // Of nodes that have to do with variables.
  BuilderCalls calls_;
  bool misses_reads_ = false;
  // Of node names, by FreeName's base.
  absl::flat_hash_map<std::string, int> next_suffix_;
  // By wanted name.
  absl::flat_hash_map<std::string, int> next_function_suffix_;
  // Functions that only attrs name: may be renamed.
  absl::flat_hash_set<std::string> branches_;
  std::vector<Port> args_;
  std::vector<Port> results_;
  absl::flat_hash_set<std::string> failed_functions_;
  // Of calls.
  ProblemList problems_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_BUILDER_GRAPH_DRAFT_H_
