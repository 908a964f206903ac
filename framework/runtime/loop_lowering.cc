// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/loop_lowering.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace opgraft {
namespace {

// A value that a loop hands from iteration to iteration.
struct CarriedValue {
  int input = -1;
  int result = -1;  // of the body, that it becomes
  int32_t slot = -1;
};

// True if the body gives a carried value back as it got it.
bool StaysTheSame(const Callees& callees, const CallSite::Carried& carried) {
  const FunctionBody& body = *callees.bodies.back();
  const Endpoint source = SourceOf(body, carried.result);
  const auto arg = std::find(body.args.begin(), body.args.end(), source.node);
  return arg != body.args.end() &&
         callees.site.loop_body().args[arg - body.args.begin()].input == carried.input;
}

// The values of a loop that change, each in a slot that begins as its input. What the body gives
// back as it got it is the input's slot itself.
std::vector<CarriedValue> CarriedValues(const CallingNode& caller, ProgramWriter* writer) {
  const Node& node = caller.node;
  std::vector<CarriedValue> values;
  for (const CallSite::Carried& carried : caller.site().carried) {
    if (StaysTheSame(*caller.callees, carried)) continue;
    int output = 0;
    while (output < node.num_outputs() && caller.site().outputs[output].index != carried.input)
      ++output;
    const bool is_output = output < node.num_outputs();
    const int32_t slot =
        is_output ? caller.scope->OutputSlot(node, output, writer) : writer->NewSlot();
    const Endpoint input = node.inputs()[carried.input];
    const DataType dtype = BaseType(caller.scope->graph->node(input.node).output_type(input.port));
    writer->OwnsMemory(slot, dtype,
                       SizeOf(dtype, is_output ? caller.scope->ShapeOf({node.id(), output})
                                               : PartialTensorShape()));
    values.push_back({carried.input, carried.result, slot});
  }
  return values;
}

}  // namespace

bool IsPlainLoop(const CallSite& site) {
  const auto is_whole = [](const CallSite::Body& body) {
    return std::all_of(body.args.begin(), body.args.end(), [](const CallSite::Argument& arg) {
      return arg.kind == CallSite::Argument::Kind::kInvariant ||
             arg.kind == CallSite::Argument::Kind::kCarried;
    });
  };
  return site.condition.kind == CallSite::Condition::Kind::kBody && site.condition.first < 0 &&
         site.trip_count < 0 && std::all_of(site.bodies.begin(), site.bodies.end(), is_whole) &&
         std::all_of(site.outputs.begin(), site.outputs.end(), [](const CallSite::Output& output) {
           return output.kind == CallSite::Output::Kind::kCarried;
         });
}

void LowerLoop(const CallingNode& caller, BodyLowering* lowering) {
  ProgramWriter* const writer = lowering->writer();
  std::vector<int32_t> inputs = caller.scope->InputSlots(caller.node);
  const std::vector<CarriedValue> values = CarriedValues(caller, writer);
  for (const CarriedValue& value : values) {
    writer->AddView(inputs[value.input], value.slot, caller.origin());
    inputs[value.input] = value.slot;
  }
  const int32_t loop = writer->BeginLoop(caller.origin());
  std::vector<BodyCall> calls = BodyCallsOf(caller, lowering);
  for (size_t b = 0; b < calls.size(); ++b) {
    calls[b].loop = loop;
    for (const CallSite::Argument& arg : caller.site().bodies[b].args)
      calls[b].args.push_back(inputs[arg.input]);
  }
  Step test;
  test.kind = StepKind::kJumpIfFalse;
  test.b = lowering->LowerBody(caller, calls[0], {})[0];
  writer->Use(test.b);
  const int to_end = writer->Add(test, caller.origin());
  const std::vector<int32_t> results = lowering->LowerBody(caller, calls[1], {});
  std::vector<int32_t> carried, next;
  for (const CarriedValue& value : values) {
    carried.push_back(value.slot);
    next.push_back(results[value.result]);
  }
  writer->EndLoop(loop, carried, next, caller.origin());
  writer->EndJump(to_end);
  for (int i = 0; i < caller.node.num_outputs(); ++i) {
    int32_t& slot = caller.scope->SlotOf({caller.node.id(), i});
    if (slot < 0) slot = inputs[caller.site().outputs[i].index];
  }
}

}  // namespace opgraft
