// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOWERING_SCOPE_H_
#define FRAMEWORK_RUNTIME_LOWERING_SCOPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/runtime/program_writer.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// A graph being lowered: the program's own, or a body inlined into it. It knows the slot of each
// output that was lowered. Borrows the graph and the shapes. Thread-compatible.
struct LoweringScope {
  // `scope_id` is the program's number of the graph; `graph_key` tells graphs apart, see
  // ModelParts::KernelFor.
  LoweringScope(const Graph& lowered, const void* graph_key, int32_t scope_id);

  // The slot of an output; -1: not lowered yet.
  int32_t& SlotOf(Endpoint e) { return slots[first_output[e.node] + e.port]; }
  std::vector<int32_t> InputSlots(const Node& node);
  // The slot that an output is to land in; -1 if any will do.
  int32_t Prebound(Endpoint e) const;
  // The slot that what runs `node` puts output `port` into: where it is to land, or a new one.
  int32_t OutputSlot(const Node& node, int port, ProgramWriter* writer);

  const PartialTensorShape& ShapeOf(Endpoint e) const { return shapes->ShapeOf(e); }
  // True if output `output` surely has the shape of input `input` although that is not known: it is
  // inferred as the same, and no other input has unknown dimensions that could stretch it.
  bool HaveOneShape(const Node& node, int input, int output) const;

  const int32_t id;
  const Graph* const graph;
  const void* const key;
  std::string where;                  // "; in call of 'f' at {{node n}}": for problems
  ShapeFacts* shapes = nullptr;       // those in the graph, or of the body for its arguments
  std::vector<int32_t> first_output;  // by node, into `slots`
  std::vector<int32_t> slots;         // by output
  absl::flat_hash_map<Endpoint, int32_t> prebound;  // outputs that are to land in a given slot
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOWERING_SCOPE_H_
