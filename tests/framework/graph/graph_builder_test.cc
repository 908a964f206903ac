// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/builder/graph_builder.h"

#include <time.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/graph/data/function_library.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/functions/function_body.h"
#include "framework/graph/functions/function_calls.h"
#include "framework/graph/variables/state_index.h"
#include "framework/graph/variables/variables.h"
#include "framework/types/status_macros.h"
#include "gmock/gmock.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// As the page that shows how Opgraft is used has it, word for word.
// clang-format off
absl::StatusOr<opgraft::Graph> SumUp() {
    opgraft::GraphBuilder b;
    auto x    = b.Placeholder("x", opgraft::DT_FLOAT, {1});
    auto old  = b.ReadValue("sum", b.Const({0.0f}));        // variable "sum", starts at [0]
    auto next = b.Op("AddV2", {old, x});
    auto out  = b.Op("AddV2", {old, next}, "out");
    b.Assign("sum", next);                                  // a sink: runs whatever is fetched
    OPGRAFT_ASSIGN_OR_RETURN(auto graph, b.Build());
    (void)out;
    return graph;
}
// clang-format on

std::vector<std::string> NamesOf(const Graph& graph) {
  std::vector<std::string> names;
  for (int id = 0; id < graph.num_nodes(); ++id) names.push_back(graph.node(id).name());
  return names;
}

PartialTensorShape ShapeOf(const Graph& graph, const char* tensor) {
  const auto endpoint = graph.FindTensor(tensor);
  return endpoint.ok() ? graph.node(endpoint->node).output_shape(endpoint->port)
                       : PartialTensorShape({-1, -1, -1, -1});
}

TEST(GraphBuilder, BuildsTheSummatorANodeALine) {
  const auto graph = SumUp();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_THAT(NamesOf(*graph), ElementsAre("x", "Const", "ReadValue", "AddV2", "out", "Assign"));
  EXPECT_EQ(ShapeOf(*graph, "out"), PartialTensorShape({1}));
  const auto variables = CollectVariables(*graph);
  ASSERT_TRUE(variables.ok()) << variables.status();
  ASSERT_EQ(variables->size(), 1u);
  EXPECT_EQ((*variables)[0].id, "sum");
  EXPECT_EQ((*variables)[0].type, DT_FLOAT);
  EXPECT_EQ((*variables)[0].shape, PartialTensorShape({1}));
  EXPECT_TRUE(StateIndex::Make(*graph)->IsSink(graph->node(graph->FindNode("Assign"))));
}

TEST(GraphBuilder, AVariableTakesTypeAndStaticShapeOfAnInitThatIsComputed) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_INT32, {3, -1});
  b.ReadValue("s", b.Op("Neg", {x}), "old");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "old"), PartialTensorShape({3, -1}));
  EXPECT_EQ(graph->node(graph->FindNode("old")).output_type(0), DT_INT32);
}

TEST(GraphBuilder, AVariableMayHaveAShapeOfItsOwnOrNoInit) {
  GraphBuilder b;
  b.ReadValue("s", b.Const({1.0f, 2.0f}), DT_FLOAT, {-1}, "wide");
  b.ReadValue("t", DT_INT64, {2}, "zero");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "wide"), PartialTensorShape({-1}));
  EXPECT_EQ(ShapeOf(*graph, "zero"), PartialTensorShape({2}));
}

TEST(GraphBuilder, InfersTypesAndLengthsFromInputs) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_DOUBLE, {2});
  auto parts = b.Op("Split", {b.Const(Tensor(0)), x}, "parts", {{"num_split", 2}});
  b.Op("ConcatV2", {{parts[1], parts[0], x}, b.Const(Tensor(0))}, "swapped");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "swapped"), PartialTensorShape({4}));
  const Node swapped = graph->node(graph->FindNode("swapped"));
  EXPECT_EQ(swapped.inputs()[0].port, 1);
  int64_t n = 0;
  EXPECT_TRUE(GetNodeAttr(swapped.attrs(), "N", &n).ok());
  EXPECT_EQ(n, 3);
}

TEST(GraphBuilder, ReadsAttrsFromTheirCppValues) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {1, 2, 1});
  b.Op("Squeeze", {x}, "s", {{"squeeze_dims", {0}}});
  b.Op("Cast", {x}, "c", {{"DstT", DT_INT32}, {"Truncate", true}});
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "s"), PartialTensorShape({2, 1}));
  EXPECT_EQ(graph->node(graph->FindNode("c")).output_type(0), DT_INT32);
}

TEST(GraphBuilder, ControlInputsAndDevicesGoToTheNode) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {});
  auto first = b.Op("NoOp", {}, "first");
  auto y = b.Op("Neg", {x}, "y");
  b.AddControlInput(y, first);
  b.SetDevice(y, "/cpu:0");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const Node node = graph->node(graph->FindNode("y"));
  EXPECT_THAT(node.control_inputs(), ElementsAre(graph->FindNode("first")));
  EXPECT_EQ(node.device(), "/cpu:0");
}

TEST(GraphBuilder, CallsAFunctionItDefines) {
  GraphBuilder body;
  body.Return("r", body.Op("Neg", {body.Arg("v", DT_FLOAT)}));
  GraphBuilder b;
  b.Function("negate", std::move(body));
  b.Op("negate", {b.Placeholder("x", DT_FLOAT, {2})}, "y");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_TRUE(graph->functions().Contains("negate"));
  EXPECT_EQ(ShapeOf(*graph, "y"), PartialTensorShape({2}));
}

// x + z or x + w, each branch with arguments of its own.
GraphBuilder Adder(const char* other) {
  GraphBuilder body;
  auto x = body.Arg("x", DT_FLOAT);
  body.Return("sum", body.Op("AddV2", {x, body.Arg(other, DT_FLOAT)}));
  return body;
}

TEST(GraphBuilder, IfTakesOpenVinosPortMaps) {
  GraphBuilder b;
  auto cond = b.Placeholder("cond", DT_BOOL, {});
  auto x = b.Placeholder("x", DT_FLOAT, {2, 4});
  auto z = b.Placeholder("z", DT_FLOAT, {2, 4});
  auto w = b.Placeholder("w", DT_FLOAT, {2, 4});
  b.If(cond, Adder("z"), Adder("w"), {{x, "x", "x"}, {z, "z", ""}, {w, "", "w"}}, {{"sum", "sum"}},
       "y");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "y"), PartialTensorShape({2, 4}));
  EXPECT_THAT(graph->functions().FunctionNames(), ElementsAre("y_then", "y_else"));
  const auto callees = CalleesOf(graph->node(graph->FindNode("y")), graph->functions());
  ASSERT_TRUE(callees.ok()) << callees.status();
  EXPECT_THAT(callees->bodies[1]->arg_names, ElementsAre("x", "unused_1", "w"));
}

GraphBuilder Chooser(float number) {
  GraphBuilder yes, no, body;
  yes.Return("r", yes.Const({number}));
  no.Return("r", no.Const({-number}));
  auto chosen = body.If(body.Arg("c", DT_BOOL), std::move(yes), std::move(no), {}, {{"r", "r"}});
  body.Return("r", chosen);
  return body;
}

TEST(GraphBuilder, IfsInBranchesOfOneNameDoNotClash) {
  GraphBuilder b;
  auto cond = b.Placeholder("cond", DT_BOOL, {});
  b.If(cond, Chooser(1), Chooser(2), {{cond, "c", "c"}}, {{"r", "r"}});
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->functions().num_functions(), 6);
  EXPECT_EQ(ShapeOf(*graph, "If"), PartialTensorShape({1}));
}

TEST(GraphBuilder, ABodyThatCallsAFunctionMayHaveItsBranchesRenamed) {
  GraphBuilder negate, body, b;
  negate.Return("r", negate.Op("Neg", {negate.Arg("v", DT_FLOAT)}));
  body.Function("negate", std::move(negate));
  auto c = body.Arg("c", DT_BOOL);
  auto chosen = body.If(c, Chooser(1), Chooser(2), {{c, "c", "c"}}, {{"r", "r"}});
  body.Return("r", body.Op("negate", {chosen}));
  auto cond = b.Placeholder("cond", DT_BOOL, {});
  b.If(cond, Chooser(3), Chooser(4), {{cond, "c", "c"}}, {{"r", "r"}}, "If");
  b.Function("f", std::move(body));
  b.Op("f", {cond}, "y");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "y"), PartialTensorShape({1}));
  EXPECT_TRUE(Graph::Import(graph->ToGraphDef()).ok());
}

TEST(GraphBuilder, AResultMayServeSeveralOutputs) {
  GraphBuilder yes, no, b;
  yes.Return("r", yes.Const({1.0f}));
  no.Return("r", no.Const({2.0f}));
  auto y = b.If(b.Placeholder("c", DT_BOOL, {}), std::move(yes), std::move(no), {},
                {{"r", "r"}, {"r", "r"}}, "y");
  b.Op("Neg", {y[1]}, "n");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(ShapeOf(*graph, "n"), PartialTensorShape({1}));
}

// Export and import give the same graph: functions too, which are graphs in the builder.
void ExpectComesBack(const Graph& graph) {
  const GraphDef def = graph.ToGraphDef();
  const auto again = Graph::Import(def);
  ASSERT_TRUE(again.ok()) << again.status();
  google::protobuf::util::MessageDifferencer differencer;
  std::string report;
  differencer.ReportDifferencesToString(&report);
  EXPECT_TRUE(differencer.Compare(def, again->ToGraphDef())) << report;
}

TEST(GraphBuilder, WhatItBuildsComesBackThroughAGraphDef) {
  GraphBuilder b, negate;
  auto v = negate.Arg("v", DT_FLOAT);
  auto parts = negate.Op("Unpack", {v}, "parts", {{"num", 2}});
  auto wait = negate.Op("NoOp", {}, "wait");
  auto sum = negate.Op("AddV2", {parts[0], parts[1]}, "sum");
  negate.AddControlInput(sum, wait);
  negate.AddControlInput(wait, v);
  negate.Return("r", sum);
  negate.Return("same", v);
  b.Function("halves", std::move(negate));
  auto called = b.Op("halves", {b.Const({1.0f, 2.0f})}, "called");
  auto cond = b.Placeholder("cond", DT_BOOL, {});
  b.If(cond, Chooser(1), Chooser(2), {{cond, "c", "c"}}, {{"r", "r"}});
  b.Assign("s", b.ReadValue("s", called[1]));
  b.Const(Tensor(DT_FLOAT, TensorShape({64, 64})), "large");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  ExpectComesBack(*graph);
  const auto halves = graph->functions().FindFunction("halves");
  ASSERT_NE(halves, nullptr);
  EXPECT_EQ(halves->ret().at("r"), "sum:z:0");
  EXPECT_EQ(halves->ret().at("same"), "v");
  EXPECT_THAT(halves->node_def(2).input(),
              ElementsAre("parts:output:0", "parts:output:1", "^wait"));
}

TEST(GraphBuilder, ALargeConstantIsTheTensorItWasGiven) {
  const Tensor large(DT_FLOAT, TensorShape({1024, 16}));
  GraphBuilder body, b;
  body.Return("r", body.Const(large, "inner"));
  b.Function("f", std::move(body));
  b.Op("f", {}, "call");
  b.Const(large, "outer");
  const auto graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  const Tensor* outer = graph->node(graph->FindNode("outer")).attrs().HeldTensor("value");
  ASSERT_NE(outer, nullptr);
  EXPECT_EQ(outer->tensor_data().data(), large.tensor_data().data());
  const auto f = graph->functions().Instantiate("f", NodeAttrs());
  ASSERT_TRUE(f.ok()) << f.status();
  const Tensor* inner = (*f)->graph.node((*f)->graph.FindNode("inner")).attrs().HeldTensor("value");
  ASSERT_NE(inner, nullptr);
  EXPECT_EQ(inner->tensor_data().data(), large.tensor_data().data());
}

double SecondsOfThread() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least of three: the machine may have other things to do.
double SecondsToBuildReadValues(int count) {
  double least = 1e9;
  for (int i = 0; i < 3; ++i) {
    const double begin = SecondsOfThread();
    GraphBuilder b;
    auto x = b.Placeholder("x", DT_FLOAT, {2});
    for (int n = 0; n < count; ++n) x = b.ReadValue(absl::StrCat("v", n), b.Op("Neg", {x}));
    EXPECT_TRUE(b.Build().ok());
    least = std::min(least, SecondsOfThread() - begin);
  }
  return least;
}

TEST(GraphBuilder, TakesTimeLinearInReadValuesWithAnInit) {
  const double some = SecondsToBuildReadValues(500);
  EXPECT_LT(SecondsToBuildReadValues(4000), 24 * some) << "8 times as many; 64 if it is quadratic";
}

struct ErrorCase {
  const char* about;
  void (*build)(GraphBuilder* b);
  absl::StatusCode code;
  std::vector<std::string> contains;
};

void IfWith(GraphBuilder* b, std::vector<GraphBuilder::PortMap> inputs,
            std::vector<GraphBuilder::ResultMap> outputs) {
  b->If(b->Placeholder("c", DT_BOOL, {}), Adder("z"), Adder("w"), std::move(inputs),
        std::move(outputs), "y");
}

const ErrorCase kErrorCases[] = {
    {"an unknown op",
     [](GraphBuilder* b) { b->Op("Placehodler", {}, "p"); },
     absl::StatusCode::kNotFound,
     {"GraphBuilder::Op(\"Placehodler\") at ", ": node 'p': ", "Placeholder"}},
    {"two nodes of one name",
     [](GraphBuilder* b) {
       b->Const({1.0f}, "k");
       b->Const({2.0f}, "k");
     },
     absl::StatusCode::kInvalidArgument,
     {"GraphBuilder::Const at ", ": node 'k': the name is taken by an earlier Const"}},
    {"inputs of two types",
     [](GraphBuilder* b) {
       b->Op("AddV2", {b->Const({1.0f}), b->Const({1})}, "n");
     },
     absl::StatusCode::kInvalidArgument,
     {"GraphBuilder::Op(\"AddV2\") at ",
      ": node 'n': Inconsistent values for attr 'T' DT_FLOAT vs. DT_INT32"}},
    {"an input too few",
     [](GraphBuilder* b) { b->Op("AddV2", {b->Const({1.0f})}, "n"); },
     absl::StatusCode::kInvalidArgument,
     {"Op(\"AddV2\") at ", ": node 'n'"}},
    {"no value",
     [](GraphBuilder* b) { b->Op("Neg", {Value()}, "n"); },
     absl::StatusCode::kInvalidArgument,
     {"input 0: the value is empty"}},
    {"another builder's value",
     [](GraphBuilder* b) {
       GraphBuilder other;
       b->Op("Neg", {other.Const({1.0f})}, "n");
     },
     absl::StatusCode::kInvalidArgument,
     {"belongs to another GraphBuilder"}},
    {"an output that is not there",
     [](GraphBuilder* b) { b->Op("Neg", {b->Const({1.0f})[1]}, "n"); },
     absl::StatusCode::kInvalidArgument,
     {"node 'Const' (Const) has 1 outputs, there is no output 1"}},
    {"an Arg outside of a body",
     [](GraphBuilder* b) { b->Arg("a", DT_FLOAT); },
     absl::StatusCode::kInvalidArgument,
     {"Arg and Return are for the body of a function"}},
    {"an error in a body",
     [](GraphBuilder* b) {
       GraphBuilder body;
       body.Op("Nge", {}, "n");
       b->Function("f", std::move(body));
     },
     absl::StatusCode::kNotFound,
     {"GraphBuilder::Function(\"f\") at ", ": GraphBuilder::Op(\"Nge\") at ", ": node 'n'"}},
    {"a branch without the argument",
     [](GraphBuilder* b) {
       IfWith(b, {{b->Const({1.0f}), "x", "xx"}}, {{"sum", "sum"}});
     },
     absl::StatusCode::kInvalidArgument,
     {"GraphBuilder::If(\"y\") at ", "'y_then'", "argument 'z' gets no input"}},
    {"an argument that is not there",
     [](GraphBuilder* b) {
       IfWith(b, {{b->Const({1.0f}), "x", "x"}, {b->Const({1.0f}), "zz", "w"}}, {{"sum", "sum"}});
     },
     absl::StatusCode::kInvalidArgument,
     {"'y_then'", "there is no argument 'zz'"}},
    {"a result that is not there",
     [](GraphBuilder* b) {
       IfWith(b, {{b->Const({1.0f}), "x", "x"}, {b->Const({1.0f}), "z", "w"}}, {{"sum", "smu"}});
     },
     absl::StatusCode::kInvalidArgument,
     {"'y_else'", "there is no result 'smu'; nearest: 'sum'"}},
    {"two inputs to one argument",
     [](GraphBuilder* b) {
       IfWith(b, {{b->Const({1.0f}), "x", ""}, {b->Const({1.0f}), "x", ""}}, {});
     },
     absl::StatusCode::kInvalidArgument,
     {"two inputs go to argument 'x'"}},
    {"what import refuses",
     [](GraphBuilder* b) { b->Assign("s", b->Const({1.0f}), "save"); },
     absl::StatusCode::kInvalidArgument,
     {"node 'save' (Assign): no ReadValue names variable 's'"}},
};

TEST(GraphBuilder, NamesTheCallAndTheNodeThatIsWrong) {
  for (const ErrorCase& c : kErrorCases) {
    GraphBuilder b;
    c.build(&b);
    const auto graph = b.Build();
    EXPECT_EQ(graph.status().code(), c.code) << c.about << ": " << graph.status();
    for (const std::string& text : c.contains)
      EXPECT_THAT(graph.status().message(), HasSubstr(text)) << c.about;
  }
}

// What a call that failed would have given is passed on through every kind of call.
TEST(GraphBuilder, ACallThatIsGivenAFailedValueSaysNothing) {
  GraphBuilder b;
  auto bad = b.Op("Nge", {}, "first");
  auto worse = b.Op("AddV2", {bad, bad[7]}, "second");
  b.Assign("s", b.ReadValue("s", worse));
  b.AddControlInput(bad, worse);
  b.SetDevice(worse, "d");
  b.Return("r", bad);
  GraphBuilder body;
  body.Return("y", body.Op("Ngg", {}, "inner"));
  b.Function("F", std::move(body));
  b.Op("Neg", {b.Op("F", {worse}, "third")}, "fourth");
  IfWith(&b, {{b.Op("F", {}), "x", "x"}, {worse, "z", "w"}}, {{"sum", "sum"}});
  b.While({worse}, Adder("a"), Adder("b"), "w");
  const std::string message(b.Build().status().message());
  EXPECT_THAT(message, AllOf(HasSubstr("'first'"), HasSubstr("'inner'")));
  EXPECT_EQ(std::count(message.begin(), message.end(), '\n'), 1) << message;
}

TEST(GraphBuilder, TellsEveryProblemWithTheLineOfItsCall) {
  GraphBuilder b;
  const int line = __LINE__;
  b.Op("AddV3", {}, "a");
  const Value x = b.Placeholder("x", DT_FLOAT, {2});
  b.Placeholder("x", DT_FLOAT, {3});
  b.Op("AddV2", {x, b.Const({1.0f, 2.0f, 3.0f})}, "sum");
  const auto at = [line](int after) { return absl::StrCat(" at ", __FILE__, ":", line + after); };
  const std::string message(b.Build().status().message());
  const std::vector<std::string> lines = absl::StrSplit(message, '\n');
  ASSERT_EQ(lines.size(), 3u) << message;
  EXPECT_THAT(lines[0],
              StartsWith(absl::StrCat("GraphBuilder::Op(\"AddV3\")", at(1), ": node 'a': ")));
  EXPECT_EQ(lines[1], absl::StrCat("GraphBuilder::Placeholder(\"x\")", at(3),
                                   ": node 'x': the name is taken by an earlier Placeholder"));
  EXPECT_THAT(lines[2], StartsWith(absl::StrCat("GraphBuilder::Op(\"AddV2\")", at(4),
                                                ": node 'sum' (AddV2): ")));
}

// Those of variables too, which only the whole graph shows: beside other mistakes, and in bodies.
TEST(GraphBuilder, TellsWhatIsWrongWithVariablesWithTheLineOfItsCall) {
  GraphBuilder b;
  const int line = __LINE__;
  b.Op("AddV3", {}, "a");
  const Value x = b.Placeholder("x", DT_FLOAT, {2});
  const Value sum = b.ReadValue("sum", x, DT_FLOAT, {3}, "old");
  b.Assign("smu", sum, "misspelt");
  b.Assign("sum", b.Const({1}), "typed");
  GraphBuilder body;
  body.Return("y", body.Assign("none", body.Arg("v", DT_FLOAT), "inner"));
  b.Function("F", std::move(body));
  b.Op("F", {x}, "call");
  const auto call = [line](absl::string_view text, int after) {
    return absl::StrCat("GraphBuilder::", text, " at ", __FILE__, ":", line + after, ": ");
  };
  const std::string message(b.Build().status().message());
  const std::vector<std::string> lines = absl::StrSplit(message, '\n');
  ASSERT_EQ(lines.size(), 5u) << message;
  EXPECT_THAT(lines[0], StartsWith(call("Op(\"AddV3\")", 1)));
  EXPECT_EQ(lines[1], absl::StrCat(call("ReadValue(\"sum\")", 3),
                                   "node 'old' (ReadValue): variable 'sum' is float[3]; its init ",
                                   "'x' is float[2]; variable_shape must admit every shape that ",
                                   "the init can have"));
  EXPECT_EQ(lines[2],
            absl::StrCat(call("Assign(\"smu\")", 4), "node 'misspelt' (Assign): no ReadValue ",
                         "names variable 'smu'; nearest: 'sum'"));
  EXPECT_EQ(lines[3], absl::StrCat(call("Assign(\"sum\")", 5), "node 'typed' (Assign): variable ",
                                   "'sum' is float[3]; got int32[1] from 'Const'"));
  EXPECT_EQ(lines[4], absl::StrCat(call("Assign(\"none\")", 7), "node 'inner' (Assign), in 'F' ",
                                   "at 'call': no ReadValue names variable 'none'"));
}

// Where the call failed that would have read it, nothing is wrong with the Assign.
TEST(GraphBuilder, AReadThatFailedIsNoMissingRead) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {2});
  b.ReadValue("sum", b.Op("AddV3", {x}));
  b.Assign("sum", x);
  const std::string message(b.Build().status().message());
  EXPECT_THAT(message, StartsWith("GraphBuilder::Op(\"AddV3\")"));
  EXPECT_THAT(message, Not(HasSubstr("\n")));
}

TEST(GraphBuilder, MayBeUsedAfterBuild) {
  GraphBuilder b;
  auto x = b.Placeholder("x", DT_FLOAT, {});
  EXPECT_EQ(b.Build()->num_nodes(), 1);
  b.Op("Neg", {x});
  EXPECT_EQ(b.Build()->num_nodes(), 2);
}

}  // namespace
}  // namespace opgraft
