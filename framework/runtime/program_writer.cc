#include "framework/runtime/program_writer.h"

#include <algorithm>
#include <utility>

#include "framework/kernel/op_kernel.h"

namespace opgraft {

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

void ProgramWriter::Use(int32_t slot) { lives_[slot].last_use = std::max(lives_[slot].last_use, NextStep()); }
void ProgramWriter::KeepForever(int32_t slot) { lives_[slot].last_use = SlotLife::kForever; }

void ProgramWriter::Define(int32_t slot) {
  if (lives_[slot].first_def < 0) lives_[slot].first_def = NextStep();
}

int ProgramWriter::Add(const Step& step, StepOrigin origin) {
  program_->steps.push_back(step);
  program_->origins.push_back(origin);
  return NextStep() - 1;
}

int ProgramWriter::AddAliasing(const Step& step, const std::vector<int32_t>& from, int32_t to, StepOrigin origin) {
  for (int32_t slot : from) {
    Use(slot);
    aliases_.push_back({slot, to});
  }
  Define(to);
  return Add(step, origin);
}

void ProgramWriter::AddLists(const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs) {
  std::vector<int32_t>& all = program_->slot_lists;
  lists_.push_back({NextStep(), all.size(), all.size() + inputs.size()});
  all.insert(all.end(), inputs.begin(), inputs.end());
  all.insert(all.end(), outputs.begin(), outputs.end());
  for (int32_t slot : inputs) Use(slot);
  for (int32_t slot : outputs) {
    Define(slot);
    Use(slot);  // written, so alive in this step even if nobody reads it
  }
}

void ProgramWriter::AddKernel(OpKernel* kernel, const KernelSpec& spec, const std::vector<int32_t>& inputs,
                              const std::vector<int32_t>& outputs, StepOrigin origin,
                              absl::FunctionRef<bool(int input, int output)> same_shape) {
  AddLists(inputs, outputs);
  const int num_inputs = static_cast<int>(inputs.size());
  const int num_outputs = static_cast<int>(outputs.size());
  auto in_range = [&](const std::pair<int, int>& pair) {
    return pair.first >= 0 && pair.first < num_inputs && pair.second >= 0 && pair.second < num_outputs;
  };
  for (const auto& pair : spec.aliases) {
    if (!in_range(pair)) continue;
    aliases_.push_back({inputs[pair.first], outputs[pair.second], /*always=*/true});
    lives_[outputs[pair.second]].owns_memory = false;
  }
  for (const auto& pair : spec.forwards) {
    if (!in_range(pair)) continue;
    const auto [input, output] = pair;
    forwards_.push_back({inputs[input], outputs[output], NextStep(), same_shape(input, output)});
  }
  Step step;
  step.kind = StepKind::kKernel;
  step.binding.kernel = kernel;
  step.binding.num_inputs = num_inputs;
  step.binding.num_outputs = num_outputs;
  step.outputs_mask = num_outputs >= 64 ? 0 : (uint64_t{1} << num_outputs) - 1;
  auto types = std::make_unique<DataType[]>(outputs.size() + 1);
  for (int i = 0; i < num_outputs; ++i) types[i] = BaseType(kernel->output_type(i));
  step.output_types = types.get();
  program_->type_lists.push_back(std::move(types));
  Add(step, origin);
}

void ProgramWriter::AddCall(const Program* callee, const std::vector<int32_t>& args,
                            const std::vector<int32_t>& results, StepOrigin origin) {
  AddLists(args, results);
  Step step;
  step.kind = StepKind::kCall;
  step.callee = callee;
  step.binding.num_inputs = static_cast<int>(args.size());
  step.binding.num_outputs = static_cast<int>(results.size());
  Add(step, origin);
}

int ProgramWriter::BeginGuard(const Guard& guard) {
  Step step;
  step.kind = StepKind::kJumpIfSet;
  step.b = static_cast<int32_t>(program_->guards.size());
  program_->guards.push_back(guard);
  return Add(step, {0, -1});
}

void ProgramWriter::Finish() {
  ProlongThroughAliases(aliases_, &lives_);
  program_->memory = PlanMemory(std::move(lives_), forwards_, aliases_);
  program_->slot_region = program_->memory.slot_region;
  program_->num_regions = program_->memory.num_regions();
  SetOperands();
}

// True if the memory of an input, whoever views it, is needed by nobody after this step. Two inputs in one region are
// views of one buffer: neither may be written over while the other is read.
bool ProgramWriter::MayBeWrittenOver(const KernelBinding& binding, int input, int step) const {
  const MemoryPlan& plan = program_->memory;
  const int32_t owner = plan.owner[binding.inputs[input]];
  if (owner < 0 || plan.slots[owner].last_use != step) return false;
  for (int i = 0; i < binding.num_inputs; ++i) {
    if (i != input && plan.slot_region[binding.inputs[i]] == plan.slot_region[owner]) return false;
  }
  return true;
}

void ProgramWriter::SetOperands() {
  const std::vector<int32_t>& all = program_->slot_lists;
  program_->dies_lists = std::make_unique<bool[]>(all.size() + 1);
  for (const Lists& lists : lists_) {
    KernelBinding& binding = program_->steps[lists.step].binding;
    binding.inputs = all.data() + lists.inputs;
    binding.outputs = all.data() + lists.outputs;
    binding.input_dies = program_->dies_lists.get() + lists.inputs;
    for (int i = 0; i < binding.num_inputs; ++i) {
      program_->dies_lists[lists.inputs + i] = MayBeWrittenOver(binding, i, lists.step);
    }
  }
}

}  // namespace opgraft
