// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What becomes of the layers; the numbers are in tests/openvino_answers/compressed.py.
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/net_text.h"

namespace opgraft {
namespace {

using opgraft_internal::TextNet;

// q = {{1, 2}, {3, 4}}, zero {1, 2}, scale {0.5, 2} in f16; two integers 2, 2.
std::string Bytes() {
  std::string bytes = {1, 2, 3, 4, 1, 2, 0x00, 0x38, 0x00, 0x40};
  for (int i = 0; i < 2; ++i) bytes += std::string({2, 0, 0, 0, 0, 0, 0, 0});
  return bytes;
}

// x [1, 2] times the weights that `add` makes.
template <typename AddWeights>
TextNet NetOf(const char* transpose_b, const AddWeights& add) {
  TextNet net;
  const int x = net.Add("Parameter", R"(shape="1,2" element_type="f32")", {});
  const int weights = add(&net);
  const int product =
      net.Add("MatMul", absl::StrCat(R"(transpose_a="false" transpose_b=")", transpose_b, "\""),
              {x, weights});
  net.Add("Result", "", {product});
  return net;
}

int Scaled(TextNet* net) {
  const int q = net->Convert("f16", net->Constant("u8", "2,2", 0, 4));
  const int zero = net->Convert("f16", net->Constant("u8", "2,1", 4, 2));
  const int moved = net->Add("Subtract", "", {q, zero});
  const int scaled = net->Add("Multiply", "", {moved, net->Constant("f16", "2,1", 6, 4)});
  return net->Convert("f32", scaled);
}

// "Const 3, OpenVINO>CompressedMatMul 1, Placeholder 1", or the error.
std::string OpsOf(const TextNet& net) {
  const auto ir = ParseIr(net.Text(), Bytes());
  if (!ir.ok()) return ir.status().ToString();
  std::map<std::string, int> counts;
  for (int id = 0; id < ir->graph.num_nodes(); ++id) ++counts[ir->graph.node(id).op()];
  return absl::StrJoin(counts, ", ", absl::PairFormatter(" "));
}

constexpr char kFused[] = "Const 3, OpenVINO>CompressedMatMul 1, Placeholder 1";

TEST(CompressedLayers, AreOneNodeThatHoldsThePackedWeights) {
  const TextNet net = NetOf("true", Scaled);
  EXPECT_EQ(OpsOf(net), kFused);
  const auto ir = ParseIr(net.Text(), Bytes());
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"n0", Tensor::Of({1.f, 10.f}, {1, 2})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  // {{0, 1}, {1, 2}} times 0.5 and 2.
  EXPECT_EQ((*outputs)[0].flat<float>()(0), 5);
  EXPECT_EQ((*outputs)[0].flat<float>()(1), 42);
}

TEST(CompressedLayers, MayBeGroupedOrWithoutScale) {
  EXPECT_EQ(OpsOf(NetOf("true",
                        [](TextNet* net) {
                          const int q = net->Convert("f32", net->Constant("i4", "2,2,1", 0, 2));
                          const int scale =
                              net->Convert("f32", net->Constant("f16", "1,1,1", 6, 2));
                          const int scaled = net->Add("Multiply", "", {q, scale});
                          const int shape = net->Constant("i64", "2", 10, 16);
                          return net->Add("Reshape", R"(special_zero="false")", {scaled, shape});
                        })),
            "Const 2, OpenVINO>CompressedMatMul 1, Placeholder 1");
  EXPECT_EQ(OpsOf(NetOf("true",
                        [](TextNet* net) {
                          return net->Convert("f32", net->Constant("f16", "1,2", 6, 4));
                        })),
            "Const 1, OpenVINO>CompressedMatMul 1, Placeholder 1");
}

TEST(CompressedLayers, KeepWhatOthersNeed) {
  TextNet net;
  const int x = net.Add("Parameter", R"(shape="1,2" element_type="f32")", {});
  const int weights = Scaled(&net);
  for (int i = 0; i < 2; ++i)
    net.Add("Result", "", {net.Add("MatMul", R"(transpose_b="true")", {x, weights})});
  EXPECT_EQ(OpsOf(net), "Const 6, OpenVINO>CompressedMatMul 2, Placeholder 1");
}

// Weights that no op takes packed: as OpenVINO does, Opgraft multiplies them by their scale in
// floats though the file says halves, in which 3 * 0.0999755859375 is rounded, and once.
TEST(CompressedLayers, ThatStayLayersAreFloatsMadeOnce) {
  TextNet net;
  const int x = net.Add("Parameter", R"(shape="1,1" element_type="f32")", {});
  const int q = net.Convert("f16", net.Constant("u8", "1,2", 0, 2));
  const int zero = net.Convert("f16", net.Constant("u8", "", 2, 1));
  const int moved = net.Add("Subtract", "", {q, zero});
  const int scaled = net.Add("Multiply", "", {moved, net.Constant("f16", "", 4, 2)});
  const int weights = net.Convert("f32", scaled);
  net.Add("Result", "", {net.Add("MatMul", R"(transpose_b="false")", {x, weights})});
  const auto ir = ParseIr(net.Text(), std::string({4, 2, 1, 0, 0x66, 0x2e}));
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->num_steps(), 1);
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"n0", Tensor::Of({1.f}, {1, 1})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)[0].flat<float>()(0), 3 * 0.0999755859375f);
  EXPECT_EQ((*outputs)[0].flat<float>()(1), 0.0999755859375f);
}

// As nvfp4 has its scales and a codebook its weights; 3 * 0.0999755859375 is no half.
TEST(CompressedLayers, FromTablesOrWithComputedScalesAreFloatsToo) {
  for (const bool has_table : {false, true}) {
    TextNet net;
    const int x = net.Add("Parameter", R"(shape="1,1" element_type="f32")", {});
    const int q = net.Convert("f16", net.Constant("u8", has_table ? "2" : "1,2", 0, 2));
    const int places = net.Constant("u8", "1,2", 2, 2), axis = net.Constant("u8", "", 2, 1);
    const int tenth = net.Convert("f32", net.Constant("f16", "1,1", 4, 2));
    const int one = net.Convert("f32", net.Constant("u8", "1,1", 1, 1));
    const int scale = net.Convert("f16", net.Add("Multiply", "", {tenth, one}));
    const int picked = has_table ? net.Add("Gather", "", {q, places, axis}) : q;
    const int weights = net.Convert("f32", net.Add("Multiply", "", {picked, scale}));
    net.Add("Result", "", {net.Add("MatMul", R"(transpose_b="false")", {x, weights})});
    const auto ir = ParseIr(net.Text(), std::string({3, 1, 0, 1, 0x66, 0x2e}));
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const auto outputs = request.Run({{"n0", Tensor::Of({1.f}, {1, 1})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)[0].flat<float>()(0), 3 * 0.0999755859375f);
    EXPECT_EQ((*outputs)[0].flat<float>()(1), 0.0999755859375f);
  }
}

// A layer that gives its halves to somebody else gives halves.
TEST(CompressedLayers, HalvesThatAnotherLayerReadsStayHalves) {
  TextNet net;
  const int q = net.Convert("f16", net.Constant("u8", "1,2", 0, 2));
  const int scaled = net.Add("Multiply", "", {q, net.Constant("f16", "", 4, 2)});
  net.Add("Result", "", {net.Convert("f32", scaled)});
  net.Add("Result", "", {scaled});
  const auto ir = ParseIr(net.Text(), std::string({3, 2, 1, 0, 0x66, 0x2e}));
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_EQ(model->output_type(1), DT_HALF);
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run();
  ASSERT_TRUE(outputs.ok()) << outputs.message();
  EXPECT_NE(request.output(0).flat<float>()(0), 3 * 0.0999755859375f);
}

TEST(CompressedLayers, TellWhatIsWrongWithTheirConstants) {
  const std::string error = OpsOf(NetOf("true", [](TextNet* net) {
    return net->Convert("f32", net->Constant("f16", "1,2", 1000, 4));
  }));
  EXPECT_NE(error.find("outside of the .bin file"), std::string::npos) << error;
}

// As the embeddings and the last product of a language model share them.
TEST(CompressedLayers, GatherTakesRowsOfWeightsThatAProductHas) {
  TextNet net;
  const int x = net.Add("Parameter", R"(shape="1,2" element_type="f32")", {});
  const int at = net.Add("Parameter", R"(shape="1" element_type="i64")", {});
  const int weights = Scaled(&net), axis = net.Constant("u8", "", 10 + 1, 1);  // a zero byte
  net.Add("Result", "", {net.Add("Gather", "", {weights, at, axis})});
  net.Add("Result", "", {net.Add("MatMul", R"(transpose_b="true")", {x, weights})});
  EXPECT_EQ(OpsOf(net),
            "Const 6, OpenVINO>CompressedGather 1, OpenVINO>CompressedMatMul 1, Placeholder 2");
}

// -0.6961928009986877 in halves is -0.6962890625.
TEST(CompressedLayers, GatherTakesTheNumbersOfNf4InHalves) {
  TextNet net;
  const int at = net.Add("Parameter", R"(shape="1" element_type="i64")", {});
  const int q = net.Convert("f16", net.Constant("nf4", "1,2", 0, 1));
  const int scaled = net.Add("Multiply", "", {q, net.Constant("f16", "1,1", 2, 2)});
  const int weights = net.Convert("f32", scaled), axis = net.Constant("u8", "", 1, 1);
  net.Add("Result", "", {net.Add("Gather", "", {weights, at, axis})});
  const auto ir = ParseIr(net.Text(), std::string({0x71, 0, 0x00, 0x38}));  // 1, 7; scale 0.5
  ASSERT_TRUE(ir.ok()) << ir.status();
  const auto model = CompiledModel::Compile(ir->graph, ir->options);
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run({{"n0", Tensor::Of<int64_t>({0})}});
  ASSERT_TRUE(outputs.ok()) << outputs.status();
  EXPECT_EQ((*outputs)[0].flat<float>()(0), -0.34814453125f);
  EXPECT_EQ((*outputs)[0].flat<float>()(1), 0);
}

TEST(CompressedLayers, GatherAlongColumnsIsNone) {
  TextNet net;
  const int at = net.Add("Parameter", R"(shape="1" element_type="i64")", {});
  const int weights = Scaled(&net), axis = net.Constant("u8", "", 0, 1);  // 1
  net.Add("Result", "", {net.Add("Gather", "", {weights, at, axis})});
  EXPECT_EQ(OpsOf(net).find("Compressed"), std::string::npos);
}

// x in half, weights that end in float: OpenVINO refuses such a MatMul.
TEST(CompressedLayers, TellThatTypesDiffer) {
  TextNet net;
  const int x = net.Add("Parameter", R"(shape="1,2" element_type="f16")", {});
  net.Add("Result", "", {net.Add("MatMul", R"(transpose_b="true")", {x, Scaled(&net)})});
  const std::string error = OpsOf(net);
  EXPECT_NE(error.find("types"), std::string::npos) << error;
}

// What no file holds is told where the constant is read, and nothing is multiplied on the way.
TEST(CompressedLayers, LeaveWeightsOfImpossibleSizeAlone) {
  const std::string error = OpsOf(NetOf("true", [](TextNet* net) {
    return net->Convert("f32", net->Constant("f16", "3037000499,3037000499", 0, 4));
  }));
  EXPECT_NE(error.find("Const"), std::string::npos) << error;
}

// Their tensors are of bytes; a Convert keeps the bits that the type has.
TEST(PackedConstants, GiveTheirTypeToConvertLike) {
  const struct {
    const char* type;
    const char* bytes;  // of one element
    const char* expected;
  } cases[] = {{"u1", "1", "1 0"},
               {"u2", "1", "1 2"},
               {"u3", "3", "5 6"},
               {"u6", "3", "13 62"},
               {"u8", "1", "77 126"}};
  for (const auto& c : cases) {
    const std::string like = std::string("element_type=\"") + c.type +
                             R"(" shape="1" offset="0" size=")" + c.bytes + "\"";
    const std::string xml = opgraft_internal::IrText(
        {{"x", "Parameter", "opset1", R"(element_type="f32" shape="2")", {}},
         {"like", "Const", "opset1", like, {}},
         {"narrow", "ConvertLike", "opset1", "", {"0", "1"}},
         {"wide", "Convert", "opset1", R"(destination_type="f32")", {"2"}},
         {"y", "Result", "opset1", "", {"3"}, 0}});
    const auto ir = ParseIr(xml, std::string(3, '\0'));
    ASSERT_TRUE(ir.ok()) << ir.status();
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const auto outputs = request.Run({{"x", Tensor::Of({77.0f, 126.0f})}});
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)["y"].SummarizeValue(-1), c.expected) << c.type;
  }
}

}  // namespace
}  // namespace opgraft
