// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/branch_lowering.h"

#include <algorithm>
#include <vector>

namespace opgraft_internal {
namespace {

// The calls of the node's bodies, which are given its inputs as they are.
std::vector<BodyCall> CallsOnInputs(const CallingNode& caller, BodyLowering* lowering) {
  std::vector<BodyCall> calls = BodyCallsOf(caller, lowering);
  const std::vector<int32_t> inputs = caller.scope->InputSlots(caller.node);
  for (size_t b = 0; b < calls.size(); ++b) {
    for (const CallSite::Argument& arg : caller.site().bodies[b].args)
      calls[b].args.push_back(inputs[arg.input]);
  }
  return calls;
}

// The test of branch `b`: its step jumps where another one is taken.
int AddTest(const CallingNode& caller, int b, ProgramWriter* writer) {
  const CallSite::Condition& condition = caller.site().condition;
  Step test;
  test.kind = condition.kind == CallSite::Condition::Kind::kIndex ? StepKind::kJumpUnlessIndex
                                                                  : StepKind::kJumpIfFalse;
  test.b = caller.scope->SlotOf(caller.node.inputs()[condition.index]);
  test.c = b;
  writer->Use(test.b);
  return writer->Add(test, caller.origin());
}

// A slot for each result of a node's bodies: that of the output it is, if it is one.
std::vector<int32_t> ResultSlots(const CallingNode& caller, ProgramWriter* writer) {
  const CallSite& site = caller.site();
  std::vector<int32_t> slots(site.bodies.back().num_results, -1);
  for (int i = 0; i < caller.node.num_outputs(); ++i) {
    int32_t& slot = slots[site.outputs[i].index];
    int32_t& output = caller.scope->SlotOf({caller.node.id(), i});
    if (slot < 0) {
      slot = caller.scope->OutputSlot(caller.node, i, writer);
    } else if (output < 0) {
      output = slot;
    }
  }
  for (int32_t& slot : slots) slot = slot < 0 ? writer->NewSlot() : slot;
  return slots;
}

}  // namespace

void LowerCall(const CallingNode& caller, BodyLowering* lowering) {
  const CallSite& site = caller.site();
  const auto output = [&caller](int i) { return Endpoint{caller.node.id(), i}; };
  // Results land in given slots if all of them have one; else in the body's own.
  std::vector<int32_t> out(site.bodies[0].num_results, -1);
  for (int i = 0; i < caller.node.num_outputs(); ++i)
    out[site.outputs[i].index] = caller.scope->Prebound(output(i));
  if (std::any_of(out.begin(), out.end(), [](int32_t slot) { return slot < 0; })) out.clear();
  const std::vector<BodyCall> calls = CallsOnInputs(caller, lowering);
  const std::vector<int32_t> results = lowering->LowerBody(caller, calls[0], out);
  for (int i = 0; i < caller.node.num_outputs(); ++i) {
    int32_t& slot = caller.scope->SlotOf(output(i));
    if (slot < 0) slot = results[site.outputs[i].index];
  }
}

void LowerBranch(const CallingNode& caller, BodyLowering* lowering) {
  ProgramWriter* const writer = lowering->writer();
  const std::vector<int32_t> out = ResultSlots(caller, writer);
  const std::vector<BodyCall> calls = CallsOnInputs(caller, lowering);
  const int last = static_cast<int>(calls.size()) - 1;
  std::vector<int> to_end;
  for (int b = 0; b < last; ++b) {
    const int to_next = AddTest(caller, b, writer);
    lowering->LowerBody(caller, calls[b], out);
    Step jump;
    jump.kind = StepKind::kJump;
    to_end.push_back(writer->Add(jump, caller.origin()));
    writer->EndJump(to_next);
  }
  lowering->LowerBody(caller, calls[last], out);
  for (int jump : to_end) writer->EndJump(jump);
  // A branch may leave its results early; they are alive until all are through.
  for (int32_t slot : out) writer->Use(slot);
}

}  // namespace opgraft_internal
