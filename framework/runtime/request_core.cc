// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/request_core.h"

#include <algorithm>
#include <new>
#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "framework/files/file_scope.h"
#include "framework/kernel/context_access.h"
#include "framework/kernel/kernel_crash_note.h"
#include "framework/op/call_path.h"
#include "framework/runtime/deadline_timer.h"
#include "framework/runtime/environment.h"
#include "framework/runtime/kernel_checker.h"
#include "framework/runtime/program.h"
#include "framework/tensor/tensor_access.h"
#include "framework/tensor/zeros.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

namespace {

constexpr char kTooLate[] = "the run did not end before its deadline";

std::shared_ptr<MemoryBudget> MakeBudget(const CompileOptions& options) {
  return std::make_shared<MemoryBudget>(options.limits.max_tensor_bytes,
                                        options.limits.max_total_bytes,
                                        options.environment->budget());
}

}  // namespace

RequestCore::RequestCore(std::shared_ptr<const Model> model)
    : model_(std::move(model)),
      budget_(MakeBudget(model_->options)),
      variables_(&model_->cells),
      opens_files_(model_->opens_files),
      signatures_(model_->signatures.size()),
      executor_(ExecutorParts()) {
  variables_.set_crash_note(&crash_site_);
  if (model_->options.initial_state != nullptr) start_ = ResetAll();
}

Executor::Parts RequestCore::ExecutorParts() {
  Executor::Parts parts;
  parts.device = model_->device;
  parts.resources = &resources_;
  parts.cancellation = &cancellation_;
  parts.stop = &stop_;
  parts.variables = &variables_;
  parts.frames = &frames_;
  parts.limits = &model_->options.limits;
  parts.budget = &budget_;
  return parts;
}

namespace {

// Of the step that a frame's context is bound to; null if it is no kernel's.
const Step* KernelStepOf(const Frame& frame) {
  const auto* const step = reinterpret_cast<const Step*>(&ContextAccess::binding(frame.context));
  const std::vector<Step>& steps = frame.program->steps;
  return step >= steps.data() && step < steps.data() + steps.size() ? step : nullptr;
}

}  // namespace

// Runs in a signal handler.
void RequestCore::CrashSite::Describe(FatalText* text) const {
  const Frame* const frame = core_->executor_.innermost();
  const Step* const step = frame == nullptr ? nullptr : KernelStepOf(*frame);
  if (step == nullptr) {
    text->Append("a run, before its first kernel");
    return;
  }
  const auto& kernels = core_->model_->kernels;
  const auto is_it = [step](const auto& kernel) { return kernel.get() == step->binding.kernel; };
  const auto index =
      static_cast<size_t>(std::find_if(kernels.begin(), kernels.end(), is_it) - kernels.begin());
  AppendKernel(text, "Compute", step->binding.kernel->properties(),
               index < kernels.size() ? core_->model_->kernel_origins[index] : nullptr);
  const Program& program = *frame->program;
  int32_t scope = program.origins[static_cast<size_t>(step - program.steps.data())].scope;
  for (; scope > 0; scope = program.scopes[static_cast<size_t>(scope)].parent) {
    const ProgramScope& body = program.scopes[static_cast<size_t>(scope)];
    for (absl::string_view part : InCallOfParts(body.function, body.call_node)) text->Append(part);
  }
}

absl::Status RequestCore::MakeState(int s) {
  OPGRAFT_RETURN_IF_ERROR(start_);
  SignatureState state;
  const size_t inputs = signature(s).inputs.size();
  state.inputs.resize(inputs);
  for (size_t i = 0; i < inputs; ++i) state.feed_order.push_back(static_cast<int32_t>(i));
  state.frame = Frame::Make(signature(s).program.get(), budget_);
  if (state.frame == nullptr) {
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for the values of a run: ", budget_->Describe()));
  }
  executor_.TakeIn(state.frame.get());
  signatures_[s] = std::move(state);
  return absl::OkStatus();
}

namespace {

absl::Status CheckFeed(const PortInfo& port, const Tensor& value) {
  if (value.dtype() != port.dtype) {
    return absl::InvalidArgumentError(absl::StrCat("feed '", port.name, "' is ",
                                                   DataTypeString(value.dtype()), ", it must be ",
                                                   DataTypeString(port.dtype)));
  }
  if (!port.shape.IsCompatibleWith(value.shape())) {
    return absl::InvalidArgumentError(absl::StrCat("feed '", port.name, "' has shape ",
                                                   value.shape().DebugString(), ", it must fit ",
                                                   port.shape.DebugString()));
  }
  if (!value.IsInitialized()) {
    return absl::InvalidArgumentError(
        absl::StrCat("feed '", port.name, "' is a tensor without memory"));
  }
  return absl::OkStatus();
}

}  // namespace

ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status RequestCore::FeedFrame(int s, Frame* frame, int i,
                                                                        const Tensor& value) {
  Tensor& slot = frame->slots[i];
  // A feed of the type and shape of the one before, which was checked.
  const bool known = slot.buffer() != nullptr && value.buffer() != nullptr &&
                     value.dtype() == slot.dtype() && value.shape() == slot.shape();
  if (ABSL_PREDICT_FALSE(!known)) OPGRAFT_RETURN_IF_ERROR(CheckFeed(signature(s).inputs[i], value));
  if (ABSL_PREDICT_TRUE(known && TensorAccess::is_borrowed(slot))) {
    TensorAccess::Retarget(&slot, value);
  } else {
    TensorAccess::Borrow(&slot, value);
  }
  frame->fed.Add(static_cast<size_t>(i));
  return absl::OkStatus();
}

absl::Status RequestCore::Feed(int s, int i, const Tensor& value) {
  return FeedFrame(s, signatures_[s].frame.get(), i, value);
}

int RequestCore::FindFeed(int s, size_t position, absl::string_view name) {
  SignatureState& state = signatures_[s];
  const CompiledSignature& compiled = signature(s);
  const bool has_place = position < state.feed_order.size();
  if (ABSL_PREDICT_TRUE(has_place && compiled.inputs[state.feed_order[position]].name == name)) {
    return state.feed_order[position];
  }
  auto it = compiled.input_index.find(name);
  if (it == compiled.input_index.end()) return kNoFeed;
  if (state.frame->fed.contains(static_cast<size_t>(it->second))) return kFedTwice;
  // The order stays one: what is given twice comes by here at least once.
  if (has_place) {
    const auto at = std::find(state.feed_order.begin(), state.feed_order.end(), it->second);
    std::swap(state.feed_order[position], *at);
  }
  return it->second;
}

void RequestCore::ForgetFeeds(int s) { signatures_[s].frame->fed.Clear(); }

absl::Status RequestCore::CheckRequiredFeeds(int s, const Frame& frame) const {
  const std::vector<bool>& required = frame.program->arg_required;
  for (size_t i = 0; i < required.size(); ++i) {
    if (frame.fed.contains(i) || !required[i]) continue;
    const PortInfo& port = signature(s).inputs[i];
    return absl::InvalidArgumentError(
        absl::StrCat("feed '", port.name, "' is missing: the run needs a ",
                     DataTypeString(port.dtype), " of shape ", port.shape.DebugString()));
  }
  return absl::OkStatus();
}

// True if every output lies in a region of the frame.
inline bool RequestCore::OwnsOutputs(const Frame& frame) {
  for (int32_t slot : frame.program->ret_slots) {
    if (!frame.Owns(slot)) return false;
  }
  return true;
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status RequestCore::RunFrame(int s, Frame* frame,
                                                                       const RunOptions& options) {
  absl::Status status;
  try {
    if (ABSL_PREDICT_FALSE(stop_.load(std::memory_order_relaxed) != StopReason::kNone))
      ForgetCancel();
    running_.store(true, std::memory_order_release);
    variables_.BeginRun();
    if (ABSL_PREDICT_FALSE(!frame->fed.all())) status = CheckRequiredFeeds(s, *frame);
    if (ABSL_PREDICT_TRUE(status.ok())) status = RunSteps(frame, options);
    if (ABSL_PREDICT_TRUE(status.ok()) && !OwnsOutputs(*frame)) status = KeepOutputsApart(frame);
  } catch (const std::bad_alloc&) {
    status = OutOfMemoryError();
  }
  if (ABSL_PREDICT_TRUE(status.ok() && !variables_.opened()->has_changes())) {
    variables_.CommitVariables();
  } else {
    EndRarely(&status);
  }
  running_.store(false, std::memory_order_release);
  frame->fed.Clear();
  return status;
}

const FileAccess* RequestCore::FilesOf(const RunOptions& options) {
  if (options.allow_files == nullptr) return &model_->files;
  run_files_ = model_->files;
  for (const std::string& folder : *options.allow_files) run_files_.AllowWriting(folder);
  return &run_files_;
}

absl::Status RequestCore::RunLimited(Frame* frame, const RunOptions& options) {
  OPGRAFT_RETURN_IF_ERROR(BeginLimits(options));
  absl::Status status;
  try {
    const FileScope files(FilesOf(options));
    status = options.check ? RunChecked(frame, options.observer)
                           : executor_.Run(frame, options.observer, ++runs_);
  } catch (const std::bad_alloc&) {
    status = OutOfMemoryError();
  }
  EndLimits(options);
  // A kernel that asks its CancellationManager knows of no deadline.
  if (absl::IsCancelled(status) && stop_.load(std::memory_order_relaxed) == StopReason::kDeadline)
    return absl::DeadlineExceededError(absl::StrCat(kTooLate, ": ", status.message()));
  return status;
}

absl::Status RequestCore::BeginLimits(const RunOptions& options) {
  if (options.deadline != absl::InfiniteFuture()) {
    if (absl::Now() >= options.deadline) return absl::DeadlineExceededError(kTooLate);
    OPGRAFT_RETURN_IF_ERROR(
        model_->options.environment->timer()->Arm(options.deadline, &stop_, Cancellation()));
  }
  budget_->LimitRunTo(options.max_bytes.value_or(MemoryBudget::kUnlimited));
  executor_.LimitStepsTo(options.max_steps.value_or(model_->options.limits.max_steps));
  return absl::OkStatus();
}

void RequestCore::EndLimits(const RunOptions& options) {
  model_->options.environment->timer()->Disarm(options.deadline, &stop_);
  budget_->LimitRunTo(MemoryBudget::kUnlimited);
  executor_.LimitStepsTo(model_->options.limits.max_steps);
}

absl::Status RequestCore::RunChecked(Frame* frame, StepObserver* observer) {
  KernelChecker checker(observer);
  return executor_.Run(frame, &checker, ++runs_);
}

absl::Status RequestCore::Run(int s, const RunOptions& options) {
  return RunFrame(s, signatures_[s].frame.get(), options);
}

std::shared_ptr<CancellationManager> RequestCore::Cancellation() {
  absl::MutexLock lock(&cancel_mu_);
  return cancellation_;
}

// A cancel of the run before must not end this one, nor its deadline.
void RequestCore::ForgetCancel() {
  absl::MutexLock lock(&cancel_mu_);
  cancellation_ = std::make_shared<CancellationManager>();
  stop_.store(StopReason::kNone, std::memory_order_relaxed);
}

// An output that is a feed passed on would change when the caller writes the feed again: it gets a
// copy.
absl::Status RequestCore::KeepOutputsApart(Frame* frame) {
  for (int32_t slot : frame->program->ret_slots) {
    Tensor& output = frame->slots[slot];
    if (frame->Owns(slot)) continue;
    for (int32_t arg = 0; arg < frame->program->num_args; ++arg) {
      if (!output.SharesBufferWith(frame->slots[arg])) continue;
      OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, output.DeepCopy());
      output = std::move(copy);
      break;
    }
  }
  return absl::OkStatus();
}

ABSL_ATTRIBUTE_ALWAYS_INLINE inline absl::Status RequestCore::RunSteps(Frame* frame,
                                                                       const RunOptions& options) {
  const bool is_plain = options.deadline == absl::InfiniteFuture() && !options.max_steps &&
                        !options.max_bytes && !options.check && !opens_files_;
  return ABSL_PREDICT_TRUE(is_plain) ? executor_.Run(frame, options.observer, ++runs_)
                                     : RunLimited(frame, options);
}

// The end of a run that failed, or in which kernels wrote cells: what they put in may be a feed,
// and the caller would change the state when it writes the feed again.
void RequestCore::EndRarely(absl::Status* status) {
  const auto is_feed = [this](const Tensor& value) { return executor_.IsFeed(value); };
  if (status->ok()) *status = GuardMemory([&] { return variables_.opened()->CopyLent(is_feed); });
  if (status->ok()) {
    variables_.Commit();
  } else {
    variables_.Rollback();
  }
}

absl::Status RequestCore::RunPrepared(int s, const RunOptions& options) {
  SignatureState& state = signatures_[s];
  Frame* const frame = state.frame.get();
  int i = 0;
  for (const OwnInput& input : state.inputs) {
    absl::Status status = input.is_made ? FeedFrame(s, frame, i, input.value) : absl::OkStatus();
    if (ABSL_PREDICT_FALSE(!status.ok())) {
      frame->fed.Clear();
      return status;
    }
    ++i;
  }
  absl::Status status = RunFrame(s, frame, options);
  for (OwnInput& input : state.inputs) {
    if (ABSL_PREDICT_FALSE(input.value.buffer() != nullptr && !input.value.RefCountIsOne()))
      RenewInput(&input.value);
  }
  return status;
}

// Somebody kept a copy of an input (a kernel's member): the caller will write the next values into
// another buffer.
void RequestCore::RenewInput(Tensor* input) {
  absl::StatusOr<Tensor> copy = input->DeepCopy();
  if (copy.ok()) *input = *std::move(copy);
}

Tensor* RequestCore::Input(int s, int i) {
  SignatureState& state = signatures_[s];
  if (i < 0 || i >= static_cast<int>(state.inputs.size())) return nullptr;
  OwnInput& input = state.inputs[i];
  if (!input.is_made) {
    const PortInfo& port = signature(s).inputs[i];
    const TensorShape shape = port.shape.unknown_rank() ? TensorShape({0}) : port.shape.MinShape();
    absl::StatusOr<Tensor> zeros = Zeros(port.dtype, shape);
    if (zeros.ok()) input.value = *std::move(zeros);
    input.is_made = true;
  }
  return &input.value;
}

const Tensor* RequestCore::Output(int s, int i) const {
  const SignatureState& state = signatures_[s];
  const Program& program = *signature(s).program;
  if (state.frame == nullptr || i < 0 || i >= static_cast<int>(program.ret_slots.size()))
    return nullptr;
  return &state.frame->slots[program.ret_slots[i]];
}

void RequestCore::Cancel() {
  std::shared_ptr<CancellationManager> cancellation;
  {
    absl::MutexLock lock(&cancel_mu_);
    if (!running_.load(std::memory_order_acquire)) return;
    stop_.store(StopReason::kCancelled, std::memory_order_relaxed);
    cancellation = cancellation_;
  }
  // Runs callbacks of kernels: one may cancel again, or end the run and with it the request.
  cancellation->StartCancel();
}

void RequestCore::Trim() {
  frames_.Clear();
  for (SignatureState& state : signatures_) state = SignatureState();
  variables_.Trim();
}

}  // namespace opgraft_internal
