// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_STATE_WORLD_H_
#define TESTS_REFERENCE_STATE_WORLD_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "tests/reference/choices.h"
#include "tests/reference/interpreter.h"
#include "tests/reference/lockstep.h"
#include "tests/reference/random_model.h"

namespace opgraft {

// One thing done to one request of a world. Which request, signature, variable or file is meant is
// told by numbers taken modulo what there is, so any action can be done at any time, also after
// others were left out.
struct Action {
  enum Kind {
    kRun,
    kSet,
    kReset,
    kResetAll,
    kSave,
    kLoad,
    kLoadDamaged,
    kFork,
    kNewRequest,
    kDropRequest,
    kTrim,
    kKeep,
  };
  Kind kind = kRun;
  int request = 0;
  int which = 0;
  int seed = 0;  // of the values
  RunForm form = RunForm::kByName;
  Disturbance disturbance = Disturbance::kNone;
  int at = 0;

  std::string ToString() const;
};
Action RandomAction(Choices* choices);

// A compiled random model with several requests in lockstep with their references. One thread.
class StateWorld {
 public:
  // INVALID_ARGUMENT if the graph is refused. `choices` is not kept.
  static absl::StatusOr<std::unique_ptr<StateWorld>> Make(RandomModel model);

  // "" or what went wrong.
  std::string Do(const Action& action);
  const RandomModel& model() const { return model_; }

 private:
  explicit StateWorld(RandomModel model) : model_(std::move(model)) {}
  std::string Run(const Action& action, Lockstep* lockstep);
  std::string Set(const Action& action, Lockstep* lockstep);
  std::string DoToState(const Action& action, Lockstep* lockstep);
  std::string DoToRequests(const Action& action, Lockstep* lockstep);
  NamedValues RandomFeeds(const Signature& signature, Choices* choices) const;
  const VariableInfo* VariableOf(const Action& action) const;

  const RandomModel model_;
  absl::optional<CompiledModel> compiled_;
  std::unique_ptr<Interpreter> interpreter_;
  std::vector<std::unique_ptr<Lockstep>> requests_;  // at least one
  std::vector<Lockstep::Saved> saved_;
};

}  // namespace opgraft

#endif  // TESTS_REFERENCE_STATE_WORLD_H_
