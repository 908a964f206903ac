// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_def_builder.h"

#include <functional>
#include <string>
#include <vector>

#include "framework/op/fake_input.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_registry.h"
#include "framework/op/validate_node_def.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

using Steps = std::function<void(NodeDefBuilder*)>;

// What comes of building a node "n" and checking it.
struct Outcome {
  std::string
      node;  // "a, a:1 | N=2, T=DT_INT32 | int32, int32 -> float"; "" after an error of Finalize
  std::string error;  // of Finalize or ValidateNodeDef
};

std::string Describe(const NodeDef& node, const OpDef& op) {
  const std::string summary = SummarizeNodeDef(node);
  DataTypeVector inputs, outputs;
  EXPECT_TRUE(InOutTypesForNode(node, op, &inputs, &outputs).ok());
  return summary.substr(summary.find('[')) + " " + DataTypeVectorString(inputs) + " -> " +
         DataTypeVectorString(outputs);
}

Outcome Build(const OpDef& op, const Steps& steps) {
  NodeDefBuilder builder("n", &op);
  steps(&builder);
  NodeDef node;
  absl::Status status = builder.Finalize(&node);
  if (status.ok()) status = ValidateNodeDef(node, op);
  return status.ok() ? Outcome{Describe(node, op), ""} : Outcome{"", std::string(status.message())};
}

struct Case {
  Steps steps;
  std::string expected;  // the node as Describe shows it, or a part of the error
};

void Check(const OpDefBuilder& spec, const std::vector<Case>& cases) {
  const OpDef op = MakeOp(spec);
  for (const Case& c : cases) {
    const Outcome outcome = Build(op, c.steps);
    if (c.expected[0] == '[') {
      EXPECT_EQ(outcome.node, c.expected) << outcome.error;
    } else {
      EXPECT_THAT(outcome.error, HasSubstr(c.expected)) << outcome.node;
    }
  }
}

OpDefBuilder Op(const char* name) { return OpDefBuilder(name); }
using B = NodeDefBuilder;

TEST(NodeDefBuilder, InputsOfAFixedType) {
  Check(
      Op("Simple").Input("a: int32").Output("out: float"),
      {{[](B* b) { b->Input(FakeInput()); }, "[](a) int32 -> float"},
       {[](B* b) { b->Input("x", 0, DT_INT32); }, "[](x) int32 -> float"},
       {[](B* b) { b->Input("y", 2, DT_INT32); }, "[](y:2) int32 -> float"},
       {[](B* b) { b->Input(FakeInput(DT_INT32_REF)); }, "[](a) int32 -> float"},
       {[](B* b) { b->ControlInput("x").ControlInput("y").Input(FakeInput()).Device("ddd"); },
        "[_device=\"ddd\"](a, ^x, ^y) int32 -> float"},
       {[](B* b) { b->Input(FakeInput()).Input(FakeInput()); },
        "More Input() calls than the 1 input_args while building NodeDef 'n' using Op<name=Simple; "
        "signature=a:int32 -> out:float>"},
       {[](B*) {}, "0 inputs specified of 1 inputs in Op while"},
       {[](B* b) { b->Input(FakeInput(DT_FLOAT)); }, "Input 'a' passed float expected int32 while"},
       {[](B* b) { b->Input(FakeInput(DT_FLOAT_REF)); },
        "Input 'a' passed float_ref expected int32 while"},
       {[](B* b) { b->Input(FakeInput(3, DT_INT32)); },
        "List provided to input 'a' when single Tensor expected while"},
       {[](B* b) { b->Input(FakeInput()).ControlInput("z:2"); },
        "Control input '^z:2' must not have ':'"},
       {[](B* b) { b->Input("", 0, DT_INT32); }, "Empty input node name while"},
       {[](B* b) { b->Input("^x", 0, DT_INT32); }, "Non-control input starting with ^: ^x while"}});
}

TEST(NodeDefBuilder, FinalizeMayBeCalledAgain) {
  const OpDef op = MakeOp(Op("Simple").Input("a: int32"));
  NodeDefBuilder builder("n", &op);
  NodeDef node, again;
  EXPECT_FALSE(builder.Finalize(&node).ok());
  builder.Input(FakeInput());
  EXPECT_TRUE(builder.Finalize(&node).ok());
  EXPECT_TRUE(builder.Finalize(&again).ok());
  EXPECT_EQ(node.ShortDebugString(), again.ShortDebugString());
  builder.Input(FakeInput());
  EXPECT_FALSE(builder.Finalize(&node).ok());
}

TEST(NodeDefBuilder, AnUnknownOpIsNamed) {
  const auto ops = OpRegistryBuilder().Add(Op("Known")).Build();
  NodeDefBuilder builder("n", "Op Does Not Exist", ops->get());
  builder.Input(FakeInput()).Attr("x", 1).ControlInput("y");
  NodeDef node;
  const std::string message(builder.Finalize(&node).message());
  EXPECT_THAT(message, HasSubstr("op 'Op Does Not Exist' is not registered"));
  EXPECT_THAT(message, HasSubstr(" while building NodeDef 'n'"));
  EXPECT_EQ(NodeDefBuilder("n", "Known", ops->get()).op_def()->name(), "Known");
  EXPECT_EQ(NodeDefBuilder("n", "Unknown to all").op_def(), nullptr);
}

TEST(NodeDefBuilder, TypesAreInferredFromInputs) {
  Check(Op("Polymorphic").Input("v: T").Output("out: T").Attr("T: type"),
        {{[](B* b) { b->Input(FakeInput(DT_INT32)); }, "[T=DT_INT32](a) int32 -> int32"},
         {[](B* b) { b->Input(FakeInput(DT_BOOL)).Attr("T", DT_BOOL); },
          "[T=DT_BOOL](a) bool -> bool"},
         {[](B* b) { b->Input(FakeInput(DT_BOOL)).Attr("T", DT_STRING); },
          "Inconsistent values for attr 'T' DT_BOOL vs. DT_STRING while"},
         {[](B* b) { b->Attr("T", DT_STRING).Input(FakeInput(DT_BOOL)); },
          "Inconsistent values for attr 'T' DT_STRING vs. DT_BOOL while"},
         {[](B* b) { b->Attr("T", 12).Input(FakeInput(DT_BOOL)); },
          "Inconsistent values for attr 'T' 12 vs. DT_BOOL while"}});
  Check(Op("Binary").Input("a: T").Input("b: T").Output("out: T").Attr("T: type"),
        {{[](B* b) { b->Input(FakeInput(DT_INT32)).Input(FakeInput(DT_INT32)); },
          "[T=DT_INT32](a, b) int32, int32 -> int32"},
         {[](B* b) { b->Input(FakeInput(DT_BOOL)).Input(FakeInput(DT_STRING)); },
          "Inconsistent values for attr 'T' DT_BOOL vs. DT_STRING while"}});
  Check(Op("Restrict").Input("a: T").Output("out: T").Attr("T: {string, bool}"),
        {{[](B* b) { b->Input(FakeInput(DT_STRING)); }, "[T=DT_STRING](a) string -> string"},
         {[](B* b) { b->Input(FakeInput(DT_INT32)); },
          "Value for attr 'T' of int32 is not in the list of allowed values: string, bool"}});
}

TEST(NodeDefBuilder, TypesOfOutputsMustBeGiven) {
  Check(Op("PolymorphicOut").Output("out: T").Attr("T: type"),
        {{[](B* b) { b->Attr("T", DT_INT32); }, "[T=DT_INT32]()  -> int32"},
         {[](B* b) { b->Attr("T", DT_BOOL).Attr("T", DT_BOOL); }, "[T=DT_BOOL]()  -> bool"},
         {[](B* b) { b->Attr("T", DT_BOOL).Attr("T", DT_STRING); },
          "Inconsistent values for attr 'T' DT_BOOL vs. DT_STRING while"},
         {[](B*) {}, "NodeDef missing attr 'T'"},
         {[](B* b) {
            b->Attr("T", {DT_INT32, DT_BOOL});
          },
          "'list(type)' when 'type' expected"},
         {[](B* b) { b->Attr("T", 12); }, "'int' when 'type' expected"}});
  Check(Op("PolymorphicDefaultOut").Output("out: T").Attr("T: type = DT_STRING"),
        {{[](B*) {}, "[T=DT_STRING]()  -> string"},
         {[](B* b) { b->Attr("T", DT_BOOL); }, "[T=DT_BOOL]()  -> bool"}});
}

TEST(NodeDefBuilder, ListsOfTypes) {
  Check(Op("TypeList").Input("a: T").Attr("T: list(type)"),
        {{[](B* b) {
            b->Input(FakeInput({DT_STRING, DT_INT32}));
          },
          "[T=[DT_STRING, DT_INT32]](a, a:1) string, int32 -> "},
         {[](B* b) { b->Input(FakeInput(DataTypeSlice())); },
          "Length for attr 'T' of 0 must be at least minimum 1"},
         {[](B* b) { b->Input("x", 0, DT_BOOL); },
          "Single tensor passed to 'a', expected list while"},
         {[](B* b) { b->Input(FakeInput()); },
          "2 errors while building NodeDef 'n' using Op<name=TypeList; signature=a:T -> ; "
          "attr=T:list(type),min=1>:\n"
          "Could not infer list of types for input 'a': No attr named 'T' in NodeDef\n"
          "0 inputs specified of 1 inputs in Op"}});
  Check(Op("TypeListNoMin").Input("a: T").Attr("T: list(type) >= 0"),
        {{[](B* b) { b->Input(FakeInput(DataTypeSlice())); }, "[T=[]]()  -> "}});
  Check(Op("TypeListTwice").Input("a: T").Input("b: T").Attr("T: list(type) >= 0"),
        {{[](B* b) {
            b->Input(FakeInput({DT_INT32, DT_BOOL})).Input(FakeInput());
          },
          "[T=[DT_INT32, DT_BOOL]](a, a:1, b, b:1) int32, bool, int32, bool -> "},
         {[](B* b) {
            b->Input(FakeInput({DT_INT32, DT_BOOL})).Input(FakeInput({DT_INT32, DT_STRING}));
          },
          "Inconsistent values for attr 'T' [DT_INT32, DT_BOOL] vs. [DT_INT32, DT_STRING] while"}});
  Check(Op("OutTypeList").Output("out: T").Attr("T: list(type) >= 0"),
        {{[](B* b) {
            b->Attr("T", {DT_STRING, DT_BOOL});
          },
          "[T=[DT_STRING, DT_BOOL]]()  -> string, bool"},
         {[](B* b) { b->Attr("T", std::vector<DataType>()); }, "[T=[]]()  -> "},
         {[](B* b) { b->Attr("T", DT_FLOAT); }, "'type' when 'list(type)' expected"}});
  Check(Op("TypeListRestrict").Input("a: T").Attr("T: list({string, bool}) >= 0"),
        {{[](B* b) {
            b->Input(FakeInput({DT_STRING, DT_INT32}));
          },
          "Value for attr 'T' of int32 is not in the list of allowed values: string, bool"}});
}

TEST(NodeDefBuilder, AttrsOfEachKind) {
  Check(Op("Attr").Attr("a: int"),
        {{[](B* b) { b->Attr("a", 12); }, "[a=12]()  -> "},
         {[](B* b) { b->Attr("a", "bad"); }, "'string' when 'int' expected"},
         {[](B* b) { b->Attr("a", {12}); }, "'list(int)' when 'int' expected"},
         {[](B*) {}, "NodeDef missing attr 'a'"},
         {[](B* b) { b->Attr("a", 10).Attr("b", 12); }, "[a=10, b=12]()  -> "}});
  Check(Op("AttrFloat").Attr("a: float"),
        {{[](B* b) { b->Attr("a", 1.2f); }, "[a=1.2]()  -> "},
         {[](B* b) { b->Attr("a", 1.2); }, "[a=1.2]()  -> "},
         {[](B* b) { b->Attr("a", 12); }, "'int' when 'float' expected"}});
  Check(Op("AttrBoolList").Attr("a: list(bool)"),
        {{[](B* b) {
            b->Attr("a", {true, false});
          },
          "[a=[true, false]]()  -> "},
         {[](B* b) { b->Attr("a", std::vector<bool>()); }, "[a=[]]()  -> "},
         {[](B* b) { b->Attr("a", {0}); }, "'list(int)' when 'list(bool)' expected"}});
  Check(Op("AttrMin").Attr("a: int >= 5"),
        {{[](B* b) { b->Attr("a", 12); }, "[a=12]()  -> "},
         {[](B* b) { b->Attr("a", 2); }, "of 2 must be at least minimum 5"}});
  Check(Op("AttrListMin").Attr("a: list(int) >= 2"),
        {{[](B* b) {
            b->Attr("a", {1, 2});
          },
          "[a=[1, 2]]()  -> "},
         {[](B* b) { b->Attr("a", {17}); }, "of 1 must be at least minimum 2"}});
  Check(Op("AttrEnum").Attr("a: {'apples', 'oranges'}"),
        {{[](B* b) { b->Attr("a", "oranges"); }, "[a=\"oranges\"]()  -> "},
         {[](B* b) { b->Attr("a", "invalid"); },
          "of \"invalid\" is not in the list of allowed values: \"apples\", \"oranges\""}});
  Check(Op("AttrShape").Attr("a: shape"),
        {{[](B* b) {
            b->Attr("a", TensorShape({4, 3}));
          },
          "[a=[4,3]]()  -> "},
         {[](B* b) { b->Attr("a", TensorShape()); }, "[a=[]]()  -> "}});
}

TEST(NodeDefBuilder, DefaultsAreAddedForWhatIsNotSet) {
  Check(Op("AttrDefault").Attr("a: string = 'banana'"),
        {{[](B*) {}, "[a=\"banana\"]()  -> "},
         {[](B* b) { b->Attr("a", "kiwi"); }, "[a=\"kiwi\"]()  -> "}});
  Check(Op("AttrListDefault").Attr("a: list(int) = [5, 15]"),
        {{[](B*) {}, "[a=[5, 15]]()  -> "},
         {[](B* b) { b->Attr("a", std::vector<int>()); }, "[a=[]]()  -> "}});
  Check(Op("AttrEmptyListDefault").Attr("a: list(int) = []"), {{[](B*) {}, "[a=[]]()  -> "}});
}

TEST(NodeDefBuilder, LengthsAreInferredFromLists) {
  Check(
      Op("NIntsIn").Input("a: N*int32").Attr("N: int >= 2"),
      {{[](B* b) { b->Input(FakeInput(2)); }, "[N=2](a, a:1) int32, int32 -> "},
       {[](B* b) {
          b->Input({{"x", 0, DT_INT32}, {"y", 3, DT_INT32}});
        },
        "[N=2](x, y:3) int32, int32 -> "},
       {[](B* b) { b->Input(FakeInput(2, DT_STRING)); },
        "2 errors while building NodeDef 'n' using Op<name=NIntsIn; signature=a:N*int32 -> ; "
        "attr=N:int,min=2>:\n"
        "Input 'a' passed string expected int32\nInput 'a' passed string expected int32"},
       {[](B* b) { b->Input(FakeInput(1)); }, "Value for attr 'N' of 1 must be at least minimum 2"},
       {[](B* b) { b->Input("in", 0, DT_INT32); },
        "Single tensor passed to 'a', expected list while"},
       {[](B* b) { b->Input(FakeInput()); },
        "Could not infer length of input 'a': No attr named 'N' in NodeDef"}});
  Check(Op("NPolymorphicIn").Input("a: N*T").Attr("T: type").Attr("N: int >= 2"),
        {{[](B* b) { b->Input(FakeInput(2, DT_INT32)); },
          "[N=2, T=DT_INT32](a, a:1) int32, int32 -> "},
         {[](B* b) {
            b->Input(FakeInput({DT_INT32, DT_STRING}));
          },
          "Input 'a' passed string expected int32 while"},
         {[](B* b) { b->Input(FakeInput(2)); },
          "Could not infer type for input 'a': No attr named 'T' in NodeDef"},
         {[](B* b) { b->Attr("N", -1).Attr("T", DT_INT8).Input(FakeInput()); },
          "Inconsistent values for attr 'N' -1 vs. 0"}});
  Check(Op("NInTwice").Input("a: N*int32").Input("b: N*string").Attr("N: int >= 0"),
        {{[](B* b) { b->Input(FakeInput(0)).Input(FakeInput(0)); }, "[N=0]()  -> "},
         {[](B* b) { b->Input(FakeInput(3)).Input(FakeInput(1)); },
          "Inconsistent values for attr 'N' 3 vs. 1 while"}});
  Check(Op("InPolymorphicTwice")
            .Input("a: N*T")
            .Input("b: M*T")
            .Attr("T: type")
            .Attr("N: int >= 0")
            .Attr("M: int >= 0"),
        {{[](B* b) { b->Input(FakeInput(0)).Input(FakeInput(2, DT_STRING)); },
          "[M=2, N=0, T=DT_STRING](b, b:1) string, string -> "},
         {[](B* b) { b->Input(FakeInput(2, DT_INT32)).Input(FakeInput(1, DT_STRING)); },
          "Inconsistent values for attr 'T' DT_INT32 vs. DT_STRING while"}});
  Check(Op("NIntsOut").Output("a: N*int32").Attr("N: int >= 2 = 3"),
        {{[](B*) {}, "[N=3]()  -> int32, int32, int32"},
         {[](B* b) { b->Attr("N", 2); }, "[N=2]()  -> int32, int32"},
         {[](B* b) { b->Attr("N", 1); }, "Value for attr 'N' of 1 must be at least minimum 2"}});
}

TEST(NodeDefBuilder, References) {
  Check(Op("RefIn").Input("a: Ref(int32)"),
        {{[](B* b) { b->Input(FakeInput(DT_INT32_REF)); }, "[](a) int32_ref -> "},
         {[](B* b) { b->Input(FakeInput(DT_BOOL_REF)); },
          "Input 'a' passed bool_ref expected int32_ref while"},
         {[](B* b) { b->Input(FakeInput(DT_INT32)); },
          "Input 'a' passed int32 expected int32_ref while"}});
  Check(Op("PolymorphicRefIn").Input("a: Ref(T)").Attr("T: type"),
        {{[](B* b) { b->Input(FakeInput(DT_BOOL_REF)); }, "[T=DT_BOOL](a) bool_ref -> "},
         {[](B* b) { b->Input(FakeInput(DT_BOOL)); },
          "Input 'a' passed bool expected ref type while"}});
  Check(Op("PolymorphicRefOut").Output("out: Ref(T)").Attr("T: type"),
        {{[](B* b) { b->Attr("T", DT_BOOL); }, "[T=DT_BOOL]()  -> bool_ref"}});
}

}  // namespace
}  // namespace opgraft
