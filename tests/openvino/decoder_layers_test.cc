// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// RMS norms, rotations and SwiGLUs, read to be run (a node each) and read as they are: both give
// the same numbers. tests/conformance holds whole models against OpenVINO.
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::TextNet;

constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();

// Layers of a model, and the bytes of its constants.
class Net {
 public:
  int Parameter(const std::string& shape, const char* type = "f32") {
    return Add("Parameter", absl::StrCat("shape=\"", shape, "\" element_type=\"", type, "\""), {});
  }
  int Add(const std::string& type, const std::string& data, const std::vector<int>& inputs,
          const std::string& opset = "opset1") {
    return net_.Add(type, data, inputs, opset);
  }
  int Multiply(int a, int b) { return Add("Multiply", R"(auto_broadcast="numpy")", {a, b}); }
  int Floats(const std::vector<float>& values, const std::string& shape) {
    return Bytes("f32", shape, values.data(), values.size() * sizeof(float));
  }
  // All of them are of one shape, in real models of as many dimensions as the others have.
  int Number(float value) { return Floats({value}, number_shape_); }
  void SetNumberShape(const std::string& shape) { number_shape_ = shape; }
  int Ints(const std::vector<int64_t>& values) {
    return Bytes("i64", absl::StrCat(values.size()), values.data(),
                 values.size() * sizeof(int64_t));
  }
  int Slice(int x, int64_t start, int64_t stop, int64_t step = 1, int64_t axis = -1) {
    return Add("Slice", "", {x, Ints({start}), Ints({stop}), Ints({step}), Ints({axis})}, "opset8");
  }
  TextNet& text() { return net_; }

  absl::StatusOr<LoadedIr> Read(int result, IrUse use) {
    TextNet all = net_;
    all.Add("Result", "", {result});
    return ParseIr(all.Text(), bytes_, {}, use);
  }

 private:
  int Bytes(const char* type, const std::string& shape, const void* data, size_t size) {
    const size_t offset = bytes_.size();
    bytes_.append(static_cast<const char*>(data), size);
    return net_.Constant(type, shape.c_str(), static_cast<int64_t>(offset),
                         static_cast<int64_t>(size));
  }

  TextNet net_;
  std::string bytes_;
  std::string number_shape_;
};

// How a group of layers is written, of Parameters of these shapes; returns its last layer. It
// becomes one node of `op` and none of OpenVINO's others, or stays as it is ("").
struct Group {
  std::string name;
  std::string op;
  std::vector<TensorShape> shapes;
  std::function<int(Net*, const std::vector<int>&)> build;
};

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
int Rotation(Net* net, int x, int cos, int sin, int first, int second) {
  const int turned =
      net->Add("Concat", R"(axis="-1")", {net->Multiply(second, net->Number(-1)), first});
  return net->Add("Add", "", {net->Multiply(x, cos), net->Multiply(turned, sin)});
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
      {"rotation",
       "RotaryEmbedding",
       {{2, 3, 5, 6}, {2, 1, 5, 6}, {5, 6}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 3),
                         net->Slice(in[0], 3, kToTheEnd));
       }},
      {"rotation_that_makes_more_rows",
       "RotaryEmbedding",
       {{1, 4}, {5, 4}, {3, 1, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 2, 1, 1),
                         net->Slice(in[0], 2, 4, 1, 1));
       }},
      {"rotation_of_long_rows",
       "RotaryEmbedding",
       {{3, 1030}, {3, 1030}, {1030}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 515),
                         net->Slice(in[0], 515, kToTheEnd));
       }},
      {"rotation_of_a_split",
       "RotaryEmbedding",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         const int split = net->text().AddFrom(
             "VariadicSplit", "",
             {absl::StrCat(in[0]), absl::StrCat(net->Ints({-1})), absl::StrCat(net->Ints({2, 2}))},
             "opset1", 2);
         const int minus =
             net->text().AddFrom("Negative", "", {absl::StrCat(split, ":1")}, "opset1", 1);
         const int turned =
             net->text().AddFrom("Concat", R"(axis="1")",
                                 {absl::StrCat(minus), absl::StrCat(split, ":0")}, "opset1", 1);
         return net->Add("Add", "", {net->Multiply(in[2], turned), net->Multiply(in[1], in[0])});
       }},
      {"halves_in_their_own_order",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 2, 4),
                         net->Slice(in[0], 0, 2));
       }},
      {"halves_that_are_none",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 1),
                         net->Slice(in[0], 1, 4));
       }},
      {"halves_of_another",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[2], 0, 2),
                         net->Slice(in[2], 2, 4));
       }},
      {"one_angle_a_row",
       "",
       {{2, 4}, {2, 1}, {2, 1}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 2),
                         net->Slice(in[0], 2, 4));
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

class DecoderLayersOfAGroup : public ::testing::TestWithParam<Group> {
 protected:
  // Dimensions in front of rows are not known when the model is read.
  static int Build(Net* net) {
    std::vector<int> inputs;
    for (const TensorShape& shape : GetParam().shapes) {
      std::vector<std::string> dims(static_cast<size_t>(shape.dims()), "?");
      dims.back() = absl::StrCat(shape.dim_size(shape.dims() - 1));
      inputs.push_back(net->Parameter(absl::StrJoin(dims, ",")));
    }
    return GetParam().build(net, inputs);
  }
  static std::vector<NamedTensor> Feeds() {
    std::mt19937 random(7);
    std::vector<NamedTensor> feeds;
    for (const TensorShape& shape : GetParam().shapes) {
      Tensor tensor(DT_FLOAT, shape);
      for (int64_t i = 0; i < tensor.NumElements(); ++i)
        tensor.flat<float>()(i) = static_cast<float>(random() % 1000) / 250 - 2;
      feeds.emplace_back(absl::StrCat("n", feeds.size()), tensor);
    }
    return feeds;
  }
  static Tensor Run(const LoadedIr& ir) {
    const auto model = CompiledModel::Compile(ir.graph, ir.options);
    EXPECT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const auto outputs = request.Run(Feeds());
    EXPECT_TRUE(outputs.ok()) << outputs.status();
    return (*outputs)[0];
  }
};

TEST_P(DecoderLayersOfAGroup, BecomeOneNodeWithTheNumbersOfTheLayers) {
  Net net;
  const int last = Build(&net);
  const auto fused = net.Read(last, IrUse::kRun), plain = net.Read(last, IrUse::kEdit);
  ASSERT_TRUE(fused.ok()) << fused.status();
  ASSERT_TRUE(plain.ok()) << plain.status();
  std::map<std::string, int> found;
  for (int id = 0; id < fused->graph.num_nodes(); ++id) {
    const std::string op(fused->graph.node(id).op());
    for (const char* name : {"RMSNorm", "RotaryEmbedding", "SwiGLU"})
      if (op == absl::StrCat("OpenVINO>", name)) ++found[name];
  }
  if (GetParam().op.empty()) {
    EXPECT_TRUE(found.empty());
  } else {
    EXPECT_EQ(found, (std::map<std::string, int>{{GetParam().op, 1}}));
    EXPECT_LT(fused->graph.num_nodes(), plain->graph.num_nodes());
  }
  const Tensor value = Run(*fused), expected = Run(*plain);
  ASSERT_EQ(value.shape(), expected.shape());
  for (int64_t i = 0; i < value.NumElements(); ++i) {
    const float wanted = expected.flat<float>()(i);
    ASSERT_NEAR(value.flat<float>()(i), wanted, 2e-6 * (1 + std::abs(wanted))) << i;
  }
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
    std::vector<Input> inputs;
    std::vector<NamedTensor> feeds;
    for (const TensorShape& shape : misuse.shapes) {
      const std::string name = absl::StrCat("in", feeds.size());
      const Value input = b.Op("Placeholder", {}, name, {{"dtype", DT_FLOAT}});
      feeds.emplace_back(name, Tensor(DT_FLOAT, shape));
      if (misuse.op == "RMSNorm" && !inputs.empty()) {
        inputs.push_back(Input(std::vector<Value>{input}));
      } else {
        inputs.push_back(input);
      }
    }
    if (misuse.op == "RMSNorm" && inputs.size() == 1) inputs.push_back(Input(std::vector<Value>()));
    GraphBuilder::Attrs attrs;
    if (misuse.op == "RMSNorm") attrs = {{"epsilon", 0.5f}};
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
