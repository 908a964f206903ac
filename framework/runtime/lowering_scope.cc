// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/lowering_scope.h"

#include <algorithm>

#include "framework/graph/functions/function_calls.h"
#include "framework/runtime/memory_plan.h"

namespace opgraft_internal {
namespace {

bool IsAlias(const KernelSpec& spec, int output) {
  return std::any_of(spec.aliases.begin(), spec.aliases.end(),
                     [output](const auto& pair) { return pair.second == output; });
}

}  // namespace

LoweringScope::LoweringScope(const Graph& lowered, const void* graph_key, int32_t scope_id)
    : id(scope_id), graph(&lowered), key(graph_key) {
  int32_t outputs = 0;
  first_output.reserve(lowered.num_nodes());
  for (int i = 0; i < lowered.num_nodes(); ++i) {
    first_output.push_back(outputs);
    outputs += lowered.node(i).num_outputs();
  }
  slots.assign(outputs, -1);
}

std::vector<int32_t> LoweringScope::InputSlots(const Node& node) {
  std::vector<int32_t> inputs;
  inputs.reserve(node.num_inputs());
  for (const Endpoint& input : node.inputs()) inputs.push_back(SlotOf(input));
  return inputs;
}

int32_t LoweringScope::Prebound(Endpoint e) const {
  auto it = prebound.find(e);
  return it == prebound.end() ? -1 : it->second;
}

int32_t LoweringScope::OutputSlot(const Node& node, int port, ProgramWriter* writer) {
  const Endpoint e{node.id(), port};
  int32_t slot = Prebound(e);
  if (slot < 0) slot = writer->NewSlot();
  // A fed output keeps the feed's slot for its readers; the kernel writes beside it.
  if (SlotOf(e) < 0) SlotOf(e) = slot;
  return slot;
}

std::vector<int32_t> LoweringScope::OutputSlots(const Node& node, const KernelSpec* spec,
                                                ProgramWriter* writer) {
  std::vector<int32_t> outputs;
  for (int i = 0; i < node.num_outputs(); ++i) {
    const Endpoint output{node.id(), i};
    // What only views an input cannot land in a region of somebody else's.
    if (spec != nullptr && IsAlias(*spec, i)) prebound.erase(output);
    outputs.push_back(OutputSlot(node, i, writer));
    if (spec == nullptr) continue;
    const DataType dtype = BaseType(node.output_type(i));
    writer->OwnsMemory(outputs.back(), dtype, SizeOf(dtype, ShapeOf(output)));
  }
  return outputs;
}

absl::flat_hash_set<Endpoint> LoweringScope::BindBody(const FunctionBody& body,
                                                      const std::vector<int32_t>& args,
                                                      const std::vector<int32_t>& out) {
  absl::flat_hash_set<Endpoint> fed;
  for (size_t i = 0; i < body.args.size(); ++i) {
    const Endpoint arg{body.args[i], 0};
    fed.insert(arg);
    SlotOf(arg) = args[i];
  }
  for (size_t i = 0; i < out.size(); ++i) {
    const Endpoint ret = SourceOf(body, static_cast<int>(i));
    if (!fed.contains(ret)) prebound.try_emplace(ret, out[i]);
  }
  return fed;
}

bool LoweringScope::HaveOneShape(const Node& node, int input, int output) const {
  const PartialTensorShape& shape = ShapeOf(node.inputs()[input]);
  if (!shape.IsIdenticalTo(ShapeOf({node.id(), output}))) return false;
  if (shape.unknown_rank()) return node.num_inputs() == 1;
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (i != input && !ShapeOf(node.inputs()[i]).IsFullyDefined()) return false;
  }
  return true;
}

}  // namespace opgraft_internal
