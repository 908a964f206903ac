// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_LOCKSTEP_H_
#define TESTS_REFERENCE_LOCKSTEP_H_

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/optional.h"
#include "framework/runtime/compiled_model.h"
#include "tests/reference/interpreter.h"

namespace opgraft {

// How a run is entered.
enum class RunForm { kByName, kInOrder, kPrepared };

// What is done to a run from outside or from within.
enum class Disturbance {
  kNone,
  kError,       // the probe whose turn it is fails
  kThrow,       // it throws
  kCancel,      // it cancels the run
  kReenter,     // it uses the request that it runs in: each call is refused, and the run goes on
  kAllocation,  // an allocation fails
  kDeadline,    // the deadline has passed
};

// A request beside its plain reference: the same is done to both, and what they show must be the
// same, byte for byte. Each method returns "" or, in words, the first difference. Borrows the model
// and the interpreter. One thread.
class Lockstep {
 public:
  Lockstep(const std::vector<Signature>* signatures, Interpreter* interpreter,
           InferRequest request);
  Lockstep(const Lockstep&) = delete;
  Lockstep& operator=(const Lockstep&) = delete;

  struct RunRequest {
    int signature = 0;
    RunForm form = RunForm::kByName;
    NamedValues feeds;
    Disturbance disturbance = Disturbance::kNone;
    int at = 0;  // the probe, or the allocation
  };
  std::string Run(const RunRequest& run);

  std::string Set(const std::string& id, const Tensor& value);
  std::string Reset(const std::string& id);
  std::string ResetAll();
  std::string Trim();
  // The state as bytes, with what it stands for.
  using Saved = std::pair<std::string, NamedValues>;
  std::string Save(Saved* saved);
  std::string Load(const Saved& saved);
  // Bytes that may be no state any more: refused without a trace, or taken.
  std::string LoadDamaged(const std::string& bytes);
  std::string Fork(std::unique_ptr<Lockstep>* fork);
  // Takes the value of a variable or of an output, to see that it stays as it is.
  void Keep(int which);

  // Compares all variables, outputs that are still good, and what was kept.
  std::string Check();

 private:
  struct Expected {
    absl::StatusOr<Interpreter::Result> result;
    std::vector<std::string> ran;
  };
  struct KeptTensor {
    Tensor tensor;
    Tensor copy;
  };

  Expected RunReference(const RunRequest& run, const NamedValues& feeds);
  absl::Status RunPlanned(const RunRequest& run);
  absl::Status RunInForm(const RunRequest& run, const RunOptions& options);
  absl::Status RunByName(const RunRequest& run, const RunOptions& options);
  absl::Status RunInOrder(const RunRequest& run, const RunOptions& options);
  absl::Status RunPrepared(const RunRequest& run, const RunOptions& options);
  absl::Status RunWithWrongInput(const RunRequest& run, int i, const RunOptions& options);
  std::function<absl::Status()> ActionOf(Disturbance disturbance);
  std::string Compare(const RunRequest& run, const Expected& expected, const absl::Status& status,
                      std::vector<std::string> ran);
  std::string CompareFailure(const RunRequest& run, const Expected& expected,
                             const absl::Status& status) const;
  std::string CompareOutputs() const;
  const Tensor& OutputAt(size_t i) const;
  std::string CheckStates();
  std::string TryEverything();
  NamedValues FeedsOf(const RunRequest& run) const;
  const Signature& SignatureOf(const RunRequest& run) const {
    return (*signatures_)[static_cast<size_t>(run.signature)];
  }

  const std::vector<Signature>* const signatures_;
  Interpreter* const interpreter_;
  InferRequest request_;
  NamedValues variables_;                 // the reference's
  std::vector<NamedValues> prepared_;     // by signature: inputs set for prepared runs
  absl::optional<Outputs> outputs_;       // of the last run by name or in order
  int prepared_outputs_ = -1;             // the signature whose outputs the prepared form shows
  std::vector<Tensor> expected_outputs_;  // of the last run, while they are good
  std::vector<KeptTensor> kept_;
  std::string reentry_;  // what was wrong with a call from inside a run
};

// "" if the two are the same byte for byte.
std::string DifferenceOf(const std::string& what, const Tensor& got, const Tensor& expected);

}  // namespace opgraft

#endif  // TESTS_REFERENCE_LOCKSTEP_H_
