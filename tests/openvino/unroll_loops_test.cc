// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/status_macros.h"
#include "gtest/gtest.h"
#include "openvino/edited_ir.h"
#include "openvino/transforms.h"
#include "openvino/write_ir.h"

namespace opgraft {
namespace {

// Of a value and what is carried: their sum, and the first as it came. Of an iteration's number.
constexpr char kFunctions[] = R"(
  function { signature { name: "add" input_arg { name: "a" type: DT_INT64 }
                         input_arg { name: "b" type: DT_INT64 }
                         output_arg { name: "r" type: DT_INT64 } output_arg { name: "s" type: DT_INT64 } }
    node_def { name: "sum" op: "AddV2" input: "a" input: "b" attr { key: "T" value { type: DT_INT64 } } }
    ret { key: "r" value: "sum:z:0" } ret { key: "s" value: "a" } }
  function { signature { name: "times_ten" input_arg { name: "a" type: DT_INT64 }
                         output_arg { name: "r" type: DT_INT64 } }
    node_def { name: "ten" op: "Const" attr { key: "dtype" value { type: DT_INT64 } }
               attr { key: "value" value { tensor { dtype: DT_INT64 tensor_shape { } int64_val: 10 } } } }
    node_def { name: "product" op: "Mul" input: "a" input: "ten:output:0"
               attr { key: "T" value { type: DT_INT64 } } }
    ret { key: "r" value: "product:z:0" } }
  function { signature { name: "ready" input_arg { name: "a" type: DT_INT64 }
                         output_arg { name: "r" type: DT_INT64 } output_arg { name: "go" type: DT_BOOL } }
    node_def { name: "less" op: "Less" input: "a" input: "a" attr { key: "T" value { type: DT_INT64 } } }
    ret { key: "r" value: "a" } ret { key: "go" value: "less:z:0" } }
  function { signature { name: "sums" input_arg { name: "a" type: DT_INT64 }
                         input_arg { name: "h" type: DT_INT64 }
                         output_arg { name: "r" type: DT_INT64 } }
    node_def { name: "inner" op: "OpenVINO>StatelessLoop" input: "a" input: "h"
               attr { key: "Tin" value { list { type: DT_INT64 type: DT_INT64 } } }
               attr { key: "Tout" value { list { type: DT_INT64 } } }
               attr { key: "body" value { func { name: "add" } } }
               attr { key: "args" value { list { i: [2,0,1,0,-1,1,1, 1,1,0,0,0,0,0] } } }
               attr { key: "gives" value { list { i: [2,1,0,0,0,0,0] } } }
               attr { key: "carried" value { list { i: [1,0] } } }
               attr { key: "num_results" value { i: 2 } } }
    ret { key: "r" value: "inner:output:0" } })";

std::string Input(const std::string& name, const std::string& dims) {
  return absl::StrCat("node { name: '", name,
                      "' op: 'Placeholder' attr { key: 'dtype' value { type: ",
                      "DT_INT64 } } attr { key: 'shape' value { shape { ", dims, " } } } } ");
}
std::string Dim(int64_t size) { return absl::StrCat("dim { size: ", size, " } "); }

// A loop over `inputs`; lists of numbers as its attrs have them (OpenVINO>Loop).
struct Loop {
  std::vector<std::string> inputs;
  std::string body;
  std::string args;
  std::string gives;
  std::string carried = "";
  int num_results = 1;
  int num_outputs = 1;
  std::string more = "";

  std::string Text() const {
    const std::vector<std::string> in(inputs.size(), "type: DT_INT64"),
        out(static_cast<size_t>(num_outputs), "type: DT_INT64");
    std::string text = "node { name: 'loop' op: 'OpenVINO>StatelessLoop' ";
    for (const std::string& input : inputs) absl::StrAppend(&text, "input: '", input, "' ");
    absl::StrAppend(&text, "attr { key: 'Tin' value { list { ", absl::StrJoin(in, " "), " } } } ");
    absl::StrAppend(&text, "attr { key: 'Tout' value { list { ", absl::StrJoin(out, " "),
                    " } } } ");
    absl::StrAppend(&text, "attr { key: 'body' value { func { name: '", body, "' } } } ");
    for (const auto& [name, numbers] : {std::pair<std::string, std::string>("args", args),
                                        {"gives", gives},
                                        {"carried", carried}})
      absl::StrAppend(&text, "attr { key: '", name, "' value { list { i: [", numbers, "] } } } ");
    absl::StrAppend(&text, "attr { key: 'num_results' value { i: ", num_results, " } } ");
    return absl::StrCat(text, more, "} ");
  }
};

absl::StatusOr<LoadedIr> Load(const std::string& nodes, const std::vector<std::string>& feeds,
                              int num_outputs) {
  OPGRAFT_ASSIGN_OR_RETURN(
      Graph graph,
      Graph::FromBytes(
          absl::StrCat(nodes, "library {", kFunctions, "} versions { producer: 1000 }"), {}));
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = feeds;
  for (int i = 0; i < num_outputs; ++i)
    options.signatures[0].fetches.push_back(absl::StrCat("loop:", i));
  return opgraft_internal::IrOfGraph(std::move(graph), std::move(options));
}

std::vector<Tensor> RunModel(const LoadedIr& ir, const std::vector<Tensor>& values) {
  const auto model = CompiledModel::Compile(ir.graph, ir.options);
  EXPECT_TRUE(model.ok()) << model.status();
  std::vector<NamedTensor> feeds;
  for (size_t i = 0; i < values.size(); ++i) feeds.emplace_back(absl::StrCat("x", i), values[i]);
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run(feeds);
  EXPECT_TRUE(outputs.ok()) << outputs.status();
  std::vector<Tensor> tensors;
  for (int i = 0; outputs.ok() && i < outputs->size(); ++i) tensors.push_back((*outputs)[i]);
  return tensors;
}

Tensor Ints(const std::vector<int64_t>& values, const TensorShape& shape) {
  Tensor tensor(DT_INT64, shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<int64_t>()(i) = values[static_cast<size_t>(i)];
  return tensor;
}

constexpr char kForward[] = "2,0,0,0,-1,1,1, 1,1,0,0,0,0,0";
constexpr char kTripCountOf4[] =
    "node { name: 'trips' op: 'Const' attr { key: 'dtype' value { type: DT_INT64 } } attr { key: "
    "'value' value { tensor { dtype: DT_INT64 tensor_shape { } int64_val: 4 } } } } ";

struct UnrollCase {
  std::string name;
  std::string nodes;  // before the loop
  Loop loop;
  std::vector<Tensor> feeds;
  std::vector<Tensor> outputs;  // by hand
};

std::vector<UnrollCase> Cases() {
  const Tensor x = Ints({1, 2, 3, 4, 5, 6}, {3, 2}), h = Ints({10, 20}, {1, 2});
  const std::string inputs = Input("x0", Dim(3) + Dim(2)) + Input("x1", Dim(1) + Dim(2));
  return {
      {"parts_are_taken_and_joined",
       inputs,
       {{"x0", "x1"}, "add", kForward, "2,1,0,0,0,0,0, 1,0,0,0,-1,1,1", "1,0", 2, 2},
       {x, h},
       {Ints({19, 32}, {1, 2}), Ints({11, 22, 14, 26, 19, 32}, {3, 2})}},
      {"from_the_last_to_the_first",
       inputs,
       {{"x0", "x1"},
        "add",
        "2,0,0,-1,0,-1,1, 1,1,0,0,0,0,0",
        "0,1,0,0,0,0,0, 1,0,0,-1,0,-1,1",
        "1,0",
        2,
        2},
       {x, h},
       {Ints({1, 2}, {1, 2}), Ints({19, 32, 18, 30, 15, 26}, {3, 2})}},
      {"parts_of_two",
       Input("x0", Dim(4)),
       {{"x0"}, "times_ten", "2,0,0,0,-1,2,2", "1,0,0,0,-1,2,2"},
       {Ints({1, 2, 3, 4}, {4})},
       {Ints({10, 20, 30, 40}, {4})}},
      {"one_iteration_takes_all",
       Input("x0", Dim(1) + Dim(2)),
       {{"x0"}, "times_ten", "2,0,0,0,-1,1,1", "1,0,0,0,-1,1,1"},
       {Ints({1, 2}, {1, 2})},
       {Ints({10, 20}, {1, 2})}},
      {"a_trip_count_and_the_number_of_the_iteration",
       Input("x0", "") + kTripCountOf4,
       {{"x0", "trips"},
        "add",
        "3,-1,0,0,0,0,0, 1,0,0,0,0,0,0",
        "2,0,0,0,0,0,0, 1,1,0,0,-1,1,1",
        "0,0",
        2,
        2,
        "attr { key: 'trip_count' value { i: 1 } } "},
       {Tensor::Scalar(int64_t{1})},
       {Tensor::Scalar(int64_t{7}), Ints({0, 1, 2, 3}, {4})}},
      // The inner loop adds up a row, the outer one all rows.
      {"a_loop_in_a_loop",
       Input("x0", Dim(3) + Dim(2)) + Input("x1", Dim(1) + Dim(1)),
       {{"x0", "x1"}, "sums", kForward, "2,1,0,0,0,0,0", "1,0"},
       {x, Ints({100}, {1, 1})},
       {Ints({121}, {1, 1})}},
  };
}

TEST(UnrollLoops, GivesWhatTheLoopGave) {
  for (const UnrollCase& c : Cases()) {
    SCOPED_TRACE(c.name);
    std::vector<std::string> feeds;
    for (size_t i = 0; i < c.feeds.size(); ++i) feeds.push_back(absl::StrCat("x", i));
    const auto ir = Load(c.nodes + c.loop.Text(), feeds, c.loop.num_outputs);
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto unrolled = UnrollLoops(*ir);
    ASSERT_TRUE(unrolled.ok()) << unrolled.status();
    for (int id = 0; id < unrolled->graph.num_nodes(); ++id)
      EXPECT_NE(unrolled->graph.node(id).role(), OpRole::kLoop);
    const std::vector<Tensor> before = RunModel(*ir, c.feeds), after = RunModel(*unrolled, c.feeds);
    ASSERT_EQ(after.size(), c.outputs.size());
    for (size_t i = 0; i < after.size(); ++i) {
      EXPECT_TRUE(before[i].Identical(c.outputs[i])) << before[i].DebugString();
      EXPECT_TRUE(after[i].Identical(c.outputs[i])) << after[i].DebugString();
    }
    // What was unrolled has the shapes that are known, and can be written.
    EXPECT_TRUE(WriteIr(*unrolled).ok()) << WriteIr(*unrolled).status();
  }
}

struct Refusal {
  std::string nodes;
  Loop loop;
  absl::StatusCode code;
  std::string message;
};

TEST(UnrollLoops, SaysWhyALoopStays) {
  const std::vector<Refusal> refusals = {
      {Input("x0", Dim(-1)),
       {{"x0"}, "times_ten", "2,0,0,0,-1,1,1", "1,0,0,0,-1,1,1"},
       absl::StatusCode::kFailedPrecondition,
       "the number of its iterations is not known; it stays"},
      {Input("x0", Dim(0)),
       {{"x0"}, "times_ten", "2,0,0,0,-1,1,1", "1,0,0,0,-1,1,1"},
       absl::StatusCode::kFailedPrecondition,
       "it has no iterations; it stays"},
      {Input("x0", "") + kTripCountOf4,
       {{"x0", "trips"},
        "ready",
        "1,0,0,0,0,0,0",
        "2,0,0,0,0,0,0",
        "0,0",
        2,
        1,
        "attr { key: 'trip_count' value { i: 1 } } attr { key: 'until' value { i: 1 } } "},
       absl::StatusCode::kFailedPrecondition,
       "a condition ends it when it runs; it stays"},
      {Input("x0", "") + "node { name: 'trips' op: 'Const' attr { key: 'dtype' value { type: "
                         "DT_INT64 } } attr { key: 'value' value { tensor { dtype: DT_INT64 "
                         "tensor_shape { } int64_val: 9000000000000000000 } } } } ",
       {{"x0", "trips"},
        "times_ten",
        "1,0,0,0,0,0,0",
        "2,0,0,0,0,0,0",
        "0,0",
        1,
        1,
        "attr { key: 'trip_count' value { i: 1 } } "},
       absl::StatusCode::kResourceExhausted,
       "its 9000000000000000000 iterations of"},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.message);
    const auto ir = Load(refusal.nodes + refusal.loop.Text(), {"x0"}, 1);
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto unrolled = UnrollLoops(*ir);
    EXPECT_EQ(unrolled.status().code(), refusal.code) << unrolled.status();
    EXPECT_NE(unrolled.status().message().find(refusal.message), std::string::npos)
        << unrolled.status();
  }
}

TEST(UnrollLoops, SaysThatThereIsNoLoop) {
  const auto ir = Load(Input("x0", "") +
                           "node { name: 'loop' op: 'Identity' input: 'x0' attr { "
                           "key: 'T' value { type: DT_INT64 } } }",
                       {"x0"}, 1);
  ASSERT_TRUE(ir.ok()) << ir.status();
  EXPECT_EQ(UnrollLoops(*ir).status(), absl::FailedPreconditionError("the model has no loop"));
}

}  // namespace
}  // namespace opgraft
