// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Caches in bodies of loops and branches, read to be run (they grow in place) and read as they are:
// both have the same outputs and states.
#include <cstring>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::IrText;
using opgraft_internal::NetText;
using opgraft_internal::TextLayer;

constexpr char kVariable[] = R"(variable_id="c" variable_type="f32" variable_shape="1,?,8")";
constexpr char kRow[] = R"(shape="1,1,8" element_type="f32")";

// The bytes of constants: the axis 1, a true.
std::string Weights() {
  std::string bytes(16, '\0');
  const int64_t axis = 1;
  std::memcpy(&bytes[0], &axis, sizeof(axis));
  bytes[8] = '\1';
  return bytes;
}

// Takes a row, appends it to the cache and gives the sum of all rows. The Result is layer 7.
std::string Appends() {
  return NetText(
      {{"p", "Parameter", "opset1", kRow, {}},
       {"init", "Const", "opset1", R"(element_type="f32" shape="1,0,8" offset="0" size="0")", {}},
       {"past", "ReadValue", "opset6", kVariable, {"1"}},
       {"joined", "Concat", "opset1", R"(axis="1")", {"2", "0"}},
       {"assign", "Assign", "opset6", R"(variable_id="c")", {"3"}, 0},
       {"axis", "Const", "opset1", R"(element_type="i64" shape="1" offset="0" size="8")", {}},
       {"sum", "ReduceSum", "opset1", R"(keep_dims="true")", {"3", "5"}},
       {"r", "Result", "opset1", "", {"6"}, 0}});
}

// Passes the row on.
std::string Passes() {
  return NetText({{"p", "Parameter", "opset1", kRow, {}},
                  {"q", "ReLU", "opset1", "", {"0"}},
                  {"r", "Result", "opset1", "", {"1"}, 0}});
}

// The row is all that the cache has from then on.
std::string Restarts() {
  return NetText(
      {{"p", "Parameter", "opset1", kRow, {}},
       {"init", "Const", "opset1", R"(element_type="f32" shape="1,0,8" offset="0" size="0")", {}},
       {"past", "ReadValue", "opset6", kVariable, {"1"}},
       {"assign", "Assign", "opset6", R"(variable_id="c")", {"0"}, 0},
       {"axis", "Const", "opset1", R"(element_type="i64" shape="1" offset="0" size="8")", {}},
       {"sum", "ReduceSum", "opset1", R"(keep_dims="true")", {"2", "4"}},
       {"r", "Result", "opset1", "", {"5"}, 0}});
}

std::string Branches(const std::string& otherwise, int result) {
  const auto maps = [](int to) {
    return R"(<input external_port_id="1" internal_layer_id="0"/>)"
           R"(<output external_port_id="2" internal_layer_id=")" +
           std::to_string(to) + "\"/>";
  };
  return "<then_port_map>" + maps(7) + "</then_port_map><else_port_map>" + maps(result) +
         "</else_port_map><then_body>" + Appends() + "</then_body><else_body>" + otherwise +
         "</else_body>";
}

// A loop over rows whose other inputs are the same in each turn.
std::string Loop(const std::string& body, int inputs, int result) {
  std::string more = R"(<port_map><input external_port_id="0" internal_layer_id="0" axis="0"/>)";
  for (int i = 1; i < inputs; ++i)
    more += "<input external_port_id=\"" + std::to_string(i) + "\" internal_layer_id=\"" +
            std::to_string(i) + "\"/>";
  return more + "<output external_port_id=\"" + std::to_string(inputs) + "\" internal_layer_id=\"" +
         std::to_string(result) + R"(" axis="0"/></port_map><body>)" + body + "</body>";
}

struct Form {
  std::string name;
  std::vector<TextLayer> layers;
  bool grows = true;
};
std::ostream& operator<<(std::ostream& out, const Form& form) { return out << form.name; }

// n0: rows, n1: a condition.
std::vector<Form> Forms() {
  const TextLayer rows = {"n0", "Parameter", "opset1", R"(shape="?,1,8" element_type="f32")", {}};
  const TextLayer row = {"n0", "Parameter", "opset1", kRow, {}};
  const TextLayer given = {"n1", "Parameter", "opset1", R"(shape="" element_type="boolean")", {}};
  const TextLayer known = {
      "n1", "Const", "opset1", R"(element_type="boolean" shape="" offset="8" size="1")", {}};
  const TextLayer result = {"y", "Result", "opset1", "", {"2"}, 0};
  const std::string passes = Branches(Passes(), 2), restarts = Branches(Restarts(), 6);
  const auto branch = [](const std::string& more) {
    return TextLayer{"if", "If", "opset8", "", {"1", "0"}, 1, more};
  };
  const TextLayer over = {"over", "TensorIterator", "opset1", "", {"0"}, 1, Loop(Appends(), 1, 7)};
  const auto over_branch = [&](const TextLayer& condition) {
    const bool is_given = condition.type == "Parameter";
    const std::string body =
        NetText({row, condition, branch(passes), {"r", "Result", "opset1", "", {"2"}, 0}});
    std::vector<std::string> inputs = {"0"};
    if (is_given) inputs.emplace_back("1");
    return TextLayer{
        "over", "TensorIterator", "opset1", "", inputs, 1, Loop(body, is_given ? 2 : 1, 3)};
  };
  return {{"Loop", {rows, given, over, result}},
          {"If", {row, given, branch(passes), result}},
          {"IfInItsPlace", {row, known, branch(passes), result}},
          {"IfInLoop", {rows, given, over_branch(given), result}},
          {"IfInItsPlaceInLoop", {rows, given, over_branch(known), result}},
          // Both branches use the cache: it stays a tensor.
          {"IfThatRestarts", {row, given, branch(restarts), result}, false}};
}

int CountIn(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

class CacheBodies : public ::testing::TestWithParam<Form> {};

TEST_P(CacheBodies, HaveNodesThatGrowAndNoneThatNobodyNeeds) {
  const auto ir = ParseIr(IrText(GetParam().layers), Weights(), {}, IrUse::kRun);
  ASSERT_TRUE(ir.ok()) << ir.status();
  const std::string text = ir->graph.ToGraphDef().DebugString();
  const int count = GetParam().grows ? 1 : 0;
  EXPECT_EQ(CountIn(text, "op: \"OpenVINO>AppendToCache\""), count) << text;
  EXPECT_EQ(CountIn(text, "op: \"OpenVINO>FromCache\""), count);  // the sum's, not ReadValue's
}

TEST_P(CacheBodies, HaveTheOutputsAndStatesOfLayersThatCopy) {
  std::vector<InferRequest> requests;
  bool has_condition = false;
  for (const IrUse use : {IrUse::kRun, IrUse::kEdit}) {
    const auto ir = ParseIr(IrText(GetParam().layers), Weights(), {}, use);
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    has_condition = model->num_inputs() > 1;
    requests.push_back(model->CreateRequest());
  }
  std::mt19937 random(3);
  for (int step = 0; step < 100 && !HasFailure(); ++step) {
    const bool has_rows = GetParam().layers[0].data != kRow;
    Tensor rows(DT_FLOAT, {has_rows ? 1 + static_cast<int64_t>(random() % 4) : 1, 1, 8});
    for (int64_t i = 0; i < rows.NumElements(); ++i)
      rows.flat<float>()(i) = static_cast<float>(random() % 64);
    std::vector<NamedTensor> feeds = {{"n0", rows}};
    if (has_condition) feeds.push_back({"n1", Tensor::Scalar(random() % 3 > 0)});
    if (random() % 20 == 0) {
      for (InferRequest& request : requests) ASSERT_TRUE(request.reset_state().ok());
    }
    const auto outputs = requests[0].Run(feeds), expected = requests[1].Run(feeds);
    ASSERT_TRUE(outputs.ok() && expected.ok()) << outputs.status() << expected.status();
    EXPECT_TRUE((*outputs)[0].Identical((*expected)[0])) << step;
    EXPECT_TRUE(requests[0].state("c")->get().Identical(requests[1].state("c")->get())) << step;
  }
}

// Rows lie where they lay before, while there is room.
TEST(CacheInALoop, GrowsInPlace) {
  const auto ir = ParseIr(IrText(Forms()[0].layers), Weights(), {}, IrUse::kRun);
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const Tensor rows(DT_FLOAT, {4, 1, 8});
  int moved = 0;
  const void* place = nullptr;
  for (int step = 0; step < 250; ++step) {
    ASSERT_TRUE(request.Run({{"n0", rows}}).ok());
    const Tensor cache = request.state("c")->get();
    if (cache.data() != place) ++moved;
    place = cache.data();
  }
  EXPECT_EQ(request.state("c")->get().dim_size(1), 1000);
  EXPECT_LE(moved, 12);  // half as many again: 16, 24, ... 1000
}

INSTANTIATE_TEST_SUITE_P(All, CacheBodies, ::testing::ValuesIn(Forms()),
                         [](const auto& form) { return form.param.name; });

}  // namespace
}  // namespace opgraft
