// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/lockstep.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "tests/reference/probe_ops.h"

namespace opgraft {
namespace {

constexpr size_t kMaxKept = 32;
constexpr int kShownElements = 8;

std::string Code(const absl::Status& status) { return absl::StatusCodeToString(status.code()); }

bool IsPlain(const Tensor& tensor) { return DataTypeCanUseMemcpy(tensor.dtype()); }

// Overwrites a tensor that was lent for a call: nothing may look at it any more, but for kernels
// that kept it.
void Scribble(Tensor* tensor) {
  auto& kept = Probes()->kept;
  kept.erase(std::remove_if(
                 kept.begin(), kept.end(),
                 [tensor](const ProbeLog::Kept& k) { return k.tensor.SharesBufferWith(*tensor); }),
             kept.end());
  if (IsPlain(*tensor)) {
    std::fill_n(static_cast<char*>(tensor->data()), tensor->tensor_data().size(),
                tensor->dtype() == DT_BOOL ? 1 : 77);
  } else {
    for (int64_t i = 0; i < tensor->NumElements(); ++i)
      tensor->flat<tstring>()(i) = "overwritten after the run";
  }
}

}  // namespace

std::string DifferenceOf(const std::string& what, const Tensor& got, const Tensor& expected) {
  if (got.Identical(expected)) return "";
  return absl::StrCat(what, " is ", got.DebugString(kShownElements), ", the reference has ",
                      expected.DebugString(kShownElements));
}

Lockstep::Lockstep(const std::vector<Signature>* signatures, Interpreter* interpreter,
                   InferRequest request)
    : signatures_(signatures),
      interpreter_(interpreter),
      request_(std::move(request)),
      prepared_(signatures->size()) {}

// --- Runs ---

// The prepared form keeps its inputs from run to run.
NamedValues Lockstep::FeedsOf(const RunRequest& run) const {
  if (run.form != RunForm::kPrepared) return run.feeds;
  NamedValues feeds = run.feeds;
  feeds.insert(prepared_[static_cast<size_t>(run.signature)].begin(),
               prepared_[static_cast<size_t>(run.signature)].end());
  return feeds;
}

std::string Lockstep::Run(const RunRequest& run) {
  const NamedValues feeds = FeedsOf(run);
  const Expected expected = RunReference(run, feeds);
  expected_outputs_.clear();
  outputs_.reset();
  prepared_outputs_ = -1;
  reentry_.clear();
  const absl::Status status = RunPlanned(run);
  std::string difference = Compare(run, expected, status, Probes()->ran);
  if (difference.empty()) difference = reentry_;
  return difference.empty() ? Check() : difference;
}

Lockstep::Expected Lockstep::RunReference(const RunRequest& run, const NamedValues& feeds) {
  Probes()->ran.clear();
  Probes()->act_at = -1;
  const std::vector<ProbeLog::Kept> kept = Probes()->kept;
  Expected expected{interpreter_->Run(SignatureOf(run), feeds, variables_), Probes()->ran};
  Probes()->kept = kept;  // the plan's tensors are to be watched, not the reference's
  return expected;
}

std::function<absl::Status()> Lockstep::ActionOf(Disturbance disturbance) {
  switch (disturbance) {
    case Disturbance::kError:
      return [] { return absl::DataLossError("injected"); };
    case Disturbance::kThrow:
      return []() -> absl::Status { throw std::runtime_error("injected"); };
    case Disturbance::kCancel:
      return [this] {
        request_.Cancel();
        return absl::OkStatus();
      };
    case Disturbance::kReenter:
      return [this] {
        reentry_ = TryEverything();
        return absl::OkStatus();
      };
    default:
      return nullptr;
  }
}

// What a kernel may try with the request that it runs in: all of it is refused.
std::string Lockstep::TryEverything() {
  std::vector<absl::Status> statuses = {request_.Run(),          request_.Run({}).status(),
                                        request_.reset_state(),  request_.SerializeState().status(),
                                        request_.ParseState(""), request_.Fork().status(),
                                        request_.Trim()};
  for (VariableState& state : request_.query_state()) {
    statuses.push_back(state.set(state.get()));
    statuses.push_back(state.reset());
  }
  for (size_t i = 0; i < statuses.size(); ++i) {
    if (statuses[i].code() == absl::StatusCode::kFailedPrecondition) continue;
    return absl::StrCat("call ", i, " from inside a run was answered ", statuses[i].ToString());
  }
  return "";
}

absl::Status Lockstep::RunPlanned(const RunRequest& run) {
  Probes()->ran.clear();
  Probes()->act = ActionOf(run.disturbance);
  Probes()->act_at = Probes()->act ? run.at : -1;
  RunOptions options;
  if (run.disturbance == Disturbance::kDeadline) options.deadline = absl::Now() - absl::Seconds(1);
  absl::Status status = RunInForm(run, options);
  Probes()->act_at = -1;
  request_.FailAllocationAt(-1);
  return status;
}

absl::Status Lockstep::RunInForm(const RunRequest& run, const RunOptions& options) {
  switch (run.form) {
    case RunForm::kInOrder:
      return RunInOrder(run, options);
    case RunForm::kPrepared:
      return RunPrepared(run, options);
    default:
      return RunByName(run, options);
  }
}

absl::Status Lockstep::RunByName(const RunRequest& run, const RunOptions& options) {
  std::vector<NamedTensor> feeds;
  for (const auto& [name, value] : run.feeds) feeds.emplace_back(name, *value.DeepCopy());
  if (run.disturbance == Disturbance::kAllocation) request_.FailAllocationAt(run.at);
  absl::StatusOr<Outputs> outputs = request_.Run(SignatureOf(run).name, feeds, options);
  for (NamedTensor& feed : feeds) Scribble(&feed.second);
  if (outputs.ok()) outputs_ = *outputs;
  return outputs.status();
}

// Feeds go by place, so one that is left out leaves out those behind it.
absl::Status Lockstep::RunInOrder(const RunRequest& run, const RunOptions& options) {
  std::vector<Tensor> feeds;
  for (const std::string& name : SignatureOf(run).feeds) {
    const auto found = run.feeds.find(name);
    if (found == run.feeds.end()) return RunByName(run, options);
    feeds.push_back(*found->second.DeepCopy());
  }
  absl::Status selected = request_.SelectSignature(SignatureOf(run).name);
  if (!selected.ok()) return selected;
  if (run.disturbance == Disturbance::kAllocation) request_.FailAllocationAt(run.at);
  absl::StatusOr<Outputs> outputs = request_.RunInOrder(feeds, options);
  for (Tensor& feed : feeds) Scribble(&feed);
  if (outputs.ok()) outputs_ = *outputs;
  return outputs.status();
}

absl::Status Lockstep::RunPrepared(const RunRequest& run, const RunOptions& options) {
  absl::Status status = request_.SelectSignature(SignatureOf(run).name);
  const std::vector<std::string>& names = SignatureOf(run).feeds;
  for (size_t i = 0; i < names.size() && status.ok(); ++i) {
    const auto found = run.feeds.find(names[i]);
    if (found == run.feeds.end()) continue;
    const Tensor& value = found->second;
    Tensor& input = request_.input(static_cast<int>(i));
    if (IsPlain(value) && input.dtype() == value.dtype() && input.shape() == value.shape()) {
      std::copy_n(value.tensor_data().data(), value.tensor_data().size(),
                  static_cast<char*>(input.data()));
    } else {
      status = request_.set_input(static_cast<int>(i), value);
      if (!status.ok()) return RunWithWrongInput(run, static_cast<int>(i), options);
    }
    if (status.ok()) prepared_[static_cast<size_t>(run.signature)][names[i]] = value;
  }
  if (!status.ok()) return status;
  if (run.disturbance == Disturbance::kAllocation) request_.FailAllocationAt(run.at);
  status = request_.Run(options);
  if (status.ok()) prepared_outputs_ = run.signature;
  return status;
}

// Puts the tensor that set_input refused in by hand: then the run must refuse it. The input, once
// asked for, stays.
absl::Status Lockstep::RunWithWrongInput(const RunRequest& run, int i, const RunOptions& options) {
  const std::string& name = SignatureOf(run).feeds[static_cast<size_t>(i)];
  const Tensor before = request_.input(i);
  prepared_[static_cast<size_t>(run.signature)].try_emplace(name, *before.DeepCopy());
  request_.input(i) = run.feeds.at(name);
  absl::Status status = request_.Run(options);
  request_.input(i) = before;
  return status;
}

// --- Comparing ---

std::string Lockstep::Compare(const RunRequest& run, const Expected& expected,
                              const absl::Status& status, std::vector<std::string> ran) {
  if (!status.ok()) return CompareFailure(run, expected, status);
  if (!expected.result.ok()) {
    return absl::StrCat("the run succeeded, the reference answers ",
                        expected.result.status().ToString());
  }
  const bool reached = run.at < static_cast<int>(expected.ran.size());
  if (run.disturbance == Disturbance::kDeadline) return "the run succeeded after its deadline";
  if (reached &&
      (run.disturbance == Disturbance::kError || run.disturbance == Disturbance::kThrow)) {
    return "the run succeeded though a kernel failed";
  }
  std::vector<std::string> expected_ran = expected.ran;
  std::sort(ran.begin(), ran.end());
  std::sort(expected_ran.begin(), expected_ran.end());
  if (ran != expected_ran) {
    return absl::StrCat("nodes that ran: ", absl::StrJoin(ran, " "),
                        "; in the reference: ", absl::StrJoin(expected_ran, " "));
  }
  for (const auto& [id, value] : expected.result->assigned) variables_[id] = value;
  expected_outputs_ = expected.result->outputs;
  return "";
}

// A run that was disturbed may fail as the disturbance says; else it fails only where the reference
// does, alike.
std::string Lockstep::CompareFailure(const RunRequest& run, const Expected& expected,
                                     const absl::Status& status) const {
  const bool reached = run.at < static_cast<int>(expected.ran.size());
  absl::StatusCode wanted = expected.result.status().code();
  absl::StatusCode also = wanted;
  if (run.disturbance == Disturbance::kError && reached) wanted = absl::StatusCode::kDataLoss;
  if (run.disturbance == Disturbance::kThrow && reached) wanted = absl::StatusCode::kInternal;
  if (run.disturbance == Disturbance::kCancel && reached) also = absl::StatusCode::kCancelled;
  if (run.disturbance == Disturbance::kAllocation) also = absl::StatusCode::kResourceExhausted;
  if (run.disturbance == Disturbance::kDeadline) also = absl::StatusCode::kDeadlineExceeded;
  if (status.code() == wanted || status.code() == also) return "";
  return absl::StrCat(
      "the run answered ", status.ToString(), "; it must be ", absl::StatusCodeToString(wanted),
      expected.result.ok() ? "" : absl::StrCat(" as ", expected.result.status().ToString()));
}

const Tensor& Lockstep::OutputAt(size_t i) const {
  return outputs_.has_value() ? (*outputs_)[static_cast<int>(i)]
                              : request_.output(static_cast<int>(i));
}

std::string Lockstep::CompareOutputs() const {
  if (!outputs_.has_value() && prepared_outputs_ < 0) return "";
  for (size_t i = 0; i < expected_outputs_.size(); ++i) {
    std::string difference =
        DifferenceOf(absl::StrCat("output ", i), OutputAt(i), expected_outputs_[i]);
    if (!difference.empty()) return difference;
  }
  return "";
}

std::string Lockstep::CheckStates() {
  for (const VariableInfo& info : interpreter_->variables()) {
    const absl::StatusOr<VariableState> state = request_.state(info.id);
    if (!state.ok()) return state.status().ToString();
    const auto set = variables_.find(info.id);
    if (state->is_set() != (set != variables_.end())) {
      return absl::StrCat("variable ", info.id, " is ", state->is_set() ? "set" : "not set");
    }
    const Tensor expected = state->is_set() ? set->second : Interpreter::ZerosOf(info);
    std::string difference =
        DifferenceOf(absl::StrCat("variable ", info.id), state->get(), expected);
    if (!difference.empty()) return difference;
  }
  return "";
}

std::string Lockstep::Check() {
  std::string difference = CheckStates();
  if (difference.empty()) difference = CompareOutputs();
  for (size_t i = 0; i < kept_.size() && difference.empty(); ++i) {
    difference = DifferenceOf("a tensor that was kept", kept_[i].tensor, kept_[i].copy);
  }
  for (const ProbeLog::Kept& kept : Probes()->kept) {
    if (difference.empty())
      difference = DifferenceOf("a tensor that a kernel kept", kept.tensor, kept.copy);
  }
  return difference;
}

void Lockstep::Keep(int which) {
  std::vector<Tensor> candidates;
  for (const VariableState& state : request_.query_state()) candidates.push_back(state.get());
  for (size_t i = 0; i < expected_outputs_.size(); ++i) candidates.push_back(OutputAt(i));
  if (candidates.empty()) return;
  Tensor& chosen = candidates[static_cast<size_t>(which) % candidates.size()];
  if (kept_.size() >= kMaxKept) kept_.erase(kept_.begin());
  kept_.push_back({chosen, *chosen.DeepCopy()});
}

// --- State ---

std::string Lockstep::Set(const std::string& id, const Tensor& value) {
  absl::StatusOr<VariableState> state = request_.state(id);
  if (!state.ok()) return state.status().ToString();
  const auto& infos = interpreter_->variables();
  const auto info =
      std::find_if(infos.begin(), infos.end(), [&id](const auto& i) { return i.id == id; });
  const bool fits = value.dtype() == info->type && info->shape.IsCompatibleWith(value.shape());
  Tensor lent = *value.DeepCopy();
  const absl::Status status = state->set(lent);
  Scribble(&lent);
  if (status.ok() != fits || (!fits && status.code() != absl::StatusCode::kInvalidArgument)) {
    return absl::StrCat("set was answered ", Code(status), " for ", value.DebugString());
  }
  if (fits) variables_[id] = value;
  return Check();
}

std::string Lockstep::Reset(const std::string& id) {
  absl::StatusOr<VariableState> state = request_.state(id);
  if (!state.ok() || !state->reset().ok()) return "reset was refused";
  expected_outputs_.clear();
  variables_.erase(id);
  return Check();
}

std::string Lockstep::ResetAll() {
  if (!request_.reset_state().ok()) return "reset_state was refused";
  expected_outputs_.clear();
  variables_.clear();
  return Check();
}

std::string Lockstep::Trim() {
  if (!request_.Trim().ok()) return "Trim was refused";
  expected_outputs_.clear();
  for (NamedValues& inputs : prepared_) inputs.clear();
  return Check();
}

std::string Lockstep::Save(Saved* saved) {
  absl::StatusOr<std::string> bytes = request_.SerializeState();
  if (!bytes.ok()) return bytes.status().ToString();
  *saved = {*std::move(bytes), variables_};
  return Check();
}

std::string Lockstep::Load(const Saved& saved) {
  std::string warning = "untouched";
  const absl::Status status = request_.ParseState(saved.first, &warning);
  if (!status.ok()) return status.ToString();
  if (!warning.empty()) return warning;
  expected_outputs_.clear();
  variables_ = saved.second;
  return Check();
}

std::string Lockstep::LoadDamaged(const std::string& bytes) {
  if (!request_.ParseState(bytes).ok()) return Check();
  expected_outputs_.clear();
  variables_.clear();
  for (const VariableState& state : request_.query_state()) {
    if (state.is_set()) variables_[state.name()] = *state.get().DeepCopy();
  }
  return Check();
}

std::string Lockstep::Fork(std::unique_ptr<Lockstep>* fork) {
  absl::StatusOr<InferRequest> request = request_.Fork();
  if (!request.ok()) return request.status().ToString();
  *fork = std::make_unique<Lockstep>(signatures_, interpreter_, *std::move(request));
  (*fork)->variables_ = variables_;
  const std::string difference = (*fork)->Check();
  return difference.empty() ? Check() : absl::StrCat("in the fork, ", difference);
}

}  // namespace opgraft
