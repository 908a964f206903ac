#include "framework/runtime/request_core.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/runtime/input_checker.h"
#include "framework/runtime/zeros.h"
#include "framework/types/status_macros.h"

namespace opgraft {

RequestCore::RequestCore(std::shared_ptr<const Model> model)
    : model_(std::move(model)),
      budget_(std::make_shared<MemoryBudget>(model_->options.limits.max_tensor_bytes,
                                             model_->options.limits.max_total_bytes)),
      variables_(&model_->variables),
      signatures_(model_->signatures.size()),
      executor_(MakeEnvironment()) {}

RequestCore::RequestCore(const RequestCore& other)
    : model_(other.model_),
      budget_(std::make_shared<MemoryBudget>(model_->options.limits.max_tensor_bytes,
                                             model_->options.limits.max_total_bytes)),
      variables_(other.variables_),
      signatures_(model_->signatures.size()),
      executor_(MakeEnvironment()) {}

Executor::Environment RequestCore::MakeEnvironment() {
  Executor::Environment environment;
  environment.device = model_->device.get();
  environment.resources = &resources_;
  environment.cancellation = &cancellation_;
  environment.cancelled = &cancelled_;
  environment.variables = &variables_;
  environment.frames = &frames_;
  environment.limits = &model_->options.limits;
  return environment;
}

RequestCore::SignatureState& RequestCore::StateOf(int s) {
  SignatureState& state = signatures_[s];
  if (state.frame == nullptr) {
    state.frame = std::make_unique<Frame>(signature(s).program.get());
    state.inputs.resize(signature(s).inputs.size());
    state.has_input.assign(signature(s).inputs.size(), false);
  }
  return state;
}

namespace {

absl::Status CheckFeed(const PortInfo& port, const Tensor& value) {
  if (value.dtype() != port.dtype) {
    return absl::InvalidArgumentError(absl::StrCat("feed '", port.name, "' is ", DataTypeString(value.dtype()),
                                                   ", it must be ", DataTypeString(port.dtype)));
  }
  if (!port.shape.IsCompatibleWith(value.shape())) {
    return absl::InvalidArgumentError(absl::StrCat("feed '", port.name, "' has shape ", value.shape().DebugString(),
                                                   ", it must fit ", port.shape.DebugString()));
  }
  if (!value.IsInitialized()) {
    return absl::InvalidArgumentError(absl::StrCat("feed '", port.name, "' is a tensor without memory"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RequestCore::Feed(int s, int i, const Tensor& value) {
  Frame& frame = *StateOf(s).frame;
  Tensor& slot = frame.slots[frame.program->arg_slots[i]];
  // A feed of the type and shape of the one before, which was checked.
  const bool known = slot.buffer() != nullptr && value.buffer() != nullptr && value.dtype() == slot.dtype() &&
                     value.shape() == slot.shape();
  if (ABSL_PREDICT_FALSE(!known)) OPGRAFT_RETURN_IF_ERROR(CheckFeed(signature(s).inputs[i], value));
  slot.Borrow(value);
  frame.fed[i] = true;
  return absl::OkStatus();
}

void RequestCore::ForgetFeeds(int s) {
  Frame& frame = *StateOf(s).frame;
  for (size_t i = 0; i < frame.fed.size(); ++i) frame.fed[i] = false;
}

absl::Status RequestCore::CheckRequiredFeeds(int s, const Frame& frame) const {
  const Program& program = *frame.program;
  for (size_t i = 0; i < frame.fed.size(); ++i) {
    if (ABSL_PREDICT_TRUE(frame.fed[i] || !program.arg_required[i])) continue;
    const PortInfo& port = signature(s).inputs[i];
    return absl::InvalidArgumentError(absl::StrCat("feed '", port.name, "' is missing: the run needs a ",
                                                   DataTypeString(port.dtype), " of shape ", port.shape.DebugString()));
  }
  return absl::OkStatus();
}

absl::Status RequestCore::Run(int s, const RunOptions& options) {
  Frame* frame = StateOf(s).frame.get();
  MemoryScope memory(budget_);
  StartAccepting();
  variables_.BeginRun();
  absl::Status status = CheckRequiredFeeds(s, *frame);
  if (status.ok()) status = options.check_inputs ? RunChecked(frame, options) : executor_.Run(frame, options, ++runs_);
  if (status.ok()) status = KeepOutputsApart(frame);
  if (status.ok()) {
    variables_.Commit();
  } else {
    variables_.Rollback();
  }
  running_.store(false, std::memory_order_release);
  ForgetFeeds(s);
  return status;
}

absl::Status RequestCore::RunChecked(Frame* frame, const RunOptions& options) {
  InputChecker checker(options.observer);
  RunOptions checked = options;
  checked.observer = &checker;
  return executor_.Run(frame, checked, ++runs_);
}

// A cancel of the run before must not end this one.
void RequestCore::StartAccepting() {
  if (ABSL_PREDICT_FALSE(cancelled_.load(std::memory_order_relaxed))) {
    absl::MutexLock lock(&cancel_mu_);
    cancellation_ = std::make_unique<CancellationManager>();
    cancelled_.store(false, std::memory_order_relaxed);
  }
  running_.store(true, std::memory_order_release);
}

// An output that is a feed passed on would change when the caller writes the feed again: it gets a copy.
absl::Status RequestCore::KeepOutputsApart(Frame* frame) {
  for (int32_t slot : frame->program->ret_slots) {
    Tensor& output = frame->slots[slot];
    const Region* region = frame->RegionOf(slot);
    if (region != nullptr && region->buffer() == output.buffer()) continue;
    for (int32_t arg : frame->program->arg_slots) {
      if (!output.SharesBufferWith(frame->slots[arg])) continue;
      OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, output.DeepCopy());
      output = std::move(copy);
      break;
    }
  }
  return absl::OkStatus();
}

absl::Status RequestCore::RunPrepared(int s, const RunOptions& options) {
  SignatureState& state = StateOf(s);
  for (size_t i = 0; i < state.inputs.size(); ++i) {
    if (state.has_input[i]) OPGRAFT_RETURN_IF_ERROR(Feed(s, static_cast<int>(i), state.inputs[i]));
  }
  absl::Status status = Run(s, options);
  RenewSharedInputs(&state);
  return status;
}

// Somebody kept a copy of an input (a kernel's member): the caller will write the next values into another buffer.
void RequestCore::RenewSharedInputs(SignatureState* state) {
  for (size_t i = 0; i < state->inputs.size(); ++i) {
    if (!state->has_input[i] || state->inputs[i].buffer() == nullptr || state->inputs[i].RefCountIsOne()) continue;
    absl::StatusOr<Tensor> copy = state->inputs[i].DeepCopy();
    if (copy.ok()) state->inputs[i] = *std::move(copy);
  }
}

Tensor* RequestCore::Input(int s, int i) {
  SignatureState& state = StateOf(s);
  if (i < 0 || i >= static_cast<int>(state.inputs.size())) return nullptr;
  if (!state.has_input[i]) {
    const PortInfo& port = signature(s).inputs[i];
    const TensorShape shape = port.shape.unknown_rank() ? TensorShape({0}) : port.shape.MinShape();
    MemoryScope memory(budget_);
    absl::StatusOr<Tensor> zeros = Zeros(port.dtype, shape);
    if (zeros.ok()) state.inputs[i] = *std::move(zeros);
    state.has_input[i] = true;
  }
  return &state.inputs[i];
}

const Tensor* RequestCore::Output(int s, int i) const {
  const SignatureState& state = signatures_[s];
  const Program& program = *signature(s).program;
  if (state.frame == nullptr || i < 0 || i >= static_cast<int>(program.ret_slots.size())) return nullptr;
  return &state.frame->slots[program.ret_slots[i]];
}

void RequestCore::Cancel() {
  absl::MutexLock lock(&cancel_mu_);
  if (!running_.load(std::memory_order_acquire)) return;
  cancelled_.store(true, std::memory_order_relaxed);
  cancellation_->StartCancel();
}

void RequestCore::Trim() {
  frames_.Clear();
  for (SignatureState& state : signatures_) state = SignatureState();
  variables_.BeginRun();
}

}  // namespace opgraft
