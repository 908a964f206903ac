// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/profile.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

constexpr int64_t kElements = 1 << 16;
constexpr int64_t kBytes = kElements * 4;

GraphBuilder BinaryBranch(const std::string& op) {
  GraphBuilder body;
  const Value a = body.Arg("a", DT_FLOAT);
  body.Return("r", body.Op(op, {a, a}, absl::StrCat("the_", op)));
  return body;
}

// A product, an If over it, and a view of what that gives.
GraphBuilder ProductAndIf() {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {kElements});
  const Value is_plus = b.Placeholder("is_plus", DT_BOOL, {});
  const Value y = b.Op("Mul", {x, x}, "product");
  const Value z =
      b.If(is_plus, BinaryBranch("AddV2"), BinaryBranch("Sub"), {{y, "a", "a"}}, {{"r", "r"}});
  b.Op("Reshape", {z, b.Const({16, -1})}, "view");
  return b;
}

// Runs `model` with and without the condition.
void RunBoth(const CompiledModel& model, Profile* profile) {
  InferRequest request = model.CreateRequest();
  RunOptions options;
  options.observer = profile;
  for (const bool is_plus : {true, false}) {
    ASSERT_TRUE(
        request
            .Run({{"x", *Tensor::Create(DT_FLOAT, {kElements})}, {"is_plus", Tensor(is_plus)}},
                 options)
            .ok());
  }
}

std::vector<std::string> SortedNames(const Profile& profile) {
  std::vector<std::string> names;
  for (const NodeProfile& node : profile.Nodes())
    names.push_back(absl::StrCat(node.node, " ", node.op));
  std::sort(names.begin(), names.end());
  return names;
}

TEST(Profile, NamesEachNodeThatRanByItsPath) {
  Profile profile;
  RunBoth(*CompiledModel::Compile(*ProductAndIf().Build()), &profile);
  EXPECT_THAT(SortedNames(profile),
              ElementsAre("If/If_else/the_Sub Sub", "If/If_then/the_AddV2 AddV2", "product Mul",
                          "view Reshape"));
}

TEST(Profile, NamesANodeOfACalledFunctionByTheFunction) {
  CompileOptions options;
  options.limits.max_inlined_steps = 0;
  Profile profile;
  RunBoth(*CompiledModel::Compile(*ProductAndIf().Build(), options), &profile);
  EXPECT_THAT(SortedNames(profile), ::testing::Contains("If_else/the_Sub Sub"));
}

TEST(Profile, CountsCallsBytesAndTime) {
  Profile profile;
  RunBoth(*CompiledModel::Compile(*ProductAndIf().Build()), &profile);
  const std::vector<NodeProfile> nodes = profile.Nodes();
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_TRUE(std::is_sorted(nodes.begin(), nodes.end(),
                             [](const auto& a, const auto& b) { return a.total > b.total; }));
  absl::Duration sum;
  for (const NodeProfile& node : nodes) {
    sum += node.total;
    const bool is_branch = absl::StrContains(node.node, "the_");
    EXPECT_EQ(node.calls, is_branch ? 1 : 2) << node.node;
    EXPECT_EQ(node.bytes, node.op == "Reshape" ? 0 : node.calls * 3 * kBytes) << node.node;
    EXPECT_LE(node.longest, node.total);
    EXPECT_GE(node.longest * node.calls, node.total);
  }
  EXPECT_EQ(profile.num_calls(), 6);
  EXPECT_EQ(profile.total(), sum);
  // 768 KiB were written and read; no machine does it in a microsecond.
  EXPECT_GT(nodes[0].total, absl::Microseconds(1));
}

TEST(Profile, MayBeReadAfterTheModelIsGone) {
  Profile profile;
  { RunBoth(*CompiledModel::Compile(*ProductAndIf().Build()), &profile); }
  EXPECT_EQ(SortedNames(profile).size(), 4u);
}

TEST(Profile, StartsAnewAfterClear) {
  const CompiledModel model = *CompiledModel::Compile(*ProductAndIf().Build());
  Profile profile;
  RunBoth(model, &profile);
  profile.Clear();
  EXPECT_EQ(profile.num_calls(), 0);
  EXPECT_TRUE(profile.Nodes().empty());
  RunBoth(model, &profile);
  EXPECT_EQ(profile.num_calls(), 6);
}

nlohmann::json TraceOf(const Profile& profile, const std::string& title) {
  std::ostringstream out;
  profile.WriteTrace(title, out);
  return nlohmann::json::parse(out.str());
}

TEST(Profile, WritesATraceOfRunsWithTheirNodesInside) {
  Profile profile;
  RunBoth(*CompiledModel::Compile(*ProductAndIf().Build()), &profile);
  const nlohmann::json events = TraceOf(profile, "a \"model\"\n\xff").at("traceEvents");
  EXPECT_EQ(events.at(0).at("args").at("name"), "a \"model\"\n\u00ff");
  ASSERT_EQ(events.size(), 1u + 2 + 6);
  double run_end = 0, last_end = 0;
  for (size_t i = 1; i < events.size(); ++i) {
    const nlohmann::json& event = events[i];
    const double begin = event.at("ts"), end = begin + event.at("dur").get<double>();
    if (event.at("cat") == "run") {
      EXPECT_GE(begin, run_end);
      run_end = end;
    } else {
      EXPECT_LE(end, run_end + 0.002) << event;  // microseconds of three digits
    }
    EXPECT_GE(begin, event.at("cat") == "run" ? last_end - 0.002 : 0);
    last_end = std::max(last_end, event.at("cat") == "run" ? begin : end);
  }
  EXPECT_THAT((std::vector<std::string>{events[1].at("name"), events[5].at("name")}),
              ElementsAre("run 1", "run 2"));
}

TEST(Profile, KeepsSumsButNotEventsBeyondTheLimit) {
  Profile profile(/*max_events=*/2);
  RunBoth(*CompiledModel::Compile(*ProductAndIf().Build()), &profile);
  EXPECT_EQ(profile.num_calls(), 6);
  EXPECT_EQ(profile.events_dropped(), 4);
  EXPECT_EQ(TraceOf(profile, "m").at("traceEvents").size(), 1u + 1 + 2);
}

TEST(Profile, WritesAnEmptyTraceOfNothing) {
  EXPECT_EQ(TraceOf(Profile(), "m").at("traceEvents").size(), 1u);
}

}  // namespace
}  // namespace opgraft
