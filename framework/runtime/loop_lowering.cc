// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/loop_lowering.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "framework/graph/functions/loop_parts.h"
#include "framework/runtime/memory_plan.h"

namespace opgraft_internal {
namespace {

using Argument = CallSite::Argument;
using Condition = CallSite::Condition;
using Output = CallSite::Output;

// True if the body gives a carried value back as it got it.
bool StaysTheSame(const Callees& callees, const CallSite::Carried& carried) {
  const FunctionBody& body = *callees.bodies.back();
  const Endpoint source = SourceOf(body, carried.result);
  const auto found = std::find(body.args.begin(), body.args.end(), source.node);
  if (found == body.args.end()) return false;
  const Argument& arg = callees.site.loop_body().args[found - body.args.begin()];
  return arg.input == carried.input && arg.kind == Argument::Kind::kCarried;
}

// The shape of a joined output after no iteration: unknown dimensions are 0, as the axis
// is.
TensorShape EmptyShape(const CallSite::Slices& slices, const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return TensorShape({0});
  TensorShape empty = shape.MinShape();
  const auto axis = AxisOf(slices, shape.dims());
  if (axis.ok()) empty.set_dim(*axis, 0);
  return empty;
}

bool TakesNumber(const Argument& arg) { return arg.kind == Argument::Kind::kIteration; }
bool IsSliced(const Argument& arg) { return arg.kind == Argument::Kind::kSliced; }

// Lowers one loop.
class LoopLowering {
 public:
  LoopLowering(const CallingNode& caller, BodyLowering* lowering)
      : caller_(caller),
        site_(caller.site()),
        lowering_(*lowering),
        writer_(*lowering->writer()),
        inputs_(caller.scope->InputSlots(caller.node)),
        carried_(inputs_) {}

  void Run();

 private:
  void CarryInputs();
  void MakeOutputs();
  void Begin();
  void MakeCalls();
  int32_t MakeArgument(const Argument& arg, const FunctionBody& body, size_t index,
                       const PartialTensorShape& shape);
  void TakeNumbers();
  void TakeParts();
  void AskFunction();
  void EndIteration(const std::vector<int32_t>& results);
  void End();

  bool has_function() const { return site_.condition.kind == Condition::Kind::kBody; }
  bool is_bounded() const {
    return !has_function() || site_.trip_count >= 0 || site_.condition.first >= 0;
  }
  int32_t SlotOfInput(int input) const { return input < 0 ? -1 : inputs_[input]; }
  DataType TypeOfInput(int input) const;
  DataType TypeOfOutput(int output) const { return BaseType(caller_.node.output_type(output)); }
  const PartialTensorShape& ShapeOfOutput(int output) const {
    return caller_.scope->ShapeOf({caller_.node.id(), output});
  }
  // A slot that output `output` of the loop is in.
  int32_t OwnOutput(int output);
  // The output that is a carried value; -1 if none is.
  int OutputOf(const CallSite::Carried& carried) const;
  void AddStep(StepKind kind, int32_t slot, const std::vector<int32_t>& reads,
               const std::vector<int32_t>& writes);
  void JumpOutUnless(StepKind kind, int32_t b);
  // The slots of the outputs that are no carried values.
  std::vector<int32_t> OwnOutputs() const;

  const CallingNode& caller_;
  const CallSite& site_;
  BodyLowering& lowering_;
  ProgramWriter& writer_;
  const std::vector<int32_t> inputs_;
  // By input: the slot of what is carried from it; else the input's.
  std::vector<int32_t> carried_;
  // Slots that change places when an iteration ends: slot `to` becomes result `result`.
  struct Move {
    int32_t to;
    int result;
  };
  std::vector<Move> moves_;
  std::vector<int32_t> outputs_;  // by output: its slot
  int32_t loop_ = -1;
  LoopPorts ports_;
  std::vector<BodyCall> calls_;
  std::vector<int32_t> numbers_;  // slots that the number of the iteration is put into
  std::vector<int> jumps_out_;
};

DataType LoopLowering::TypeOfInput(int input) const {
  const Endpoint source = caller_.node.inputs()[input];
  return BaseType(caller_.scope->graph->node(source.node).output_type(source.port));
}

int32_t LoopLowering::OwnOutput(int output) {
  const int32_t slot = caller_.scope->OutputSlot(caller_.node, output, &writer_);
  const DataType dtype = TypeOfOutput(output);
  writer_.OwnsMemory(slot, dtype, SizeOf(dtype, ShapeOfOutput(output)));
  return slot;
}

int LoopLowering::OutputOf(const CallSite::Carried& carried) const {
  const auto is_it = [&carried](const Output& output) {
    return output.kind == Output::Kind::kCarried && output.index == carried.input;
  };
  const auto found = std::find_if(site_.outputs.begin(), site_.outputs.end(), is_it);
  return found == site_.outputs.end() ? -1 : static_cast<int>(found - site_.outputs.begin());
}

// The values that change, each in a slot that begins as its input. What the body gives back as it
// got it is the input's slot itself.
void LoopLowering::CarryInputs() {
  for (const CallSite::Carried& carried : site_.carried) {
    if (StaysTheSame(*caller_.callees, carried)) continue;
    const int output = OutputOf(carried);
    int32_t& slot = carried_[carried.input];
    if (output >= 0) {
      slot = OwnOutput(output);
    } else {
      slot = writer_.NewSlot();
      const DataType dtype = TypeOfInput(carried.input);
      writer_.OwnsMemory(slot, dtype, SizeOf(dtype, PartialTensorShape()));
    }
    writer_.AddView(inputs_[carried.input], slot, caller_.origin());
    moves_.push_back({slot, carried.result});
  }
}

void LoopLowering::MakeOutputs() {
  for (int i = 0; i < caller_.node.num_outputs(); ++i) {
    const Output& output = site_.outputs[i];
    switch (output.kind) {
      case Output::Kind::kCarried:
        outputs_.push_back(carried_[output.index]);
        break;
      case Output::Kind::kLast:
        outputs_.push_back(OwnOutput(i));
        moves_.push_back({outputs_.back(), output.index});
        ports_.gives_last = i;
        break;
      case Output::Kind::kConcatenated:
        outputs_.push_back(OwnOutput(i));
        ports_.joined.push_back(
            {i, output.slices, -1, outputs_.back(), EmptyShape(output.slices, ShapeOfOutput(i))});
        break;
    }
  }
}

void LoopLowering::AddStep(StepKind kind, int32_t slot, const std::vector<int32_t>& reads,
                           const std::vector<int32_t>& writes) {
  Step step;
  step.kind = kind;
  step.a = loop_;
  step.c = slot;
  writer_.AddReadsAndWrites(step, reads, writes, caller_.origin());
}

void LoopLowering::JumpOutUnless(StepKind kind, int32_t b) {
  Step step;
  step.kind = kind;
  step.b = b;
  jumps_out_.push_back(writer_.Add(step, caller_.origin()));
}

std::vector<int32_t> LoopLowering::OwnOutputs() const {
  std::vector<int32_t> slots;
  for (int i = 0; i < caller_.node.num_outputs(); ++i) {
    if (site_.outputs[i].kind != Output::Kind::kCarried) slots.push_back(outputs_[i]);
  }
  return slots;
}

void LoopLowering::Begin() {
  ports_.trip_count = SlotOfInput(site_.trip_count);
  ports_.begins = SlotOfInput(site_.condition.first);
  ports_.is_conditional = site_.condition.kind != Condition::Kind::kNone;
  std::vector<int32_t> reads;
  for (const int32_t slot : {ports_.trip_count, ports_.begins}) {
    if (slot >= 0) reads.push_back(slot);
  }
  loop_ = writer_.BeginLoop(reads, OwnOutputs(), caller_.origin());
  if (is_bounded()) JumpOutUnless(StepKind::kJumpIfDone, loop_);
}

void LoopLowering::MakeCalls() {
  calls_ = BodyCallsOf(caller_, &lowering_);
  for (size_t b = 0; b < calls_.size(); ++b) {
    BodyCall& call = calls_[b];
    call.loop = loop_;
    const std::vector<Argument>& args = site_.bodies[b].args;
    for (size_t i = 0; i < args.size(); ++i)
      call.args.push_back(MakeArgument(args[i], *call.body, i, call.facts.args[i].shape));
  }
}

int32_t LoopLowering::MakeArgument(const Argument& arg, const FunctionBody& body, size_t index,
                                   const PartialTensorShape& shape) {
  if (arg.kind == Argument::Kind::kInvariant) return inputs_[arg.input];
  if (arg.kind == Argument::Kind::kCarried) return carried_[arg.input];
  const int32_t slot = writer_.NewSlot();
  const DataType dtype = BaseType(body.arg_types[index]);
  if (TakesNumber(arg)) {
    writer_.OwnsMemory(slot, dtype, SizeOf(dtype, TensorShape()));
    numbers_.push_back(slot);
    return slot;
  }
  // Along axis 0 parts lie in one piece.
  if (arg.slices.axis != 0) writer_.OwnsMemory(slot, dtype, SizeOf(dtype, shape));
  ports_.sliced.push_back({arg.input, arg.slices, inputs_[arg.input], slot});
  return slot;
}

void LoopLowering::TakeNumbers() {
  for (const int32_t slot : numbers_) AddStep(StepKind::kTakeNumber, slot, {}, {slot});
}

void LoopLowering::TakeParts() {
  if (ports_.sliced.empty()) return;
  std::vector<int32_t> reads, writes;
  for (const LoopPorts::Sliced& sliced : ports_.sliced) {
    writer_.MayView(sliced.from, sliced.to);
    reads.push_back(sliced.from);
    writes.push_back(sliced.to);
  }
  AddStep(StepKind::kTakeParts, -1, reads, writes);
}

// Parts are taken once it is known that there is another iteration, unless the condition wants
// some.
void LoopLowering::AskFunction() {
  const auto& args = site_.bodies[0].args;
  const bool wants_parts = std::any_of(args.begin(), args.end(), IsSliced);
  if (wants_parts) TakeParts();
  const int32_t truth = lowering_.LowerBody(caller_, calls_[0], {})[0];
  writer_.Use(truth);
  JumpOutUnless(StepKind::kJumpIfFalse, truth);
  if (!wants_parts) TakeParts();
}

void LoopLowering::EndIteration(const std::vector<int32_t>& results) {
  std::vector<int32_t> reads, writes;
  for (LoopPorts::Joined& joined : ports_.joined) {
    joined.from = results[site_.outputs[joined.output].index];
    reads.push_back(joined.from);
    writes.push_back(joined.to);
  }
  if (site_.condition.kind == Condition::Kind::kResult) {
    ports_.goes_on = results[site_.condition.index];
    reads.push_back(ports_.goes_on);
  }
  if (!reads.empty()) AddStep(StepKind::kEndIteration, -1, reads, writes);
  std::vector<int32_t> to, next;
  for (const Move& move : moves_) {
    to.push_back(move.to);
    next.push_back(results[move.result]);
  }
  writer_.EndLoop(loop_, to, next, caller_.origin());
}

void LoopLowering::End() {
  for (const int jump : jumps_out_) writer_.EndJump(jump);
  std::vector<int32_t> reads;
  for (const LoopPorts::Joined& joined : ports_.joined) reads.push_back(joined.to);
  if (!reads.empty() || ports_.gives_last >= 0) AddStep(StepKind::kLoopEnd, -1, reads, {});
  writer_.program()->loops[loop_].ports = std::move(ports_);
  for (int i = 0; i < caller_.node.num_outputs(); ++i) {
    int32_t& slot = caller_.scope->SlotOf({caller_.node.id(), i});
    if (slot < 0) slot = outputs_[i];
  }
}

void LoopLowering::Run() {
  CarryInputs();
  MakeOutputs();
  Begin();
  MakeCalls();
  TakeNumbers();
  if (has_function()) {
    AskFunction();
  } else {
    TakeParts();
  }
  EndIteration(lowering_.LowerBody(caller_, calls_.back(), {}));
  End();
}

}  // namespace

void LowerLoop(const CallingNode& caller, BodyLowering* lowering) {
  LoopLowering(caller, lowering).Run();
}

}  // namespace opgraft_internal
