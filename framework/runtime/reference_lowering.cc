// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/reference_lowering.h"

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"

namespace opgraft_internal {
namespace {

bool NeverTheSame(int, int) { return false; }

// None of a kernel that could not be made.
KernelFacets FacetsOf(const ModelParts::Kernel& kernel) {
  return kernel.kernel == nullptr ? KernelFacets() : kernel.kernel->Facets();
}

bool IsReference(const Graph& graph, Endpoint e) {
  return IsRefType(graph.node(e.node).output_type(e.port));
}

absl::Status NotAVariable(const Node& node, int input, const Graph& graph) {
  const Endpoint source = node.inputs()[input];
  return absl::InvalidArgumentError(absl::StrCat(
      "node '", node.name(), "' (", node.op(), "): input ", input, " must be a variable; '",
      graph.node(source.node).OutputName(source.port), "' is not"));
}

}  // namespace

ModelParts::Kernel ReferenceLowering::SourceOf(LoweringScope* scope, Endpoint e) {
  while (IsReference(*scope->graph, e)) {
    const Node node = scope->graph->node(e.node);
    const ModelParts::Kernel kernel = parts_->KernelFor(scope->key, node, scope->where);
    const KernelFacets facets = FacetsOf(kernel);
    if (facets.variable_source != nullptr) return kernel;
    if (facets.reference_user == nullptr || node.num_inputs() == 0) break;
    e = node.inputs()[0];  // the reference is passed on
  }
  return {};
}

void ReferenceLowering::Read(LoweringScope* scope, Endpoint e) {
  const ModelParts::Kernel source = SourceOf(scope, e);
  if (source.kernel == nullptr) return;
  // The step is the variable's, wherever the reference comes from.
  Endpoint variable = e;
  while (FacetsOf(parts_->KernelFor(scope->key, scope->graph->node(variable.node), scope->where))
             .variable_source == nullptr) {
    variable = scope->graph->node(variable.node).inputs()[0];
  }
  const int32_t slot = writer_->NewSlot();
  scope->SlotOf(e) = slot;
  writer_->AddKernel(source.kernel, *source.spec, {}, {slot}, {scope->id, variable.node},
                     {NeverTheSame, false});
}

void ReferenceLowering::ReadResult(LoweringScope* scope, Endpoint result) {
  if (IsReference(*scope->graph, result) && scope->SlotOf(result) < 0) Read(scope, result);
}

std::vector<Endpoint> ReferenceLowering::BeginInputs(LoweringScope* scope, const Node& node) {
  std::vector<Endpoint> lent;
  for (int i = 0; i < node.num_inputs(); ++i) {
    const Endpoint source = node.inputs()[i];
    if (!IsReference(*scope->graph, source) || scope->SlotOf(source) >= 0) continue;
    if (SourceOf(scope, source).kernel == nullptr) continue;
    lent.push_back(source);
    if (IsRefType(node.input_type(i))) {
      scope->SlotOf(source) = writer_->NewSlot();
    } else {
      Read(scope, source);
    }
  }
  return lent;
}

void ReferenceLowering::EndInputs(LoweringScope* scope, const std::vector<Endpoint>& lent) {
  for (const Endpoint& source : lent) scope->SlotOf(source) = -1;
}

bool ReferenceLowering::SetReferences(LoweringScope* scope, const Node& node, ReferenceUser* user) {
  bool are_all_known = true;
  for (int i = 0; i < node.num_inputs(); ++i) {
    if (!IsRefType(node.input_type(i))) continue;
    const ModelParts::Kernel source = SourceOf(scope, node.inputs()[i]);
    if (source.kernel != nullptr) {
      user->SetReference(i, source.kernel->Facets().variable_source->place());
      continue;
    }
    are_all_known = false;
    parts_->AddProblem(NotAVariable(node, i, *scope->graph), scope->where);
  }
  return are_all_known;
}

bool ReferenceLowering::LowerKernel(LoweringScope* scope, const Node& node,
                                    const ModelParts::Kernel& kernel) {
  const KernelFacets facets = FacetsOf(kernel);
  const bool makes_reference = facets.variable_source != nullptr && node.num_outputs() > 0 &&
                               IsReference(*scope->graph, {node.id(), 0});
  if (makes_reference) return true;  // it runs where the value is wanted
  ReferenceUser* const user = facets.reference_user;
  bool takes_reference = false;
  for (int i = 0; i < node.num_inputs(); ++i) takes_reference |= IsRefType(node.input_type(i));
  if (user == nullptr || !takes_reference) return false;
  // What nothing is known of runs nowhere, but who takes it looks for a slot.
  const bool are_all_known = SetReferences(scope, node, user);
  std::vector<int32_t> outputs;
  for (int i = 0; i < node.num_outputs(); ++i) {
    if (are_all_known && IsReference(*scope->graph, {node.id(), i})) continue;
    outputs.push_back(scope->OutputSlot(node, i, writer_));
    const DataType dtype = node.output_type(i);
    writer_->OwnsMemory(outputs.back(), dtype, SizeOf(dtype, scope->ShapeOf({node.id(), i})));
  }
  writer_->AddKernel(kernel.kernel, *kernel.spec, scope->InputSlots(node), outputs,
                     {scope->id, node.id()}, {NeverTheSame, false});
  return true;
}

}  // namespace opgraft_internal
