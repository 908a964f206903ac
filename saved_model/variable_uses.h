// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef SAVED_MODEL_VARIABLE_USES_H_
#define SAVED_MODEL_VARIABLE_USES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "framework/op/op_registry.h"
#include "framework/state/opened_cells.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {

// A graph or a function's body, as what flows in it is called: "x:0" in a graph, "arg" and
// "x:output:0" in a body.
constexpr int kGraphScope = -1;
struct PlacedTensor {
  int scope;  // index of the function; kGraphScope
  std::string name;

  friend bool operator==(const PlacedTensor& a, const PlacedTensor& b) {
    return a.scope == b.scope && a.name == b.name;
  }
  template <typename H>
  friend H AbslHashValue(H hash, const PlacedTensor& t) {
    return H::combine(std::move(hash), t.scope, t.name);
  }
};

// What becomes of the variables of a graph. A handle flows from a VarHandleOp through calls into
// bodies; variables that flow to one place share their fate. A variable of which all uses are found
// and are reads can be a constant.
//
// Example: f(h) reads h; y = f(VarHandleOp a) + f(VarHandleOp b). Both flow to h. If f assigned h,
// neither could be a constant.
class VariableUses {
 public:
  // Borrows the graph.
  VariableUses(const GraphDef& def, const OpRegistry& ops);

  // The type of the variables whose handle a tensor is, if they can be constants; else DT_INVALID.
  DataType ConstantAt(const PlacedTensor& tensor) const;
  // The variable of a node of the graph, VarHandleOp or VariableV2. Null of others.
  const CellKey* VariableOf(const NodeDef& node) const;
  // True if only reads use the variable of a node of the graph.
  bool IsOnlyRead(const NodeDef& node) const;
  // Makes the variable one that is no constant, with those that share its fate.
  void KeepAsVariable(const NodeDef& node);

 private:
  struct Variable {
    CellKey key;
    DataType dtype;
    bool is_constant = true;
    int parent;  // of a union-find forest
  };
  struct Use {
    const NodeDef* node;
    int input;
  };

  const FunctionDef& function(int f) const { return def_.library().function(f); }
  void AddVariables(const OpRegistry& ops);
  int AddVariable(const NodeDef& node);
  void IndexUses(int scope, const NodeDef& node);
  void Flow(const PlacedTensor& tensor, int variable);
  void FollowUse(const PlacedTensor& tensor, const Use& use, int variable);
  void FollowCall(const PlacedTensor& tensor, const Use& use, int variable);
  void CheckCalls(int scope, const NodeDef& node);
  void CheckResults(int f);
  void Demote(int variable) { variables_[RootOf(variable)].is_constant = false; }
  void DemoteArgs(int f);
  int RootOf(int variable) const;
  void Unite(int a, int b);
  int FunctionOf(const std::string& name) const;

  const GraphDef& def_;
  absl::flat_hash_map<std::string, int> functions_;
  absl::flat_hash_map<PlacedTensor, std::vector<Use>> uses_;
  mutable std::vector<Variable> variables_;
  absl::flat_hash_map<PlacedTensor, int> handles_;  // tensor -> variable
  absl::flat_hash_map<std::string, int> of_node_;   // nodes of the graph
  std::vector<std::pair<PlacedTensor, int>> pending_;
  absl::flat_hash_set<int> called_plainly_;  // functions that something but a loop's body is
};

// The functions that a node runs and which of its inputs is their first argument; none of a node
// that is no call, branch or loop.
struct CalledFunctions {
  std::vector<std::string> names;
  int first_input = 0;
  bool is_loop = false;         // outputs are the arguments of the next iteration
  const char* types = nullptr;  // the attr with the types of the arguments
};
CalledFunctions FunctionsOf(const NodeDef& node);
// The cell of a VarHandleOp, VariableV2 or Variable.
CellKey VariableKey(const NodeDef& node);
// "x" of a graph is "x:0".
std::string TensorNameIn(int scope, const std::string& input);
// The name of output `i` of a node whose op has one output arg, "output".
std::string OutputNameIn(int scope, const std::string& node, int i);

}  // namespace opgraft_internal

#endif  // SAVED_MODEL_VARIABLE_USES_H_
