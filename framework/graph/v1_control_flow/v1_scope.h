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
#include "framework/graph/io/node_signature.h"
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

// A graph or function that is being written. Thread-compatible.
struct V1Scope {
  V1Scope(std::shared_ptr<const KernelRegistry> registry, V1Scope* around, V1Captures* taken)
      : editor(std::move(registry)), parent(around), captures(taken) {}

  // Adds a node; its name gets a tail if it is taken.
  int Add(NewNode node, int origin);
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
class V1Maker {
 public:
  explicit V1Maker(const GraphData* graph);

  const GraphData& graph() const { return *graph_; }
  std::unique_ptr<V1Scope> NewScope(V1Scope* parent, V1Captures* captures) const;
  // A node as `def` says, inputs apart.
  absl::StatusOr<int> AddNode(const NodeDef& def, absl::Span<const Endpoint> inputs,
                              absl::Span<const int32_t> controls, V1Scope* scope);
  absl::StatusOr<Endpoint> AddConst(const std::string& name, const Tensor& value, V1Scope* scope);
  absl::StatusOr<Endpoint> AddIndex(const std::string& name, int32_t value, V1Scope* scope);
  absl::StatusOr<Endpoint> AddBool(const std::string& name, bool value, V1Scope* scope);
  // What stands for a dead tensor.
  absl::StatusOr<Endpoint> AddNothing(const std::string& name, DataType dtype, V1Scope* scope);
  // A function of the scope, which is used up. Gives its name.
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
  NodeSignatures signatures_;
  FunctionLibraryBuilder functions_;
  absl::flat_hash_map<std::string, std::vector<int32_t>> origins_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_SCOPE_H_
