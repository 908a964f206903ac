// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_EXECUTOR_H_
#define FRAMEWORK_RUNTIME_EXECUTOR_H_

#include <atomic>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/runtime/compile_options.h"
#include "framework/runtime/frame.h"
#include "framework/state/state_store.h"

namespace opgraft {

// Runs programs: a loop over steps. One per request. Stages assigned variables in the store and
// neither commits nor rolls back. Thread-compatible but for `cancelled`.
class Executor {
 public:
  struct Environment {
    DeviceBase* device = nullptr;
    ResourceMgr* resources = nullptr;
    const std::shared_ptr<CancellationManager>* cancellation = nullptr;  // renewed between runs
    const std::atomic<bool>* cancelled = nullptr;
    StateStore* variables = nullptr;
    FramePool* frames = nullptr;
    const RunLimits* limits = nullptr;
  };
  explicit Executor(const Environment& environment) : env_(environment) {}

  // Runs the frame's program once. `frame->fed` and the argument slots are set. The error of the
  // first step that fails, with its node and the calls it is in; CANCELLED, DEADLINE_EXCEEDED,
  // RESOURCE_EXHAUSTED for the limit of steps.
  absl::Status Run(Frame* frame, const RunOptions& options, int64_t step_id);
  // Steps that the last run passed through; those it jumped over do not count.
  int64_t steps_run() const { return env_.limits->max_steps - steps_left_ - steps_skipped_; }

 private:
  absl::Status RunFrame(Frame* frame);
  template <bool kObserved>
  absl::Status RunSteps(Frame* frame);
  const Step* RunStep(const Step& step, Frame* frame, Tensor* slots, absl::Status* status);
  const Step* JumpFrom(const Step& step, const Frame& frame);
  absl::Status RunRareStep(const Step& step, Frame* frame);
  static bool IsTrue(const Tensor& condition, absl::Status* status);
  absl::Status ReadUnset(const Step& step, Frame* frame);
  absl::Status Assign(const Step& step, Frame* frame);
  absl::Status Call(const Step& step, Frame* frame);
  absl::Status Observed(const Step& step, const Program& program, const OpKernelContext& context);
  absl::Status CheckKernel(const Step& step, Frame* frame);
  static absl::Status EndAt(const Step& step, Frame* frame, const absl::Status& status);
  bool GuardHolds(const Guard& guard) const;
  bool IsFed(const Frame& frame, int32_t slot) const;
  bool IsFeed(const Tensor& value) const;
  absl::Status TooManySteps() const;
  absl::Status CheckClock() const;

  const Environment env_;
  absl::Time deadline_ = absl::InfiniteFuture();
  bool has_deadline_ = false;
  StepObserver* observer_ = nullptr;  // of this run
  int64_t step_id_ = 0;
  int64_t steps_left_ = 0;
  int64_t steps_skipped_ = 0;
  int call_depth_ = 0;
  Frame* outermost_ = nullptr;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_EXECUTOR_H_
