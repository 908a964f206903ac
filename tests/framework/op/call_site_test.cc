// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/call_site.h"

#include <functional>
#include <string>
#include <vector>

#include "framework/op/common_call_sites.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

NodeAttrs AttrsOf(const std::string& name, const std::string& value, NodeAttrs attrs = {}) {
  return attrs.With(name, FromText<AttrValue>(value));
}

absl::StatusOr<CallSite> SiteOf(OpRole role, CallSiteFn fn, const CallSiteNode& node) {
  OpRegistrationData op;
  op.role = role;
  op.call_site_fn = std::move(fn);
  return MakeCallSite(op, node);
}

std::vector<int> InputsOf(const CallSite::Body& body) {
  std::vector<int> inputs;
  for (const CallSite::Argument& arg : body.args) inputs.push_back(arg.input);
  return inputs;
}

TEST(CallSite, OfACallGivesAllInputsToTheFunction) {
  const NodeAttrs attrs = AttrsOf("f", "func { name: 'g' attr { key: 'n' value { i: 3 } } }");
  const auto site =
      SiteOf(OpRole::kCall,
             [](const CallSiteNode& node, CallSite* made) { return CallOfAttr(node, "f", made); },
             {"Call", attrs, 2, 1});
  ASSERT_TRUE(site.ok()) << site.status();
  ASSERT_EQ(site->bodies.size(), 1u);
  EXPECT_EQ(site->bodies[0].label, "f");
  EXPECT_EQ(site->bodies[0].function, "g");
  EXPECT_EQ(site->bodies[0].attrs.Find("n")->i(), 3);
  EXPECT_THAT(InputsOf(site->bodies[0]), ElementsAre(0, 1));
  EXPECT_EQ(site->condition.kind, CallSite::Condition::Kind::kNone);
}

TEST(CallSite, OfABranchLeavesOutWhatChooses) {
  const NodeAttrs two = AttrsOf("yes", "func { name: 'y' }", AttrsOf("no", "func { name: 'n' }"));
  const auto by_truth = SiteOf(
      OpRole::kBranch,
      [](const CallSiteNode& node, CallSite* made) { return TwoBranches(node, "yes", "no", made); },
      {"Choose", two, 3, 1});
  ASSERT_TRUE(by_truth.ok()) << by_truth.status();
  EXPECT_EQ(by_truth->bodies[1].function, "n");
  EXPECT_THAT(InputsOf(by_truth->bodies[1]), ElementsAre(1, 2));
  EXPECT_EQ(by_truth->condition.kind, CallSite::Condition::Kind::kTruth);
  const NodeAttrs list = AttrsOf("fs", "list { func { name: 'a' } func { name: 'b' } }");
  const auto by_index = SiteOf(
      OpRole::kBranch,
      [](const CallSiteNode& node, CallSite* made) { return ListedBranches(node, "fs", made); },
      {"Pick", list, 1, 0});
  ASSERT_TRUE(by_index.ok()) << by_index.status();
  EXPECT_EQ(by_index->bodies[1].label, "fs[1]");
  EXPECT_EQ(by_index->condition.kind, CallSite::Condition::Kind::kIndex);
}

TEST(CallSite, OfALoopCarriesItsInputs) {
  const NodeAttrs attrs =
      AttrsOf("while", "func { name: 'w' }", AttrsOf("do", "func { name: 'd' }"));
  const auto site = SiteOf(OpRole::kLoop,
                           [](const CallSiteNode& node, CallSite* made) {
                             return CarryingLoop(node, "while", "do", made);
                           },
                           {"Loop", attrs, 2, 2});
  ASSERT_TRUE(site.ok()) << site.status();
  EXPECT_EQ(site->bodies[0].num_results, 1);
  EXPECT_EQ(site->loop_body().function, "d");
  EXPECT_EQ(site->loop_body().num_results, 2);
  EXPECT_EQ(site->NextOf(1), 1);
  EXPECT_EQ(site->NextOf(2), -1);
  EXPECT_EQ(site->outputs[1].kind, CallSite::Output::Kind::kCarried);
}

TEST(CallSite, AnAttrThatIsNoFunctionIsTold) {
  const NodeAttrs attrs = AttrsOf("f", "i: 1");
  const auto site =
      SiteOf(OpRole::kCall,
             [](const CallSiteNode& node, CallSite* made) { return CallOfAttr(node, "f", made); },
             {"Call", attrs, 0, 0});
  EXPECT_EQ(site.status().code(), absl::StatusCode::kInvalidArgument) << site.status();
}

struct WrongSite {
  const char* about;
  OpRole role;
  std::function<void(CallSite*)> spoil;  // a right site of one input, body, result and output
  const char* message;
};

// What an op's author got wrong must not be an index out of range later.
TEST(CallSite, ReferencesToWhatThereIsNotAreRefused) {
  using Site = CallSite;
  const WrongSite cases[] = {
      {"no body", OpRole::kCall, [](Site* s) { s->bodies.clear(); }, "has 0 bodies"},
      {"a branch too few", OpRole::kBranch,
       [](Site* s) {
         s->condition.kind = Site::Condition::Kind::kTruth;
         s->condition.index = 0;
       },
       "has 1 bodies"},
      {"no output", OpRole::kCall, [](Site* s) { s->outputs.clear(); },
       "has 0 outputs, the node 1"},
      {"an input behind the last", OpRole::kCall, [](Site* s) { s->bodies[0].args[0].input = 1; },
       "gives a body an input that the node does not have"},
      {"a call that carries", OpRole::kCall,
       [](Site* s) {
         s->carried.push_back({0, 0});
       },
       "carries a value between an input and a result that do not exist"},
      {"a result behind the last", OpRole::kLoop,
       [](Site* s) {
         s->carried.push_back({0, 1});
       },
       "carries a value between an input and a result that do not exist"},
      {"a carried argument that nothing becomes", OpRole::kLoop,
       [](Site* s) { s->bodies[0].args[0].kind = Site::Argument::Kind::kCarried; },
       "gives a body an input that the node does not have"},
      {"an output that is no result", OpRole::kCall, [](Site* s) { s->outputs[0].index = 1; },
       "has an output that is not a result of a body"},
      {"a call that concatenates", OpRole::kCall,
       [](Site* s) { s->outputs[0].kind = Site::Output::Kind::kConcatenated; },
       "has an output that is not a result of a body"},
      {"a branch without a condition", OpRole::kBranch, [](Site*) {},
       "has a condition that does not fit its kind"},
      {"a branch by no input", OpRole::kBranch,
       [](Site* s) { s->condition.kind = Site::Condition::Kind::kIndex; },
       "has a condition that does not fit its kind"},
      {"a loop by its inputs", OpRole::kLoop,
       [](Site* s) {
         s->condition.kind = Site::Condition::Kind::kTruth;
         s->condition.index = 0;
       },
       "has a condition that does not fit its kind"},
      {"a trip count that is no input", OpRole::kLoop, [](Site* s) { s->trip_count = 1; },
       "has a condition that does not fit its kind"},
      {"a loop without an end", OpRole::kLoop, [](Site*) {}, "is a loop that nothing ends"},
      {"parts of no elements", OpRole::kLoop,
       [](Site* s) {
         s->bodies[0].args[0].kind = Site::Argument::Kind::kSliced;
         s->bodies[0].args[0].slices.part_size = 0;
       },
       "has slices with a stride or part size that does not fit"},
      {"parts at no distance", OpRole::kLoop,
       [](Site* s) {
         s->bodies[0].args[0].kind = Site::Argument::Kind::kSliced;
         s->bodies[0].args[0].slices.stride = 0;
       },
       "has slices with a stride or part size that does not fit"},
      {"joined parts that overlap", OpRole::kLoop,
       [](Site* s) {
         s->trip_count = 0;
         s->outputs[0].kind = Site::Output::Kind::kConcatenated;
         s->outputs[0].slices.part_size = 2;
       },
       "has slices with a stride or part size that does not fit"},
  };
  const NodeAttrs attrs;
  for (const WrongSite& wrong : cases) {
    const auto site = SiteOf(wrong.role,
                             [&wrong](const CallSiteNode& node, CallSite* made) {
                               const absl::Status status = CallOfOp(node, made);
                               wrong.spoil(made);
                               return status;
                             },
                             {"Odd", attrs, 1, 1});
    EXPECT_EQ(site.status().code(), absl::StatusCode::kInternal) << wrong.about;
    EXPECT_THAT(std::string(site.status().message()), HasSubstr(wrong.message)) << wrong.about;
  }
}

}  // namespace
}  // namespace opgraft
