// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Random graphs, and random things done to several requests of each, beside the reference
// (tests/reference). The bytes are the choices: their last quarter says what is done, the rest
// makes the graph. What the bytes mean changes with the makers, so a finding becomes a test of its
// own beside what was wrong (lowering_test.cc, for one).
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/reference/state_world.h"

namespace opgraft {
namespace {

// Making a graph takes most of the time, and libFuzzer finds more with many small ones.
constexpr int kMaxNodes = 16;
constexpr int kMaxActions = 40;

// A few plain runs at least, however short the input is.
std::vector<Action> MakeActions(absl::string_view bytes) {
  std::vector<Action> actions(3);
  for (size_t i = 0; i < actions.size(); ++i) actions[i].seed = static_cast<int>(i);
  Choices choices(bytes);
  while (!choices.used_up() && actions.size() < kMaxActions)
    actions.push_back(RandomAction(&choices));
  return actions;
}

void TryBytes(absl::string_view bytes) {
  const size_t for_graph = bytes.size() - bytes.size() / 4;
  Choices choices(bytes.substr(0, for_graph));
  absl::StatusOr<RandomModel> model = MakeRandomModel(&choices, kMaxNodes);
  if (!model.ok())
    return;  // now and then what is known of a value is too little to make a valid node of it
  const absl::StatusOr<std::unique_ptr<StateWorld>> world = StateWorld::Make(*model);
  Demand(world.ok(), absl::StrCat("a graph that is valid compiles: ", world.status().ToString()));
  std::string done;
  for (const Action& action : MakeActions(bytes.substr(for_graph))) {
    absl::StrAppend(&done, "  ", action.ToString(), "\n");
    const std::string difference = (*world)->Do(action);
    if (!difference.empty())
      Demand(false, absl::StrCat(difference, "\nafter:\n", done, ToString(*model)));
  }
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryBytes(opgraft::TextOf(data, size));
  return 0;
}
