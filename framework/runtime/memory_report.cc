// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/memory_report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/runtime/model.h"
#include "framework/runtime/step_names.h"

namespace opgraft {
namespace {

// "outer/inner/" for a step of a function inlined at node inner, inlined at node outer.
std::string CallPrefix(const Program& program, int32_t scope) {
  std::string prefix;
  for (int32_t s = scope; s >= 0; s = program.scopes[static_cast<size_t>(s)].parent) {
    const std::string& call = program.scopes[static_cast<size_t>(s)].call_node;
    if (!call.empty()) prefix = absl::StrCat(call, "/", prefix);
  }
  return prefix;
}

// The tensor that each slot holds, by the first step that writes it.
std::vector<std::string> NameSlots(const Program& program) {
  std::vector<std::string> names(static_cast<size_t>(program.num_slots));
  for (size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (!IsKernel(step) && step.kind != StepKind::kCall) continue;
    const Node node = StepNode(program, static_cast<int>(i));
    const std::string prefix = CallPrefix(program, program.origins[i].scope);
    for (int k = 0; k < step.binding.num_outputs; ++k) {
      std::string& name = names[static_cast<size_t>(step.binding.outputs[k])];
      // A call of a branch or function has its results; so has the node, unless it is an If's other
      // branch.
      if (name.empty()) name = absl::StrCat(prefix, node.OutputName(k));
    }
  }
  return names;
}

// Puts the slots that own memory into the regions that hold them, in the order of their steps.
void AddTenants(const Program& program, std::vector<ProgramMemory::Region>* regions) {
  const MemoryPlan& plan = program.memory;
  const std::vector<std::string> names = NameSlots(program);
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    const SlotLife& slot = plan.slots[i];
    if (!slot.owns_memory) continue;
    (*regions)[static_cast<size_t>(plan.slot_region[i])].tenants.push_back(
        {names[i], slot.first_def, std::max(slot.first_def, slot.last_use), slot.size.bytes,
         slot.size.is_known});
  }
  for (ProgramMemory::Region& region : *regions) {
    std::stable_sort(region.tenants.begin(), region.tenants.end(),
                     [](const auto& a, const auto& b) { return a.first_step < b.first_step; });
  }
}

ProgramMemory ReportProgram(const Program& program) {
  const MemoryPlan& plan = program.memory;
  ProgramMemory report;
  if (!program.scopes.empty()) report.function = program.scopes[0].function;
  report.num_steps = static_cast<int>(program.steps.size());
  report.region_bytes = plan.region_bytes;
  report.tensor_bytes = plan.slot_bytes;
  report.alive_bytes = plan.alive_bytes;
  report.regions.resize(plan.region_size.size());
  for (size_t r = 0; r < report.regions.size(); ++r)
    report.regions[r].bytes = plan.region_size[r].bytes;
  AddTenants(program, &report.regions);
  std::stable_sort(report.regions.begin(), report.regions.end(),
                   [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
  return report;
}

}  // namespace

MemoryReport ReportMemory(const Model& model, int signature) {
  MemoryReport report;
  report.programs.push_back(
      ReportProgram(*model.signatures[static_cast<size_t>(signature)].program));
  for (const auto& function : model.functions) report.programs.push_back(ReportProgram(*function));
  report.num_constants = static_cast<int>(model.constants.size());
  report.num_folded = model.num_folded;
  for (const Tensor& constant : model.constants) {
    const auto bytes = static_cast<int64_t>(constant.TotalBytes());
    report.constant_bytes += bytes;
    if (constant.buffer() != nullptr && constant.buffer()->is_wrapped())
      report.mapped_bytes += bytes;
  }
  return report;
}

}  // namespace opgraft
