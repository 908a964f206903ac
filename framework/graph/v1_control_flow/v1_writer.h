// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_WRITER_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_WRITER_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/v1_control_flow/v1_groups.h"
#include "framework/graph/v1_control_flow/v1_region.h"
#include "framework/graph/v1_control_flow/v1_scope.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft_internal {

// Writes the items of a region into a scope: what is under a condition into the functions of an If
// (or Case), and loops as Whiles. Borrows maker and region. Thread-compatible. Its methods stand in
// three files: those of loops in v1_loop_writer.cc, those of references to variables in
// v1_references.cc, all others in v1_writer.cc.
//
// The items of a group that can run at one time become one If: its branches are written as regions
// of their own (`path` grows by what the branch says), and what they need from around it becomes
// its inputs. Where a group has to wait for a value that comes of it, it becomes several Ifs.
//
// Example: of the region {x, Neg under p = 0, a join by p of Neg and x} comes
//   m = If[then_branch=@m_branch1, else_branch=@m_branch0](p, x)
//   m_branch0(x) = Neg(x)    m_branch1(x) = x
class V1Writer {
 public:
  V1Writer(V1Maker* maker, const V1Region* region, int depth);

  // Writes all of the region. Errors as V1Frames.
  absl::Status WriteAll(V1Scope* scope);
  // What a value of the original is in the scope, after WriteAll.
  absl::StatusOr<Endpoint> Find(Endpoint value, V1Scope* scope);

 private:
  using Items = std::vector<int>;
  // The items of a phase on their way to become one If or Case.
  struct Choice {
    int condition;
    const V1Phase& phase;
    // What the branches take from around the node.
    V1Captures captures;
    // By branch: its function.
    std::vector<std::unique_ptr<V1Scope>> scopes;
    // By branch: the results of that function.
    std::vector<std::vector<Endpoint>> rets;
    // By output of the node: what it is outside.
    std::vector<Endpoint> outputs;
    // Some branch is.
    bool is_stateful() const;
  };

  absl::Status Write(const Items& items, const V1Path& path, const std::vector<Endpoint>& wanted,
                     V1Scope* scope);
  // Each of these writes one item and notes its values and its node in the scope.
  absl::Status WriteItem(int id, V1Scope* scope);
  absl::Status WriteNode(int id, V1Scope* scope);
  absl::Status WriteFetch(int id, V1Scope* scope);
  // References: these are defined in v1_references.cc.
  // The node that declares the variable to which a value refers, possibly by way of nodes that hand
  // the reference on; -1: the value is no reference, or not to one variable.
  int DeclarationOf(Endpoint value) const;
  // Gives the scope of a branch or a loop a node that declares that variable too, for no tensor
  // flows along a reference. `value` has a declaration.
  Endpoint Declare(Endpoint value, V1Scope* scope) const;
  int CopyDeclaration(int declaration, V1Scope* scope) const;
  // Adds what hands references on to a loop.
  void AddControlsOfReferences(const V1Frame& loop, V1Scope* scope, std::vector<int32_t>* controls);
  // Loops: these are defined in v1_loop_writer.cc.
  absl::Status WriteLoop(int id, V1Scope* scope);
  // What decides around a loop is decided within it: a constant Enter of such a value is known.
  void AddKnown(const V1Item& loop, V1Region::Bounds* bounds) const;
  absl::Status WriteLoopNode(int id, const V1Region& condition, const V1Region& body,
                             V1Scope* scope);
  absl::StatusOr<std::string> WriteLoopFunction(const V1Region& region, bool is_body,
                                                const std::string& name, bool* is_stateful);
  std::vector<Endpoint> AddLoopArgs(const V1Frame& loop, V1Scope* scope,
                                    DataTypeVector* types) const;
  absl::StatusOr<std::vector<Endpoint>> FindLoopInputs(const V1Frame& loop, V1Scope* scope,
                                                       AttrValue::ListValue* types);
  void NoteLoop(const V1Frame& loop, int node, V1Scope* scope) const;
  // Ifs and Cases.
  absl::Status WriteChoice(int condition, const V1Phase& phase, const V1Path& path, V1Scope* scope);
  absl::Status WriteBranch(int condition, int branch, const V1Phase& phase, const V1Path& path,
                           V1Scope* scope);
  // Each of these adds results to all branches, and the outputs that they are.
  absl::Status AddResults(const V1Path& path, Choice* choice);
  absl::Status AddJoin(int id, Choice* choice);
  absl::Status AddFetch(int id, Choice* choice);
  absl::Status AddEscape(Endpoint value, Choice* choice);
  absl::Status AddChoiceNode(const Choice& choice, V1Scope* scope);
  absl::StatusOr<std::vector<std::string>> AddBranchFunctions(const std::string& name,
                                                              const DataTypeVector& args,
                                                              const Choice& choice);
  // Lets what is written later find the outputs of the If.
  void NoteChoice(const Choice& choice, int node, V1Scope* scope);
  // The node of the original whose name the If gets.
  int NamesakeOf(const V1Phase& phase) const;
  std::vector<int32_t> ControlsOfChoice(const Choice& choice, V1Scope* scope);
  // The tensor that decides a condition, in the scope; checked once to be a scalar.
  absl::StatusOr<Endpoint> FindCondition(int condition, V1Scope* scope);
  std::vector<int32_t> ControlsOf(const std::vector<int32_t>& nodes, V1Scope* scope);
  void AddControlOf(int item, V1Scope* scope, std::vector<int32_t>* controls);
  DataType TypeOf(Endpoint value) const;
  std::string NameOf(Endpoint value) const;
  void FindUses();

  const V1Frames& frames() const { return region_.frames(); }
  const GraphData& graph() const { return maker_.graph(); }

  V1Maker& maker_;
  const V1Region& region_;
  const int depth_;                      // of loops around the region
  std::vector<bool> index_used_;         // by item: a join's
  absl::flat_hash_set<int> waited_for_;  // items
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_WRITER_H_
