// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/infer_request.h"

#include <utility>

#include "absl/base/attributes.h"
#include "absl/base/optimization.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/files/write_file.h"
#include "framework/runtime/request_core.h"
#include "framework/runtime/request_state.h"
#include "framework/runtime/run_scope.h"
#include "framework/runtime/state_file.h"
#include "framework/types/nearest.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// The selected signature of a request that was moved from.
constexpr int kMovedFrom = -1;

absl::Status Busy() {
  return absl::FailedPreconditionError(
      "the request is busy: one run at a time, on one thread. Create a request for each sequence "
      "(CompiledModel::CreateRequest)");
}

// What a call that runs no kernel marks on its thread.
class CallScope {
 public:
  CallScope(BusyFlag* busy, const std::shared_ptr<MemoryBudget>& budget)
      : busy_(busy), memory_(budget) {}
  bool entered() const { return busy_.entered(); }

 private:
  const BusyScope busy_;
  const MemoryScope memory_;
};

// What `call` gives inside the request of `core`. FAILED_PRECONDITION if that is busy,
// RESOURCE_EXHAUSTED if memory runs out. REQUIRES: there is a core.
template <typename Scope, typename Call>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline auto Within(RequestCore* core, const Call& call)
    -> decltype(call()) {
  const Scope scope(core->busy(), core->budget());
  if (ABSL_PREDICT_FALSE(!scope.entered())) return Busy();
  return GuardMemory(call);
}

// Nothing is read from it: it has no elements and is not IsInitialized().
const Tensor& NoTensor() {
  static const Tensor* const none = new Tensor(DT_INVALID, TensorShape({-1}));
  return *none;
}

template <typename Index>
std::string NearestKey(const Index& index, absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const auto& entry : index) names.push_back(entry.first);
  return NearestHint(Nearest(name, names));
}

// The index of a variable of the graph, or of one that its ops open.
absl::StatusOr<int> FindVariable(const Model& model, absl::string_view id) {
  const auto& index = model.variable_index;
  const auto& opened = model.opened_variable_index;
  if (auto it = index.find(id); it != index.end()) return it->second;
  if (auto it = opened.find(id); it != opened.end()) return it->second;
  return absl::NotFoundError(absl::StrCat("the model has no variable '", id, "'",
                                          NearestKey(index.empty() ? opened : index, id)));
}

// "y:0" and "y" are one tensor.
absl::string_view WithoutPortZero(absl::string_view name) { return absl::StripSuffix(name, ":0"); }

// `found`: what FindFeed gave.
absl::Status BadFeed(int found, const CompiledSignature& signature, absl::string_view name) {
  if (found == RequestCore::kFedTwice)
    return absl::InvalidArgumentError(absl::StrCat("'", name, "' is fed twice"));
  return absl::NotFoundError(absl::StrCat("the signature does not feed '", name, "'",
                                          NearestKey(signature.input_index, name)));
}

}  // namespace

int Outputs::size() const { return static_cast<int>(core_->signature(signature_).outputs.size()); }
const std::string& Outputs::name(int i) const {
  static const std::string* const none = new std::string();
  return i >= 0 && i < size() ? core_->signature(signature_).outputs[i].name : *none;
}

const Tensor& Outputs::operator[](int i) const {
  const Tensor* output = core_->Output(signature_, i);
  return output == nullptr ? NoTensor() : *output;
}

const Tensor* Outputs::Find(absl::string_view name) const {
  const auto& index = core_->signature(signature_).output_index;
  auto it = index.find(WithoutPortZero(name));
  return it == index.end() ? nullptr : core_->Output(signature_, it->second);
}

const Tensor& Outputs::operator[](absl::string_view name) const {
  const Tensor* output = Find(name);
  return output == nullptr ? NoTensor() : *output;
}

const std::string& VariableState::name() const { return core_->state_name(variable_); }

Tensor VariableState::get() const {
  const auto value = Within<CallScope>(core_, [this]() { return core_->StateValue(variable_); });
  return value.ok() ? *value : Tensor();
}

absl::Status VariableState::set(const Tensor& value) {
  return Within<CallScope>(core_, [&] { return core_->SetState(variable_, value); });
}

absl::Status VariableState::reset() {
  return Within<CallScope>(core_, [this] { return core_->ResetState(variable_); });
}

bool VariableState::is_set() const {
  BusyScope scope(core_->busy());
  return scope.entered() && core_->IsStateSet(variable_);
}

InferRequest::InferRequest(std::shared_ptr<const Model> model)
    : core_(std::make_unique<RequestCore>(std::move(model))) {}
InferRequest::InferRequest(std::unique_ptr<RequestCore> core) : core_(std::move(core)) {}
InferRequest::InferRequest(InferRequest&& other) noexcept
    : core_(std::move(other.core_)),
      selected_(std::exchange(other.selected_, kMovedFrom)),
      unused_input_(std::move(other.unused_input_)) {}
InferRequest& InferRequest::operator=(InferRequest&& other) noexcept {
  if (this == &other) return *this;
  core_ = std::move(other.core_);
  selected_ = std::exchange(other.selected_, kMovedFrom);
  unused_input_ = std::move(other.unused_input_);
  return *this;
}
InferRequest::~InferRequest() = default;

absl::Status InferRequest::WhyNoCore() const {
  if (selected_ != kMovedFrom) return OutOfMemoryError();
  return absl::FailedPreconditionError(
      "the request was moved from (std::move): ask the one it was moved to, or create another "
      "(CompiledModel::CreateRequest)");
}

template <typename Scope, typename Call>
ABSL_ATTRIBUTE_ALWAYS_INLINE inline auto InferRequest::Inside(const Call& call) const
    -> decltype(call()) {
  if (ABSL_PREDICT_FALSE(core_ == nullptr)) return WhyNoCore();
  return Within<Scope>(core_.get(), call);
}

absl::StatusOr<Outputs> InferRequest::Run(absl::string_view signature,
                                          absl::Span<const NamedTensor> feeds,
                                          const RunOptions& options) {
  return Inside<RunScope>([&]() -> absl::StatusOr<Outputs> {
    int s = 0;
    if (!signature.empty()) {
      OPGRAFT_ASSIGN_OR_RETURN(s, FindSignature(signature));
    }
    OPGRAFT_RETURN_IF_ERROR(core_->Prepare(s));
    for (size_t position = 0; position < feeds.size(); ++position) {
      const auto& [name, value] = feeds[position];
      const int i = core_->FindFeed(s, position, WithoutPortZero(name));
      absl::Status status =
          i >= 0 ? core_->Feed(s, i, value) : BadFeed(i, core_->signature(s), name);
      if (ABSL_PREDICT_FALSE(!status.ok())) {
        core_->ForgetFeeds(s);
        return status;
      }
    }
    OPGRAFT_RETURN_IF_ERROR(core_->Run(s, options));
    return Outputs(core_.get(), s);
  });
}

absl::StatusOr<Outputs> InferRequest::RunInOrder(absl::Span<const Tensor> feeds,
                                                 const RunOptions& options) {
  return Inside<RunScope>([&]() -> absl::StatusOr<Outputs> {
    const size_t wanted = core_->signature(selected_).inputs.size();
    if (feeds.size() > wanted) {
      return absl::InvalidArgumentError(
          absl::StrCat(feeds.size(), " feeds given, the signature has ", wanted));
    }
    OPGRAFT_RETURN_IF_ERROR(core_->Prepare(selected_));
    for (size_t i = 0; i < feeds.size(); ++i) {
      absl::Status status = core_->Feed(selected_, static_cast<int>(i), feeds[i]);
      if (!status.ok()) {
        core_->ForgetFeeds(selected_);
        return status;
      }
    }
    OPGRAFT_RETURN_IF_ERROR(core_->Run(selected_, options));
    return Outputs(core_.get(), selected_);
  });
}

// REQUIRES: there is a core.
absl::StatusOr<int> InferRequest::FindSignature(absl::string_view name) const {
  const auto& index = core_->model().signature_index;
  auto it = index.find(name);
  if (it != index.end()) return it->second;
  return absl::NotFoundError(
      absl::StrCat("the model has no signature '", name, "'", NearestKey(index, name)));
}

absl::Status InferRequest::SelectSignature(absl::string_view name) {
  if (core_ == nullptr) return WhyNoCore();
  return GuardMemory([&]() -> absl::Status {
    OPGRAFT_ASSIGN_OR_RETURN(selected_, FindSignature(name));
    return absl::OkStatus();
  });
}

Tensor& InferRequest::input(int i) {
  Tensor* input = nullptr;
  // Busy or not: the tensors of inputs stay where they are.
  const auto find = [&]() -> absl::Status {
    const MemoryScope memory(core_->budget());
    OPGRAFT_RETURN_IF_ERROR(core_->Prepare(selected_));
    input = core_->Input(selected_, i);
    return absl::OkStatus();
  };
  if (core_ == nullptr || !GuardMemory(find).ok() || input == nullptr) {
    unused_input_ = NoTensor();
    return unused_input_;
  }
  return *input;
}

absl::Status InferRequest::set_input(int i, const Tensor& value) {
  return Inside<CallScope>([&]() -> absl::Status {
    OPGRAFT_RETURN_IF_ERROR(core_->Prepare(selected_));
    Tensor* input = core_->Input(selected_, i);
    if (input == nullptr) return absl::InvalidArgumentError(absl::StrCat("there is no input ", i));
    OPGRAFT_RETURN_IF_ERROR(core_->Feed(selected_, i, value));
    core_->ForgetFeeds(selected_);
    OPGRAFT_ASSIGN_OR_RETURN(*input, value.DeepCopy());
    return absl::OkStatus();
  });
}

const Tensor& InferRequest::output(int i) const {
  const Tensor* output = core_ == nullptr ? nullptr : core_->Output(selected_, i);
  return output == nullptr ? NoTensor() : *output;
}

absl::Status InferRequest::Run(const RunOptions& options) {
  return Inside<RunScope>([&]() -> absl::Status {
    OPGRAFT_RETURN_IF_ERROR(core_->Prepare(selected_));
    return core_->RunPrepared(selected_, options);
  });
}

void InferRequest::Cancel() {
  if (core_ != nullptr) core_->Cancel();
}

std::vector<VariableState> InferRequest::query_state() {
  std::vector<VariableState> states;
  if (core_ == nullptr) return states;
  const absl::Status listed = GuardMemory([&] {
    states.reserve(static_cast<size_t>(core_->num_states()));
    for (int v = 0; v < core_->num_states(); ++v) states.push_back(VariableState(core_.get(), v));
    return absl::OkStatus();
  });
  if (!listed.ok()) states.clear();
  return states;
}

absl::StatusOr<VariableState> InferRequest::state(absl::string_view variable_id) {
  if (core_ == nullptr) return WhyNoCore();
  return GuardMemory([&]() -> absl::StatusOr<VariableState> {
    OPGRAFT_ASSIGN_OR_RETURN(const int variable, FindVariable(core_->model(), variable_id));
    return VariableState(core_.get(), variable);
  });
}

absl::Status InferRequest::reset_state() {
  return Inside<CallScope>([this] { return core_->ResetAll(); });
}

absl::StatusOr<std::string> InferRequest::SerializeState() const {
  return Inside<CallScope>([this] { return WriteState(core_->model(), *core_->variables()); });
}

absl::Status InferRequest::ParseState(absl::string_view bytes, std::string* warning) {
  return Inside<CallScope>(
      [&] { return ReadState(bytes, core_->model(), core_->variables(), warning); });
}

absl::Status InferRequest::SaveState(const std::string& path) const {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, SerializeState());
  return GuardMemory([&] { return WriteFile(path, bytes); });
}

absl::Status InferRequest::LoadState(const std::string& path, std::string* warning) {
  return GuardMemory([&]() -> absl::Status {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, ReadStateFile(path));
    absl::Status status = ParseState(bytes, warning);
    if (status.ok()) return status;
    return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
  });
}

absl::StatusOr<InferRequest> InferRequest::Fork() const {
  return Inside<CallScope>([this]() -> absl::StatusOr<InferRequest> {
    auto fork = std::make_unique<RequestCore>(core_->shared_model());
    OPGRAFT_RETURN_IF_ERROR(fork->variables()->CopyFrom(*core_->variables()));
    return InferRequest(std::move(fork));
  });
}

absl::Status InferRequest::Trim() {
  return Inside<CallScope>([this] {
    core_->Trim();
    return absl::OkStatus();
  });
}

int64_t InferRequest::memory_used() const { return core_ == nullptr ? 0 : core_->budget()->used(); }
int64_t InferRequest::steps_run() const { return core_ == nullptr ? 0 : core_->steps_run(); }
void InferRequest::FailAllocationAt(int64_t n) {
  if (core_ != nullptr) core_->budget()->FailAt(n);
}

}  // namespace opgraft

namespace opgraft_internal {

StateStore* RequestState(InferRequest* request) { return request->core_->variables(); }

}  // namespace opgraft_internal
