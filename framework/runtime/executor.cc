// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/executor.h"

#include <algorithm>
#include <new>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/functions/condition.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_call.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/call_path.h"
#include "framework/op/node_summary.h"
#include "framework/runtime/loop_runner.h"
#include "framework/runtime/step_observer.h"
#include "framework/state/state_scope.h"
#include "framework/tensor/tensor_access.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// A message that names this many bytes of calls names no more: endless recursion has a thousand.
constexpr size_t kLongMessage = 2000;

// The status with the node of the step and the calls it is in.
absl::Status NameStep(const absl::Status& status, const Frame& frame, size_t pc) {
  const Program& program = *frame.program;
  const int step = static_cast<int>(pc);
  if (program.origins[step].node < 0) return status;
  const Node node = StepNode(program, step);
  std::string message(status.message());
  const Program* callee = CalleeOf(program, program.steps[pc]);
  const bool names_node = absl::StartsWith(message, "{{node ");
  if (!names_node)
    message = absl::StrCat(FormatNodeNameForError(node.name()), " ", node.op(), ": ", message);
  if (message.size() < kLongMessage) {
    if (callee != nullptr && names_node) {
      absl::StrAppend(&message, InCallOf(callee->scopes[0].function, node.name()),
                      InIteration(program.steps[pc].b, frame.loops.data()));
    }
    absl::StrAppend(&message, CallPathInLoops(program, step, frame.loops.data()));
  }
  absl::Status result(status.code(), message);
  status.ForEachPayload([&result](absl::string_view url, const absl::Cord& payload) {
    result.SetPayload(url, payload);
  });
  return result;
}

// The same; without a name if there is no memory for it.
absl::Status AtStep(const absl::Status& status, const Frame& frame, size_t pc) {
  try {
    return NameStep(status, frame, pc);
  } catch (const std::bad_alloc&) {
    return status;
  }
}

absl::Status MissingFeed(const Frame& frame, size_t pc, absl::string_view why) {
  const Node node = StepNode(*frame.program, static_cast<int>(pc));
  return absl::InvalidArgumentError(
      absl::StrCat("feed '", node.name(), "' is missing: the run needs it, and ", why));
}

// Strings have no bound before a kernel makes them: those it put into the run's own memory are
// charged afterwards.
absl::Status ChargeStrings(const Frame& frame, int32_t slot) {
  const Tensor& tensor = frame.slots[slot];
  if (tensor.dtype() != DT_STRING || tensor.buffer() == nullptr) return absl::OkStatus();
  const int32_t region = frame.program->slot_region[slot];
  const bool is_own = TensorAccess::is_borrowed(tensor)
                          ? region >= 0 && frame.regions[region].Owns(tensor)
                          : tensor.RefCountIsOne();
  if (!is_own || tensor.buffer()->ChargeContents()) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrCat(
      "the strings of the outputs take too much memory: ", MemoryScope::Current()->Describe()));
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

// The kernel's step that the frame's context is bound to; null before the first.
const Step* Executor::BoundStep(const Frame& frame) {
  const KernelBinding* const bound = &ContextAccess::binding(frame.context);
  for (const Step& step : frame.program->steps) {
    if (&step.binding == bound) return &step;
  }
  return nullptr;
}

void Executor::TakeIn(Frame* frame) const {
  frame->run.device = parts_.device;
  frame->run.resource_manager = parts_.resources;
  frame->run.state = parts_.variables;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status Executor::RunFrame(Frame* frame) {
  frame->run.cancellation_manager = parts_.cancellation->get();
  frame->run.step_id = step_id_;
  steps_counted_ += static_cast<int64_t>(frame->program->steps.size());
  if (ABSL_PREDICT_FALSE(!frame->context.status().ok()))
    ContextAccess::ClearStatus(&frame->context);
  // What steps that are no kernels throw does not come here.
  try {
    return observer_ == nullptr ? RunSteps<false>(frame) : RunSteps<true>(frame);
  } catch (...) {
    const Step* const step = BoundStep(*frame);
    return step == nullptr ? OutOfMemoryError()
                           : EndAt(*step, frame, StatusFromKernelException(frame->context));
  }
}

void Executor::LimitStepsTo(int64_t max_steps) {
  max_steps_ = std::min(max_steps, parts_.limits->max_steps);
}

absl::Status Executor::Run(Frame* frame, StepObserver* observer, int64_t step_id) {
  observer_ = observer;
  step_id_ = step_id;
  steps_counted_ = 0;
  outermost_ = frame;
  StateScope state(parts_.variables);
  return RunFrame(frame);
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

// What the body left in a region goes to the region of the carried slot, which gives its buffer for
// the next iteration: nothing is copied, and after two iterations nothing is allocated.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline void Executor::Carry(const CarryMove& move, Frame* frame) {
  Tensor& value = frame->slots[move.from];
  Tensor& carried = frame->slots[move.to];
  const bool has_regions = move.from_region >= 0 && move.to_region >= 0;
  if (ABSL_PREDICT_FALSE(move.kind != CarryMove::Kind::kTake || !has_regions ||
                         !frame->regions[move.from_region].IsViewedBy(value)))
    return CarryRarely(move, frame);
  BufferRegion& region = frame->regions[move.to_region];
  region.SwapBuffers(&frame->regions[move.from_region]);
  if (ABSL_PREDICT_TRUE(TensorAccess::is_borrowed(carried) && carried.shape() == value.shape())) {
    TensorAccess::Retarget(&carried, value);
  } else {
    TensorAccess::Borrow(&carried, value);
  }
}

// Exchanges two tensors, of which each may borrow: it borrows in its new place too.
void Executor::Exchange(Tensor* a, Tensor* b) {
  if (!TensorAccess::is_borrowed(*b)) std::swap(a, b);
  if (!TensorAccess::is_borrowed(*b)) return std::swap(*a, *b);
  Tensor view;
  TensorAccess::Borrow(&view, *b);
  if (TensorAccess::is_borrowed(*a)) {
    TensorAccess::Borrow(b, *a);
  } else {
    *b = std::move(*a);
  }
  TensorAccess::Borrow(a, view);
}

void Executor::CarryRarely(const CarryMove& move, Frame* frame) {
  Tensor& value = frame->slots[move.from];
  Tensor& carried = frame->slots[move.to];
  if (move.kind == CarryMove::Kind::kExchange) {
    Exchange(&value, &carried);
    if (move.from_region >= 0 && move.to_region >= 0)
      frame->regions[move.from_region].SwapBuffers(&frame->regions[move.to_region]);
  } else if (move.kind == CarryMove::Kind::kView && TensorAccess::is_borrowed(value)) {
    TensorAccess::Borrow(&carried, value);
  } else if (move.kind == CarryMove::Kind::kTake && !TensorAccess::is_borrowed(value)) {
    carried = std::move(value);
  } else if (!value.SharesBufferWith(carried) || value.data() != carried.data() ||
             value.shape() != carried.shape()) {
    // A view of memory that the next iteration may write: who counts on it keeps it.
    carried = value;
  }
}

// The end of an iteration; the step where the next one begins.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const Step* Executor::TurnLoop(const Step& step, Frame* frame,
                                                                   absl::Status* status) {
  const Program& program = *frame->program;
  LoopState& state = frame->loops[step.b];
  for (const CarryMove& move : program.loops[step.b].moves) Carry(move, frame);
  parts_.variables->Advance(state.staged);
  const Step* const next = JumpFrom(step, *frame);
  if (HasTooManySteps(steps_ahead_ + (program.steps.data() + program.steps.size() - next)))
    *status = TooManySteps();
  ++state.iteration;
  return next;
}

// One step that is no kernel; the step that follows it.
ABSL_ATTRIBUTE_ALWAYS_INLINE inline const Step* Executor::RunStep(const Step& step, Frame* frame,
                                                                  Tensor* slots,
                                                                  absl::Status* status) {
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
      if (step.c >= 0 ? !parts_.variables->is_set(step.c)
                      : GuardHolds(frame->program->guards[step.b]))
        break;
      return JumpFrom(step, *frame);
    default:
      *status = RunRareStep(step, frame);
  }
  return &step + 1;
}

// The loop that everything is in. What a kernel throws goes on to RunFrame: the context then tells
// at which step. A `try` costs nothing until something is thrown.
template <bool kObserved>
absl::Status Executor::RunSteps(Frame* frame) {
  const Program& program = *frame->program;
  const Step* const begin = program.steps.data();
  const Step* const end = begin + program.steps.size();
  const StopFlag& stop = *parts_.stop;
  OpKernelContext* const context = &frame->context;
  Tensor* const slots = frame->slots.data();
  absl::Status status;
  for (const Step* step = begin; step != end;) {
    if (ABSL_PREDICT_FALSE(stop.load(std::memory_order_relaxed) != StopReason::kNone))
      return Stopped();
    if (ABSL_PREDICT_TRUE(step->kind == StepKind::kKernel)) {
      ContextAccess::Bind(context, &step->binding);
      if (kObserved) observer_->BeforeKernel(program, static_cast<size_t>(step - begin), *context);
      step->binding.kernel->Compute(context);
      if (ABSL_PREDICT_FALSE(ContextAccess::needs_look(*context))) {
        OPGRAFT_RETURN_IF_ERROR(CheckKernel(*step, frame));
      }
      if (kObserved) OPGRAFT_RETURN_IF_ERROR(Observed(*step, *frame));
      ++step;
      continue;
    }
    const Step* next = step;
    try {
      next = RunStep(*step, frame, slots, &status);
    } catch (...) {  // no memory for a message, a frame, a copy
      status = OutOfMemoryError();
    }
    if (ABSL_PREDICT_FALSE(!status.ok()))
      return AtStep(status, *frame, static_cast<size_t>(step - begin));
    step = next;
  }
  if (HasTooManySteps(steps_ahead_)) return TooManySteps();
  return status;
}

absl::Status Executor::Observed(const Step& step, const Frame& frame) {
  const auto pc = static_cast<size_t>(&step - frame.program->steps.data());
  const absl::Status status = observer_->AfterKernel(*frame.program, pc, frame.context);
  return status.ok() ? status
                     : AtStep(WithNode(step.binding.kernel->properties(), status), frame, pc);
}

// The slow path after a kernel: an error, an output not set, or a shape that is new.
absl::Status Executor::CheckKernel(const Step& step, Frame* frame) {
  const OpKernelContext& context = frame->context;
  if (ABSL_PREDICT_FALSE(!context.status().ok())) {
    return EndAt(step, frame, WithNode(step.binding.kernel->properties(), context.status()));
  }
  if (ABSL_PREDICT_FALSE(!ContextAccess::all_outputs_set(context)))
    return EndAt(step, frame, CheckOutputs(context));
  for (int i = 0; i < step.binding.num_outputs; ++i) {
    absl::Status charged = ChargeStrings(*frame, step.binding.outputs[i]);
    if (ABSL_PREDICT_FALSE(!charged.ok())) return EndAt(step, frame, charged);
    const TensorShape& shape = frame->slots[step.binding.outputs[i]].shape();
    const PartialTensorShape& promise = *step.binding.output_specs[i].promise;
    if (ABSL_PREDICT_TRUE(promise.Admits(shape))) continue;
    return EndAt(step, frame,
                 absl::InternalError(
                     absl::StrCat("the kernel produced ", shape.DebugString(), " for output ", i,
                                  ", its shape function promised ", promise.DebugString())));
  }
  return absl::OkStatus();
}

// The error of a run that ends at a kernel. What the kernel put out is forgotten: the next run must
// not take the shapes for ones that were looked at.
absl::Status Executor::EndAt(const Step& step, Frame* frame, const absl::Status& status) {
  for (int i = 0; i < step.binding.num_outputs; ++i)
    frame->slots[step.binding.outputs[i]] = Tensor();
  return AtStep(status, *frame, static_cast<size_t>(&step - frame->program->steps.data()));
}

absl::Status Executor::RunRareStep(const Step& step, Frame* frame) {
  const auto pc = static_cast<size_t>(&step - frame->program->steps.data());
  CacheLineVector<Tensor>& slots = frame->slots;
  switch (step.kind) {
    case StepKind::kSelectFeed:
      TensorAccess::Borrow(&slots[step.c], slots[IsFed(*frame, step.a) ? step.a : step.b]);
      return absl::OkStatus();
    case StepKind::kCheckFed:
      return IsFed(*frame, step.a) ? absl::OkStatus() : MissingFeed(*frame, pc, "it was not given");
    case StepKind::kUnfed:
      return MissingFeed(*frame, pc, "the signature does not feed it");
    case StepKind::kCall:
      return Call(step, frame);
    case StepKind::kLoopBegin:
      frame->loops[step.a] = {0, parts_.variables->num_staged(), LoopState::kNoBound};
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

bool Executor::GuardHolds(const Guard& guard) const {
  for (const std::vector<int32_t>& clause : guard) {
    if (std::none_of(clause.begin(), clause.end(),
                     [this](int32_t v) { return parts_.variables->is_set(v); }))
      return true;
  }
  return false;
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

// Runs a call behind which `ahead` steps of the caller are counted; both counts are as before
// afterwards, whatever leaves it.
absl::Status Executor::RunCallee(Frame* callee, int64_t ahead) {
  struct Nested {
    Nested(Executor* e, int64_t steps) : executor(e), ahead(steps) {
      ++executor->call_depth_;
      executor->steps_ahead_ += ahead;
    }
    ~Nested() {
      --executor->call_depth_;
      executor->steps_ahead_ -= ahead;
    }
    Executor* const executor;
    const int64_t ahead;
  };
  const Nested nested(this, ahead);
  return RunFrame(callee);
}

absl::Status Executor::Call(const Step& step, Frame* caller) {
  if (call_depth_ >= parts_.limits->max_call_depth) {
    return absl::ResourceExhaustedError(
        absl::StrCat("calls are nested deeper than ", parts_.limits->max_call_depth,
                     " (RunLimits::max_call_depth): endless recursion?"));
  }
  const Program* const program = CalleeOf(*caller->program, step);
  const auto& steps = caller->program->steps;
  const int64_t ahead = steps.data() + steps.size() - &step - 1;
  if (HasTooManySteps(steps_ahead_ + ahead)) return TooManySteps();
  std::unique_ptr<Frame> callee = parts_.frames->Take(program, *parts_.budget);
  if (callee == nullptr) {
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for the values of a call: ", (*parts_.budget)->Describe()));
  }
  for (int i = 0; i < step.binding.num_inputs; ++i) {
    TensorAccess::Borrow(&callee->slots[i], caller->slots[step.binding.inputs[i]]);
    callee->fed.Add(static_cast<size_t>(i));
  }
  if (callee->run.state == nullptr) TakeIn(callee.get());
  absl::Status status = RunCallee(callee.get(), ahead);
  for (int i = 0; i < step.binding.num_outputs && status.ok(); ++i) {
    const int32_t from = program->ret_slots[i];
    const int32_t to = step.binding.outputs[i];
    BufferRegion* source = callee->RegionOf(from);
    BufferRegion* target = caller->RegionOf(to);
    const Tensor& value = callee->slots[from];
    if (source != nullptr && target != nullptr && source->Owns(value)) {
      const TensorShape shape = value.shape();
      source->SwapBuffers(target);
      TensorAccess::BorrowBuffer(&caller->slots[to], const_cast<TensorBuffer*>(target->buffer()),
                                 value.dtype(), shape);
    } else {
      caller->slots[to] = value;
    }
  }
  parts_.frames->Put(std::move(callee));
  return status;
}

}  // namespace opgraft_internal
