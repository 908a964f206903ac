// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What one call of an op does not show: how numbers go on from run to run, and on several threads.
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

using Attrs = GraphBuilder::Attrs;

Attrs Seeded(int64_t seed, int64_t seed2, Attrs more = {}) {
  more.emplace_back("seed", seed);
  more.emplace_back("seed2", seed2);
  return more;
}

absl::StatusOr<CompiledModel> Compile(const std::function<void(GraphBuilder* b)>& build,
                                      int num_threads = 1) {
  GraphBuilder b;
  build(&b);
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.num_threads = num_threads;
  options.signatures.resize(1);
  options.signatures[0].fetches = {"out"};
  return CompiledModel::Compile(*graph, options);
}

std::string Next(InferRequest* request) {
  const absl::StatusOr<Outputs> outputs = request->Run({});
  return outputs.ok() ? TensorText((*outputs)[0]) : outputs.status().ToString();
}

// The second and the third call say how many numbers TensorFlow has set aside before.
TEST(RandomOps, GoOnAsTensorFlowDoes) {
  const struct {
    const char* name;
    std::function<void(GraphBuilder*)> build;
    std::vector<std::string> runs;
  } cases[] = {
      {"uniform",
       [](GraphBuilder* b) {
         b->Op("RandomUniform", {b->Const({3})}, "out", Seeded(1, 2, {{"dtype", DT_FLOAT}}));
       },
       {"float[3] 0.406397 0.8576 0.0553958", "float[3] 0.168407 0.889106 0.535497",
        "float[3] 0.499455 0.062847 0.460066"}},
      {"integers",
       [](GraphBuilder* b) {
         b->Op("RandomUniformInt", {b->Const({3}), b->Const(Tensor(0)), b->Const(Tensor(1000))},
               "out", Seeded(1, 2));
       },
       {"int32[3] 999 915 302", "int32[3] 567 859 34", "int32[3] 20 119 904"}},
      {"shuffle",
       [](GraphBuilder* b) {
         b->Op("RandomShuffle", {b->Const({0, 1, 2, 3, 4, 5})}, "out", Seeded(1, 2));
       },
       {"int32[6] 5 1 4 0 3 2", "int32[6] 5 1 4 0 2 3", "int32[6] 0 3 5 1 2 4"}},
      {"classes",
       [](GraphBuilder* b) {
         const Tensor logits = Tensor::Of<float>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {2, 5});
         b->Op("Multinomial", {b->Const(logits), b->Const(Tensor(3))}, "out",
               Seeded(1, 2, {{"output_dtype", DT_INT32}}));
       },
       {"int32[2,3] [1 2 1][1 4 4]", "int32[2,3] [1 2 1][2 2 0]", "int32[2,3] [2 0 0][1 3 3]"}},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto model = Compile(c.build);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    for (const std::string& run : c.runs) EXPECT_EQ(Next(&request), run);
    ASSERT_TRUE(request.reset_state().ok());
    EXPECT_EQ(Next(&request), c.runs[0]);
  }
}

TEST(RandomOps, WithoutSeedsDifferByRequest) {
  const auto model = Compile([](GraphBuilder* b) {
    b->Op("RandomUniformInt", {b->Const({4}), b->Const(Tensor(0)), b->Const(Tensor(1 << 30))},
          "out", Seeded(0, 0));
  });
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest one = model->CreateRequest(), other = model->CreateRequest();
  const std::string first = Next(&one);
  EXPECT_NE(first, Next(&one));
  EXPECT_NE(first, Next(&other));
}

TEST(RandomOps, AreTheSameOnAnyNumberOfThreads) {
  const Attrs seeds = Seeded(5, 6);
  const std::function<void(GraphBuilder*)> builds[] = {
      [&](GraphBuilder* b) {
        b->Op("TruncatedNormal", {b->Const({100001})}, "out", Seeded(5, 6, {{"dtype", DT_HALF}}));
      },
      [&](GraphBuilder* b) {
        b->Op("RandomStandardNormal", {b->Const({100001})}, "out",
              Seeded(5, 6, {{"dtype", DT_DOUBLE}}));
      },
      [&](GraphBuilder* b) {
        b->Op("RandomGamma", {b->Const({20001}), b->Const(Tensor::Of({0.5f, 2.0f, 7.0f}))}, "out",
              seeds);
      },
      [&](GraphBuilder* b) {
        Tensor logits(DT_FLOAT, {3, 30000});
        for (int64_t i = 0; i < logits.NumElements(); ++i)
          logits.flat<float>()(i) = static_cast<float>(i % 11);
        b->Op("Multinomial", {b->Const(logits), b->Const(Tensor(5001))}, "out", seeds);
      },
  };
  for (const auto& build : builds) {
    const auto alone = Compile(build, 1), shared = Compile(build, 4);
    ASSERT_TRUE(alone.ok() && shared.ok()) << alone.status() << shared.status();
    InferRequest one = alone->CreateRequest(), four = shared->CreateRequest();
    const auto expected = one.Run({}), actual = four.Run({});
    ASSERT_TRUE(expected.ok() && actual.ok()) << expected.status() << actual.status();
    EXPECT_TRUE((*actual)[0].Identical((*expected)[0]));
  }
}

TEST(RandomOps, RefuseShapesThatCannotBe) {
  const Tensor seeds = Ints({1, 2});
  const TestAttrs attrs = {{"dtype", TypeAttr(DT_FLOAT)}};
  EXPECT_EQ(CallText("StatelessRandomUniform", {Longs({int64_t{1} << 40, 1 << 30}), seeds}, attrs)
                .substr(0, 16),
            "INVALID_ARGUMENT");
  EXPECT_EQ(
      CallText("StatelessRandomUniform", {Longs({int64_t{1} << 50}), seeds}, attrs).substr(0, 18),
      "RESOURCE_EXHAUSTED");
  EXPECT_EQ(CallText("StatelessMultinomial",
                     {Counting<float>({9999, 3}), Tensor(int32_t{2147483647}), seeds})
                .substr(0, 18),
            "RESOURCE_EXHAUSTED");
}

// TensorFlow 2.21 draws for ever.
TEST(RandomOps, EndWhereNoSampleFits) {
  const TestAttrs attrs = {{"dtype", TypeAttr(DT_INT32)}};
  const auto poisson = [&](float rate) {
    return CallText("StatelessRandomPoisson", {Ints({1}), Ints({1, 2}), VectorOf<float>({rate})},
                    attrs);
  };
  EXPECT_EQ(poisson(1e30f), "INVALID_ARGUMENT: A rate of 1e+30 has no samples of type int32");
  EXPECT_EQ(poisson(NAN), "INVALID_ARGUMENT: A rate of nan has no samples of type int32");
}

// Sixteen words of 64 bits that are all the same twice are no accident.
TEST(RandomOps, OfTheMachineAreOtherOnesInEachRun) {
  const auto model = Compile([](GraphBuilder* b) {
    b->Op("NonDeterministicInts", {b->Const(Tensor::Of<int64_t>({4, 4}))}, "out");
  });
  ASSERT_TRUE(model.ok()) << model.status();
  InferRequest request = model->CreateRequest();
  const std::string first = Next(&request);
  EXPECT_EQ(first.substr(0, 11), "int64[4,4] ");
  EXPECT_NE(Next(&request), first);
}

}  // namespace
}  // namespace opgraft
