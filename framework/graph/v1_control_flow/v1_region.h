// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_REGION_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_REGION_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/container/inlined_vector.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/data/endpoint.h"
#include "framework/graph/v1_control_flow/v1_frames.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A tensor that decides which of `branches` are alive.
struct V1Condition {
  Endpoint value;
  int branches = 2;
  // One that it decides: says whether a bool or an index.
  int switch_node = -1;
};

// What must hold for something to be alive: for each condition, by number, which branch it takes.
using V1Path = absl::InlinedVector<std::pair<int, int>, 4>;

// The branch that a path takes at a condition; -1: whichever.
int BranchOf(const V1Path& path, int condition);

// One thing of a region to run: a node, a whole loop, or the joining of the branches of one
// condition. A Merge of more than two values may take several of these, one in another.
struct V1Item {
  enum class Kind : uint8_t {
    kNode,
    kLoop,
    // Nothing runs: an output is an input (Switch, LoopCond, a Merge of one value).
    kAlias,
    kJoin,
    // A value that is asked for and may be dead.
    kFetch,
  };
  Kind kind = Kind::kNode;
  // A loop's: the Exit that it was met by.
  int node = -1;
  V1Path path;
  // Whatever the conditions are.
  bool is_dead = false;
  // Items, without repeats.
  std::vector<int> needs;
  // Data; of a kJoin by branch: see V1Region::JoinOf.
  std::vector<Endpoint> inputs;
  // Nodes.
  std::vector<int32_t> controls;
  // Of a kLoop.
  int frame = -1;
  // Of a kJoin.
  int condition = -1;
  // Of a kJoin by branch, of a Merge's alias: the Merge's input.
  std::vector<int> indices;
  // Of a kFetch: when its value is alive.
  V1Path value_path;
};

// What runs together: of a graph or of the function of a loop, all that some roots need, in an
// order in which it can run, with the conditions under which each item is alive.
//
// Example: m = Merge(Neg(Switch(x, p):0), Switch(x, p):1) is
//
//   x  {}    Switch {} (an alias)    Neg {p is 0}    a join by p of Neg and x, {}
//
// Immutable once made, so any thread may read it.
class V1Region {
 public:
  // What a region begins with and has to give.
  struct Bounds {
    int frame = 0;
    std::vector<Endpoint> roots;
    std::vector<int> root_nodes;
    absl::flat_hash_set<Endpoint> args;  // what is there from the beginning
    bool may_be_dead = false;            // a root may be
    // What decides, as the region has it, with the number of branches: the one that is taken
    // whenever the region runs.
    absl::flat_hash_map<std::pair<Endpoint, int>, int> known;
  };
  // Borrows the frames. Errors as V1Frames.
  static absl::StatusOr<V1Region> Make(const V1Frames* frames, Bounds bounds);

  const V1Frames& frames() const { return *frames_; }
  const std::vector<V1Item>& items() const { return items_; }
  const V1Item& item(int id) const { return items_[static_cast<size_t>(id)]; }
  const std::vector<V1Condition>& conditions() const { return conditions_; }
  const V1Condition& condition(int id) const { return conditions_[static_cast<size_t>(id)]; }
  // The item of a node; -1: there is none.
  int ItemOf(int node) const;
  // The item that gives a value; -1: it is there from the beginning.
  int ItemOf(Endpoint e) const;
  // The tensor itself, behind the aliases.
  Endpoint Resolve(Endpoint e) const;
  // The value of a join or fetch: an endpoint that is in no graph. Its port 1 is the index of a
  // join, and says of a fetch whether it is alive.
  Endpoint JoinOf(int item) const { return {first_join_ + item, 0}; }
  // By root: what stands for it where it may be dead; -1: it is alive.
  const std::vector<int>& fetch_items() const { return fetch_items_; }
  bool IsArg(Endpoint e) const { return bounds_.args.contains(e) || frames_->IsFed(e); }
  const Bounds& bounds() const { return bounds_; }

 private:
  V1Region(const V1Frames* frames, Bounds bounds);
  const GraphData& graph() const { return frames_->graph(); }
  // What a node needs that is not there from the beginning.
  struct Sources {
    std::vector<Endpoint> data;
    std::vector<int32_t> controls;
  };
  // A node whose sources are walked.
  struct OpenNode {
    int node;
    Sources sources;
    size_t next;  // of its sources, data before control
    int TakeNext();
  };
  absl::Status Walk();
  absl::Status AddFetch(Endpoint root);
  absl::Status WalkFrom(int node);
  absl::Status Open(int node, std::vector<OpenNode>* open);
  absl::Status CheckFrame(int node) const;
  absl::StatusOr<Sources> SourcesOf(int node) const;
  Sources SourcesOfLoop(int frame) const;
  int KeyOf(int node) const;  // the node whose item stands for it
  // Is it there from the beginning? Nothing waits for such a node.
  bool IsGiven(int node) const { return arg_nodes_.contains(node) || frames_->IsFedSource(node); }
  absl::Status Add(int node, Sources sources);
  absl::Status AddMerge(int node, V1Item item);
  // A value that a Merge may take, and what must hold for it beyond what holds for all of them.
  struct Live {
    int index;  // of the Merge's input
    Endpoint value;
    V1Path path;
  };
  std::vector<Live> LiveInputs(int merge, V1Path* common);
  void KeepConstant(std::vector<Live>* live) const;
  absl::StatusOr<int> Join(int merge, const std::vector<Live>& live, const V1Path& path);
  static std::vector<Live> LiveInBranch(const std::vector<Live>& live, int condition, int branch);
  int ConditionOfAll(const std::vector<Live>& live) const;
  void AddPath(Endpoint source, V1Item* item);
  void AddItemPath(int source, V1Item* item);
  void AddLiteral(int condition, int branch, V1Item* item);
  void AddSwitchOutput(Endpoint output, V1Item* item);
  void Need(int item, V1Item* user);
  int ConditionNumber(int switch_node);
  void AddNeeds(const Sources& sources, V1Item* item);
  int Push(V1Item item);

  const V1Frames* frames_;
  Bounds bounds_;
  const int first_join_;
  std::vector<V1Item> items_;
  std::vector<int> fetch_items_;
  std::vector<V1Condition> conditions_;
  // By what decides, and of how many branches: an index may choose among three here and four there.
  absl::flat_hash_map<std::pair<Endpoint, int>, int> condition_numbers_;
  absl::flat_hash_set<int> arg_nodes_;
  // By key node; kOpen while its sources are walked.
  absl::flat_hash_map<int, int> item_of_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_REGION_H_
