// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RMS norms and SwiGLUs; layer_norm_layers_test has layer norms, rotation_layers_test rotations.
// tests/conformance holds whole models against OpenVINO.
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/layer_group.h"

namespace opgraft {
namespace {

int MeanOfSquares(Net* net, int squares, int64_t axis = -1) {
  return net->Add("ReduceMean", R"(keep_dims="true")", {squares, net->Ints({axis})});
}
int Squares(Net* net, int x) { return net->Add("Power", "", {x, net->Number(2)}); }
// 1 / Sqrt(mean + 0.001), as most models write it.
int Factor(Net* net, int mean) {
  const int root = net->Add("Sqrt", "", {net->Add("Add", "", {mean, net->Number(0.001f)})});
  return net->Add("Divide", "", {net->Number(1), root});
}
int Norm(Net* net, int x) {
  return net->Multiply(x, Factor(net, MeanOfSquares(net, Squares(net, x))));
}
int Product(Net* net, int x, int64_t columns, float start) {
  std::vector<float> weights;
  for (int64_t i = 0; i < 4 * columns; ++i)
    weights.push_back(start + 0.125f * static_cast<float>(i % 7));
  const int matrix = net->Floats(weights, absl::StrCat(columns, ",4"));
  return net->Add("MatMul", R"(transpose_a="false" transpose_b="true")", {x, matrix});
}

const std::vector<Group>& Groups() {
  using Inputs = const std::vector<int>&;
  static const auto* const groups = new std::vector<Group>{
      {"norm",
       "RMSNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         net->SetNumberShape("1,1,1");
         return Norm(net, in[0]);
       }},
      {"norm_of_no_rows",
       "RMSNorm",
       {{0, 4}},
       [](Net* net, Inputs in) {
         const int mean = MeanOfSquares(net, net->Multiply(in[0], in[0]), 1);
         const int sum = net->Add("Add", "", {net->Floats({0.001f}, ""), mean});
         return net->Multiply(net->Add("Power", "", {sum, net->Floats({-0.5f}, "")}), in[0]);
       }},
      {"norm_with_a_weight",
       "RMSNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         return net->Multiply(net->Floats({1, -2, 3, 0.5f}, "1,1,4"), Norm(net, in[0]));
       }},
      {"norm_with_a_weight_that_is_fed",
       "RMSNorm",
       {{3, 4}, {4}},
       [](Net* net, Inputs in) { return net->Multiply(Norm(net, in[0]), in[1]); }},
      {"norm_times_a_number_a_row",
       "RMSNorm",
       {{3, 4}, {3, 1}},
       [](Net* net, Inputs in) { return net->Multiply(Norm(net, in[0]), in[1]); }},
      {"norm_by_division",
       "RMSNorm",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int mean = MeanOfSquares(net, Squares(net, in[0]));
         const int sum = net->Add("Add", "", {mean, net->Number(0.001f)});
         return net->Add("Divide", "", {in[0], net->Add("Sqrt", "", {sum})});
       }},
      {"norm_of_other_squares",
       "",
       {{3, 4}, {3, 4}},
       [](Net* net, Inputs in) {
         return net->Multiply(in[0], Factor(net, MeanOfSquares(net, Squares(net, in[1]))));
       }},
      {"norm_along_another_axis",
       "",
       {{3, 4}},
       [](Net* net, Inputs in) {
         return net->Multiply(in[0], Factor(net, MeanOfSquares(net, Squares(net, in[0]), 0)));
       }},
      {"fourth_powers",
       "",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int powers = net->Add("Power", "", {in[0], net->Floats({4}, "")});
         return net->Multiply(in[0], Factor(net, MeanOfSquares(net, powers)));
       }},
      {"number_of_more_dimensions",
       "",
       {{4}},
       [](Net* net, Inputs in) {
         net->SetNumberShape("1,1,1");
         return Norm(net, in[0]);
       }},
      {"glu",
       "SwiGLU",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         const int gate = net->Add("Swish", "", {Product(net, in[0], 5, -0.5f)}, "opset4");
         return net->Multiply(gate, Product(net, in[0], 5, 0.25f));
       }},
      {"glu_of_many",
       "SwiGLU",
       {{2, 300, 4}},
       [](Net* net, Inputs in) {
         const int gate = net->Add("Swish", "", {Product(net, in[0], 5, -0.5f)}, "opset4");
         return net->Multiply(Product(net, in[0], 5, 0.25f), gate);
       }},
      {"glu_of_one_column",
       "",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         const int gate = net->Add("Swish", "", {Product(net, in[0], 1, -0.5f)}, "opset4");
         return net->Multiply(gate, Product(net, in[0], 5, 0.25f));
       }},
      {"glu_with_a_slope",
       "",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         const int gate =
             net->Add("Swish", "", {Product(net, in[0], 5, -0.5f), net->Floats({2}, "")}, "opset4");
         return net->Multiply(gate, Product(net, in[0], 5, 0.25f));
       }},
      {"glu_of_two_operands",
       "",
       {{2, 4}, {1, 4}},
       [](Net* net, Inputs in) {
         const int gate = net->Add("Swish", "", {Product(net, in[0], 5, -0.5f)}, "opset4");
         return net->Multiply(gate, Product(net, in[1], 5, 0.25f));
       }},
  };
  return *groups;
}

class DecoderLayersOfAGroup : public GroupTest {};

TEST_P(DecoderLayersOfAGroup, BecomeOneNodeWithTheNumbersOfTheLayers) {
  ExpectOneNodeWithTheNumbersOfTheLayers();
}

INSTANTIATE_TEST_SUITE_P(All, DecoderLayersOfAGroup, ::testing::ValuesIn(Groups()),
                         [](const auto& group) { return group.param.name; });

// Layers that more than the group needs stay.
TEST(DecoderLayers, StayWhereOthersNeedThem) {
  Net net;
  const int x = net.Parameter("?,4");
  const int mean = MeanOfSquares(&net, net.Multiply(x, x));
  const int norm = net.Multiply(
      x, net.Add("Power", "",
                 {net.Add("Add", "", {mean, net.Floats({0.5f}, "")}), net.Floats({-0.5f}, "")}));
  const int both = net.Add("Add", "", {norm, mean});
  const auto ir = net.Read(both, IrUse::kRun);
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  // The mean of the squares is 7.5: x / sqrt(8) + 7.5.
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"n0", Tensor::Of({1.f, 2.f, 3.f, 4.f}, TensorShape({1, 4}))}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR((*outputs)[0].flat<float>()(i), static_cast<float>(i + 1) / std::sqrt(8.f) + 7.5f,
                1e-6);
}

struct Misuse {
  std::string op;
  std::vector<TensorShape> shapes;
  std::string message;
};

// Graphs that are built by hand may have other shapes when they run than were known before.
TEST(DecoderOps, RefuseShapesThatDoNotFit) {
  const std::vector<Misuse> misuses = {
      {"RMSNorm", {{}}, "x must have rows"},
      {"RMSNorm", {{2, 4}, {3}}, "the weight must have 4 numbers as a row has, not 3"},
      {"LayerNorm", {{}}, "x must have rows"},
      {"LayerNorm", {{2, 4}, {4}, {3}}, "the weight must have 4 numbers as a row has, not 3"},
      {"RotaryEmbedding",
       {{2, 4}, {4}, {2}},
       "x, cos and sin must have rows of one even length, not [2,4] and [2]"},
      {"RotaryEmbedding",
       {{2, 3}, {3}, {3}},
       "x, cos and sin must have rows of one even length, not [2,3] and [2,3]"},
      {"RotaryEmbedding",
       {{2, 4}, {3, 4}, {4}},
       "x, cos and sin do not fit each other: [2,4], [3,4], [4]"},
      {"SwiGLU", {{2, 4}, {4}}, "gate and x must be of one shape, not [2,4] and [4]"},
  };
  for (const Misuse& misuse : misuses) {
    GraphBuilder b;
    std::vector<Value> values;
    std::vector<NamedTensor> feeds;
    for (const TensorShape& shape : misuse.shapes) {
      const std::string name = absl::StrCat("in", feeds.size());
      values.push_back(b.Op("Placeholder", {}, name, {{"dtype", DT_FLOAT}}));
      feeds.emplace_back(name, Tensor(DT_FLOAT, shape));
    }
    std::vector<Input> inputs(values.begin(), values.end());
    GraphBuilder::Attrs attrs;
    if (absl::EndsWith(misuse.op, "Norm")) {
      inputs = {values[0], Input(std::vector<Value>(values.begin() + 1, values.end()))};
      attrs = {{"epsilon", 0.5f}};
    }
    b.Op("OpenVINO>" + misuse.op, inputs, "out", attrs);
    const auto graph = b.Build();
    ASSERT_TRUE(graph.ok()) << graph.status();
    const auto model = CompiledModel::Compile(*graph, {});
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const auto outputs = request.Run(feeds);
    EXPECT_EQ(outputs.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(outputs.status().message().find(misuse.message), std::string::npos)
        << outputs.status();
  }
}

}  // namespace
}  // namespace opgraft
