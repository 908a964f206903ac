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

namespace opgraft_internal {

// Writes the items of a region into a scope: what is under a condition into the functions of an If
// (or Case), and loops as Whiles. Borrows all. Thread-compatible.
//
// The items of a group that can run at one time become one If: its branches are written as regions
// of their own (`path` grows by what the branch says), and what they need from around it becomes
// its inputs. Where a group has to wait for a value that comes of it, it becomes several Ifs.
class V1Writer {
 public:
  V1Writer(V1Maker* maker, const V1Region* region, int depth);

  // Writes all of the region. Errors as V1Frames.
  absl::Status WriteAll(V1Scope* scope);
  // What a value of the original is in the scope, after WriteAll.
  absl::StatusOr<Endpoint> Find(Endpoint value, V1Scope* scope);

 private:
  using Items = std::vector<int>;
  struct Branches {
    std::vector<std::unique_ptr<V1Scope>> scopes;  // by branch
    std::vector<std::vector<Endpoint>> rets;       // by branch
    std::vector<Endpoint> outputs;                 // what the If's outputs are, by output
  };

  absl::Status Write(const Items& items, const V1Path& path, const std::vector<Endpoint>& wanted,
                     V1Scope* scope);
  absl::Status WriteItem(int id, V1Scope* scope);
  absl::Status WriteNode(int id, V1Scope* scope);
  absl::Status WriteFetch(int id, V1Scope* scope);
  absl::Status WriteLoop(int id, V1Scope* scope);
  absl::StatusOr<std::string> WriteLoopFunction(const V1Region& region, bool is_body,
                                                const std::string& name, bool* is_stateful);
  absl::Status WriteChoice(int condition, const V1Phase& phase, const V1Path& path, V1Scope* scope);
  absl::Status WriteBranch(int condition, int branch, const V1Phase& phase, const V1Path& path,
                           V1Scope* scope);
  absl::Status AddJoin(int id, int condition, Branches* branches);
  absl::Status AddFetch(int id, int condition, Branches* branches);
  absl::Status AddEscape(Endpoint value, int condition, Branches* branches);
  absl::Status AddChoiceNode(int condition, const V1Phase& phase, const V1Captures& captures,
                             Branches* branches, V1Scope* scope);
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
