// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random sequences of run, fail, cancel, reset, set, get, save, load, fork over random stateful
// graphs, several requests at once, beside a plain reference (tests/reference). With other flags it
// explores:
//   bazel run //tests/framework/runtime:state_model_test -- --seed=7000 --runs=100000
// On a difference it prints the seed, the graph, and the shortest sequence of actions that shows
// it.

#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "gtest/gtest.h"
#include "tests/reference/state_world.h"

namespace opgraft {
namespace {

int first_seed = 1;
int num_runs = 300;
int num_actions = 40;

std::string RandomBytes(unsigned seed) {
  std::mt19937 random(seed);
  std::string bytes(4000, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

// Does the actions one after the other in a new world; "" or the difference, and which action
// showed it.
std::string Play(const RandomModel& model, const std::vector<Action>& actions, size_t* failed_at) {
  absl::StatusOr<std::unique_ptr<StateWorld>> world = StateWorld::Make(model);
  if (!world.ok()) return world.status().ToString();
  for (size_t i = 0; i < actions.size(); ++i) {
    std::string difference = (*world)->Do(actions[i]);
    *failed_at = i;
    if (!difference.empty()) return difference;
  }
  return "";
}

// The failing prefix without the actions that the failure does not need.
std::vector<Action> Shorten(const RandomModel& model, std::vector<Action> actions) {
  size_t failed_at = 0;
  for (size_t i = actions.size(); i-- > 0;) {
    std::vector<Action> fewer = actions;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (fewer.empty() || Play(model, fewer, &failed_at).empty()) continue;
    fewer.resize(failed_at + 1);
    actions = std::move(fewer);
    i = std::min(i, actions.size());
  }
  return actions;
}

void Report(int seed, const RandomModel& model, std::vector<Action> actions) {
  size_t failed_at = 0;
  actions = Shorten(model, std::move(actions));
  const std::string difference = Play(model, actions, &failed_at);
  std::cout << "--seed=" << seed << " --runs=1: " << difference << "\nafter:\n";
  for (const Action& action : actions) std::cout << "  " << action.ToString() << "\n";
  std::cout << ToString(model);
}

enum class Outcome { kSame, kDifferent, kRefused };

Outcome TryOne(int seed) {
  Choices choices(RandomBytes(static_cast<unsigned>(seed)));
  absl::StatusOr<RandomModel> model = MakeRandomModel(&choices);
  if (!model.ok()) {
    std::cout << "seed " << seed << ": refused: " << model.status() << "\n";
    return Outcome::kRefused;
  }
  std::vector<Action> actions;
  for (int i = 0; i < num_actions; ++i) actions.push_back(RandomAction(&choices));
  size_t failed_at = 0;
  const std::string difference = Play(*model, actions, &failed_at);
  if (difference.empty()) return Outcome::kSame;
  actions.resize(std::min(failed_at + 1, actions.size()));
  Report(seed, *model, actions);
  return Outcome::kDifferent;
}

TEST(StateModel, RandomSequencesOverRandomGraphsAreAsTheReferenceSays) {
  int refused = 0;
  for (int seed = first_seed; seed < first_seed + num_runs; ++seed) {
    const Outcome outcome = TryOne(seed);
    ASSERT_NE(outcome, Outcome::kDifferent) << "seed " << seed << "; the report is above";
    refused += outcome == Outcome::kRefused ? 1 : 0;
  }
  EXPECT_LE(refused * 50, num_runs)
      << "the maker of random graphs makes too many that are not valid";
}

// Every probe of a run fails, throws and cancels once; every allocation fails once.
TEST(StateModel, AFailureAtEachStepLeavesTheStateUntouched) {
  const Disturbance disturbances[] = {Disturbance::kError, Disturbance::kThrow,
                                      Disturbance::kCancel, Disturbance::kReenter,
                                      Disturbance::kAllocation};
  for (int seed = first_seed; seed < first_seed + num_runs / 10; ++seed) {
    SCOPED_TRACE(seed);
    Choices choices(RandomBytes(static_cast<unsigned>(seed)));
    absl::StatusOr<RandomModel> model = MakeRandomModel(&choices);
    if (!model.ok()) continue;
    std::vector<Action> actions;
    for (const Disturbance disturbance : disturbances) {
      for (int at = 0; at < 30; ++at) {
        Action action;
        action.seed = 7 + at % 3;
        action.form = static_cast<RunForm>(at % 3);
        actions.push_back(action);  // a run that nothing disturbs, now and then
        if (at % 8 != 0) actions.pop_back();
        action.disturbance = disturbance;
        action.at = at;
        actions.push_back(action);
      }
    }
    size_t failed_at = 0;
    ASSERT_EQ(Play(*model, actions, &failed_at), "") << actions[failed_at].ToString();
  }
}

}  // namespace

void ReadFlag(absl::string_view flag) {
  const std::pair<absl::string_view, int*> flags[] = {
      {"--seed=", &first_seed}, {"--runs=", &num_runs}, {"--actions=", &num_actions}};
  for (const auto& [name, value] : flags) {
    if (absl::ConsumePrefix(&flag, name) && absl::SimpleAtoi(flag, value)) return;
  }
  std::cerr << "unknown flag " << flag << "; there are --seed=N --runs=N --actions=N\n";
  std::exit(2);
}

}  // namespace opgraft

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) opgraft::ReadFlag(argv[i]);
  return RUN_ALL_TESTS();
}
