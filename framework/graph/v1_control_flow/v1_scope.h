// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_SCOPE_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_SCOPE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph_editor.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/io/node_def_checker.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// What the branches of one If take from around it.
struct V1Captures {
  std::vector<Endpoint> values;
  absl::flat_hash_map<Endpoint, int> numbers;
  std::vector<int> items;  // that it waits for

  int NumberOf(Endpoint value);
};

// A graph or function that is being written, and what it knows of the original: the value of each
// endpoint, the node of each item. The scope of an If's branch takes what it lacks from `parent`
// through an argument, which its captures note. Thread-compatible.
struct V1Scope {
  V1Scope(std::shared_ptr<const KernelRegistry> registry, V1Scope* around, V1Captures* taken)
      : editor(std::move(registry)), parent(around), captures(taken) {}

  // Adds a node; its name gets a tail if it is taken.
  int Add(NewNode node, int origin);
  // Argument `number` of the function; one node, however often it is asked for.
  int AddArg(absl::string_view name, DataType dtype, int number);

  GraphEditor editor;
  V1Scope* const parent;                           // whose If's branch this is; null: none
  V1Captures* const captures;                      // of that If
  absl::flat_hash_map<Endpoint, Endpoint> values;  // by endpoint of the original
  absl::flat_hash_map<int, int> nodes;             // by item: its node; -1: nothing runs
  absl::flat_hash_map<int, Endpoint> conditions;   // by number: what was checked
  std::vector<int32_t> origins;                    // by node: the original's; -1: none
  absl::flat_hash_map<int, int> args;              // by number: node
  std::vector<int> control_rets;
  bool is_stateful = false;
};

// Writes nodes of its own making and functions. Borrows the graph that is raised.
// Thread-compatible.
//
// Example, an If whose branches are two scopes:
//   OPGRAFT_ASSIGN_OR_RETURN(std::string then_name, maker.AddFunction("m_branch1", types, rets,
//   s)); OPGRAFT_ASSIGN_OR_RETURN(int node, maker.AddNode(if_def, inputs, controls, outer));
class V1Maker {
 public:
  explicit V1Maker(const GraphData* graph);

  const GraphData& graph() const { return *graph_; }
  std::unique_ptr<V1Scope> NewScope(V1Scope* parent, V1Captures* captures) const;
  // A node of the original anew, without its inputs.
  NewNode CopyOf(int id) const;
  // A node as `def` says, inputs apart.
  absl::StatusOr<int> AddNode(const NodeDef& def, absl::Span<const Endpoint> inputs,
                              absl::Span<const int32_t> controls, V1Scope* scope);
  // Const nodes: of any value, of an int32 scalar, of a bool scalar.
  absl::StatusOr<Endpoint> AddConst(const std::string& name, const Tensor& value, V1Scope* scope);
  absl::StatusOr<Endpoint> AddIndex(const std::string& name, int32_t value, V1Scope* scope);
  absl::StatusOr<Endpoint> AddBool(const std::string& name, bool value, V1Scope* scope);
  // What stands for a dead tensor: a Const without elements.
  absl::StatusOr<Endpoint> AddNothing(const std::string& name, DataType dtype, V1Scope* scope);
  // A function of the scope, which is used up: of `args`, by number, to `rets`. Gives its name,
  // `wanted` or made of it.
  absl::StatusOr<std::string> AddFunction(const std::string& wanted, const DataTypeVector& args,
                                          const std::vector<Endpoint>& rets, V1Scope* scope);

  // The graph's functions and those added.
  FunctionLibrary BuildFunctions() { return functions_.Build(); }
  // By function added: the originals of its nodes.
  absl::flat_hash_map<std::string, std::vector<int32_t>> TakeOrigins() {
    return std::move(origins_);
  }

 private:
  std::string UnusedName(const std::string& wanted);

  const GraphData* graph_;
  NodeDefChecker node_def_checker_;
  FunctionLibraryBuilder functions_;
  absl::flat_hash_map<std::string, std::vector<int32_t>> origins_;
};

// Sets an attr to a list of types, which may be empty.
void SetTypes(absl::string_view name, const DataTypeVector& types, NodeDef* def);
// Make `def` an If of two functions, that of a false condition first, or a Case of any number; the
// stateless op unless a function is stateful. They set all attrs but the types of inputs and
// outputs.
void SetTwoBranches(const std::vector<std::string>& functions, bool is_stateful, NodeDef* def);
void SetListedBranches(const std::vector<std::string>& functions, bool is_stateful, NodeDef* def);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_SCOPE_H_
