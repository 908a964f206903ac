// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Files say in _output_shapes what shapes to expect. A file that is wrong there runs all the same.
#include <string>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// An attr that says the shape of one output.
std::string Given(const std::string& shape) {
  return absl::StrCat(" attr { key: '_output_shapes' value { list { shape { ", shape, " } } } } ");
}
constexpr char kUnknown[] = "attr { key: 'shape' value { shape { unknown_rank: true } } }";

std::string Placeholder(const std::string& name, const std::string& type,
                        const std::string& attrs) {
  return absl::StrCat("node { name: '", name,
                      "' op: 'Placeholder' attr { key: 'dtype' value { type: ", type, " } } ",
                      attrs, " } ");
}

// What y is for x = [1, 4], s = [2]; the status if there is none.
std::string YOf(const std::string& text) {
  const auto graph = Graph::FromBytes(text, ImportOptions());
  if (!graph.ok()) return graph.status().ToString();
  const auto model = CompiledModel::Compile(*graph);
  if (!model.ok()) return model.status().ToString();
  InferRequest request = model->CreateRequest();
  std::vector<NamedTensor> feeds = {{"x", Tensor::Of({1.0f, 4.0f})}};
  if (model->num_inputs() > 1) feeds.emplace_back("s", Tensor::Of({2}));
  // Twice: a second run goes other ways.
  for (int i = 0; i < 2; ++i) {
    const auto outputs = request.Run(feeds);
    if (!outputs.ok()) return outputs.status().ToString();
    const Tensor& y = (*outputs)["y"];
    if (i == 1) return absl::StrCat(y.SummarizeValue(9), y.shape().DebugString());
  }
  return "";
}

const char kFloat[] = "attr { key: 'T' value { type: DT_FLOAT } } ";

TEST(GivenShapes, OfANodeMayBeWrong) {
  for (const char* shape : {"", "dim { size: 3 }", "dim { size: 1 } dim { size: 2 }"}) {
    EXPECT_EQ(YOf(absl::StrCat(Placeholder("x", "DT_FLOAT", kUnknown),
                               Placeholder("s", "DT_INT32", kUnknown),
                               "node { name: 'r' op: 'Reshape' input: 'x' input: 's' ", kFloat,
                               Given(shape), "} node { name: 'n' op: 'Neg' input: 'r' ", kFloat,
                               "} node { name: 'y' op: 'Mul' input: 'n' input: 'n' ", kFloat, "}")),
              "1 16[2]")
        << shape;
  }
}

TEST(GivenShapes, OfAPlaceholderMayBeWrong) {
  EXPECT_EQ(YOf(absl::StrCat(
                Placeholder("x", "DT_FLOAT", absl::StrCat(kUnknown, Given("dim { size: 7 }"))),
                "node { name: 'y' op: 'Neg' input: 'x' ", kFloat, "}")),
            "-1 -4[2]");
}

TEST(GivenShapes, InAFunctionMayBeWrong) {
  EXPECT_EQ(
      YOf(absl::StrCat(
          Placeholder("x", "DT_FLOAT", kUnknown), "node { name: 'y' op: 'f' input: 'x' } ",
          "library { function { signature { name: 'f' input_arg { name: 'a' type: DT_FLOAT } ",
          "output_arg { name: 'b' type: DT_FLOAT } } node_def { name: 'm' op: 'Mul' input: 'a' ",
          "input: 'a' ", kFloat, Given("dim { size: 5 }"), "} ret { key: 'b' value: 'm:z:0' } ",
          "arg_attr { key: 0 value {", Given(""), "} } } } versions { producer: 1882 }")),
      "1 16[2]");
}

TEST(GivenShapes, ThatContradictTheOpAreRefused) {
  EXPECT_EQ(
      YOf(absl::StrCat(Placeholder("x", "DT_FLOAT",
                                   "attr { key: 'shape' value { shape { dim { size: 2 } } } }"),
                       "node { name: 'y' op: 'Neg' input: 'x' ", kFloat, Given("dim { size: 3 }"),
                       "}"))
          .substr(0, 16),
      "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace opgraft
