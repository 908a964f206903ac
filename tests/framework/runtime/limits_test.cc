// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Every limit that is an option: set low, it ends in RESOURCE_EXHAUSTED and the message names it.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// Nodes in text format, without a library.
std::string Chain(int length) {
  std::string text =
      R"(node { name: "n0" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } })";
  for (int i = 1; i < length; ++i) {
    absl::StrAppend(&text, "node { name: 'n", i, "' op: 'Neg' input: 'n", i - 1,
                    "' attr { key: 'T' value { type: DT_FLOAT } } }\n");
  }
  return text;
}

// A function that calls itself.
constexpr char kEndless[] = R"(
  node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "y" op: "F" input: "x" }
  library { function {
    signature { name: "F" input_arg { name: "a" type: DT_FLOAT } output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "again" op: "F" input: "a" }
    ret { key: "r" value: "again:r:0" } } })";

// A function attr in a function attr.
constexpr char kNested[] = R"(
  node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "y" op: "F" input: "x" }
  library { function {
    signature { name: "F" input_arg { name: "a" type: DT_FLOAT } output_arg { name: "r" type: DT_FLOAT } }
    node_def { name: "neg" op: "Neg" input: "a" attr { key: "T" value { type: DT_FLOAT } }
      attr { key: "_f" value { func { name: "G" attr { key: "g" value { func { name: "H" } } } } } } }
    ret { key: "r" value: "neg:y:0" } } })";

constexpr char kSplit[] = R"(
  node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
  node { name: "d" op: "Const" attr { key: "dtype" value { type: DT_INT32 } }
         attr { key: "value" value { tensor { dtype: DT_INT32 tensor_shape { } int_val: 0 } } } }
  node { name: "y" op: "Split" input: "d" input: "x" attr { key: "T" value { type: DT_FLOAT } }
         attr { key: "num_split" value { i: 8 } } })";

const char kTwoFunctions[] =
    "library { function { signature { name: 'f' } } function { signature { name: 'g' } } }";

TEST(Limits, OfImportAreKeptAndNamed) {
  struct Case {
    const char* name;
    std::string text;
    std::function<void(ImportLimits*)> lower;
  } cases[] = {
      {"max_file_bytes", Chain(20), [](ImportLimits* l) { l->max_file_bytes = 100; }},
      {"max_nodes", Chain(20), [](ImportLimits* l) { l->max_nodes = 19; }},
      {"max_functions", kTwoFunctions, [](ImportLimits* l) { l->max_functions = 1; }},
      {"max_attrs", kSplit, [](ImportLimits* l) { l->max_attrs = 4; }},
      {"max_outputs_per_node", kSplit, [](ImportLimits* l) { l->max_outputs_per_node = 7; }},
      {"max_outputs", Chain(20), [](ImportLimits* l) { l->max_outputs = 19; }},
      {"max_nesting", kNested, [](ImportLimits* l) { l->max_nesting = 1; }},
  };
  for (const Case& c : cases) {
    ImportOptions options;
    EXPECT_TRUE(Graph::FromBytes(c.text, options).ok())
        << c.name << ": " << Graph::FromBytes(c.text, options).status();
    c.lower(&options.limits);
    const absl::Status status = Graph::FromBytes(c.text, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << c.name << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(absl::StrCat("ImportLimits::", c.name)));
    // A message that is there already is no file; all other limits hold for it too.
    const GraphDef def = Graph::FromBytes(c.text, ImportOptions())->ToGraphDef();
    const absl::Status of_message = Graph::Import(def, options).status();
    if (c.name == std::string("max_file_bytes")) {
      EXPECT_TRUE(of_message.ok()) << of_message;
    } else {
      EXPECT_EQ(of_message.code(), absl::StatusCode::kResourceExhausted) << of_message;
      EXPECT_THAT(std::string(of_message.message()), HasSubstr(c.name));
    }
  }
}

// A tensor of 1,000 floats is made, and one of strings.
GraphBuilder Fills() {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_INT32, {1});
  b.Op("Fill", {x, b.Const(Tensor(1.0f))}, "floats");
  b.Op("Fill", {x, b.Const(Tensor(std::string(100, 's')))}, "strings");
  return b;
}

absl::StatusOr<Graph> Build(const GraphBuilder& b) { return b.Build(); }
absl::StatusOr<Graph> Load(const char* text) { return Graph::FromBytes(text, ImportOptions()); }

absl::Status RunWith(const Graph& graph, const RunLimits& limits, const Tensor& x) {
  CompileOptions options;
  options.limits = limits;
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(graph, options);
  if (!model.ok()) return model.status();
  return model->CreateRequest().Run({{model->input_name(0), x}}).status();
}

TEST(Limits, OfRunsAreKeptAndNamed) {
  const Tensor thousand = Tensor::Of({1000});
  const Tensor number = Tensor(1.0f);
  struct Case {
    const char* name;
    absl::StatusOr<Graph> graph;
    Tensor x;
    std::function<void(RunLimits*)> lower;
  } cases[] = {
      {"max_tensor_bytes", Build(Fills()), thousand,
       [](RunLimits* l) { l->max_tensor_bytes = 3999; }},
      {"max_total_bytes", Build(Fills()), thousand,
       [](RunLimits* l) { l->max_total_bytes = 20'000; }},
      // 4,000 bytes of floats, 32,000 of string objects, 100,000 of text.
      {"max_total_bytes", Build(Fills()), thousand,
       [](RunLimits* l) { l->max_total_bytes = 100'000; }},
      {"max_tensor_bytes", Build(Fills()), thousand,
       [](RunLimits* l) { l->max_tensor_bytes = 90'000; }},
      {"max_steps", Graph::FromBytes(Chain(20), ImportOptions()), number,
       [](RunLimits* l) { l->max_steps = 18; }},
      {"max_call_depth", Load(kEndless), number, [](RunLimits* l) { l->max_call_depth = 10; }},
  };
  for (const Case& c : cases) {
    ASSERT_TRUE(c.graph.ok()) << c.name << ": " << c.graph.status();
    RunLimits limits;
    if (c.name != std::string("max_call_depth")) {
      EXPECT_TRUE(RunWith(*c.graph, limits, c.x).ok()) << c.name;
    }
    c.lower(&limits);
    const absl::Status status = RunWith(*c.graph, limits, c.x);
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << c.name << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.name));
  }
}

TEST(Limits, OfAModelHoldForItsConstants) {
  GraphBuilder b;
  b.Op("Neg", {b.Const(*Tensor::Create(DT_FLOAT, TensorShape({2000})))}, "y");
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (int64_t RunLimits::*limit : {&RunLimits::max_tensor_bytes, &RunLimits::max_total_bytes}) {
    CompileOptions options;
    options.limits.*limit = 7999;
    const absl::Status status = CompiledModel::Compile(*graph, options).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("max_t"));
    options.limits.*limit = 8000;
    EXPECT_TRUE(CompiledModel::Compile(*graph, options).ok());
  }
}

TEST(Limits, WhatIsNotInlinedIsCalled) {
  GraphBuilder b;
  const auto branch = [] {
    GraphBuilder body;
    const Value a = body.Arg("a", DT_FLOAT);
    body.Return("r", body.Op("Neg", {body.Op("Neg", {a})}));
    return body;
  };
  const Value x = b.Placeholder("x", DT_FLOAT, {1});
  const Value cond = b.Placeholder("cond", DT_BOOL, {});
  Value y = x;
  for (int i = 0; i < 10; ++i) y = b.If(cond, branch(), branch(), {{y, "a", "a"}}, {{"r", "r"}});
  b.Op("Identity", {y}, "y");
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  CompileOptions options;
  const int all = CompiledModel::Compile(*graph, options)->num_steps();
  options.limits.max_inlined_in_all = 15;
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_LT(model->num_steps(), all);
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"x", Tensor::Of({3.0f})}, {"cond", Tensor(true)}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)["y"].flat<float>()(0), 3.0f);
}

// `levels` Ifs nested in the then branch of one another; the else branches are one node.
GraphBuilder NestedIfs(int levels, int width) {
  GraphBuilder body;
  const Value a = body.Arg("a", DT_FLOAT);
  const Value cond = body.Arg("cond", DT_BOOL);
  Value r = a;
  for (int i = 0; i < width && levels > 0; ++i) {
    GraphBuilder other;
    other.Return("r", other.Op("Neg", {other.Arg("a", DT_FLOAT)}));
    r = body.If(cond, NestedIfs(levels - 1, width), std::move(other),
                {{r, "a", "a"}, {cond, "cond", ""}}, {{"r", "r"}});
  }
  body.Return("r", body.Op("Neg", {r}));
  return body;
}

TEST(Limits, StepsOfBranchesNotTakenDoNotCount) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {1});
  const Value cond = b.Placeholder("cond", DT_BOOL, {});
  GraphBuilder other;
  other.Return("r", other.Op("Neg", {other.Arg("a", DT_FLOAT)}));
  const Value r = b.If(cond, NestedIfs(3, 4), std::move(other), {{x, "a", "a"}, {cond, "cond", ""}},
                       {{"r", "r"}});
  b.Op("Identity", {r}, "y");
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  for (const bool inlined : {true, false}) {
    CompileOptions options;
    options.limits.max_inlined_in_all = inlined ? 100'000 : 0;
    options.limits.max_steps = 20;
    const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    EXPECT_TRUE(request.Run({{"x", Tensor::Of({1.0f})}, {"cond", Tensor(false)}}).ok());
    EXPECT_LE(request.steps_run(), 5);
    const auto taken = request.Run({{"x", Tensor::Of({1.0f})}, {"cond", Tensor(true)}});
    EXPECT_EQ(taken.status().code(), absl::StatusCode::kResourceExhausted) << taken.status();
  }
}

TEST(Limits, OfOneRunLowerTheModels) {
  const absl::StatusOr<Graph> graph = Build(Fills());
  ASSERT_TRUE(graph.ok());
  InferRequest request = CompiledModel::Compile(*graph)->CreateRequest();
  const std::vector<NamedTensor> feeds = {{"x", Tensor::Of({1000})}};
  RunOptions few_bytes, few_steps;
  few_bytes.max_bytes = 20'000;
  few_steps.max_steps = 1;
  const absl::Status bytes = request.Run(feeds, few_bytes).status();
  EXPECT_EQ(bytes.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(bytes.message()), HasSubstr("20000 (RunOptions::max_bytes)"));
  EXPECT_EQ(
      request.Run(feeds, few_steps).status(),
      absl::ResourceExhaustedError("the run takes more than 1 steps (RunOptions::max_steps)"));
  EXPECT_TRUE(request.Run(feeds).ok()) << "the next run has the model's";
}

TEST(Limits, ValuesOfCallsAreChargedThemselves) {
  CompileOptions options;
  options.limits.max_total_bytes = 30'000;
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*Load(kEndless), options);
  ASSERT_TRUE(model.ok()) << model.status();
  const absl::Status status = model->CreateRequest().Run({{"x", Tensor(1.0f)}}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr("no memory for the values of a call"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("max_total_bytes"));
}

TEST(Limits, OfBytesHoldForTheValuesOfVariables) {
  GraphBuilder b;
  const Value v = b.ReadValue("v", DT_FLOAT, {-1});
  b.Op("Identity", {v}, "y");
  b.Assign("v", v);
  const absl::StatusOr<Graph> graph = b.Build();
  ASSERT_TRUE(graph.ok()) << graph.status();
  InferRequest large = CompiledModel::Compile(*graph)->CreateRequest();
  ASSERT_TRUE(large.state("v")->set(Tensor(DT_FLOAT, {1000})).ok());
  EXPECT_GE(large.memory_used(), 4000);
  CompileOptions options;
  options.limits.max_total_bytes = 3999;
  InferRequest small = CompiledModel::Compile(*graph, options)->CreateRequest();
  EXPECT_EQ(small.state("v")->set(Tensor(DT_FLOAT, {1000})).code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(small.ParseState(*large.SerializeState()).code(), absl::StatusCode::kResourceExhausted);
  EXPECT_FALSE(small.state("v")->is_set());
}

}  // namespace
}  // namespace opgraft
