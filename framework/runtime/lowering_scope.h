// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_LOWERING_SCOPE_H_
#define FRAMEWORK_RUNTIME_LOWERING_SCOPE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/shapes/shape_facts.h"
#include "framework/kernel/kernel_spec.h"
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

  // The slots of all outputs of `node`, which a kernel of `spec` writes: they own memory, of the
  // sizes that are known, but for those that are views of inputs. Null: there is no such kernel.
  std::vector<int32_t> OutputSlots(const Node& node, const KernelSpec* spec, ProgramWriter* writer);
  // Of a body inlined into a caller: its arguments are the slots `args`, and what its results come
  // from is to land in the slots `out`, if there are any. Gives the outputs that are arguments.
  absl::flat_hash_set<Endpoint> BindBody(const FunctionBody& body, const std::vector<int32_t>& args,
                                         const std::vector<int32_t>& out);

  const PartialTensorShape& ShapeOf(Endpoint e) const { return shapes->ShapeOf(e); }
  // True if output `output` surely has the shape of input `input` although that is not known: it is
  // inferred as the same, and no other input has unknown dimensions that could stretch it.
  bool HaveOneShape(const Node& node, int input, int output) const;

  const int32_t id;
  const Graph* const graph;
  const void* const key;
  // "; in call of 'f' at {{node n}}": for problems.
  std::string where;
  // Those in the graph, or of the body for its arguments.
  ShapeFacts* shapes = nullptr;
  // By node, into `slots`.
  std::vector<int32_t> first_output;
  // By output.
  std::vector<int32_t> slots;
  // Outputs that are to land in a given slot.
  absl::flat_hash_map<Endpoint, int32_t> prebound;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_LOWERING_SCOPE_H_
