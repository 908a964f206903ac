// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels that share their work among threads give the same bits on four as on one, in two requests
// at a time.

#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "framework/graph/builder/graph_builder.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kSide = 512;

Tensor RandomSquare(uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> numbers(0.0f, 1.0f);
  Tensor tensor(DT_FLOAT, {kSide, kSide});
  for (int64_t i = 0; i < tensor.NumElements(); ++i) tensor.flat<float>()(i) = numbers(random);
  return tensor;
}

// A graph over two squares of kSide floats.
using Build = std::function<void(GraphBuilder* b, Value x, Value y)>;

absl::StatusOr<CompiledModel> Compile(const Build& build, int num_threads) {
  GraphBuilder b;
  const Value x = b.Placeholder("x", DT_FLOAT, {kSide, kSide});
  build(&b, x, b.Placeholder("y", DT_FLOAT, {kSide, kSide}));
  absl::StatusOr<Graph> graph = b.Build();
  if (!graph.ok()) return graph.status();
  CompileOptions options;
  options.num_threads = num_threads;
  options.signatures.resize(1);
  options.signatures[0].feeds = {"x", "y"};
  options.signatures[0].fetches = {"out"};
  return CompiledModel::Compile(*graph, options);
}

absl::StatusOr<Tensor> RunModel(const CompiledModel& model, const Tensor& x, const Tensor& y) {
  InferRequest request = model.CreateRequest();
  absl::StatusOr<Outputs> outputs = request.Run({{"x", x}, {"y", y}});
  if (!outputs.ok()) return outputs.status();
  return (*outputs)[0];
}

// The squares as images and as the filter of a convolution of them.
Value Images(GraphBuilder* b, Value x) { return b->Op("Reshape", {x, b->Const({4, 16, 16, 256})}); }
Value Filter(GraphBuilder* b, Value y) { return b->Op("Reshape", {y, b->Const({2, 2, 256, 256})}); }

const GraphBuilder::Attrs kSame = {{"strides", std::vector<int64_t>{1, 1, 1, 1}},
                                   {"padding", "SAME"}};

struct Case {
  const char* name;
  Build build;
};

// Runs each case on one thread, then by two requests at a time that share four.
void ExpectTheSame(const std::vector<Case>& cases) {
  const Tensor x = RandomSquare(1), y = RandomSquare(2);
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto alone = Compile(c.build, 1);
    const auto shared = Compile(c.build, 4);
    ASSERT_TRUE(alone.ok() && shared.ok()) << alone.status() << shared.status();
    const absl::StatusOr<Tensor> expected = RunModel(*alone, x, y);
    ASSERT_TRUE(expected.ok()) << expected.status();
    const auto check = [&] {
      const absl::StatusOr<Tensor> actual = RunModel(*shared, x, y);
      ASSERT_TRUE(actual.ok()) << actual.status();
      EXPECT_TRUE(actual->Identical(*expected));
    };
    std::thread other(check);
    check();
    other.join();
  }
}

TEST(Threads, ElementwiseKernelsGiveTheSame) {
  ExpectTheSame({
      {"unary", [](GraphBuilder* b, Value x, Value) { b->Op("Exp", {x}, "out"); }},
      {"binary",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("Mul", {x, y}, "out");
       }},
      {"comparison",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("Greater", {x, y}, "out");
       }},
      {"binary with a scalar",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Sub", {b->Const(Tensor(3.0f)), x}, "out");
       }},
      {"binary with a row",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("AddV2", {x, b->Op("Slice", {y, b->Const({1, 0}), b->Const({1, -1})})}, "out");
       }},
      {"binary with a column",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("AddV2", {b->Op("Slice", {y, b->Const({0, 1}), b->Const({-1, 1})}), x}, "out");
       }},
      {"add of several",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("AddN", {{x, y, x}}, "out");
       }},
      {"cast",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Cast", {x}, "out", {{"DstT", DT_HALF}});
       }},
      {"select",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("SelectV2", {b->Op("Less", {x, y}), x, y}, "out");
       }},
      {"a function of libm",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("Atan2", {b->Op("Sin", {x}), y}, "out");
       }},
  });
}

TEST(Threads, ReductionsGiveTheSame) {
  ExpectTheSame({
      {"index of the greatest of a column",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("ArgMax", {x, b->Const(Tensor(0))}, "out");
       }},
      {"index of the greatest of a row",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("ArgMax", {x, b->Const(Tensor(1))}, "out");
       }},
      {"sums of columns",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Sum", {x, b->Const({0})}, "out");
       }},
      {"sums of rows",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Sum", {x, b->Const({1})}, "out");
       }},
      {"sum of all",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Sum", {x, b->Const({0, 1})}, "out");
       }},
      {"product of a column",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Prod", {x, b->Const({0})}, "out");
       }},
      {"norm of a row",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("EuclideanNorm", {x, b->Const({1})}, "out");
       }},
      {"half the sum of squares",
       [](GraphBuilder* b, Value x, Value) { b->Op("L2Loss", {x}, "out"); }},
      {"softmax", [](GraphBuilder* b, Value x, Value) { b->Op("Softmax", {x}, "out"); }},
  });
}

TEST(Threads, SumsAlongAndBySegmentsGiveTheSame) {
  ExpectTheSame({
      {"sums down the columns",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Cumsum", {x, b->Const(Tensor(0))}, "out", {{"reverse", true}});
       }},
      {"sums along the rows",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("CumulativeLogsumexp", {x, b->Const(Tensor(1))}, "out", {{"exclusive", true}});
       }},
      {"counts of rows",
       [](GraphBuilder* b, Value x, Value y) {
         const Value fifth = b->Op("FloorDiv", {x, b->Const(Tensor(0.2f))});
         b->Op("DenseBincount",
               {b->Op("Cast", {fifth}, "", {{"DstT", DT_INT32}}), b->Const(Tensor(5)), y}, "out");
       }},
      {"sums of segments",
       [](GraphBuilder* b, Value x, Value y) {
         const Value row = b->Op("Slice", {y, b->Const({0, 0}), b->Const({1, -1})});
         const Value scaled =
             b->Op("Mul", {b->Op("Reshape", {row, b->Const({-1})}), b->Const(Tensor(100.0f))});
         const Value ids = b->Op("Cast", {scaled}, "", {{"DstT", DT_INT32}});
         b->Op("UnsortedSegmentSum", {x, ids, b->Const(Tensor(100))}, "out");
       }},
      {"sums of sorted segments",
       [](GraphBuilder* b, Value x, Value) {
         const Value ids =
             b->Op("Range", {b->Const(Tensor(0)), b->Const(Tensor(512)), b->Const(Tensor(1))});
         b->Op("SegmentSum", {x, b->Op("Div", {ids, b->Const(Tensor(7))})}, "out");
       }},
  });
}

TEST(Threads, KernelsThatMoveElementsGiveTheSame) {
  ExpectTheSame({
      {"transpose",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Transpose", {x, b->Const({1, 0})}, "out");
       }},
      {"gather of columns",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("GatherV2", {x, b->Const({7, 1, 7, 500}), b->Const(Tensor(1))}, "out");
       }},
      {"places",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("Where", {b->Op("Less", {x, b->Const(Tensor(0.5f))})}, "out");
       }},
      {"largest of rows",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("TopKV2", {x, b->Const(Tensor(100))}, "out");
       }},
      {"band of a matrix",
       [](GraphBuilder* b, Value x, Value) {
         b->Op("MatrixBandPart", {x, b->Const(Tensor(3)), b->Const(Tensor(100))}, "out");
       }},
      {"margin",
       [](GraphBuilder* b, Value x, Value) {
         const Tensor paddings = Tensor::Of<int32_t>({3, 200, 100, 5}, {2, 2});
         b->Op("MirrorPad", {x, b->Const(paddings)}, "out", {{"mode", "SYMMETRIC"}});
       }},
  });
}

TEST(Threads, ProductsGiveTheSame) {
  ExpectTheSame({
      {"matrix product",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("MatMul", {x, y}, "out");
       }},
      {"batch of matrix products",
       [](GraphBuilder* b, Value x, Value y) {
         const auto cut = [b](Value v) { return b->Op("Reshape", {v, b->Const({64, 32, 128})}); };
         b->Op("BatchMatMulV2", {cut(x), cut(y)}, "out", {{"adj_x", true}});
       }},
      {"contraction",
       [](GraphBuilder* b, Value x, Value y) {
         const auto cut = [b](Value v) { return b->Op("Reshape", {v, b->Const({16, 32, 8, 64})}); };
         b->Op("Einsum", {{cut(x), cut(y)}}, "out", {{"equation", "BTNH,BSNH->BNTS"}});
       }},
      {"product of a row",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("MatMul", {b->Op("Slice", {x, b->Const({0, 0}), b->Const({1, -1})}), y}, "out");
       }},
  });
}

TEST(Threads, ConvolutionsAndPoolsGiveTheSame) {
  ExpectTheSame({
      {"convolution",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("Conv2D", {Images(b, x), Filter(b, y)}, "out", kSame);
       }},
      {"gradient of a convolution by its input",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("Conv2DBackpropInput", {b->Const({4, 16, 16, 256}), Filter(b, y), Images(b, x)},
               "out", kSame);
       }},
      {"gradient of a convolution by its filter",
       [](GraphBuilder* b, Value x, Value y) {
         b->Op("Conv2DBackpropFilter", {Images(b, x), b->Const({2, 2, 256, 256}), Images(b, y)},
               "out", kSame);
       }},
      {"depthwise convolution",
       [](GraphBuilder* b, Value x, Value y) {
         const Value filter = b->Op("Reshape", {y, b->Const({32, 32, 256, 1})});
         b->Op("DepthwiseConv2dNative", {Images(b, x), filter}, "out", kSame);
       }},
      {"gradient of a pool",
       [](GraphBuilder* b, Value x, Value y) {
         GraphBuilder::Attrs attrs = kSame;
         attrs.emplace_back("ksize", std::vector<int64_t>{1, 3, 3, 1});
         const Value images = Images(b, x);
         b->Op("MaxPoolGrad", {images, b->Op("MaxPool", {images}, "", attrs), Images(b, y)}, "out",
               attrs);
       }},
      {"batch normalisation",
       [](GraphBuilder* b, Value x, Value y) {
         const Value row = b->Op("Slice", {y, b->Const({0, 0}), b->Const({1, 256})});
         const Value scale = b->Op("Reshape", {row, b->Const({-1})});
         b->Op("FusedBatchNormV3", {Images(b, x), scale, scale, scale, scale}, "out");
       }},
  });
}

}  // namespace
}  // namespace opgraft
