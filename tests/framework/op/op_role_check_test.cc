// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_role_check.h"

#include <string>

#include "framework/op/call_site.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

absl::Status NoSite(const CallSiteNode&, CallSite*) { return absl::OkStatus(); }

struct WrongRole {
  const char* about;
  OpDefBuilder op;
  const char* message;
};

std::vector<WrongRole> WrongRoles() {
  const auto op = [] { return OpDefBuilder("Odd"); };
  return {
      {"a constant without a value", op().Output("o: T").Attr("T: type").SetRole(OpRole::kConstant),
       "a constant has an attr 'value: tensor'"},
      {"a constant of an input", op().Input("i: T").Attr("T: type").SetRole(OpRole::kConstant),
       "a constant has 0 inputs"},
      {"a placeholder of two outputs",
       op().Output("a: float").Output("b: float").SetRole(OpRole::kPlaceholder),
       "a placeholder has 1 outputs"},
      {"an Assign of a list", op().Input("i: T").Attr("T: list(type)").SetRole(OpRole::kAssign),
       "an assignment to a variable has 1 inputs"},
      {"a read of no variable", op().Output("o: float").SetRole(OpRole::kRead),
       "a read of a variable has an attr 'variable_id: string'"},
      {"an id that is a number",
       op().Input("i: float").Output("o: float").Attr("variable_id: int").SetRole(OpRole::kAssign),
       "an assignment to a variable has an attr 'variable_id: string'"},
      {"an op that passes on less than it is given",
       op().Input("a: float").Input("b: float").Output("o: float").SetRole(OpRole::kPassOn),
       "an op that passes its inputs on has outputs of the same types"},
      {"an op that passes on another type",
       op().Input("a: float").Output("o: int32").SetRole(OpRole::kPassOn),
       "has outputs of the same types"},
      {"a loop of nothing", op().SetRole(OpRole::kLoop),
       "a call, a branch or a loop has a call-site function"},
      {"a plain op that runs functions", op().SetCallSiteFn(OpRole::kPlain, NoSite),
       "only a call, a branch or a loop has a call-site function"},
  };
}

TEST(OpRoleCheck, AnOpThatDoesNotFitItsRoleIsRefusedAtItsRegistration) {
  for (const WrongRole& wrong : WrongRoles()) {
    OpRegistrationData data;
    const absl::Status status = wrong.op.Finalize(&data);
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << wrong.about;
    EXPECT_THAT(std::string(status.message()), HasSubstr(wrong.message)) << wrong.about;
    EXPECT_THAT(std::string(status.message()), HasSubstr("the role of Op Odd does not fit it"));
  }
}

TEST(OpRoleCheck, ARoleIsKeptWithTheOp) {
  const OpDefBuilder op = OpDefBuilder("Same").Input("i: T").Output("o: T").Attr("T: list(type)");
  EXPECT_EQ(MakeOpData(op).role, OpRole::kPlain);
  EXPECT_EQ(MakeOpData(OpDefBuilder(op).SetRole(OpRole::kPassOn)).role, OpRole::kPassOn);
  EXPECT_EQ(MakeOpData(OpDefBuilder("Run").SetCallSiteFn(OpRole::kCall, NoSite)).role,
            OpRole::kCall);
}

}  // namespace
}  // namespace opgraft
