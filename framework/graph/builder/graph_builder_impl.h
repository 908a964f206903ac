// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_BUILDER_GRAPH_BUILDER_IMPL_H_
#define FRAMEWORK_GRAPH_BUILDER_GRAPH_BUILDER_IMPL_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/node_properties.h"
#include "framework/op/op_registry.h"
#include "opgraft/proto/function.pb.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

// What a GraphBuilder holds: NodeDefs with what later calls must know of them.
struct GraphBuilder::Impl {
  // A node so far; control inputs are kept apart, as they come last.
  struct NodeRecord {
    NodeDef def;
    std::vector<std::string> controls;
    DataTypeVector output_types;
    std::vector<ArgRange> output_args;
    bool is_arg = false;  // stands for an argument of the function; its op is Placeholder
  };
  // An argument or a result of the function that this builder's nodes are the body of.
  struct Port {
    std::string name;
    Value value;
    DataType dtype = DT_INVALID;
  };

  std::shared_ptr<const KernelRegistry> registry;
  std::vector<NodeRecord> nodes;
  absl::flat_hash_map<std::string, int> names;
  absl::flat_hash_map<std::string, int> next_suffix;
  std::vector<std::string> function_names;  // in order of definition
  absl::flat_hash_map<std::string, std::shared_ptr<const FunctionDef>> function_by_name;
  absl::flat_hash_set<std::string> branch_functions;  // those that If has named: may be renamed
  std::vector<Port> args;
  std::vector<Port> results;
  absl::Status error;

  // Keeps the first error; `call` is the C++ call, e.g. `Op("AddV2")`.
  void Fail(absl::string_view call, absl::string_view node, const absl::Status& status);
  // INVALID_ARGUMENT if `value` is none of this builder's outputs.
  absl::Status CheckValue(Value value) const;
  DataType TypeOf(Value value) const;
  // "n", "n:1".
  std::string NameOf(Value value) const;

  // `wanted`, or a name made of `op`. INVALID_ARGUMENT if it is taken.
  absl::StatusOr<std::string> MakeName(const std::string& wanted, absl::string_view op);
  // The OpDef of an op or of a function.
  absl::StatusOr<const OpDef*> FindOp(const std::string& op) const;
  absl::StatusOr<NodeDef> MakeNodeDef(const std::string& name, const OpDef& op,
                                      const std::vector<Input>& inputs, const Attrs& attrs) const;
  // -1 after an error.
  int AddNode(NodeDef def, const OpDef& op, absl::string_view call);

  // The GraphDef of all nodes, or of those that `value` needs.
  GraphDef ToGraphDef() const;
  GraphDef ToGraphDefOf(Value value) const;
  void AddTo(const NodeRecord& node, GraphDef* def) const;
  // What import infers; unknown if the graph is not right.
  PartialTensorShape StaticShapeOf(Value value) const;

  // Takes the functions of a body, renaming branches that would clash. INVALID_ARGUMENT if another
  // function has a name.
  absl::Status TakeFunctions(Impl* body);
  absl::Status AddFunction(FunctionDef def);
  std::string UnusedFunctionName(const std::string& wanted) const;
  void RenameFunction(const std::string& from, const std::string& to);
  // This builder's nodes as a function with these arguments (value unset: nobody reads it) and
  // results.
  FunctionDef ToFunction(const std::string& name, const std::vector<Port>& arguments,
                         const std::vector<Port>& outputs) const;
  // The input text of `value` inside of a function: "arg", "node:out:0".
  std::string FunctionInput(Value value) const;

  // One branch of an If: what maps to its arguments ("": it does not read that input) and from its
  // results.
  struct Branch {
    std::string name;
    std::vector<std::string> args;
    std::vector<std::string> results;
  };
  // This builder's nodes as that branch: a function with an argument for each input of the If, in
  // order.
  absl::StatusOr<FunctionDef> ToBranch(const Branch& branch,
                                       const DataTypeVector& input_types) const;
  // Adds a branch that `body` builds; the name it got.
  absl::StatusOr<std::string> AddBranch(Impl* body, Branch branch,
                                        const DataTypeVector& input_types);
  absl::StatusOr<Port> BranchArg(const std::string& name, size_t index, DataType dtype,
                                 const std::vector<Port>& taken) const;
};

}  // namespace opgraft

#endif  // FRAMEWORK_GRAPH_BUILDER_GRAPH_BUILDER_IMPL_H_
