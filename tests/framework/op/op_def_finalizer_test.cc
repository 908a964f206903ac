// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/op_def_finalizer.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SourceLocation At(int line) { return {"my_op.cc", line}; }

std::string ErrorOf(const OpDefBuilder& builder) {
  OpRegistrationData data;
  const absl::Status status = builder.Finalize(&data);
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  return std::string(status.message());
}

struct Accepted {
  OpDefBuilder builder;
  std::string op;  // in text format, without the name
};

OpDefBuilder TestOp() { return OpDefBuilder("Test"); }

TEST(OpDefFinalizer, TensorFlowsArgSpecsGiveTensorFlowsOps) {
  const Accepted cases[] = {
      {TestOp().Input("a: int32"), "input_arg { name: 'a' type: DT_INT32 }"},
      {TestOp().Output("b: string"), "output_arg { name: 'b' type: DT_STRING }"},
      {TestOp().Input("c: float  "), "input_arg { name: 'c' type: DT_FLOAT }"},
      {TestOp().Output("d: Ref  (  bool ) "),
       "output_arg { name: 'd' type: DT_BOOL is_ref: true }"},
      {TestOp().Input("a: bool").Output("c: complex64").Input("b: int64").Output("d: string"),
       "input_arg { name: 'a' type: DT_BOOL } input_arg { name: 'b' type: DT_INT64 } "
       "output_arg { name: 'c' type: DT_COMPLEX64 } output_arg { name: 'd' type: DT_STRING }"},
      {TestOp().Input("a: foo").Attr("foo: type"),
       "input_arg { name: 'a' type_attr: 'foo' } attr { name: 'foo' type: 'type' }"},
      {TestOp().Output("a: foo").Attr("foo: { bool, int32 }"),
       "output_arg { name: 'a' type_attr: 'foo' } "
       "attr { name: 'foo' type: 'type' allowed_values { list { type: [DT_BOOL, DT_INT32] } } }"},
      {TestOp().Input("a: n * int32").Attr("n: int"),
       "input_arg { name: 'a' type: DT_INT32 number_attr: 'n' } "
       "attr { name: 'n' type: 'int' has_minimum: true minimum: 1 }"},
      {TestOp().Output("b: n * foo").Attr("n: int").Attr("foo: type"),
       "output_arg { name: 'b' type_attr: 'foo' number_attr: 'n' } "
       "attr { name: 'n' type: 'int' has_minimum: true minimum: 1 } attr { name: 'foo' type: "
       "'type' }"},
      {TestOp().Input("a: n*int32").Attr("n: int >= 0"),
       "input_arg { name: 'a' type: DT_INT32 number_attr: 'n' } attr { name: 'n' type: 'int' "
       "has_minimum: true }"},
      {TestOp().Input("c: foo").Attr("foo: list(type)"),
       "input_arg { name: 'c' type_list_attr: 'foo' } attr { name: 'foo' type: 'list(type)' "
       "has_minimum: true minimum: 1 }"},
      {TestOp().Output("c: foo").Attr("foo: list({string, float})"),
       "output_arg { name: 'c' type_list_attr: 'foo' } attr { name: 'foo' type: 'list(type)' "
       "has_minimum: true minimum: 1 allowed_values { list { type: [DT_STRING, DT_FLOAT] } } }"},
      {TestOp().Input("a: Ref(N * T)").Attr("N: int").Attr("T: type"),
       "input_arg { name: 'a' type_attr: 'T' number_attr: 'N' is_ref: true } "
       "attr { name: 'N' type: 'int' has_minimum: true minimum: 1 } attr { name: 'T' type: 'type' "
       "}"},
      {TestOp().Input("a: Ref(Ref)").Attr("Ref: type"),
       "input_arg { name: 'a' type_attr: 'Ref' is_ref: true } attr { name: 'Ref' type: 'type' }"},
      {TestOp().Input("a: N * T").Attr("T: type"),
       "input_arg { name: 'a' type_attr: 'T' number_attr: 'N' } attr { name: 'T' type: 'type' }"},
      {TestOp().Input("a: resource"),
       "input_arg { name: 'a' type: DT_RESOURCE } is_stateful: true"},
      {TestOp().Input("a: T").Attr("T: type = DT_RESOURCE"),
       "input_arg { name: 'a' type_attr: 'T' } attr { name: 'T' type: 'type' default_value { type: "
       "DT_RESOURCE } }"},
      {TestOp().SetIsStateful(), "is_stateful: true"},
      {TestOp().SetDoNotOptimize(), "is_stateful: true"},
      {TestOp().SetIsCommutative().SetIsAggregate(), "is_commutative: true is_aggregate: true"},
      {TestOp().SetAllowsUninitializedInput().SetIsDistributedCommunication(),
       "allows_uninitialized_input: true is_distributed_communication: true"},
      {TestOp().Deprecated(7, "use Test2"), "deprecation { version: 7 explanation: 'use Test2' }"},
      {TestOp().ControlOutput("done").ControlOutput("a b"), "control_output: ['done', 'a']"},
  };
  for (const Accepted& c : cases) {
    EXPECT_EQ(MakeOp(c.builder).ShortDebugString(),
              FromText<OpDef>("name: 'Test' " + c.op).ShortDebugString());
  }
}

struct Refused {
  OpDefBuilder builder;
  std::string message;
};

TEST(OpDefFinalizer, WrongArgSpecsAreRefused) {
  const Refused cases[] = {
      {TestOp().Input("9: int32"), "Trouble parsing 'name:'"},
      {TestOp().Output("_: int32"), "Trouble parsing 'name:'"},
      {TestOp().Input(": int32"), "Trouble parsing 'name:'"},
      {TestOp().Output("int32"), "':' is missing after the output name 'int32'"},
      {TestOp().Input("CAPS: int32"),
       "input name 'CAPS' must be lower case [a-z][a-z0-9_]*; write 'caps'"},
      {TestOp().Input("_underscore: int32"), "Trouble parsing 'name:'"},
      {TestOp().Input("0digit: int32"), "Trouble parsing 'name:'"},
      {TestOp().Input("in-put: int32"), "':' is missing after the input name 'in'"},
      {TestOp().Input("x float"), "':' is missing after the input name 'x'"},
      {TestOp().Input("a: _"), "Trouble parsing either a type or an attr name at '_'"},
      {TestOp().Input("a: 9 * int32"),
       "Trouble parsing either a type or an attr name at '9 * int32'"},
      {TestOp().Input("a: x * _").Attr("x: type"), "Extra '* _' unparsed at the end"},
      {TestOp().Input("a: x * y extra").Attr("x: int").Attr("y: type"),
       "Extra 'extra' unparsed at the end"},
      {TestOp().Input("a: Ref(int32"), "Did not find closing ')' for 'Ref(', instead found: ''"},
      {TestOp().Input("a: Ref"), "'Ref' is neither a type nor an attr of Test (it has none)"},
      {TestOp().Input("a: Ref(x y").Attr("x: type"),
       "Did not find closing ')' for 'Ref(', instead found: 'y'"},
      {TestOp().Input("a: x"), "'x' is neither a type nor an attr of Test (it has none)"},
      {TestOp().Input("a: x * y").Attr("x: int"), "'y' is neither a type nor an attr of Test (x)"},
      {TestOp().Input("a: x").Attr("x: int"),
       "Reference to attr 'x' with type int that isn't type or list(type); a list of x tensors is "
       "written x * type"},
      {TestOp().Input("a: t").Attr("T: type"), "nearest: T"},
      {TestOp().ControlOutput("9"), "Trouble parsing 'name:'"},
      {TestOp().Deprecated(1, "").Deprecated(2, ""), "Deprecated called twice for Op Test"},
      {TestOp().Doc("x").Doc("y"), "Extra call to Doc() for Op Test"},
      {TestOp().SetShapeFn(nullptr).SetShapeFn(nullptr), "SetShapeFn called twice for Op Test"},
      {TestOp().SetShapeFn(nullptr),
       "SetShapeFn was given no function (nullptr) for Op Test; if nothing is known of the shapes, "
       "give shape_inference::UnknownShape"},
  };
  for (const Refused& c : cases) EXPECT_THAT(ErrorOf(c.builder), HasSubstr(c.message));
}

TEST(OpDefFinalizer, AMistakeIsShownWithFileLineAndACaretUnderTheWord) {
  const OpDefBuilder roi = OpDefBuilder("Roi", At(3))
                               .Attr("T: {float, doubel}", At(4))
                               .Attr("size: int", At(5))
                               .Input("boxes: floot", At(6));
  EXPECT_EQ(ErrorOf(roi),
            "my_op.cc:4: REGISTER_OP(\"Roi\") .Attr(\"T: {float, doubel}\")\n"
            "                                                 ^~~~~~ 'doubel' is not a type; "
            "nearest: double\n"
            "my_op.cc:6: REGISTER_OP(\"Roi\") .Input(\"boxes: floot\")\n"
            "                                              ^~~~~ 'floot' is neither a type "
            "(nearest: float) nor an attr of Roi (T, size)");
}

TEST(OpDefFinalizer, ACallIsShownWithTheLineItStandsOn) {
  const int line = __LINE__ + 1;
  const OpDefBuilder op = OpDefBuilder("Roi")
                              .Attr("T: tipe")  // one line down
                              .Input("x: float")
                              .Output("y: floot");  // three lines down
  const std::string error = ErrorOf(op);
#if defined(__clang__)  // tells the line that the chain begins in
  const int attr_line = line, output_line = line;
#else
  const int attr_line = line + 1, output_line = line + 3;
#endif
  EXPECT_THAT(error, HasSubstr(absl::StrCat("op_def_finalizer_test.cc:", attr_line,
                                            ": REGISTER_OP(\"Roi\") .Attr")));
  EXPECT_THAT(error, HasSubstr(absl::StrCat("op_def_finalizer_test.cc:", output_line,
                                            ": REGISTER_OP(\"Roi\") .Output")));
}

TEST(OpDefFinalizer, OneMistakeGivesOneMessage) {
  const OpDefBuilder op =
      OpDefBuilder("Roi", At(3))
          .Attr("T: {float, doubel}", At(4))
          .Attr("N 3", At(5))
          .Input("a: T", At(6))
          .Input("B: float", At(7))
          .Output("c: N", At(8))
          .Doc("Sum.\n\nT: the type\nB: an input\nb: an input\nd: no input", At(9));
  const std::string error = ErrorOf(op);
  EXPECT_THAT(error, HasSubstr("my_op.cc:4:"));
  EXPECT_THAT(error, HasSubstr("my_op.cc:5:"));
  EXPECT_THAT(error, HasSubstr("my_op.cc:7:"));
  EXPECT_THAT(error, Not(HasSubstr("my_op.cc:6:")));
  EXPECT_THAT(error, Not(HasSubstr("my_op.cc:8:")));
  EXPECT_THAT(error, HasSubstr("No matching input/output/attr for name 'd'"));
  EXPECT_THAT(error, Not(HasSubstr("attr for name 'B'")));
  EXPECT_THAT(error, Not(HasSubstr("attr for name 'b'")));
}

TEST(OpDefFinalizer, ADefaultThatIsNotAllowedIsToldBesideOtherMistakes) {
  const std::string error = ErrorOf(OpDefBuilder("Roi", At(3))
                                        .Attr("i: int >= 5 = 3", At(4))
                                        .Attr("j: int >= 3 = 3", At(5))
                                        .Input("a: floot", At(6)));
  EXPECT_THAT(error, HasSubstr("my_op.cc:4: REGISTER_OP(\"Roi\") .Attr(\"i: int >= 5 = 3\"): Value "
                               "for attr 'i' of 3 must be at least minimum 5"));
  EXPECT_THAT(error, Not(HasSubstr("my_op.cc:5:")));
  EXPECT_THAT(error, HasSubstr("nearest: float"));
}

TEST(OpDefFinalizer, ProblemsAreSortedByPlace) {
  const OpDefBuilder op = OpDefBuilder("Roi", At(3))
                              .Input("a: floot", At(12))
                              .Output("b: T * 3", At(7))
                              .Attr("T: tipe", At(9));
  const std::string error = ErrorOf(op);
  EXPECT_LT(error.find("my_op.cc:9:"), error.find("my_op.cc:12:"));
}

TEST(OpDefFinalizer, ALineOfADocThatReadsAsASectionIsExplained) {
  const OpDefBuilder op =
      OpDefBuilder("DocNote", At(3)).Input("a: int32", At(4)).Doc("Sum.\n\nNote: text\n", At(5));
  EXPECT_EQ(
      ErrorOf(op),
      "my_op.cc:5: REGISTER_OP(\"DocNote\") .Doc(\"Note: text\")\n"
      "                                         ^~~~ No matching input/output/attr for name 'Note' "
      "from Doc(): 'Note:' in column 0 reads as the documentation of an argument named Note; "
      "indent it or write 'Note -'");
}

TEST(OpDefFinalizer, QuotesNewlinesAndUmlautsKeepTheCaretInPlace) {
  const OpDefBuilder op = OpDefBuilder("A", At(1)).Attr("s: {\"\xc3\xa4\n\", 3}", At(2));
  EXPECT_EQ(ErrorOf(op),
            "my_op.cc:2: REGISTER_OP(\"A\") .Attr(\"s: {\\\"\xc3\xa4\\n"
            "\\\", 3}\")\n"
            "                                                 ^ Trouble parsing allowed string at "
            "'3}': strings stand in \"double\" or 'single' quotes, closed by the same");
}

TEST(OpDefFinalizer, ALongSpecIsShownAroundTheCaret) {
  const std::string spec = "T: {" + std::string(500, ' ') + "floot}" + std::string(500, ' ');
  const std::string error = ErrorOf(OpDefBuilder("A", At(1)).Attr(spec, At(2)));
  EXPECT_LT(error.size(), 500u);
  EXPECT_THAT(error, HasSubstr("(\"... "));
  EXPECT_THAT(error, HasSubstr("floot} "));
  EXPECT_THAT(error, HasSubstr("...\")\n"));
}

TEST(OpDefFinalizer, FinalizeIsRepeatable) {
  const OpDefBuilder op = TestOp().Attr("T: type").Input("a: T");
  EXPECT_EQ(MakeOp(op).ShortDebugString(), MakeOp(op).ShortDebugString());
  const OpDefBuilder wrong = TestOp().Attr("T: tipe");
  EXPECT_EQ(ErrorOf(wrong), ErrorOf(wrong));
}

TEST(OpDefFinalizer, TheShapeFunctionIsKept) {
  bool called = false;
  const OpRegistrationData data =
      MakeOpData(TestOp().SetShapeFn([&](shape_inference::InferenceContext*) {
        called = true;
        return absl::OkStatus();
      }));
  EXPECT_TRUE(data.shape_inference_fn(nullptr).ok());
  EXPECT_TRUE(called);
}

TEST(OpDefFinalizer, ValidationProblemsAreToldAtTheCall) {
  const OpDefBuilder spec = OpDefBuilder("my_op", At(1))
                                .Attr("x: int", At(2))
                                .Attr("k: int >= 3 = 1", At(3))
                                .Input("x: float", At(4))
                                .Input("y: M * float", At(5));
  const OpRegistrationData data = MakeOpData(spec);
  std::vector<std::string> texts;
  for (const SpecProblem& problem : OpDefFinalizer(spec).Validate(data.op_def))
    texts.push_back(problem.text);
  EXPECT_THAT(texts, testing::ElementsAre("my_op.cc:1: REGISTER_OP(\"my_op\"): Invalid name: my_op "
                                          "(Did you use CamelCase?); write 'MyOp'",
                                          "my_op.cc:3: REGISTER_OP(\"my_op\") .Attr(\"k: int >= 3 "
                                          "= 1\"): Value for attr 'k' of 1 must be at "
                                          "least minimum 3",
                                          "my_op.cc:4: REGISTER_OP(\"my_op\"): 'x' is used twice: "
                                          "Attr(\"x: int\") and Input(\"x: float\")",
                                          "my_op.cc:5: REGISTER_OP(\"my_op\") .Input(\"y: M * "
                                          "float\"): No attr with name 'M' for input 'y'"));
}

}  // namespace
}  // namespace opgraft
