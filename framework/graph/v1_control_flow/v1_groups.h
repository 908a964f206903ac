// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_GROUPS_H_
#define FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_GROUPS_H_

#include <map>
#include <set>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/graph/v1_control_flow/v1_region.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Items that run at one time: one that is under no condition, or some of those that one condition
// decides on, with the joins that end it.
struct V1Phase {
  // -1: none.
  int condition = -1;
  // In order.
  std::vector<int> items;
  // Values of theirs that later phases of the condition need.
  std::vector<Endpoint> escapes;
};

// Sorts the items of a region that are alive under `path` into phases, in an order in which they
// can run. What is `wanted` of their values is to be there in the end. UNIMPLEMENTED if the
// conditions of some overlap without one being within the other.
//
// Example: Neg and Exp under p, Mul under (p, q), all joined: phases {p: Neg, Exp, Mul, and the
// joins}; that Mul is under q as well is seen when the branch of p is sorted in turn.
absl::StatusOr<std::vector<V1Phase>> SortIntoPhases(const V1Region& region,
                                                    const std::vector<int>& items,
                                                    const V1Path& path,
                                                    const std::vector<Endpoint>& wanted);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_V1_CONTROL_FLOW_V1_GROUPS_H_
