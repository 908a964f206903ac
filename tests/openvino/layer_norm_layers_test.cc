// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Layer norms: an MVN and its weights, or the layers that exporters write instead.
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/layer_group.h"

namespace opgraft {
namespace {

const std::vector<float> kGamma = {1, -2, 3, 0.5f};
const std::vector<float> kBeta = {0.25f, 4, -1, 0};

int Add(Net* net, int a, int b) { return net->Add("Add", R"(auto_broadcast="numpy")", {a, b}); }
int Mvn(Net* net, int x, const std::vector<int64_t>& axes, const char* mode = "INSIDE_SQRT",
        const char* divides = "true") {
  return net->Add(
      "MVN",
      absl::StrCat("eps=\"0.75\" normalize_variance=\"", divides, "\" eps_mode=\"", mode, "\""),
      {x, net->Ints(axes)}, "opset6");
}
int Mean(Net* net, int x, const std::vector<int64_t>& axes = {-1}) {
  return net->Add("ReduceMean", R"(keep_dims="true")", {x, net->Ints(axes)});
}
int Centred(Net* net, int x, int mean) { return net->Add("Subtract", "", {x, mean}); }
int Variance(Net* net, int centred, const std::vector<int64_t>& axes = {-1}) {
  const int squares = net->Add("Power", "", {centred, net->Number(2)});
  return Add(net, Mean(net, squares, axes), net->Number(0.75f));
}
int Root(Net* net, int x) { return net->Add("Sqrt", "", {x}); }
int Divide(Net* net, int a, int b) { return net->Add("Divide", "", {a, b}); }
int Weighted(Net* net, int norm) {
  return Add(net, net->Multiply(norm, net->Floats(kGamma, "4")), net->Floats(kBeta, "4"));
}

const std::vector<Group>& GroupsOfMvn() {
  using Inputs = const std::vector<int>&;
  static const auto* const groups = new std::vector<Group>{
      {"mvn",
       "LayerNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) { return Weighted(net, Mvn(net, in[0], {-1})); }},
      {"mvn_with_weights_in_front",
       "LayerNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         const int norm = Mvn(net, in[0], {2}, "outside_sqrt");
         const int product = net->Multiply(net->Floats(kGamma, "1,1,4"), norm);
         return Add(net, net->Floats(kBeta, "1,4"), product);
       }},
      {"mvn_of_no_rows",
       "LayerNorm",
       {{0, 4}},
       [](Net* net, Inputs in) { return Weighted(net, Mvn(net, in[0], {1})); }},
      {"mvn_with_a_factor",
       "LayerNorm",
       {{3, 4}},
       [](Net* net, Inputs in) {
         return net->Multiply(Mvn(net, in[0], {-1}), net->Floats(kGamma, "4"));
       }},
      {"mvn_with_weights_that_are_fed",
       "LayerNorm",
       {{3, 4}, {4}, {4}},
       [](Net* net, Inputs in) {
         return Add(net, net->Multiply(Mvn(net, in[0], {-1}), in[1]), in[2]);
       }},
      {"mvn_plus_a_number_a_row",
       "LayerNorm",
       {{3, 4}, {3, 1}},
       [](Net* net, Inputs in) {
         const int norm = Mvn(net, in[0], {-1});
         return Add(net, net->Multiply(norm, net->Floats(kGamma, "4")), in[1]);
       }},
      {"mvn_along_two_dimensions",
       "LayerNorm",
       {{3, 2, 2}},
       [](Net* net, Inputs in) {
         const int product = net->Multiply(Mvn(net, in[0], {2, -2}), net->Floats(kGamma, "1,2,2"));
         return Add(net, product, net->Floats(kBeta, "2,2"));
       },
       2},
      {"mvn_along_two_dimensions_with_a_factor_for_one",
       "",
       {{3, 2, 4}},
       [](Net* net, Inputs in) {
         return Weighted(net, Mvn(net, in[0], {1, 2}));
       },
       2},
      {"mvn_along_two_dimensions_of_unknown_size",
       "",
       {{3, 2, 2}},
       [](Net* net, Inputs in) {
         const int product = net->Multiply(Mvn(net, in[0], {1, 2}), net->Floats(kGamma, "2,2"));
         return Add(net, product, net->Floats(kBeta, "2,2"));
       }},
      {"mvn_along_other_dimensions",
       "",
       {{3, 2, 4}},
       [](Net* net, Inputs in) {
         return Weighted(net, Mvn(net, in[0], {0, 2}));
       },
       3},
      {"mvn_that_does_not_divide",
       "",
       {{3, 4}},
       [](Net* net, Inputs in) {
         return Weighted(net, Mvn(net, in[0], {1}, "INSIDE_SQRT", "false"));
       }},
      {"mvn_with_a_factor_of_more_dimensions",
       "",
       {{4}},
       [](Net* net, Inputs in) {
         return net->Multiply(Mvn(net, in[0], {-1}), net->Floats(kGamma, "1,4"));
       }},
  };
  return *groups;
}

const std::vector<Group>& GroupsOfLayers() {
  using Inputs = const std::vector<int>&;
  static const auto* const groups = new std::vector<Group>{
      {"division",  // as exporters to ONNX write it
       "LayerNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         const int centred = Centred(net, in[0], Mean(net, in[0]));
         return Weighted(net, Divide(net, centred, Root(net, Variance(net, centred))));
       }},
      {"division_of_another_difference",
       "LayerNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) {
         const int deviation = Root(net, Variance(net, Centred(net, in[0], Mean(net, in[0]))));
         return Weighted(net, Divide(net, Centred(net, in[0], Mean(net, in[0])), deviation));
       }},
      {"division_without_weights",
       "LayerNorm",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int centred = Centred(net, in[0], Mean(net, in[0]));
         return Divide(net, centred, Root(net, Variance(net, centred)));
       }},
      {"division_along_two_dimensions",
       "LayerNorm",
       {{3, 2, 2}},
       [](Net* net, Inputs in) {
         const int centred = Centred(net, in[0], Mean(net, in[0], {1, 2}));
         const int norm = Divide(net, centred, Root(net, Variance(net, centred, {-2, -1})));
         const int product = net->Multiply(norm, net->Floats(kGamma, "2,2"));
         return Add(net, product, net->Floats(kBeta, "2,2"));
       },
       2},
      {"product",
       "LayerNorm",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int centred = Centred(net, in[0], Mean(net, in[0]));
         const int factor = Divide(net, net->Number(1), Root(net, Variance(net, centred)));
         return Weighted(net, net->Multiply(factor, centred));
       }},
      {"squared_difference",
       "LayerNorm",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int mean = Mean(net, in[0]);
         const int squares = net->Add("SquaredDifference", "", {mean, in[0]});
         const int sum = Add(net, net->Number(0.75f), Mean(net, squares));
         const int factor = net->Add("Power", "", {sum, net->Number(-0.5f)});
         return Weighted(net, net->Multiply(Centred(net, in[0], mean), factor));
       }},
      {"squared_difference_of_what_is_not_centred",
       "",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int squares = net->Add("SquaredDifference", "", {in[0], Mean(net, in[0])});
         const int sum = Add(net, Mean(net, squares), net->Number(0.75f));
         return Weighted(net, Divide(net, in[0], Root(net, sum)));
       }},
      {"mean_of_another_tensor",
       "RMSNorm",
       {{3, 4}, {3, 4}},
       [](Net* net, Inputs in) {
         const int centred = Centred(net, in[0], Mean(net, in[1]));
         return Weighted(net, Divide(net, centred, Root(net, Variance(net, centred))));
       }},
      {"mean_along_another_axis",
       "RMSNorm",
       {{3, 4}},
       [](Net* net, Inputs in) {
         const int centred = Centred(net, in[0], Mean(net, in[0], {0}));
         return Weighted(net, Divide(net, centred, Root(net, Variance(net, centred))));
       }},
      {"squares_along_two_dimensions_of_what_is_not_centred",
       "",
       {{3, 2, 2}},
       [](Net* net, Inputs in) {
         return Divide(net, in[0], Root(net, Variance(net, in[0], {1, 2})));
       },
       2},
  };
  return *groups;
}

// x * m + (beta - mean * m): as Keras writes it, perhaps with a product instead of a difference.
int Folded(Net* net, int x, int mean, bool subtracts) {
  const int squares = net->Add("SquaredDifference", "", {x, Mean(net, x)});
  const int sum = Add(net, Mean(net, squares), net->Number(0.75f));
  const int root = net->Add("Power", "", {sum, net->Number(-0.5f)});
  const int factor = net->Multiply(root, net->Floats(kGamma, "4"));
  const int beta = net->Floats(kBeta, "4");
  if (subtracts) {
    const int shift = net->Add("Subtract", "", {beta, net->Multiply(factor, mean)});
    return Add(net, shift, net->Multiply(factor, x));
  }
  const int negative = net->Multiply(mean, net->Number(-1));
  return Add(net, net->Multiply(x, factor), Add(net, net->Multiply(negative, factor), beta));
}

const std::vector<Group>& GroupsOfFoldedLayers() {
  using Inputs = const std::vector<int>&;
  static const auto* const groups = new std::vector<Group>{
      {"difference",
       "LayerNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) { return Folded(net, in[0], Mean(net, in[0]), true); }},
      {"sum",
       "LayerNorm",
       {{2, 3, 4}},
       [](Net* net, Inputs in) { return Folded(net, in[0], Mean(net, in[0]), false); }},
      {"mean_of_another_tensor",
       "",
       {{3, 4}, {3, 4}},
       [](Net* net, Inputs in) { return Folded(net, in[0], Mean(net, in[1]), true); }},
      {"mean_along_another_axis",
       "",
       {{3, 4}},
       [](Net* net, Inputs in) { return Folded(net, in[0], Mean(net, in[0], {0}), false); }},
  };
  return *groups;
}

class LayerNormOfAGroup : public GroupTest {};

TEST_P(LayerNormOfAGroup, BecomesOneNodeWithTheNumbersOfTheLayers) {
  ExpectOneNodeWithTheNumbersOfTheLayers();
}

INSTANTIATE_TEST_SUITE_P(Mvn, LayerNormOfAGroup, ::testing::ValuesIn(GroupsOfMvn()),
                         [](const auto& group) { return group.param.name; });
INSTANTIATE_TEST_SUITE_P(Layers, LayerNormOfAGroup, ::testing::ValuesIn(GroupsOfLayers()),
                         [](const auto& group) { return group.param.name; });
INSTANTIATE_TEST_SUITE_P(FoldedLayers, LayerNormOfAGroup,
                         ::testing::ValuesIn(GroupsOfFoldedLayers()),
                         [](const auto& group) { return group.param.name; });

// [1, 2, 3, 4] has the mean 2.5 and the variance 1.25, with the epsilon 2; [0, 0, 0, 4] the mean 1
// and the variance 3.
TEST(LayerNorm, TakesTheMeanFromRowsAndDividesThemByTheirDeviation) {
  for (const bool is_inside : {true, false}) {
    Net net;
    const char* const mode = is_inside ? "INSIDE_SQRT" : "outside_sqrt";
    const int norm = Weighted(&net, Mvn(&net, net.Parameter("?,4"), {-1}, mode));
    const auto ir = net.Read(norm, IrUse::kRun);
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const Tensor x = Tensor::Of({1.f, 2.f, 3.f, 4.f, 0.f, 0.f, 0.f, 4.f}, TensorShape({2, 4}));
    const auto outputs = request.Run({{"n0", x}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    for (int64_t i = 0; i < x.NumElements(); ++i) {
      const float mean = i < 4 ? 2.5f : 1.f, variance = i < 4 ? 1.25f : 3.f;
      const float deviation = is_inside ? std::sqrt(variance + 0.75f) : std::sqrt(variance) + 0.75f;
      const size_t place = static_cast<size_t>(i % 4);
      EXPECT_NEAR((*outputs)[0].flat<float>()(i),
                  (x.flat<float>()(i) - mean) / deviation * kGamma[place] + kBeta[place], 1e-6);
    }
  }
}

}  // namespace
}  // namespace opgraft
