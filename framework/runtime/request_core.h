// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_REQUEST_CORE_H_
#define FRAMEWORK_RUNTIME_REQUEST_CORE_H_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"
#include "framework/kernel/cancellation.h"
#include "framework/kernel/resource_mgr.h"
#include "framework/runtime/busy_flag.h"
#include "framework/runtime/executor.h"
#include "framework/runtime/frame.h"
#include "framework/runtime/model.h"
#include "framework/state/cache_line_vector.h"
#include "framework/state/state_store.h"
#include "framework/types/crash_note.h"
#include "framework/types/crash_note_listing.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

class GrowingTensor;

// What an InferRequest owns: frames, inputs, state. Callers hold `busy` while they use it, in a
// RunScope where they run or take memory; only Cancel may be called beside that, from any thread.
// On cache lines of its own: a run writes to it, and the next request in memory may be another
// thread's.
//
// Its methods stand in two files: the variables of query_state in request_core_states.cc, feeds and
// runs in request_core.cc.
class alignas(kApart) RequestCore {
 public:
  explicit RequestCore(std::shared_ptr<const Model> model);
  RequestCore(const RequestCore&) = delete;
  RequestCore& operator=(const RequestCore&) = delete;

  const Model& model() const { return *model_; }
  const std::shared_ptr<const Model>& shared_model() const { return model_; }
  BusyFlag* busy() { return &busy_; }
  StateStore* variables() { return &variables_; }
  // --- The variables of query_state, by number: the model's, then those that kernels open ---
  int num_states() const { return variables_.size() + static_cast<int>(opened_variables().size()); }
  const std::string& state_name(int v) const;
  bool IsStateSet(int v);
  // Zeros if it is not set. RESOURCE_EXHAUSTED.
  absl::StatusOr<Tensor> StateValue(int v);
  // The value that lies with room to grow; null if this one does not.
  const GrowingTensor* GrowingValue(int v) const;
  // Whether the variable may have a value of this shape.
  bool Admits(int v, const TensorShape& shape) const;
  // Makes one the value of the variable. REQUIRES: GrowingValue gave one.
  absl::Status SetGrowingValue(int v, GrowingTensor value);
  absl::Status SetState(int v, const Tensor& value);
  absl::Status ResetState(int v);
  // Makes all of the state what it starts from. UNIMPLEMENTED for a resource that cannot be copied.
  absl::Status ResetAll();

  const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }
  const CompiledSignature& signature(int s) const { return model_->signatures[s]; }

  // Makes what signature `s` runs in, at its first use; before any call below that takes `s`.
  // RESOURCE_EXHAUSTED.
  absl::Status Prepare(int s) {
    return ABSL_PREDICT_TRUE(signatures_[s].frame != nullptr) ? absl::OkStatus() : MakeState(s);
  }
  // Checks feed `i` and lends it to the run that follows. The tensor must stay until the run ends.
  absl::Status Feed(int s, int i, const Tensor& value);
  static constexpr int kNoFeed = -1;
  static constexpr int kFedTwice = -2;
  // The index of the feed of this name, the `position`-th that the caller gives; kNoFeed if there
  // is none, kFedTwice if it was fed already. Callers give feeds in the same order again and again,
  // so it is looked for where it was before.
  int FindFeed(int s, size_t position, absl::string_view name);
  // Runs signature `s` on what was fed since the last call, and forgets the feeds.
  absl::Status Run(int s, const RunOptions& options);
  // Lends the request's own inputs and runs.
  absl::Status RunPrepared(int s, const RunOptions& options);
  void ForgetFeeds(int s);

  // The request's own tensor for feed `i`, made at its first use; null if there is no such feed.
  Tensor* Input(int s, int i);
  const Tensor* Output(int s, int i) const;
  void Cancel();
  void Trim();
  int64_t steps_run() const { return executor_.steps_run(); }

 private:
  // Tells the kernel that the run in progress is in, and the calls of functions that it is in.
  class CrashSite : public CrashNote {
   public:
    explicit CrashSite(const RequestCore* core) : core_(core) {}
    void Describe(FatalText* text) const override;

   private:
    const RequestCore* const core_;
  };
  absl::Status SetVariable(int v, const Tensor& value);
  const std::vector<VariablePlace>& opened_variables() const { return model_->opened_variables; }
  // The place of a variable that kernels open; null for one of the model's.
  const VariablePlace* PlaceOf(int v) const {
    return v < variables_.size() ? nullptr : &opened_variables()[v - variables_.size()];
  }

  // The value that a variable starts from; false if there is none.
  bool FindInitial(const CellKey& wanted, Tensor* value) const;
  // Makes `value` the value of a variable, between runs.
  absl::Status PutValue(const CellKey& key, const Tensor& value);

  struct OwnInput {
    Tensor value;
    bool is_made = false;
  };
  struct SignatureState {
    // Made at the first use.
    std::unique_ptr<Frame> frame;
    std::vector<OwnInput> inputs;
    // The feed that the caller gave at each position last time.
    std::vector<int32_t> feed_order;
  };
  absl::Status MakeState(int s);
  absl::Status FeedFrame(int s, Frame* frame, int i, const Tensor& value);
  absl::Status RunFrame(int s, Frame* frame, const RunOptions& options);
  absl::Status RunSteps(Frame* frame, const RunOptions& options);
  absl::Status RunLimited(Frame* frame, const RunOptions& options);
  absl::Status RunChecked(Frame* frame, StepObserver* observer);
  absl::Status CheckRequiredFeeds(int s, const Frame& frame) const;
  static bool OwnsOutputs(const Frame& frame);
  absl::Status KeepOutputsApart(Frame* frame);
  void EndRarely(absl::Status* status);
  static void RenewInput(Tensor* input);
  // Around a run: what the limits of the options need. After an error there is nothing to end.
  absl::Status BeginLimits(const RunOptions& options);
  void EndLimits(const RunOptions& options);
  // What a run with these options may open; good until the next one.
  const FileAccess* FilesOf(const RunOptions& options);
  Executor::Parts ExecutorParts();
  std::shared_ptr<CancellationManager> Cancellation();
  void ForgetCancel();

  const std::shared_ptr<const Model> model_;
  const std::shared_ptr<MemoryBudget> budget_;
  BusyFlag busy_;
  // Of making the state that the model starts from.
  absl::Status start_;
  // Of a run whose options allow more than the model.
  FileAccess run_files_;
  StateStore variables_;
  // The model's, near what each run reads.
  const bool opens_files_;
  FramePool frames_;
  std::vector<SignatureState> signatures_;
  ResourceMgr resources_{&variables_};
  absl::Mutex cancel_mu_;
  std::shared_ptr<CancellationManager> cancellation_ = std::make_shared<CancellationManager>();
  // Of the run in progress.
  StopFlag stop_{StopReason::kNone};
  std::atomic<bool> running_{false};
  Executor executor_;
  int64_t runs_ = 0;
  const CrashSite crash_site_{this};
  const CrashNoteListing crash_listing_{&crash_site_, &running_};
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_RUNTIME_REQUEST_CORE_H_
