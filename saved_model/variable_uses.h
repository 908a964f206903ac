// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_VARIABLE_USES_H_
#define SAVED_MODEL_VARIABLE_USES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/optional.h"
#include "framework/op/call_site.h"
#include "framework/op/op_registry.h"
#include "framework/state/opened_cells.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// A tensor of a file and where it is. A graph calls it "x:0", a function's body "arg" or
// "x:output:0".
constexpr int kGraphScope = -1;
struct PlacedTensor {
  // Index of the function in the library, or kGraphScope.
  int scope;
  std::string name;

  friend bool operator==(const PlacedTensor& a, const PlacedTensor& b) {
    return a.scope == b.scope && a.name == b.name;
  }
  template <typename H>
  friend H AbslHashValue(H hash, const PlacedTensor& t) {
    return H::combine(std::move(hash), t.scope, t.name);
  }
};

// Tells which variables of a graph can be constants: those of which all uses are found, and only
// read. A handle flows from the node that makes it through nodes that pass it on and, as the call
// sites of their ops say (framework/op/call_site.h), into the functions that nodes run. Variables
// that flow to one place are aliased there: all of them are constants, or none is.
//
// Borrows the graph and the registry. Thread-compatible. Nodes that are wrong are no error here:
// the variables that they use stay variables, and the import of the graph reports the nodes.
//
// Example: f(h) reads h; y = f(VarHandleOp a) + f(VarHandleOp b). Both flow to h. If f assigned h,
// neither could be a constant.
class VariableUses {
 public:
  VariableUses(const GraphDef& def, const OpRegistry& ops);

  // The type of the variables whose handle a tensor is, if they can be constants. DT_INVALID if
  // they cannot, or if the tensor is no handle.
  DataType ConstantAt(const PlacedTensor& tensor) const;
  // The variable that a node of the graph, not of a body, stands for; null if it stands for none.
  const CellKey* VariableOf(const NodeDef& node) const;
  // True if only reads use the variable of a node of the graph.
  bool IsOnlyRead(const NodeDef& node) const;
  // Keeps the variable of a node of the graph, and all that are aliased with it, from becoming
  // constants. Nothing happens if the node stands for no variable.
  void KeepAsVariable(const NodeDef& node);

 private:
  struct Variable {
    CellKey key;
    DataType dtype;
    bool is_constant = true;
    // Union-find: itself if it is the root of its aliases.
    int parent;
  };
  // Input `input` of a node takes the tensor.
  struct Use {
    const NodeDef* node;
    int input;
  };

  const FunctionDef& function(int f) const { return def_.library().function(f); }
  // How a node runs functions: one of the file that it names as its op, or those that its op's call
  // site says. Null if it runs none. Kept: a call is looked at once for each handle that it takes.
  const CallSite* SiteOf(const NodeDef& node);
  void AddVariables();
  bool TakesReference(const Use& use) const;
  int AddVariable(const NodeDef& node);
  void IndexUses(int scope, const NodeDef& node);
  void FollowAll();
  void Flow(const PlacedTensor& tensor, int variable);
  void FlowToOutput(int scope, const NodeDef& node, int port, int variable);
  void FollowUse(const PlacedTensor& tensor, const Use& use, int variable);
  void FollowCall(const PlacedTensor& tensor, const Use& use, int variable);
  bool FollowArgument(const CallSite& site, const CallSite::Body& body, int input, int variable);
  void CheckCalls(int scope, const NodeDef& node);
  void CheckArguments(int scope, const NodeDef& node, const CallSite::Body& body, int f);
  void CheckResults(int f);
  void Demote(int variable) { variables_[RootOf(variable)].is_constant = false; }
  void DemoteArgs(int f);
  int RootOf(int variable) const;
  void Unite(int a, int b);
  int FunctionOf(const std::string& name) const;

  const GraphDef& def_;
  const OpRegistry& ops_;
  absl::flat_hash_map<std::string, int> functions_;
  absl::flat_hash_map<const NodeDef*, absl::optional<CallSite>> sites_;
  absl::flat_hash_map<PlacedTensor, std::vector<Use>> uses_;
  mutable std::vector<Variable> variables_;
  // Tensor -> variable.
  absl::flat_hash_map<PlacedTensor, int> handles_;
  // Nodes of the graph.
  absl::flat_hash_map<std::string, int> of_node_;
  // Handles whose uses are not yet followed.
  std::vector<std::pair<PlacedTensor, int>> pending_;
  // Functions that are run other than as the body of a loop: what such a function gives back leaves
  // the places where a handle is followed.
  absl::flat_hash_set<int> called_plainly_;
};

// The tensor that an input of a node names. In a graph "x" is "x:0"; in a body names are whole.
std::string TensorNameIn(int scope, const std::string& input);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_VARIABLE_USES_H_
