#include "framework/runtime/executor.h"

#include <algorithm>
#include <utility>

#include "absl/base/optimization.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "framework/graph/condition.h"
#include "framework/kernel/kernel_call.h"
#include "framework/kernel/op_kernel.h"
#include "framework/runtime/step_observer.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// How many steps may pass before the clock is read again.
constexpr size_t kStepsPerClock = 64;

// A message that names this many bytes of calls names no more: endless recursion has a thousand.
constexpr size_t kLongMessage = 2000;

// The status with the node of the step and the calls it is in.
absl::Status AtStep(const absl::Status& status, const Program& program, size_t pc) {
  const int step = static_cast<int>(pc);
  if (program.origins[step].node < 0) return status;
  const Node node = StepNode(program, step);
  std::string message(status.message());
  const Program* callee = program.steps[pc].callee;
  const bool names_node = absl::StartsWith(message, "{{node ");
  if (!names_node) message = absl::StrCat("{{node ", node.name(), "}} ", node.op(), ": ", message);
  if (message.size() < kLongMessage) {
    if (callee != nullptr && names_node) {
      absl::StrAppend(&message, "; in call of '", callee->scopes[0].function, "' at {{node ", node.name(), "}}");
    }
    absl::StrAppend(&message, CallPath(program, step));
  }
  absl::Status result(status.code(), message);
  status.ForEachPayload(
      [&result](absl::string_view url, const absl::Cord& payload) { result.SetPayload(url, payload); });
  return result;
}

absl::Status MissingFeed(const Frame& frame, size_t pc, absl::string_view why) {
  const Node node = StepNode(*frame.program, static_cast<int>(pc));
  return absl::InvalidArgumentError(absl::StrCat("feed '", node.name(), "' is missing: the run needs it, and ", why));
}

}  // namespace

absl::Status Executor::Run(Frame* frame, const RunOptions& options, int64_t step_id) {
  deadline_ = options.deadline;
  has_deadline_ = deadline_ != absl::InfiniteFuture();
  observer_ = options.observer;
  step_id_ = step_id;
  steps_left_ = env_.limits->max_steps;
  steps_skipped_ = 0;
  call_depth_ = 0;
  outermost_ = frame;
  AccessScope access;
  return RunFrame(frame);
}

absl::Status Executor::ChargeSteps(const Program& program) {
  steps_left_ -= static_cast<int64_t>(program.steps.size());
  if (ABSL_PREDICT_TRUE(steps_left_ >= 0)) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat("the run takes more than ", env_.limits->max_steps, " steps (RunLimits::max_steps)"));
}

absl::Status Executor::CheckClock() const {
  if (!has_deadline_ || absl::Now() < deadline_) return absl::OkStatus();
  return absl::DeadlineExceededError("the run did not end before its deadline");
}

absl::Status Executor::RunFrame(Frame* frame) {
  KernelRunState run;
  run.slots = frame->slots.data();
  run.regions = frame->regions.data();
  run.slot_region = frame->program->slot_region.data();
  run.device = env_.device;
  run.cancellation_manager = env_.cancellation->get();
  run.resource_manager = env_.resources;
  run.step_id = step_id_;
  OpKernelContext context(&run);
  OPGRAFT_RETURN_IF_ERROR(ChargeSteps(*frame->program));
  OPGRAFT_RETURN_IF_ERROR(CheckClock());
  size_t pc = 0;
  // One `try` around all steps: entering it costs nothing, unlike one a step.
  try {
    return observer_ == nullptr ? RunSteps<false>(frame, &context, &pc) : RunSteps<true>(frame, &context, &pc);
  } catch (...) {
    return AtStep(StatusFromKernelException(context), *frame->program, pc);
  }
}

template <bool kObserved>
absl::Status Executor::RunSteps(Frame* frame, OpKernelContext* context, size_t* pc_out) {
  const Program& program = *frame->program;
  const Step* const steps = program.steps.data();
  const size_t size = program.steps.size();
  for (size_t& pc = *pc_out; pc < size;) {
    const Step& step = steps[pc];
    if (ABSL_PREDICT_FALSE(env_.cancelled->load(std::memory_order_relaxed)))
      return absl::CancelledError("the run was cancelled");
    if (ABSL_PREDICT_FALSE(pc % kStepsPerClock == 0)) OPGRAFT_RETURN_IF_ERROR(CheckClock());
    if (ABSL_PREDICT_TRUE(step.kind == StepKind::kKernel)) {
      context->Bind(&step.binding, step.output_types);
      if (kObserved) observer_->BeforeKernel(program, pc, *context);
      step.binding.kernel->Compute(context);
      if (ABSL_PREDICT_FALSE(!context->status().ok() || context->outputs_set() != step.outputs_mask ||
                             context->shape_changed())) {
        OPGRAFT_RETURN_IF_ERROR(CheckKernel(step, *frame, pc, context));
      }
      if (kObserved) OPGRAFT_RETURN_IF_ERROR(Observed(step, program, pc, *context));
      ++pc;
      continue;
    }
    const size_t at = pc;
    absl::Status status = RunStep(step, frame, &pc);
    if (ABSL_PREDICT_FALSE(!status.ok())) return AtStep(status, program, at);
  }
  return absl::OkStatus();
}

absl::Status Executor::Observed(const Step& step, const Program& program, size_t pc, const OpKernelContext& context) {
  const absl::Status status = observer_->AfterKernel(program, pc, context);
  return status.ok() ? status : AtStep(WithNode(step.binding.kernel->properties(), status), program, pc);
}

// The slow path after a kernel: an error, an output not set, or a shape that is new.
absl::Status Executor::CheckKernel(const Step& step, const Frame& frame, size_t pc, OpKernelContext* context) {
  const Program& program = *frame.program;
  absl::Status status = context->status();
  if (!status.ok()) {
    status = WithNode(step.binding.kernel->properties(), status);
  } else {
    status = CheckOutputs(*context);
  }
  if (!status.ok()) return AtStep(status, program, pc);
  const Node node = StepNode(program, static_cast<int>(pc));
  for (int i = 0; i < step.binding.num_outputs; ++i) {
    const TensorShape& shape = frame.slots[step.binding.outputs[i]].shape();
    if (node.output_shape(i).IsCompatibleWith(shape)) continue;
    return AtStep(
        absl::InternalError(absl::StrCat("the kernel produced ", shape.DebugString(), " for output ", i,
                                         ", its shape function promised ", node.output_shape(i).DebugString())),
        program, pc);
  }
  return absl::OkStatus();
}

absl::Status Executor::RunStep(const Step& step, Frame* frame, size_t* pc) {
  std::vector<Tensor>& slots = frame->slots;
  size_t next = *pc + 1;
  switch (step.kind) {
    case StepKind::kAlias:
      slots[step.c].Borrow(slots[step.a]);
      break;
    case StepKind::kSelectFeed:
      slots[step.c].Borrow(slots[IsFed(*frame, step.a) ? step.a : step.b]);
      break;
    case StepKind::kCheckFed:
      if (!IsFed(*frame, step.a)) return MissingFeed(*frame, *pc, "it was not given");
      break;
    case StepKind::kUnfed:
      return MissingFeed(*frame, *pc, "the signature does not feed it");
    case StepKind::kReadVariable:
      OPGRAFT_RETURN_IF_ERROR(ReadVariable(step, frame));
      break;
    case StepKind::kAssign:
      OPGRAFT_RETURN_IF_ERROR(Assign(step, frame));
      break;
    case StepKind::kJump:
      next = static_cast<size_t>(step.a);
      break;
    case StepKind::kJumpIfFalse: {
      const Tensor& condition = slots[step.b];
      if (condition.dtype() == DT_BOOL && condition.dims() == 0) {
        if (!*static_cast<const bool*>(condition.data())) next = static_cast<size_t>(step.a);
        break;
      }
      OPGRAFT_ASSIGN_OR_RETURN(const bool is_true, TruthOf(condition));
      if (!is_true) next = static_cast<size_t>(step.a);
      break;
    }
    case StepKind::kJumpIfSet:
      if (!GuardHolds(frame->program->guards[step.b])) next = static_cast<size_t>(step.a);
      break;
    case StepKind::kCall:
      OPGRAFT_RETURN_IF_ERROR(Call(step, frame));
      break;
    case StepKind::kKernel:
      break;  // run by the loop
  }
  // Counted at jumps, so that steps need no counter.
  steps_skipped_ += static_cast<int64_t>(next - *pc) - 1;
  *pc = next;
  return absl::OkStatus();
}

bool Executor::IsFed(const Frame& frame, int32_t slot) const {
  const std::vector<int32_t>& args = frame.program->arg_slots;
  // Arguments are a program's first slots, in order.
  return frame.fed[slot - args[0]];
}

bool Executor::GuardHolds(const Guard& guard) const {
  for (const std::vector<int32_t>& clause : guard) {
    if (std::none_of(clause.begin(), clause.end(), [this](int32_t v) { return env_.variables->is_set(v); }))
      return true;
  }
  return false;
}

absl::Status Executor::ReadVariable(const Step& step, Frame* frame) {
  VariableStore& store = *env_.variables;
  Tensor& out = frame->slots[step.c];
  if (ABSL_PREDICT_TRUE(store.is_set(step.a))) {
    out.Borrow(store.value(step.a));
    return absl::OkStatus();
  }
  if (step.b >= 0) {
    const Tensor& init = frame->slots[step.b];
    absl::Status fits = CheckValue(store.info(step.a), init);
    if (!fits.ok()) return absl::Status(fits.code(), absl::StrCat("the init does not fit: ", fits.message()));
    out.Borrow(init);
    return absl::OkStatus();
  }
  const Tensor* zero = store.zero(step.a);
  if (zero == nullptr) return absl::ResourceExhaustedError("no memory for the zeros the variable starts from");
  out.Borrow(*zero);
  return absl::OkStatus();
}

absl::Status Executor::Assign(const Step& step, Frame* frame) {
  const Tensor& value = frame->slots[step.b];
  bool is_feed = false;
  for (int32_t slot : outermost_->program->arg_slots) {
    is_feed = is_feed || outermost_->slots[slot].SharesBufferWith(value);
  }
  return env_.variables->Stage(step.a, value, frame->RegionOf(step.b), is_feed);
}

absl::Status Executor::Call(const Step& step, Frame* caller) {
  if (++call_depth_ > env_.limits->max_call_depth) {
    return absl::ResourceExhaustedError(absl::StrCat("calls are nested deeper than ", env_.limits->max_call_depth,
                                                     " (RunLimits::max_call_depth): endless recursion?"));
  }
  std::unique_ptr<Frame> callee = env_.frames->Take(step.callee);
  for (int i = 0; i < step.binding.num_inputs; ++i) {
    callee->slots[step.callee->arg_slots[i]].Borrow(caller->slots[step.binding.inputs[i]]);
    callee->fed[i] = true;
  }
  absl::Status status = RunFrame(callee.get());
  for (int i = 0; i < step.binding.num_outputs && status.ok(); ++i) {
    const int32_t from = step.callee->ret_slots[i];
    const int32_t to = step.binding.outputs[i];
    Region* source = callee->RegionOf(from);
    Region* target = caller->RegionOf(to);
    const Tensor& value = callee->slots[from];
    if (source != nullptr && target != nullptr && source->Owns(value)) {
      const TensorShape shape = value.shape();
      source->Swap(*target);
      caller->slots[to].BorrowBuffer(const_cast<Buffer*>(target->buffer()), value.dtype(), shape);
    } else {
      caller->slots[to] = value;
    }
  }
  env_.frames->Put(std::move(callee));
  --call_depth_;
  return status;
}

}  // namespace opgraft
