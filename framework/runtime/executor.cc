// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/executor.h"

#include <algorithm>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/functions/condition.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_call.h"
#include "framework/kernel/op_kernel.h"
#include "framework/runtime/frame_call.h"
#include "framework/runtime/frame_moves.h"
#include "framework/runtime/loop_runner.h"
#include "framework/runtime/step_errors.h"
#include "framework/runtime/step_observer.h"
#include "framework/state/state_scope.h"
#include "framework/tensor/tensor_access.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"

// A run is one loop (RunSteps) over the steps of the innermost frame. A kernel is called through
// the step's binding; RunStep does the few other steps that are frequent (views, reads and assigns
// of variables, jumps, the end of an iteration) and gives the step that follows; RunRareStep does
// the rest.
//
// Steps are counted without a counter in the loop: a frame's steps are counted when it begins, as
// if it had no jumps, and a jump takes off what it skips, or adds what it repeats.
//
//   steps     0  1  2 kJumpIfFalse to 5  3  4  5  6      counted at the begin: 7
//   jump 2->5 skips 3 and 4                              now: 5, and that many run

namespace opgraft_internal {
namespace {

const Step* EndOf(const Frame& frame) {
  return frame.program->steps.data() + frame.program->steps.size();
}

size_t IndexIn(const Frame& frame, const Step& step) {
  return static_cast<size_t>(&step - frame.program->steps.data());
}

}  // namespace

inline bool Executor::HasTooManySteps(int64_t ahead) const {
  return ABSL_PREDICT_FALSE(steps_counted_ - ahead > max_steps_);
}

absl::Status Executor::TooManySteps() const {
  const char* const limit =
      max_steps_ < parts_.limits->max_steps ? "RunOptions::max_steps" : "RunLimits::max_steps";
  return absl::ResourceExhaustedError(
      absl::StrCat("the run takes more than ", max_steps_, " steps (", limit, ")"));
}

absl::Status Executor::Stopped() const {
  if (parts_.stop->load(std::memory_order_relaxed) == StopReason::kDeadline)
    return absl::DeadlineExceededError("the run did not end before its deadline");
  return absl::CancelledError("the run was cancelled");
}

void Executor::TakeIn(Frame* frame) const {
  frame->run.device = parts_.device;
  frame->run.resource_manager = parts_.resources;
  frame->run.state = parts_.variables;
}

void Executor::LimitStepsTo(int64_t max_steps) {
  max_steps_ = std::min(max_steps, parts_.limits->max_steps);
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline void Executor::Begin(Frame* frame) {
  frame->run.cancellation_manager = parts_.cancellation->get();
  frame->run.step_id = step_id_;
  steps_counted_ += static_cast<int64_t>(frame->program->steps.size());
  if (ABSL_PREDICT_FALSE(!frame->context.status().ok()))
    ContextAccess::ClearStatus(&frame->context);
  innermost_ = frame;
}

absl::Status Executor::Run(Frame* frame, StepObserver* observer, int64_t step_id) {
  observer_ = observer;
  step_id_ = step_id;
  steps_counted_ = 0;
  outermost_ = frame;
  StateScope state(parts_.variables);
  Begin(frame);
  absl::Status status = RunInnermost();
  if (ABSL_PREDICT_FALSE(innermost_ != frame)) return LeaveAll(std::move(status));
  return status;
}

// What steps that are no kernels throw does not come here.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status Executor::RunInnermost() {
  try {
    return observer_ == nullptr ? RunSteps<false>() : RunSteps<true>();
  } catch (...) {
    return EndByException();
  }
}

absl::Status Executor::EndByException() {
  const Step* const step = BoundStep(*innermost_);
  return step == nullptr ? OutOfMemoryError()
                         : EndAt(*step, innermost_, StatusFromKernelException(innermost_->context));
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status Executor::Assign(const Step& step, Frame* frame) {
  const Tensor& value = frame->slots[step.b];
  BufferRegion* const region = frame->RegionOf(step.b);
  if (ABSL_PREDICT_TRUE(region != nullptr && region->Owns(value))) {
    return parts_.variables->StageTaken(step.a, value, region);
  }
  return IsFeed(value) ? parts_.variables->StageCopy(step.a, value)
                       : parts_.variables->StageShared(step.a, value);
}

// Where a jump leads. It corrects the count of steps.
inline const Step* Executor::JumpFrom(const Step& step, const Frame& frame) {
  const Step* const target = frame.program->steps.data() + step.a;
  steps_counted_ -= target - &step - 1;
  return target;
}

// The end of an iteration; the step where the next one begins.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const Step* Executor::TurnLoop(const Step& step, Frame* frame,
                                                                   absl::Status* status) {
  LoopState& state = frame->loops[step.b];
  Carry(state.moves);
  parts_.variables->Advance(state.staged);
  const Step* const next = state.first;
  steps_counted_ += &step + 1 - next;
  if (HasTooManySteps(steps_ahead_ + (EndOf(*frame) - next))) *status = TooManySteps();
  ++state.iteration;
  return next;
}

// One step that is no kernel; the step that follows it.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const Step* Executor::RunStep(const Step& step, Frame* frame,
                                                                  absl::Status* status) {
  Tensor* const slots = frame->slots.data();
  switch (step.kind) {
    case StepKind::kAlias:
      TensorAccess::Borrow(&slots[step.c], slots[step.a]);
      break;
    case StepKind::kReadVariable:
      if (ABSL_PREDICT_TRUE(parts_.variables->is_set(step.a))) {
        TensorAccess::Borrow(&slots[step.c], parts_.variables->value(step.a));
      } else {
        *status = ReadUnset(step, frame);
      }
      break;
    case StepKind::kReadIfSet:
      if (!parts_.variables->is_set(step.c)) break;
      TensorAccess::Borrow(&slots[step.b], parts_.variables->value(step.c));
      return JumpFrom(step, *frame);
    case StepKind::kAssign:
      *status = Assign(step, frame);
      break;
    case StepKind::kJump:
      return JumpFrom(step, *frame);
    case StepKind::kJumpIfFalse: {
      const Tensor& condition = slots[step.b];
      const bool is_bool = ABSL_PREDICT_TRUE(condition.dtype() == DT_BOOL && condition.dims() == 0);
      if (is_bool ? *static_cast<const bool*>(condition.data()) : IsTrue(condition, status)) break;
      return JumpFrom(step, *frame);
    }
    case StepKind::kJumpUnlessIndex:
      if (IndexOf(slots[step.b], status) == step.c) break;
      return JumpFrom(step, *frame);
    case StepKind::kLoopBack:
      return TurnLoop(step, frame, status);
    case StepKind::kJumpIfDone:
      if (frame->loops[step.b].iteration < frame->loops[step.b].bound) break;
      return JumpFrom(step, *frame);
    case StepKind::kJumpIfSet:
      if (step.c >= 0 ? !parts_.variables->is_set(step.c) : GuardHolds(*frame->program, step.b))
        break;
      return JumpFrom(step, *frame);
    default:
      *status = RunRareStep(step, frame);
  }
  return &step + 1;
}

template <bool kObserved>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status Executor::RunKernel(const Step& step,
                                                                     Frame* frame) {
  OpKernelContext* const context = &frame->context;
  ContextAccess::Bind(context, &step.binding);
  if (kObserved) observer_->BeforeKernel(*frame->program, IndexIn(*frame, step), *context);
  step.binding.kernel->Compute(context);
  if (ABSL_PREDICT_FALSE(ContextAccess::needs_look(*context)))
    OPGRAFT_RETURN_IF_ERROR(CheckKernel(step, frame));
  return kObserved ? Observed(step, *frame) : absl::OkStatus();
}

// The loop that everything is in. What a kernel throws goes on to Run: the context of the innermost
// frame then tells at which step. A `try` costs nothing until something is thrown.
template <bool kObserved>
absl::Status Executor::RunSteps() {
  const StopFlag& stop = *parts_.stop;
  Frame* frame = innermost_;
  const Step* step = frame->program->steps.data();
  const Step* end = EndOf(*frame);
  absl::Status status;
  for (;;) {
    // At the end, too: the last step may be the one that took too long.
    if (ABSL_PREDICT_FALSE(stop.load(std::memory_order_relaxed) != StopReason::kNone))
      return Stopped();
    if (ABSL_PREDICT_FALSE(step == end)) {
      if (HasTooManySteps(steps_ahead_)) return TooManySteps();
      if (ABSL_PREDICT_TRUE(frame == outermost_)) return status;
      const Step* const call = frame->call;
      OPGRAFT_RETURN_IF_ERROR(Leave());
      frame = innermost_;
      step = call + 1;
      end = EndOf(*frame);
      continue;
    }
    if (ABSL_PREDICT_TRUE(step->kind == StepKind::kKernel)) {
      OPGRAFT_RETURN_IF_ERROR(RunKernel<kObserved>(*step, frame));
      ++step;
      continue;
    }
    if (step->kind == StepKind::kScalars) {
      if (kObserved || !frame->scalars[step->a].Run())
        OPGRAFT_RETURN_IF_ERROR(RunKernel<kObserved>(*step, frame));
      ++step;
      continue;
    }
    const Step* next = step;
    try {
      next = RunStep(*step, frame, &status);
    } catch (...) {  // no memory for a message, a frame, a copy
      status = OutOfMemoryError();
    }
    if (ABSL_PREDICT_FALSE(!status.ok())) return AtStep(status, *frame, IndexIn(*frame, *step));
    step = next;
    if (ABSL_PREDICT_FALSE(frame != innermost_)) {  // it was a call
      frame = innermost_;
      step = frame->program->steps.data();
      end = EndOf(*frame);
    }
  }
}

absl::Status Executor::Observed(const Step& step, const Frame& frame) {
  const size_t pc = IndexIn(frame, step);
  const absl::Status status = observer_->AfterKernel(*frame.program, pc, frame.context);
  return status.ok() ? status
                     : AtStep(WithNode(step.binding.kernel->properties(), status), frame, pc);
}

// The slow path after a kernel: an error, an output not set, or a shape that is new.
absl::Status Executor::CheckKernel(const Step& step, Frame* frame) {
  const OpKernelContext& context = frame->context;
  if (!context.status().ok())
    return EndAt(step, frame, WithNode(step.binding.kernel->properties(), context.status()));
  const absl::Status status =
      ContextAccess::all_outputs_set(context) ? CheckPromises(step, *frame) : CheckOutputs(context);
  return ABSL_PREDICT_TRUE(status.ok()) ? status : EndAt(step, frame, status);
}

// The error of a run that ends at a kernel. What the kernel put out is forgotten: the next run must
// not take the shapes for ones that were looked at.
absl::Status Executor::EndAt(const Step& step, Frame* frame, const absl::Status& status) {
  for (int i = 0; i < step.binding.num_outputs; ++i)
    frame->slots[step.binding.outputs[i]] = Tensor();
  return AtStep(status, *frame, IndexIn(*frame, step));
}

absl::Status Executor::RunRareStep(const Step& step, Frame* frame) {
  CacheLineVector<Tensor>& slots = frame->slots;
  switch (step.kind) {
    case StepKind::kSelectFeed:
      TensorAccess::Borrow(&slots[step.c], slots[IsFed(*frame, step.a) ? step.a : step.b]);
      return absl::OkStatus();
    case StepKind::kCheckFed:
      return IsFed(*frame, step.a) ? absl::OkStatus()
                                   : MissingFeed(*frame, IndexIn(*frame, step), "it was not given");
    case StepKind::kUnfed:
      return MissingFeed(*frame, IndexIn(*frame, step), "the signature does not feed it");
    case StepKind::kCall:
      return Enter(step, frame);
    case StepKind::kLoopBegin:
      frame->loops[step.a].Begin(parts_.variables->num_staged());
      return RunLoopStep(step, frame);
    default:
      return RunLoopStep(step, frame);
  }
}

// A condition that is anything but a bool scalar.
bool Executor::IsTrue(const Tensor& condition, absl::Status* status) {
  const absl::StatusOr<bool> is_true = TruthOf(condition);
  *status = is_true.status();
  return is_true.ok() && *is_true;
}

// The branch that a tensor chooses; none if it cannot.
int32_t Executor::IndexOf(const Tensor& index, absl::Status* status) {
  const absl::StatusOr<int32_t> branch = BranchIndexOf(index);
  *status = branch.status();
  return branch.ok() ? *branch : -1;
}

bool Executor::IsFed(const Frame& frame, int32_t slot) const {
  return frame.fed.contains(static_cast<size_t>(slot));
}

// The first literal of the first clause comes last: if it is a guard, that is all that is left to
// find out. So guards that each go on with another take no stack.
bool Executor::GuardHolds(const Program& program, int32_t index) const {
  for (;;) {
    const Guard& guard = program.guards[index];
    for (size_t i = guard.size() - 1; i > 0; --i) {
      if (AllHold(program, guard[i])) return true;
    }
    const absl::Span<const int32_t> last = guard.front();
    if (!AllHold(program, last.subspan(1))) return false;
    if (last.front() >= 0) return !parts_.variables->is_set(last.front());
    index = ~last.front();
  }
}

// Variables, which are at the end, before guards: these take longer.
bool Executor::AllHold(const Program& program, absl::Span<const int32_t> literals) const {
  return std::all_of(literals.rbegin(), literals.rend(), [&](int32_t literal) {
    return literal >= 0 ? !parts_.variables->is_set(literal) : GuardHolds(program, ~literal);
  });
}

// What a variable that is not set starts from.
absl::Status Executor::ReadUnset(const Step& step, Frame* frame) {
  StateStore& store = *parts_.variables;
  Tensor& out = frame->slots[step.c];
  if (step.b >= 0) {
    const Tensor& init = frame->slots[step.b];
    absl::Status fits = CheckValue(store.spec(step.a), init);
    if (!fits.ok())
      return absl::Status(fits.code(), absl::StrCat("the init does not fit: ", fits.message()));
    TensorAccess::Borrow(&out, init);
    return absl::OkStatus();
  }
  const Tensor* zero = store.zero(step.a);
  if (zero == nullptr)
    return absl::ResourceExhaustedError("no memory for the zeros the variable starts from");
  TensorAccess::Borrow(&out, *zero);
  return absl::OkStatus();
}

bool Executor::IsFeed(const Tensor& value) const {
  const auto begin = outermost_->slots.begin();
  return std::any_of(begin, begin + outermost_->program->num_args,
                     [&](const Tensor& feed) { return feed.SharesBufferWith(value); });
}

absl::Status Executor::CheckDepth(int64_t ahead) const {
  if (call_depth_ >= parts_.limits->max_call_depth) {
    return absl::ResourceExhaustedError(
        absl::StrCat("calls are nested deeper than ", parts_.limits->max_call_depth,
                     " (RunLimits::max_call_depth): endless recursion?"));
  }
  return HasTooManySteps(steps_ahead_ + ahead) ? TooManySteps() : absl::OkStatus();
}

absl::Status Executor::Enter(const Step& call, Frame* caller) {
  const int64_t ahead = EndOf(*caller) - &call - 1;
  OPGRAFT_RETURN_IF_ERROR(CheckDepth(ahead));
  caller->callee = parts_.frames->Take(CalleeOf(*caller->program, call), *parts_.budget);
  Frame* const callee = caller->callee.get();
  if (callee == nullptr) {
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for the values of a call: ", (*parts_.budget)->Describe()));
  }
  PassArguments(call, caller, callee);
  if (callee->run.state == nullptr) TakeIn(callee);
  ++call_depth_;
  steps_ahead_ += ahead;
  Begin(callee);
  return absl::OkStatus();
}

void Executor::DropInnermost() {
  Frame* const callee = innermost_;
  innermost_ = callee->caller;
  --call_depth_;
  steps_ahead_ -= EndOf(*innermost_) - callee->call - 1;
  parts_.frames->Put(std::move(innermost_->callee));
}

absl::Status Executor::Leave() {
  const absl::Status status = GuardMemory([this] {
    PassResults(innermost_);
    return absl::OkStatus();
  });
  if (ABSL_PREDICT_TRUE(status.ok())) DropInnermost();
  return status;
}

absl::Status Executor::LeaveAll(absl::Status status) {
  while (innermost_ != outermost_) {
    const Step& call = *innermost_->call;
    DropInnermost();
    status = AtStep(status, *innermost_, IndexIn(*innermost_, call));
  }
  return status;
}

}  // namespace opgraft_internal
