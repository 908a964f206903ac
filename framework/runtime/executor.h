// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_EXECUTOR_H_
#define FRAMEWORK_RUNTIME_EXECUTOR_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/runtime/compile_options.h"
#include "framework/runtime/deadline_timer.h"
#include "framework/runtime/frame.h"
#include "framework/state/state_store.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Runs programs: a loop over steps. One per request. Stages assigned variables in the store and
// neither commits nor rolls back. Thread-compatible but for `stop`.
//
// A call puts a frame behind its caller's and the same loop goes on in it, so that the depth of
// calls costs memory of the budget and none of the thread's stack:
//
//     outermost frame   1 AddV2   2 kCall f   3 Mul
//                                   v           ^
//     frame of f                  1 Neg ... the end
class Executor {
 public:
  // What a request lends it.
  struct Parts {
    DeviceBase* device = nullptr;
    ResourceMgr* resources = nullptr;
    const std::shared_ptr<CancellationManager>* cancellation = nullptr;  // renewed between runs
    const StopFlag* stop = nullptr;
    StateStore* variables = nullptr;
    FramePool* frames = nullptr;
    const RunLimits* limits = nullptr;
    const std::shared_ptr<MemoryBudget>* budget = nullptr;
  };
  explicit Executor(const Parts& parts) : parts_(parts), max_steps_(parts.limits->max_steps) {}

  // Gives a new frame what is the request's and stays so. REQUIRED before its first run.
  void TakeIn(Frame* frame) const;
  // Runs the frame's program once, on a thread in a RunScope. `frame->fed` and the argument slots
  // are set. The error of the first step that fails, with its node and the calls it is in;
  // CANCELLED or DEADLINE_EXCEEDED as the flag says, RESOURCE_EXHAUSTED for the limit of steps.
  // `observer` may be null.
  absl::Status Run(Frame* frame, StepObserver* observer, int64_t step_id);
  // The next runs end after `max_steps` at the latest; the model's limit counts as ever.
  void LimitStepsTo(int64_t max_steps);
  // Steps that the last run passed through; those it jumped over do not count.
  int64_t steps_run() const { return steps_counted_; }
  // The frame that the run in progress is in; for crash reports.
  const Frame* innermost() const { return innermost_; }
  // True if the caller of the run that ended last may write the tensor afterwards.
  bool IsFeed(const Tensor& value) const;

 private:
  // Runs on from the begin of the innermost frame to the end of the outermost.
  absl::Status RunInnermost();
  template <bool kObserved>
  absl::Status RunSteps();
  template <bool kObserved>
  absl::Status RunKernel(const Step& step, Frame* frame);
  const Step* RunStep(const Step& step, Frame* frame, absl::Status* status);
  absl::Status RunRareStep(const Step& step, Frame* frame);
  const Step* JumpFrom(const Step& step, const Frame& frame);
  const Step* TurnLoop(const Step& step, Frame* frame, absl::Status* status);
  static bool IsTrue(const Tensor& condition, absl::Status* status);
  static int32_t IndexOf(const Tensor& index, absl::Status* status);
  bool IsFed(const Frame& frame, int32_t slot) const;
  bool GuardHolds(const Program& program, int32_t index) const;
  bool AllHold(const Program& program, absl::Span<const int32_t> literals) const;
  absl::Status ReadUnset(const Step& step, Frame* frame);
  absl::Status Assign(const Step& step, Frame* frame);

  // Makes the frame the innermost, which is about to run.
  void Begin(Frame* frame);
  // Begins a call; its frame is then the innermost.
  absl::Status Enter(const Step& call, Frame* caller);
  absl::Status CheckDepth(int64_t ahead) const;
  // Ends the call that the innermost frame is of, whose caller is then the innermost.
  absl::Status Leave();
  void DropInnermost();
  // Ends all calls of a run that failed, and names them.
  absl::Status LeaveAll(absl::Status status);

  absl::Status Observed(const Step& step, const Frame& frame);
  static absl::Status CheckKernel(const Step& step, Frame* frame);
  static absl::Status EndAt(const Step& step, Frame* frame, const absl::Status& status);
  absl::Status EndByException();
  // Has the run passed through too many steps, when those counted that it has not reached yet are
  // `ahead`? TooManySteps says so.
  bool HasTooManySteps(int64_t ahead) const;
  absl::Status TooManySteps() const;
  absl::Status Stopped() const;

  const Parts parts_;
  // Of this run.
  StepObserver* observer_ = nullptr;
  int64_t step_id_ = 0;
  int64_t max_steps_;
  // A frame's steps are counted when it begins, all as if it had no jumps; a jump corrects that. So
  // the other steps need no counter.
  int64_t steps_counted_ = 0;
  // Of those counted, behind the calls that the run is in.
  int64_t steps_ahead_ = 0;
  int call_depth_ = 0;
  Frame* outermost_ = nullptr;
  Frame* innermost_ = nullptr;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_EXECUTOR_H_
