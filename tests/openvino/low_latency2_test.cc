// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// LowLatency2 of loops in bodies. Outputs, states and their names are those of OpenVINO 2026.4
// after its own transformation. tests/conformance has loops of the model itself.
#include <map>
#include <string>
#include <vector>

#include "framework/graph/data/function_library.h"
#include "framework/runtime/compiled_model.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "openvino/transforms.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::IrText;
using opgraft_internal::NetText;
using opgraft_internal::TextLayer;
using ::testing::ElementsAre;

constexpr char kRows[] = R"(shape="3,2" element_type="f32")";
constexpr char kRow[] = R"(shape="1,2" element_type="f32")";
constexpr char kBool[] = R"(shape="" element_type="boolean")";

// The bytes of constants: the trip count 3, a true.
std::string Weights() { return std::string("\3\0\0\0\0\0\0\0\1", 9); }
TextLayer Count() {
  return {"count", "Const", "opset1", R"(element_type="i64" shape="" offset="0" size="8")", {}};
}
TextLayer True() {
  return {"true", "Const", "opset1", R"(element_type="boolean" shape="" offset="8" size="1")", {}};
}
TextLayer Parameter(const std::string& name, const char* data) {
  return {name, "Parameter", "opset1", data, {}};
}
TextLayer Result(const std::string& source) { return {"r", "Result", "opset1", "", {source}, 0}; }
std::string Input(int port, int layer, const std::string& more = "") {
  return "<input external_port_id=\"" + std::to_string(port) + "\" internal_layer_id=\"" +
         std::to_string(layer) + "\" " + more + "/>";
}
std::string Output(int port, int layer, const std::string& more = "") {
  return "<output external_port_id=\"" + std::to_string(port) + "\" internal_layer_id=\"" +
         std::to_string(layer) + "\" " + more + "/>";
}

// h plus all rows of x, one in each iteration; x and h are layers.
TextLayer Sum(const std::string& x, const std::string& h) {
  const std::string body = NetText({Parameter("inner_x", kRow),
                                    Parameter("inner_h", kRow),
                                    {"sum", "Add", "opset1", "", {"0", "1"}},
                                    Result("2")});
  return {"inner",
          "TensorIterator",
          "opset1",
          "",
          {x, h},
          1,
          "<port_map>" + Input(0, 0, R"(axis="0")") + Input(1, 1) + Output(2, 3) +
              "</port_map><back_edges><edge from-layer=\"3\" to-layer=\"1\"/></back_edges><body>" +
              body + "</body>"};
}
// The same thrice, from what it gave before on.
TextLayer ThreeSums(const std::string& count, const std::string& condition, const std::string& x,
                    const std::string& h) {
  const std::string body = NetText({Parameter("outer_x", kRows), Parameter("outer_h", kRow),
                                    Sum("0", "1"), Result("2"), True(), Result("4")});
  return {"outer",
          "Loop",
          "opset5",
          "",
          {count, condition, x, h},
          1,
          "<port_map>" + Input(2, 0) + Input(3, 1) + Output(4, 3) +
              Output(-1, 5, R"(purpose="execution_condition")") +
              "</port_map><back_edges><edge from-layer=\"3\" to-layer=\"1\"/></back_edges><body>" +
              body + "</body>"};
}
// What `layers` give, of x and h, or else h + h, or the same twice.
TextLayer If(const std::vector<std::string>& inputs, std::vector<TextLayer> then,
             bool sums_in_both = false) {
  then.insert(then.begin(), {Parameter("x", kRows), Parameter("h", kRow)});
  const auto result = std::to_string(then.size() - 1);
  then.push_back(Result(result));
  std::vector<TextLayer> otherwise = {Parameter("x", kRows), Parameter("h", kRow)};
  otherwise.push_back(sums_in_both ? Sum("0", "1") : TextLayer{"h2", "ReLU", "opset1", "", {"1"}});
  otherwise.push_back({"twice", "Add", "opset1", "", {"2", "2"}});
  otherwise.push_back(Result("3"));
  const std::string maps = Input(1, 0) + Input(2, 1);
  return {"if",
          "If",
          "opset8",
          "",
          inputs,
          1,
          "<then_port_map>" + maps + Output(3, static_cast<int>(then.size()) - 1) +
              "</then_port_map><else_port_map>" + maps + Output(3, 4) +
              "</else_port_map><then_body>" + NetText(then) + "</then_body><else_body>" +
              NetText(otherwise) + "</else_body>"};
}

// A model of x, h and, as the last, a condition c.
LoadedIr Transformed(std::vector<TextLayer> layers, bool use_const_initializer = true) {
  layers.insert(layers.begin(),
                {Parameter("x", kRows), Parameter("h", kRow), Parameter("c", kBool)});
  layers.push_back(Result(std::to_string(layers.size() - 1)));
  const auto ir = ParseIr(IrText(layers), Weights(), {}, IrUse::kEdit);
  EXPECT_TRUE(ir.ok()) << ir.status();
  const auto changed = LowLatency2(*ir, use_const_initializer);
  EXPECT_TRUE(changed.ok()) << changed.status();
  return *changed;
}

// A request of a model, fed with rows [1, 2], [3, 4], [5, 6] and h = [1, 0.5], each times `step`.
class Steps {
 public:
  explicit Steps(const LoadedIr& ir) {
    const auto model = CompiledModel::Compile(ir.graph, ir.options);
    EXPECT_TRUE(model.ok()) << model.status();
    request_.emplace(model->CreateRequest());
  }

  std::vector<float> Run(float step, bool condition = true) {
    Tensor x(DT_FLOAT, {3, 2});
    for (int64_t i = 0; i < 6; ++i) x.flat<float>()(i) = static_cast<float>(i + 1) * step;
    const Tensor h = Tensor::Of({step, step / 2}, TensorShape({1, 2}));
    const auto outputs = request_->Run({{"x", x}, {"h", h}, {"c", Tensor::Scalar(condition)}});
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    return outputs.ok() ? Numbers((*outputs)[0]) : std::vector<float>();
  }
  // By the names of the variables.
  std::map<std::string, std::vector<float>> states() {
    std::map<std::string, std::vector<float>> found;
    for (const VariableState& state : request_->query_state())
      found[state.name()] = Numbers(state.get());
    return found;
  }
  InferRequest& request() { return *request_; }

 private:
  static std::vector<float> Numbers(const Tensor& tensor) {
    const float* const data = static_cast<const float*>(tensor.data());
    return std::vector<float>(data, data + tensor.NumElements());
  }

  absl::optional<InferRequest> request_;
};

using States = std::map<std::string, std::vector<float>>;

TEST(LowLatency2, KeepsWhatALoopInABranchCarries) {
  Steps steps(Transformed({If({"2", "0", "1"}, {Sum("0", "1")})}));
  EXPECT_THAT(steps.Run(1), ElementsAre(9, 12));
  EXPECT_THAT(steps.Run(2, false), ElementsAre(4, 2));
  EXPECT_EQ(steps.states(), (States{{"inner/inner_h/variable_1", {9, 12}}}));
  EXPECT_THAT(steps.Run(3), ElementsAre(36, 48));
  EXPECT_THAT(steps.Run(4), ElementsAre(72, 96));
  EXPECT_EQ(steps.states(), (States{{"inner/inner_h/variable_1", {72, 96}}}));
  ASSERT_TRUE(steps.request().reset_state().ok());
  EXPECT_THAT(steps.Run(1), ElementsAre(9, 12));
}

TEST(LowLatency2, StartsWithTheValuesOfABranch) {
  Steps steps(Transformed({If({"2", "0", "1"}, {Sum("0", "1")})}, false));
  EXPECT_THAT(steps.Run(1), ElementsAre(10, 12.5));
  EXPECT_THAT(steps.Run(2, false), ElementsAre(4, 2));
  EXPECT_THAT(steps.Run(3), ElementsAre(37, 48.5));
  EXPECT_THAT(steps.Run(4), ElementsAre(73, 96.5));
}

// A state in a body acts in each iteration.
TEST(LowLatency2, KeepsWhatLoopsInLoopsCarry) {
  Steps steps(Transformed({Count(), True(), ThreeSums("3", "4", "0", "1")}));
  EXPECT_THAT(steps.Run(1), ElementsAre(27, 36));
  EXPECT_THAT(steps.Run(2), ElementsAre(81, 108));
  EXPECT_EQ(steps.states(), (States{{"inner/inner_h/variable_1", {81, 108}},
                                    {"outer/outer_h/variable_1", {81, 108}}}));
}

// The state of the inner loop starts as what the outer one carries, which then has none itself.
TEST(LowLatency2, LeavesALoopWhoseBodyStartsAStateWithWhatItCarries) {
  Steps steps(Transformed({Count(), True(), ThreeSums("3", "4", "0", "1")}, false));
  EXPECT_THAT(steps.Run(1), ElementsAre(28, 36.5));
  EXPECT_THAT(steps.Run(2), ElementsAre(82, 108.5));
  EXPECT_EQ(steps.states(), (States{{"inner/inner_h/variable_1", {82, 108.5}}}));
}

TEST(LowLatency2, KeepsWhatBodiesInBodiesCarry) {
  Steps steps(Transformed({If({"2", "0", "1"}, {Count(), True(), ThreeSums("2", "3", "0", "1")})}));
  EXPECT_THAT(steps.Run(1), ElementsAre(27, 36));
  EXPECT_THAT(steps.Run(2, false), ElementsAre(4, 2));
  EXPECT_THAT(steps.Run(3), ElementsAre(108, 144));
  EXPECT_EQ(steps.states(), (States{{"inner/inner_h/variable_1", {108, 144}},
                                    {"outer/outer_h/variable_1", {108, 144}}}));
}

// OpenVINO gives loops of one name in both branches one variable, which its CPU cannot run.
TEST(LowLatency2, SharesAStateBetweenBranches) {
  Steps steps(Transformed({If({"2", "0", "1"}, {Sum("0", "1")}, true)}));
  EXPECT_THAT(steps.Run(1), ElementsAre(9, 12));
  EXPECT_THAT(steps.Run(2, false), ElementsAre(54, 72));  // 2 (9 + 2 * 9), 2 (12 + 2 * 12)
  EXPECT_EQ(steps.states(), (States{{"inner/inner_h/variable_1", {27, 36}}}));
}

// What has states already gets no others.
TEST(LowLatency2, ChangesNothingWhenDoneAgain) {
  for (const bool use_const_initializer : {true, false}) {
    const LoadedIr once =
        Transformed({Count(), True(), ThreeSums("3", "4", "0", "1")}, use_const_initializer);
    const auto twice = LowLatency2(once, use_const_initializer);
    ASSERT_TRUE(twice.ok()) << twice.status();
    EXPECT_EQ(twice->graph.num_nodes(), once.graph.num_nodes());
    EXPECT_EQ(twice->graph.functions().num_functions(), once.graph.functions().num_functions());
  }
}

TEST(LowLatency2, TellsTheShapesOfStatesInBodies) {
  const LoadedIr ir = Transformed({If({"2", "0", "1"}, {Sum("0", "1")})});
  const auto model = CompiledModel::Compile(ir.graph, ir.options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  EXPECT_EQ(request.query_state()[0].get().shape(), TensorShape({1, 2}));
}

}  // namespace
}  // namespace opgraft
