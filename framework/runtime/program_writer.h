// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_PROGRAM_WRITER_H_
#define FRAMEWORK_RUNTIME_PROGRAM_WRITER_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/runtime/memory_plan.h"
#include "framework/runtime/program.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Writes one Program step by step and tracks the lifetimes of its slots; Finish gives slots
// their regions and steps their operands. Borrows the program. Thread-compatible.
class ProgramWriter {
 public:
  explicit ProgramWriter(Program* program) : program_(program) {}

  Program* program() { return program_; }
  int32_t AddScope(ProgramScope scope);
  int32_t NewSlot();
  // The slot is filled once with `value`, which outlives the program.
  void AddConstant(int32_t slot, const Tensor* value) {
    program_->constants.emplace_back(slot, value);
    constants_[slot] = value;
  }
  // What a slot holds in every run; null if that is not known.
  const Tensor* ConstantIn(int32_t slot) const {
    const auto found = constants_.find(slot);
    return found == constants_.end() ? nullptr : found->second;
  }
  // A kernel or call writes `slot`: it wants a region.
  void OwnsMemory(int32_t slot, DataType dtype, const SlotSize& size);
  // The next step reads the slot.
  void Use(int32_t slot);
  void KeepForever(int32_t slot);

  // Appends a step; gives its index.
  int Add(const Step& step, StepOrigin origin);
  // A step that makes `to` a view of one of `from`.
  int AddAliasing(const Step& step, const std::vector<int32_t>& from, int32_t to,
                  StepOrigin origin);
  // Slot `to` is a view of slot `from`.
  void AddView(int32_t from, int32_t to, StepOrigin origin);
  // Slot `to` may be a view of slot `from`, made by the next step.
  void MayView(int32_t from, int32_t to) { aliases_.push_back({from, to}); }
  // A step that reads and writes slots, and is neither a kernel nor a call.
  int AddReadsAndWrites(const Step& step, const std::vector<int32_t>& reads,
                        const std::vector<int32_t>& writes, StepOrigin origin);
  // What is known of a kernel's shapes whatever the run.
  struct KnownShapes {
    absl::FunctionRef<bool(int input, int output)> are_same;
    bool gives_scalar;  // its first output is one
  };
  void AddKernel(OpKernel* kernel, const KernelSpec& spec, const std::vector<int32_t>& inputs,
                 const std::vector<int32_t>& outputs, StepOrigin origin, const KnownShapes& shapes);
  // `loop`: the one that calls it once an iteration; -1: none.
  void AddCall(const Program* callee, const std::vector<int32_t>& args,
               const std::vector<int32_t>& results, StepOrigin origin, int32_t loop = -1);
  // Opens a stretch that runs only if the guard holds; EndJump closes it, as it does any jump: the
  // step jumps here.
  int BeginGuard(const Guard& guard);
  // Adds one for other guards to name; gives its index.
  int32_t AddGuard(Guard guard);
  void EndJump(int step) { program_->steps[step].a = NextStep(); }

  // Begins a loop; gives its number. What is added until EndLoop runs again and again. Slots that
  // are carried from iteration to iteration are defined before, or here as one of `writes`, which
  // are there until all iterations are through.
  int32_t BeginLoop(const std::vector<int32_t>& reads, const std::vector<int32_t>& writes,
                    StepOrigin origin);
  // The end of an iteration: every slot carried[i] becomes what next[i] holds, and back to the
  // begin. A jump leaves the loop if EndJump is called after this.
  void EndLoop(int32_t loop, const std::vector<int32_t>& carried, const std::vector<int32_t>& next,
               StepOrigin origin);

  // Plans memory and sets the pointers of all steps. Nothing may be added afterwards.
  void Finish();

 private:
  // Where the operands of a step with slot lists stand in program_->slot_lists.
  struct Lists {
    int step;
    int32_t stage;
    size_t inputs;
    size_t outputs;
    size_t specs;  // in program_->output_specs
  };
  int32_t NextStep() const { return static_cast<int32_t>(program_->steps.size()); }
  // Each step is a stage, until steps run side by side.
  int32_t NextStage() const { return NextStep(); }
  void Define(int32_t slot);
  void AddLists(const std::vector<int32_t>& inputs, const std::vector<int32_t>& outputs);
  void AddOutputSpecs(const OpKernel& kernel, const Node& node);
  int32_t& InputsInRegionOf(int32_t slot) {
    return inputs_in_region_[static_cast<size_t>(program_->slot_region[slot] + 1)];
  }
  void SetDyingInputs(const Lists& lists, const KernelBinding& binding);
  bool MayBeWrittenOver(const KernelBinding& binding, int input, int32_t stage);
  void NoteSharing(const KernelSpec& spec, const std::vector<int32_t>& inputs,
                   const std::vector<int32_t>& outputs, const KnownShapes& shapes);
  void NoteHandedOn(int32_t loop, const std::vector<int32_t>& carried,
                    const std::vector<int32_t>& next);
  absl::flat_hash_map<int32_t, int32_t> ViewsOfCarried(const std::vector<int32_t>& carried,
                                                       const std::vector<int32_t>& next) const;
  bool RunsOnceAnIteration(int32_t loop, int32_t stage) const;
  ForwardPlan PlanForward(const KernelBinding& binding, int output) const;
  void UseScalarLoop(Step* step);
  void DropUnusedConstants();
  void FuseReads();
  void SetOperands();
  void SetScalarOperands(const OutputSpec* specs, Step* step);

  Program* const program_;
  absl::flat_hash_map<int32_t, const Tensor*> constants_;  // by slot
  std::vector<SlotLife> lives_;
  std::vector<SlotAlias> aliases_;
  std::vector<SlotForward> forwards_;
  // Carried objects that an iteration reads last at a stage, and makes anew: what they hold may be
  // changed there, though their slots live on for the next iteration.
  absl::flat_hash_map<int32_t, int32_t> handed_on_;
  std::vector<Lists> lists_;
  std::vector<LoopExtent> loops_;
  // By region from -1 on, of the step looked at.
  std::vector<int32_t> inputs_in_region_;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_PROGRAM_WRITER_H_
