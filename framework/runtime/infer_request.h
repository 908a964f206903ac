// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_INFER_REQUEST_H_
#define FRAMEWORK_RUNTIME_INFER_REQUEST_H_

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/runtime/compile_options.h"
#include "framework/tensor/tensor.h"

namespace opgraft {
class InferRequest;
}  // namespace opgraft

namespace opgraft_internal {
class RequestCore;
class StateEditor;
class StateStore;
struct Model;
StateStore* RequestState(opgraft::InferRequest* request);
}  // namespace opgraft_internal

namespace opgraft {

using NamedTensor = std::pair<std::string, Tensor>;

// What a run gave back, in the order of the signature's fetches: a view of the request, good until
// its next run, reset, or end. Copying a Tensor out of it keeps the contents. Thread-compatible, as
// the request.
//
// Example: `for (int i = 0; i < outputs.size(); ++i) std::cout << outputs.name(i) << "\n";`
class Outputs {
 public:
  int size() const;
  const std::string& name(int i) const;
  const Tensor& operator[](int i) const;
  // The output of this name ("y" and "y:0" are one); a tensor that is not IsInitialized() if there
  // is none.
  const Tensor& operator[](absl::string_view name) const;
  // Null if there is none.
  const Tensor* Find(absl::string_view name) const;

 private:
  friend class InferRequest;
  Outputs(opgraft_internal::RequestCore* core, int signature)
      : core_(core), signature_(signature) {}
  opgraft_internal::RequestCore* core_;
  int signature_;
};

// One variable of one request (OpenVINO's VariableState). Valid as long as the request. Calls
// during a run answer FAILED_PRECONDITION. Thread-compatible, as the request.
//
// Example: `for (VariableState& s : request.query_state()) OPGRAFT_RETURN_IF_ERROR(s.reset());`
class VariableState {
 public:
  // The variable_id.
  const std::string& name() const;
  // The value as the last successful run, set or load left it, by value: later runs do not change
  // it. Zeros if the variable is not set, also where it has an init.
  Tensor get() const;
  // Copies `value`. INVALID_ARGUMENT if its type or shape is not the variable's; nothing changes
  // then.
  absl::Status set(const Tensor& value);
  // Unset again: the next run starts from the init, or zeros.
  absl::Status reset();
  // True after a run that assigned it, a set, or a load of a set one.
  bool is_set() const;

 private:
  friend class InferRequest;
  friend class opgraft_internal::StateEditor;
  VariableState(opgraft_internal::RequestCore* core, int variable)
      : core_(core), variable_(variable) {}
  opgraft_internal::RequestCore* core_;
  int variable_;
};

// One sequence of runs of a model, with the state that goes from run to run. It owns every byte
// that changes; requests of one model never touch each other's. Movable; one that was moved from
// answers FAILED_PRECONDITION. A request serves one run at a time: a second thread, or a call from
// inside a run, is answered FAILED_PRECONDITION.
//
// A run is a transaction: Assigns become visible together when it succeeds; a run that fails, is
// cancelled or out of time leaves every variable as it was.
//
// Example:
//
//   InferRequest request = model.CreateRequest();
//   OPGRAFT_ASSIGN_OR_RETURN(Outputs outputs, request.Run({{"x", Tensor::Of({1.0f, 2.0f})}}));
//   const Tensor y = outputs["y"];  // a copy keeps the contents beyond the next run
//   OPGRAFT_ASSIGN_OR_RETURN(VariableState sum, request.state("sum"));
//   OPGRAFT_RETURN_IF_ERROR(sum.reset());  // the next run computes its init again
class InferRequest {
 public:
  InferRequest(InferRequest&&) noexcept;
  InferRequest& operator=(InferRequest&&) noexcept;
  ~InferRequest();

  // --- By name ---
  // Runs the first signature on these feeds, borrowed for the call. INVALID_ARGUMENT for a feed
  // that is missing, or of another type or shape; NOT_FOUND for a name the signature does not feed;
  // the first error of a kernel, with its node.
  absl::StatusOr<Outputs> Run(std::initializer_list<NamedTensor> feeds,
                              const RunOptions& options = kDefaultRunOptions) {
    return Run(absl::string_view(), absl::MakeConstSpan(feeds.begin(), feeds.size()), options);
  }
  absl::StatusOr<Outputs> Run(absl::Span<const NamedTensor> feeds,
                              const RunOptions& options = kDefaultRunOptions) {
    return Run(absl::string_view(), feeds, options);
  }
  // The same for a named signature ("": the first).
  absl::StatusOr<Outputs> Run(absl::string_view signature, absl::Span<const NamedTensor> feeds,
                              const RunOptions& options = kDefaultRunOptions);
  // --- By index, in the order of the feeds of the selected signature ---
  absl::StatusOr<Outputs> RunInOrder(absl::Span<const Tensor> feeds,
                                     const RunOptions& options = kDefaultRunOptions);

  // --- Prepared: no look-up ---
  // The signature that the calls below mean; the first one unless selected. NOT_FOUND names the
  // nearest.
  absl::Status SelectSignature(absl::string_view name);
  // Feed `i`: of the static shape at first (an unknown dimension is 0), to be written in place
  // before each run; the reference stays valid, data pointers taken from it only until the next
  // run. An index out of range gives a tensor that is not used.
  Tensor& input(int i);
  // Copies `value` into feed `i`, whatever its shape was. INVALID_ARGUMENT if it does not fit.
  absl::Status set_input(int i, const Tensor& value);
  // Output `i`; each run renews the contents behind the reference.
  const Tensor& output(int i) const;
  absl::Status Run(const RunOptions& options);
  absl::Status Run() { return Run(kDefaultRunOptions); }

  // Ends a run in progress with CANCELLED soon after; from any thread. Nothing happens if none is.
  void Cancel();

  // --- State ---
  // All variables in the order of their ReadValues in the file; a body's where it is called, then
  // before else. Empty if there is no memory for the list.
  std::vector<VariableState> query_state();
  // NOT_FOUND with the nearest id.
  absl::StatusOr<VariableState> state(absl::string_view variable_id);
  // Unsets all; what kernels keep in the state starts anew: resources and TensorFlow's variables
  // are gone, random generators begin at their seeds.
  absl::Status reset_state();
  // The whole state as a versioned file, and back. Loading wants the same variables (id, type,
  // shape; any order) and changes nothing if they differ (INVALID_ARGUMENT). Unset ones stay unset.
  // A file of another graph whose variables fit is loaded; `*warning` then says so. What kernels
  // keep in the state goes with it; UNIMPLEMENTED for a resource whose class offers no Serialize.
  absl::Status SaveState(const std::string& path) const;
  absl::Status LoadState(const std::string& path, std::string* warning = nullptr);
  absl::StatusOr<std::string> SerializeState() const;
  absl::Status ParseState(absl::string_view bytes, std::string* warning = nullptr);
  // A new request of the same model with a copy of this one's state; afterwards they are
  // independent. UNIMPLEMENTED, naming it, if there is a resource whose class offers no Clone.
  absl::StatusOr<InferRequest> Fork() const;

  // Frees the memory of past runs; outputs and inputs are gone, the state stays.
  absl::Status Trim();
  // Bytes this request holds.
  int64_t memory_used() const;
  // Steps the last run passed through; those of a branch not taken, or of an init not needed, do
  // not count.
  int64_t steps_run() const;
  // For tests: the n-th allocation from now on fails; -1: none.
  void FailAllocationAt(int64_t n);

 private:
  friend class CompiledModel;
  friend opgraft_internal::StateStore* opgraft_internal::RequestState(InferRequest* request);
  explicit InferRequest(std::shared_ptr<const opgraft_internal::Model> model);
  explicit InferRequest(std::unique_ptr<opgraft_internal::RequestCore> core);
  absl::StatusOr<int> FindSignature(absl::string_view name) const;
  // What `call` gives inside the request, or why it cannot be called.
  template <typename Scope, typename Call>
  auto Inside(const Call& call) const -> decltype(call());
  // Why there is no core.
  absl::Status WhyNoCore() const;

  std::unique_ptr<opgraft_internal::RequestCore> core_;
  // Signature of the prepared form; -1: was moved from.
  int selected_ = 0;
  // What input() gives for an index out of range.
  Tensor unused_input_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_INFER_REQUEST_H_
