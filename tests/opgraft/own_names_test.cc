// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An author may give his classes, in namespace tensorflow and in tensorflow::internal, any name
// that ours have: his and ours do their work beside each other, in one program and in a library
// loaded.
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "gtest/gtest.h"
#include "opgraft/run.h"

namespace {

using opgraft::Tensor;

// The words of an environment variable of the test.
std::vector<std::string> WordsOf(const char* variable) {
  const char* const text = std::getenv(variable);
  return absl::StrSplit(text == nullptr ? "" : text, ' ', absl::SkipEmpty());
}

// y = x + what the variable was, which starts at 1 and is y then, beside the author's op: goes
// through all of the runtime.
opgraft::Graph GraphWith(const std::string& op) {
  opgraft::GraphBuilder b;
  const opgraft::Value x = b.Placeholder("x", opgraft::DT_FLOAT, {1});
  const opgraft::Value y = b.Op("AddV2", {b.ReadValue("v", b.Const({1.0f})), x}, "y_of_x");
  b.Assign("v", y);
  b.Op("Identity", {y}, "y");
  const opgraft::Value own = b.Op(op, {});
  b.Op("Identity", {own[0]}, "sum");
  b.Op("Identity", {own[1]}, "number");
  auto graph = b.Build();
  EXPECT_TRUE(graph.ok()) << graph.status();
  return *graph;
}

TEST(OwnNames, AnAuthorsClassesAndOursDoTheirWorkBesideEachOther) {
  for (const std::string& library : WordsOf("LIBRARIES")) {
    const auto loaded = opgraft::LoadLibrary(library);
    ASSERT_TRUE(loaded.ok()) << loaded.status();
  }
  const std::vector<std::string> ops = WordsOf("OPS");
  ASSERT_FALSE(ops.empty());
  for (const std::string& op : ops) {
    auto model = opgraft::CompiledModel::Compile(GraphWith(op));
    ASSERT_TRUE(model.ok()) << op << ": " << model.status();
    opgraft::InferRequest request = model->CreateRequest();
    for (const float expected : {3.0f, 5.0f}) {
      auto outputs = request.Run({{"x", Tensor::Of({2.0f})}});
      ASSERT_TRUE(outputs.ok()) << op << ": " << outputs.status();
      EXPECT_EQ((*outputs)["y"].flat<float>()(0), expected);
      const int number = (*outputs)["number"].scalar<int32_t>()();
      EXPECT_EQ((*outputs)["sum"].scalar<int32_t>()(), number) << op;
      EXPECT_GT(number, 300) << op;
    }
  }
}

}  // namespace
