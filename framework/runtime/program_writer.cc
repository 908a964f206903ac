// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/program_writer.h"

#include <algorithm>
#include <utility>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/scalar_kernel.h"

// While steps are added, each slot's life is noted: the stage that defines it and the last that
// uses it. Finish prolongs the lives (views, loops), lets memory_plan.h give slots their regions,
// and then says of each kernel what it may do with the memory of its inputs, which a run only looks
// up:
//
//   input_dies   nothing reads the input's memory after this step: the kernel may write over it
//   Share(i)     the output is in the region of input i: writing over it costs nothing
//   Swap(i)      the output is in another region, and the two exchange their buffers
//
// Example: b = Neg(a); c = Add(b, b). If nothing else reads a, b shares the region of a and Neg
// writes over it. c is not planned to be written over b, which Add reads twice.
//
// What a loop carries lives for the whole loop, so it never dies within. A variant that each
// iteration makes anew is handed on nevertheless: where the iteration reads it last, its contents
// may be changed (handed_on_).

namespace opgraft_internal {
namespace {

// To look in a run for an input that could become an output of so few bytes costs as much as to
// copy them.
constexpr int64_t kNotWorthForwarding = 1024;

// The rank, if the shape tells no more than that; else -1.
int8_t RankAlone(const PartialTensorShape& shape) {
  if (shape.unknown_rank() || shape.dims() > INT8_MAX) return -1;
  for (const DimRange& dim : shape.ranges()) {
    if (dim != DimRange()) return -1;
  }
  return static_cast<int8_t>(shape.dims());
}

const PartialTensorShape& AnyShape() {
  static const auto* const any = new PartialTensorShape();
  return *any;
}

Step KernelStep(OpKernel* kernel, size_t num_inputs, size_t num_outputs) {
  Step step;
  step.kind = StepKind::kKernel;
  step.binding.kernel = kernel;
  step.binding.num_inputs = static_cast<int>(num_inputs);
  step.binding.num_outputs = static_cast<int>(num_outputs);
  return step;
}

// By carried slot: the stage that reads it, or one of its views, last. `viewed`: by view, what it
// views.
absl::flat_hash_map<int32_t, int32_t> LastReads(const absl::flat_hash_map<int32_t, int32_t>& viewed,
                                                const std::vector<SlotLife>& lives) {
  absl::flat_hash_map<int32_t, int32_t> last;
  for (const auto& [slot, of] : viewed) {
    int32_t& stage = last.try_emplace(of, -1).first->second;
    stage = std::max(stage, lives[slot].last_use);
  }
  return last;
}

}  // namespace

int32_t ProgramWriter::AddScope(ProgramScope scope) {
  program_->scopes.push_back(std::move(scope));
  return static_cast<int32_t>(program_->scopes.size()) - 1;
}

int32_t ProgramWriter::NewSlot() {
  lives_.emplace_back();
  return program_->num_slots++;
}

void ProgramWriter::OwnsMemory(int32_t slot, DataType dtype, const SlotSize& size) {
  SlotLife& life = lives_[slot];
  life.size = life.owns_memory ? life.size.Or(size) : size;  // written in both branches of an If
  life.owns_memory = true;
  life.dtype = dtype;
}

void ProgramWriter::Use(int32_t slot) {
  lives_[slot].last_use = std::max(lives_[slot].last_use, NextStage());
}
void ProgramWriter::KeepForever(int32_t slot) { lives_[slot].last_use = SlotLife::kForever; }

void ProgramWriter::Define(int32_t slot) {
  if (lives_[slot].first_def < 0) lives_[slot].first_def = NextStage();
}

int ProgramWriter::Add(const Step& step, StepOrigin origin) {
  program_->steps.push_back(step);
  program_->origins.push_back(origin);
  return NextStep() - 1;
}

int ProgramWriter::AddAliasing(const Step& step, const std::vector<int32_t>& from, int32_t to,
                               StepOrigin origin) {
  for (int32_t slot : from) {
    Use(slot);
    MayView(slot, to);
  }
  Define(to);
  return Add(step, origin);
}

int ProgramWriter::AddReadsAndWrites(const Step& step, const std::vector<int32_t>& reads,
                                     const std::vector<int32_t>& writes, StepOrigin origin) {
  for (const int32_t slot : reads) Use(slot);
  for (const int32_t slot : writes) {
    Define(slot);
    Use(slot);  // written, so alive in this step even if nothing reads it
  }
  return Add(step, origin);
}

void ProgramWriter::AddView(int32_t from, int32_t to, StepOrigin origin) {
  Step step;
  step.kind = StepKind::kAlias;
  step.a = from;
  step.c = to;
  AddAliasing(step, {from}, to, origin);
}

void ProgramWriter::AddLists(const std::vector<int32_t>& inputs,
                             const std::vector<int32_t>& outputs) {
  std::vector<int32_t>& all = program_->slot_lists;
  lists_.push_back({NextStep(), NextStage(), all.size(), all.size() + inputs.size(),
                    program_->output_specs.size()});
  all.insert(all.end(), inputs.begin(), inputs.end());
  all.insert(all.end(), outputs.begin(), outputs.end());
  for (int32_t slot : inputs) Use(slot);
  for (int32_t slot : outputs) {
    Define(slot);
    Use(slot);  // written, so alive in this step even if nothing reads it
  }
}

void ProgramWriter::AddKernel(OpKernel* kernel, const KernelSpec& spec,
                              const std::vector<int32_t>& inputs,
                              const std::vector<int32_t>& outputs, StepOrigin origin,
                              const KnownShapes& shapes) {
  AddLists(inputs, outputs);
  NoteSharing(spec, inputs, outputs, shapes);
  Step step = KernelStep(kernel, inputs.size(), outputs.size());
  AddOutputSpecs(*kernel, program_->scopes[origin.scope].graph.node(origin.node));
  if (shapes.gives_scalar && inputs.size() == 2 && outputs.size() == 1) UseScalarLoop(&step);
  Add(step, origin);
}

// Notes which outputs a kernel makes views of its inputs, and which it may write over them.
void ProgramWriter::NoteSharing(const KernelSpec& spec, const std::vector<int32_t>& inputs,
                                const std::vector<int32_t>& outputs, const KnownShapes& shapes) {
  const auto in_range = [&](const std::pair<int, int>& pair) {
    return pair.first >= 0 && pair.first < static_cast<int>(inputs.size()) && pair.second >= 0 &&
           pair.second < static_cast<int>(outputs.size());
  };
  for (const auto& pair : spec.aliases) {
    if (!in_range(pair)) continue;
    aliases_.push_back({inputs[pair.first], outputs[pair.second], /*always=*/true});
    lives_[outputs[pair.second]].owns_memory = false;
  }
  for (const auto& pair : spec.forwards) {
    if (!in_range(pair)) continue;
    const auto [input, output] = pair;
    // What the kernel reads twice it does not write over.
    if (std::count(inputs.begin(), inputs.end(), inputs[input]) > 1) continue;
    forwards_.push_back(
        {inputs[input], outputs[output], NextStage(), shapes.are_same(input, output)});
  }
}

void ProgramWriter::UseScalarLoop(Step* step) {
  const ScalarKernel* const kernel = step->binding.kernel->Facets().scalars;
  if (kernel == nullptr || kernel->scalar_loop() == nullptr) return;
  step->kind = StepKind::kScalars;
  step->a = static_cast<int32_t>(program_->scalars.size());
  program_->scalars.push_back({kernel->scalar_loop()});
}

void ProgramWriter::AddOutputSpecs(const OpKernel& kernel, const Node& node) {
  for (int i = 0; i < kernel.num_outputs(); ++i) {
    OutputSpec& spec = program_->output_specs.emplace_back(kernel.output_type(i));
    spec.promise = program_->shapes_hold ? &node.output_shape(i) : &AnyShape();
    // Strings are looked at in any case: they are charged.
    if (spec.element_size != 0) spec.promised_rank = RankAlone(*spec.promise);
  }
}

void ProgramWriter::AddCall(const Program* callee, const std::vector<int32_t>& args,
                            const std::vector<int32_t>& results, StepOrigin origin, int32_t loop) {
  AddLists(args, results);
  Step step;
  step.kind = StepKind::kCall;
  step.a = static_cast<int32_t>(program_->callees.size());
  step.b = loop;
  program_->callees.push_back(callee);
  step.binding.num_inputs = static_cast<int>(args.size());
  step.binding.num_outputs = static_cast<int>(results.size());
  Add(step, origin);
}

int32_t ProgramWriter::AddGuard(Guard guard) {
  program_->guards.push_back(std::move(guard));
  return static_cast<int32_t>(program_->guards.size() - 1);
}

int ProgramWriter::BeginGuard(const Guard& guard) {
  Step step;
  step.kind = StepKind::kJumpIfSet;
  const bool is_one = guard.size() == 1 && guard[0].size() == 1;
  const int32_t literal = is_one ? guard[0][0] : 0;
  step.b = literal < 0 ? ~literal : AddGuard(guard);
  if (is_one && literal >= 0) step.c = literal;
  return Add(step, {0, -1});
}

int32_t ProgramWriter::BeginLoop(const std::vector<int32_t>& reads,
                                 const std::vector<int32_t>& writes, StepOrigin origin) {
  const auto loop = static_cast<int32_t>(program_->loops.size());
  Step step;
  step.kind = StepKind::kLoopBegin;
  step.a = loop;
  AddReadsAndWrites(step, reads, writes, origin);
  program_->loops.push_back({NextStep(), {}, {}});
  loops_.push_back({NextStage(), NextStage()});
  return loop;
}

// Notes the carried objects that may be changed in place in each iteration. Looks at the lives as
// they are within the loop, before its end prolongs them.
void ProgramWriter::NoteHandedOn(int32_t loop, const std::vector<int32_t>& carried,
                                 const std::vector<int32_t>& next) {
  const absl::flat_hash_map<int32_t, int32_t> viewed = ViewsOfCarried(carried, next);
  absl::flat_hash_map<int32_t, int32_t> last = LastReads(viewed, lives_);
  // What views one may be what becomes of it.
  for (const int32_t slot : next) {
    const auto found = viewed.find(slot);
    if (found != viewed.end()) last.erase(found->second);
  }
  for (const auto& [slot, stage] : last) {
    if (RunsOnceAnIteration(loop, stage)) handed_on_[slot] = stage;
  }
}

// By slot: the carried object that it is, or may view. Of those that each iteration makes anew.
absl::flat_hash_map<int32_t, int32_t> ProgramWriter::ViewsOfCarried(
    const std::vector<int32_t>& carried, const std::vector<int32_t>& next) const {
  absl::flat_hash_map<int32_t, int32_t> viewed;
  for (const int32_t slot : carried) {
    const bool is_made_anew = std::find(next.begin(), next.end(), slot) == next.end();
    if (lives_[slot].dtype == DT_VARIANT && is_made_anew) viewed[slot] = slot;
  }
  if (viewed.empty()) return viewed;
  for (const SlotAlias& alias : aliases_) {
    const auto found = viewed.find(alias.from);
    if (found != viewed.end()) viewed.try_emplace(alias.to, found->second);
  }
  return viewed;
}

// True if a stage is within the loop, and in none that is within it.
bool ProgramWriter::RunsOnceAnIteration(int32_t loop, int32_t stage) const {
  const auto repeats = [stage](const LoopExtent& inner) {
    return inner.first <= stage && stage <= inner.last;
  };
  return stage >= loops_[loop].first &&
         std::none_of(loops_.begin() + loop + 1, loops_.end(), repeats);
}

void ProgramWriter::EndLoop(int32_t loop, const std::vector<int32_t>& carried,
                            const std::vector<int32_t>& next, StepOrigin origin) {
  NoteHandedOn(loop, carried, next);
  for (const int32_t slot : carried) Use(slot);
  for (const int32_t slot : next) Use(slot);
  const int32_t begin = loops_[loop].first;
  loops_[loop].last = NextStage();
  program_->loops[loop].moves =
      OrderCarryMoves(carried, next, [&](int32_t slot) { return lives_[slot].first_def < begin; });
  Step step;
  step.kind = StepKind::kLoopBack;
  step.a = program_->loops[loop].first_step;
  step.b = loop;
  Add(step, origin);
}

// Those that nothing reads: what they were needed for was folded.
void ProgramWriter::DropUnusedConstants() {
  const auto is_unused = [this](const std::pair<int32_t, const Tensor*>& constant) {
    return lives_[constant.first].last_use < 0;
  };
  auto& constants = program_->constants;
  constants.erase(std::remove_if(constants.begin(), constants.end(), is_unused), constants.end());
}

void ProgramWriter::Finish() {
  DropUnusedConstants();
  ProlongLives(aliases_, loops_, &lives_);
  program_->memory = PlanMemory(std::move(lives_), forwards_, aliases_);
  program_->slot_region = program_->memory.slot_region;
  program_->num_regions = program_->memory.num_regions();
  FuseReads();
  SetOperands();
}

// A variable with an init of its own, once set, takes one step instead of two.
void ProgramWriter::FuseReads() {
  for (Step& step : program_->steps) {
    if (step.kind != StepKind::kJumpIfSet || step.c < 0 || step.a == NextStep()) continue;
    const Step& target = program_->steps[step.a];
    if (target.kind != StepKind::kReadVariable || target.a != step.c) continue;
    step.kind = StepKind::kReadIfSet;
    step.b = target.c;
    ++step.a;
  }
}

// True if nothing needs the memory of an input after this step, through whichever slot. Two inputs
// in one region are views of one buffer: neither may be written over while the other is read.
bool ProgramWriter::MayBeWrittenOver(const KernelBinding& binding, int input, int32_t stage) {
  const MemoryPlan& plan = program_->memory;
  const int32_t slot = binding.inputs[input];
  const int32_t owner = plan.owner[slot];
  const auto handed_on = handed_on_.find(slot);
  const bool is_handed_on = handed_on != handed_on_.end() && handed_on->second == stage;
  if (owner < 0 || (plan.slots[owner].last_use != stage && !is_handed_on)) return false;
  const int32_t itself = plan.slot_region[slot] == plan.slot_region[owner] ? 1 : 0;
  return InputsInRegionOf(owner) == itself;
}

// Which of a step's inputs may be written over. `inputs_in_region_` is all zeros before and after.
void ProgramWriter::SetDyingInputs(const Lists& lists, const KernelBinding& binding) {
  for (int i = 0; i < binding.num_inputs; ++i) ++InputsInRegionOf(binding.inputs[i]);
  for (int i = 0; i < binding.num_inputs; ++i)
    program_->dies_lists[lists.inputs + i] = MayBeWrittenOver(binding, i, lists.stage);
  for (int i = 0; i < binding.num_inputs; ++i) InputsInRegionOf(binding.inputs[i]) = 0;
}

ForwardPlan ProgramWriter::PlanForward(const KernelBinding& binding, int output) const {
  using Kind = ForwardPlan::Kind;
  const MemoryPlan& plan = program_->memory;
  const int32_t out = binding.outputs[output];
  // An object is small, but what it holds (a list's tensors) is not.
  const bool is_small = DataTypeSize(plan.slots[out].dtype) != 0 && plan.slots[out].size.is_known &&
                        plan.slots[out].size.bytes <= kNotWorthForwarding;
  ForwardPlan planned{Kind::kNever};
  for (int i = 0; i < binding.num_inputs; ++i) {
    const int32_t in = binding.inputs[i];
    const bool shares = plan.slot_region[out] >= 0 && plan.slot_region[in] == plan.slot_region[out];
    const bool may_become = binding.input_dies[i] &&
                            plan.slots[in].dtype == plan.slots[out].dtype &&
                            i < ForwardPlan::kMaxInputs;
    if (shares) return may_become ? ForwardPlan::Share(i) : ForwardPlan{Kind::kAsk};
    if (!binding.input_dies[i] || is_small || planned.kind != Kind::kNever) continue;
    const bool may_swap = may_become && plan.slot_region[in] >= 0 && plan.slot_region[out] >= 0;
    planned = may_swap ? ForwardPlan::Swap(i) : ForwardPlan{Kind::kAsk};
  }
  return planned;
}

void ProgramWriter::SetScalarOperands(const OutputSpec* specs, Step* step) {
  if (step->kind != StepKind::kScalars) return;
  const KernelBinding& binding = step->binding;
  if (program_->slot_region[binding.outputs[0]] < 0) step->kind = StepKind::kKernel;
  ScalarStep& scalars = program_->scalars[step->a];
  scalars = {scalars.loop, binding.inputs[0], binding.inputs[1], binding.outputs[0],
             specs[0].element_size};
}

void ProgramWriter::SetOperands() {
  const std::vector<int32_t>& all = program_->slot_lists;
  program_->dies_lists = std::make_unique<bool[]>(all.size() + 1);
  inputs_in_region_.assign(static_cast<size_t>(program_->num_regions) + 1, 0);
  for (const Lists& lists : lists_) {
    KernelBinding& binding = program_->steps[lists.step].binding;
    binding.inputs = all.data() + lists.inputs;
    binding.outputs = all.data() + lists.outputs;
    binding.input_dies = program_->dies_lists.get() + lists.inputs;
    SetDyingInputs(lists, binding);
    if (!IsKernel(program_->steps[lists.step])) continue;
    OutputSpec* const specs = program_->output_specs.data() + lists.specs;
    binding.output_specs = specs;
    for (int i = 0; i < binding.num_outputs; ++i) specs[i].forward = PlanForward(binding, i);
    SetScalarOperands(specs, &program_->steps[lists.step]);
  }
}

}  // namespace opgraft_internal
