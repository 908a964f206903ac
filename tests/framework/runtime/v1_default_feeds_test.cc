// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Placeholders with a default beside the control flow of TensorFlow 1, as keras_learning_phase is:
// what is fed counts, and the default where nothing is.
#include <string>
#include <utility>
#include <vector>

#include "framework/graph/io/import.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/framework/graph/mini_graph.h"

namespace opgraft {
namespace {

using Feeds = std::vector<std::pair<std::string, Tensor>>;

constexpr char kGraph[] = R"(
  x = Placeholder() dtype=float shape=[]
  yes = Const() dtype=bool value=bool[]:1
  t = PlaceholderWithDefault(yes) dtype=bool shape=[]
  s = Switch(x, t) T=float
  n = Neg(s:1) T=float
  m = Merge(s, n) T=float N=2
  y = Identity(m) T=float
  not_t = LogicalNot(t)
  s2 = Switch(x, not_t) T=float
  n2 = Neg(s2:1) T=float
  m2 = Merge(s2, n2) T=float N=2
  sd = Switch(x, yes) T=float
  nd = Neg(sd:1) T=float
  inside = PlaceholderWithDefault(nd) dtype=float shape=[]
  md = Merge(sd, inside) T=float N=2
  late = Const(^x) dtype=float value=float[]:2
  sl = Switch(late, t) T=float
  nl = Neg(sl:1) T=float
  ml = Merge(sl, nl) T=float N=2
)";

std::string RunOnce(const std::string& fetch, const std::string& default_feed, const Feeds& feeds) {
  const absl::StatusOr<Graph> graph = Graph::Import(MiniGraph(kGraph));
  if (!graph.ok()) return graph.status().ToString();
  CompileOptions options;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", default_feed};
  options.signatures[0].fetches = {fetch};
  const absl::StatusOr<CompiledModel> model = CompiledModel::Compile(*graph, options);
  if (!model.ok()) return model.status().ToString();
  InferRequest request = model->CreateRequest();
  const auto outputs = request.Run(feeds);
  return outputs.ok() ? (*outputs)[0].SummarizeValue(-1) : outputs.status().ToString();
}

TEST(V1DefaultFeeds, WhatIsFedDecides) {
  const Tensor x = Tensor::Scalar(3.0f), yes = Tensor::Scalar(true), no = Tensor::Scalar(false);
  EXPECT_EQ(RunOnce("y", "t", {{"x", x}, {"t", no}}), "3");
  EXPECT_EQ(RunOnce("y", "t", {{"x", x}, {"t", yes}}), "-3");
  EXPECT_EQ(RunOnce("y", "t", {{"x", x}}), "-3");
  // What is made of it decides.
  EXPECT_EQ(RunOnce("m2", "t", {{"x", x}, {"t", no}}), "-3");
  EXPECT_EQ(RunOnce("m2", "t", {{"x", x}, {"t", yes}}), "3");
  EXPECT_EQ(RunOnce("m2", "t", {{"x", x}}), "3");
}

TEST(V1DefaultFeeds, NothingWaitsForWhatIsFed) {
  const Tensor x = Tensor::Scalar(3.0f), yes = Tensor::Scalar(true), no = Tensor::Scalar(false);
  EXPECT_EQ(RunOnce("ml", "t", {{"x", x}, {"t", no}}), "2");
  EXPECT_EQ(RunOnce("ml", "t", {{"x", x}, {"t", yes}}), "-2");
}

TEST(V1DefaultFeeds, OneThatNothingNeedsMayBeFed) {
  EXPECT_EQ(RunOnce("md", "t", {{"x", Tensor::Scalar(3.0f)}, {"t", Tensor::Scalar(false)}}), "-3");
  EXPECT_EQ(RunOnce("md", "t", {{"x", Tensor::Scalar(3.0f)}}), "-3");
}

TEST(V1DefaultFeeds, OneInsideOfABranchCannotBeFed) {
  EXPECT_EQ(RunOnce("md", "inside", {{"x", Tensor::Scalar(3.0f)}}).rfind("UNIMPLEMENTED", 0), 0u);
}

}  // namespace
}  // namespace opgraft
