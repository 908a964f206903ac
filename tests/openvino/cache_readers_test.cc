// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What reads a cache where it lies gives the numbers of layers that read a copy: each model is read
// to be run and as it is.
#include <cmath>
#include <functional>
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
using Sizes = std::vector<int64_t>;

constexpr int64_t kAny = -1;  // a dimension that is not known

// A net with one cache, and layers that read it.
class Net {
 public:
  int Parameter(const Sizes& sizes, const std::string& type) {
    std::string shape = absl::StrJoin(sizes, ",", [](std::string* out, int64_t size) {
      absl::StrAppend(out, size == kAny ? "?" : absl::StrCat(size));
    });
    return net_.Add("Parameter", absl::StrCat("shape=\"", shape, "\" element_type=\"", type, "\""),
                    {});
  }
  int Ints(const Sizes& values) { return Constant(values, absl::StrCat(values.size())); }
  int Int(int64_t value) { return Constant({value}, ""); }
  int Add(const std::string& type, const std::string& data, const std::vector<int>& inputs,
          const std::string& opset = "opset8") {
    return net_.Add(type, data, inputs, opset);
  }
  // ReadValue, Concat with `rows` along `axis`, Assign.
  int Cache(const Sizes& sizes, int axis, const std::string& type, int rows) {
    const std::string id = "variable_id=\"cache\"";
    const int past = net_.Add(
        "ReadValue",
        absl::StrCat(id, " variable_type=\"", type, "\" variable_shape=\"", Text(sizes), "\""), {},
        "opset6");
    const int joined = net_.Add("Concat", absl::StrCat("axis=\"", axis, "\""), {past, rows});
    net_.Add("Assign", id, {joined}, "opset6");
    return joined;
  }
  void Result(int from) { net_.Add("Result", "", {from}); }
  absl::StatusOr<LoadedIr> Read(IrUse use) const { return ParseIr(net_.Text(), bytes_, {}, use); }

 private:
  static std::string Text(const Sizes& sizes) {
    return absl::StrJoin(sizes, ",", [](std::string* out, int64_t size) {
      absl::StrAppend(out, size == kAny ? "?" : absl::StrCat(size));
    });
  }
  int Constant(const Sizes& values, const std::string& shape) {
    const size_t offset = bytes_.size(), size = values.size() * sizeof(int64_t);
    bytes_.append(reinterpret_cast<const char*>(values.data()), size);
    return net_.Constant("i64", shape.c_str(), static_cast<int64_t>(offset),
                         static_cast<int64_t>(size));
  }

  TextNet net_;
  std::string bytes_;
};

// Heads of queries that share one head of the cache, as exports write it.
int Shared(Net* net, int cache, int64_t shared, int64_t heads, int64_t depth) {
  const int wide = net->Add("Unsqueeze", "", {cache, net->Ints({2})});
  const int all =
      net->Add("Broadcast", "mode=\"bidirectional\"", {wide, net->Ints({1, 1, shared, 1, 1})});
  return net->Add("Reshape", "special_zero=\"true\"", {all, net->Ints({0, heads, -1, depth})});
}

const char* const kPlain = "transpose_a=\"false\" transpose_b=\"false\"";
const char* const kTurned = "transpose_a=\"false\" transpose_b=\"true\"";

struct Case {
  const char* name;
  // Of the variable; the growing dimension is kAny.
  Sizes cache;
  int axis;
  // Of the parameter `x`; a dimension of kAny is as long as the cache.
  Sizes x;
  // Makes the result of the net, the cache and x.
  std::function<int(Net*, int, int)> read;
  // The op that reads the cache, and how many copy it.
  const char* op;
  int copies = 0;
  const char* type = "f32";
  const char* x_type = "f32";
};

const std::vector<Case>& Cases() {
  static const auto* const cases = new std::vector<Case>{
      {"rows by rows",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, 5},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kTurned, {x, c});
       },
       "OpenVINO>CacheMatMul"},
      {"one row by rows",
       {1, 3, kAny, 16},
       2,
       {1, 3, 1, 16},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kTurned, {x, c});
       },
       "OpenVINO>CacheMatMul"},
      {"rows by columns",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, kAny},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kPlain, {x, c});
       },
       "OpenVINO>CacheMatMul"},
      {"a product in double",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, kAny},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kPlain, {x, c});
       },
       "OpenVINO>CacheMatMul",
       0,
       "f64",
       "f64"},
      {"a product in halves, of a copy",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, kAny},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kPlain, {x, c});
       },
       "BatchMatMulV2",
       1,
       "f16",
       "f16"},
      {"one x for all heads",
       {2, 3, kAny, 5},
       2,
       {4, 5},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kTurned, {x, c});
       },
       "OpenVINO>CacheMatMul"},
      {"more dimensions of x",
       {2, 1, kAny, 5},
       2,
       {2, 2, 3, 4, 5},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kTurned, {x, c});
       },
       "OpenVINO>CacheMatMul"},
      {"turned matrices",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, 5},
       [](Net* n, int c, int x) {
         const int turned = n->Add("Transpose", "", {c, n->Ints({0, 1, 3, 2})});
         return n->Add("MatMul", kPlain, {x, turned});
       },
       "OpenVINO>CacheMatMul"},
      {"columns that grow",
       {2, 3, 5, kAny},
       3,
       {2, 3, 4, 5},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kPlain, {x, c});
       },
       "OpenVINO>CacheMatMul"},
      {"heads behind the rows",
       {2, kAny, 3, 5},
       1,
       {2, 3, 4, 5},
       [](Net* n, int c, int x) {
         const int turned = n->Add("Transpose", "", {c, n->Ints({0, 2, 1, 3})});
         return n->Add("MatMul", kTurned, {x, turned});
       },
       "OpenVINO>CacheMatMul"},
      {"heads behind the rows, turned",
       {2, kAny, 3, 5},
       1,
       {2, 3, 1, 5},
       [](Net* n, int c, int x) {
         const int turned = n->Add("Transpose", "", {c, n->Ints({0, 2, 3, 1})});
         return n->Add("MatMul", kPlain, {x, turned});
       },
       "OpenVINO>CacheMatMul"},
      {"matrices of heads, of a copy",
       {2, 3, kAny, 5},
       2,
       {5, 2, 4, kAny},
       [](Net* n, int c, int x) {
         const int turned = n->Add("Transpose", "", {c, n->Ints({3, 0, 2, 1})});
         return n->Add("MatMul", kPlain, {x, turned});
       },
       "BatchMatMulV2",
       1},
      {"shared heads",
       {2, 3, kAny, 5},
       2,
       {2, 12, 2, 5},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kTurned, {x, Shared(n, c, 4, 12, 5)});
       },
       "OpenVINO>CacheMatMul"},
      {"shared heads and the values",
       {2, 3, kAny, 5},
       2,
       {2, 6, 2, kAny},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kPlain, {x, Shared(n, c, 2, 6, 5)});
       },
       "OpenVINO>CacheMatMul"},
      {"shared heads, turned",
       {1, 3, kAny, 5},
       2,
       {1, 12, 1, 5},
       [](Net* n, int c, int x) {
         const int turned =
             n->Add("Transpose", "", {Shared(n, c, 4, 12, 5), n->Ints({0, 1, 3, 2})});
         return n->Add("MatMul", kPlain, {x, turned});
       },
       "OpenVINO>CacheMatMul"},
      {"x of one head for shared ones",
       {2, 3, kAny, 5},
       2,
       {2, 1, 2, 5},
       [](Net* n, int c, int x) {
         return n->Add("MatMul", kTurned, {x, Shared(n, c, 4, 12, 5)});
       },
       "OpenVINO>CacheMatMul"},
      {"the last rows",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, 5},
       [](Net* n, int c, int x) {
         const int rows = n->Add(
             "Slice", "", {c, n->Ints({-2}), n->Ints({1 << 30}), n->Ints({1}), n->Ints({2})});
         return n->Add("MatMul", kTurned, {x, rows});
       },
       "OpenVINO>RowsOfCache"},
      {"all rows but the last",
       {2, 3, kAny, 5},
       2,
       {2, 3, 4, 5},
       [](Net* n, int c, int x) {
         const int rows =
             n->Add("Slice", "", {c, n->Ints({1}), n->Ints({-1}), n->Ints({1}), n->Ints({2})});
         return n->Add("MatMul", kTurned, {x, rows});
       },
       "OpenVINO>RowsOfCache"},
      {"the first rows, taken out",
       {2, 3, kAny, 5},
       2,
       {1},
       [](Net* n, int c, int) {
         return n->Add("Slice", "", {c, n->Ints({0}), n->Ints({2}), n->Ints({1}), n->Ints({2})});
       },
       "OpenVINO>RowsOfCache",
       1},
      {"rows from where x says",
       {2, 3, kAny, 5},
       2,
       {1},
       [](Net* n, int c, int x) {
         return n->Add("Slice", "", {c, x, n->Ints({1 << 30}), n->Ints({2}), n->Ints({2})});
       },
       "OpenVINO>SliceOfCache",
       0,
       "f32",
       "i64"},
      {"half of each row",
       {2, 3, kAny, 6},
       2,
       {1},
       [](Net* n, int c, int) {
         return n->Add("Slice", "", {c, n->Ints({3}), n->Ints({6}), n->Ints({1}), n->Ints({3})});
       },
       "OpenVINO>SliceOfCache"},
      {"a strided slice backwards",
       {2, 3, kAny, 5},
       2,
       {1},
       [](Net* n, int c, int) {
         return n->Add("StridedSlice",
                       "begin_mask=\"1,0,1,1\" end_mask=\"1,0,1,1\" shrink_axis_mask=\"0,1,0,0\"",
                       {c, n->Ints({0, 1, 0, 0}), n->Ints({0, 2, 0, 0}), n->Ints({1, 1, -1, 2})});
       },
       "OpenVINO>StridedSliceOfCache",
       0,
       "i32"},
      {"rows that are named",
       {2, 3, kAny, 5},
       2,
       {2, 2},
       [](Net* n, int c, int x) {
         return n->Add("Gather", "batch_dims=\"0\"", {c, x, n->Int(2)});
       },
       "OpenVINO>GatherFromCache",
       0,
       "f32",
       "i64"},
      {"the last row",
       {2, 3, kAny, 5},
       2,
       {1},
       [](Net* n, int c, int) {
         return n->Add("Gather", "batch_dims=\"0\"", {c, n->Int(-1), n->Int(-2)});
       },
       "OpenVINO>GatherFromCache"},
      {"parts of each row, in bytes",
       {2, 3, kAny, 5},
       2,
       {3},
       [](Net* n, int c, int x) {
         return n->Add("Gather", "batch_dims=\"0\"", {c, x, n->Int(3)});
       },
       "OpenVINO>GatherFromCache",
       0,
       "u8",
       "i64"},
      {"beams behind the append",
       {2, 3, kAny, 5},
       2,
       {3},
       [](Net* n, int c, int x) {
         const int beams = n->Add("Gather", "batch_dims=\"0\"", {c, x, n->Int(0)});
         return n->Add("MatMul", kTurned, {beams, beams});
       },
       "OpenVINO>PickFromCache",
       1,
       "f32",
       "i64"},
      {"rows before and behind",
       {2, 3, kAny, 5},
       2,
       {2, 3, 1, 5},
       [](Net* n, int c, int x) {
         return n->Add("Concat", "axis=\"-2\"", {x, c, c, x});
       },
       "OpenVINO>ConcatWithCaches"},
      {"values beside each row",
       {2, 3, kAny, 5},
       2,
       {2, 3, kAny, 1},
       [](Net* n, int c, int x) {
         return n->Add("Concat", "axis=\"3\"", {x, c});
       },
       "OpenVINO>ConcatWithCaches"},
      {"all of it, of a copy",
       {2, 3, kAny, 5},
       2,
       {1},
       [](Net* n, int c, int) { return n->Add("ReLU", "", {c}); },
       "Relu",
       1},
  };
  return *cases;
}

class CacheReadersOf : public ::testing::TestWithParam<size_t> {
 protected:
  CacheReadersOf() : test_(Cases()[GetParam()]) {
    Sizes rows = test_.cache;
    rows[static_cast<size_t>(test_.axis)] = kAny;
    const int x = net_.Parameter(test_.x, test_.x_type);
    const int added = net_.Parameter(rows, test_.type);
    const int cache = net_.Cache(test_.cache, test_.axis, test_.type, added);
    net_.Result(test_.read(&net_, cache, x));
  }

  InferRequest RequestOf(IrUse use, std::map<std::string, int>* ops) {
    const auto ir = net_.Read(use);
    EXPECT_TRUE(ir.ok()) << ir.status();
    for (int id = 0; id < ir->graph.num_nodes(); ++id) ++(*ops)[ir->graph.node(id).op()];
    const auto model = CompiledModel::Compile(ir->graph, ir->options);
    EXPECT_TRUE(model.ok()) << model.status();
    return model->CreateRequest();
  }

  // Small numbers, which may be indices; those that are not known are `rows`.
  Tensor Numbers(const Sizes& sizes, int64_t rows, const std::string& type) {
    TensorShape shape;
    for (const int64_t size : sizes) shape.AddDim(size == kAny ? rows : size);
    const std::map<std::string, DataType> types = {{"f32", DT_FLOAT}, {"f64", DT_DOUBLE},
                                                   {"f16", DT_HALF},  {"i32", DT_INT32},
                                                   {"i64", DT_INT64}, {"u8", DT_UINT8}};
    Tensor tensor(types.at(type), shape);
    for (int64_t i = 0; i < tensor.NumElements(); ++i) Set(i, &tensor);
    return tensor;
  }

  const Case& test_;
  Net net_;

 private:
  void Set(int64_t i, Tensor* tensor) {
    const int number = static_cast<int>(random_() % 5) - 2;
    void* const data = tensor->data();
    switch (tensor->dtype()) {
      case DT_FLOAT:
        static_cast<float*>(data)[i] = static_cast<float>(number) / 4;
        break;
      case DT_DOUBLE:
        static_cast<double*>(data)[i] = number / 4.0;
        break;
      case DT_HALF:
        tensor->flat<Eigen::half>()(i) = Eigen::half(static_cast<float>(number) / 4);
        break;
      case DT_INT32:
        static_cast<int32_t*>(data)[i] = number;
        break;
      case DT_INT64:
        static_cast<int64_t*>(data)[i] = number;
        break;
      default:
        static_cast<uint8_t*>(data)[i] = static_cast<uint8_t>(number);
        break;
    }
  }

  std::mt19937 random_{7};
};

// Quarters of small whole numbers are multiplied and added exactly, in any order.
TEST_P(CacheReadersOf, GiveWhatLayersOfACopyGive) {
  SCOPED_TRACE(test_.name);
  std::map<std::string, int> ops, plain_ops;
  InferRequest request = RequestOf(IrUse::kRun, &ops);
  InferRequest plain = RequestOf(IrUse::kEdit, &plain_ops);
  EXPECT_GE(ops[test_.op], 1) << test_.op;
  EXPECT_EQ(ops["OpenVINO>FromCache"], test_.copies);
  int64_t rows = 0;
  for (const int64_t added : {3, 1, 1, 1, 2, 1, 7, 1}) {
    // Rows of a window that grows have room behind them from the second step on.
    Sizes sizes = test_.cache;
    rows += added;
    const std::vector<NamedTensor> feeds = {{"n0", Numbers(test_.x, rows, test_.x_type)},
                                            {"n1", Numbers(sizes, added, test_.type)}};
    const auto outputs = request.Run(feeds), expected = plain.Run(feeds);
    ASSERT_TRUE(expected.ok()) << expected.status();
    ASSERT_TRUE(outputs.ok()) << outputs.status();
    EXPECT_EQ((*outputs)[0].shape(), (*expected)[0].shape());
    EXPECT_TRUE((*outputs)[0].Identical((*expected)[0]))
        << (*outputs)[0].DebugString() << " for " << (*expected)[0].DebugString();
  }
}

TEST_P(CacheReadersOf, FailAsLayersOfACopyDo) {
  SCOPED_TRACE(test_.name);
  std::map<std::string, int> ops, plain_ops;
  InferRequest request = RequestOf(IrUse::kRun, &ops);
  InferRequest plain = RequestOf(IrUse::kEdit, &plain_ops);
  // A cache of more than x has, or than rows have.
  for (const int64_t rows : {2, 4}) {
    const std::vector<NamedTensor> feeds = {{"n0", Numbers(test_.x, rows, test_.x_type)},
                                            {"n1", Numbers(test_.cache, 3, test_.type)}};
    const auto outputs = request.Run(feeds), expected = plain.Run(feeds);
    EXPECT_EQ(outputs.status().code(), expected.status().code())
        << outputs.status() << " for " << expected.status();
    request.reset_state().IgnoreError();
    plain.reset_state().IgnoreError();
  }
}

TEST(CacheReaders, OfGraphsThatNoReaderMadeSayWhatIsWrong) {
  const std::vector<std::function<Value(GraphBuilder*, Value)>> reads = {
      [](GraphBuilder* b, Value cache) {  // a cache of another type
        return b->Op("OpenVINO>CacheMatMul",
                     {b->Const(Tensor(DT_DOUBLE, {2, 2})), cache, Input(std::vector<Value>())});
      },
      [](GraphBuilder* b, Value cache) {  // of an order that is none
        return b->Op("OpenVINO>CacheMatMul",
                     {b->Const(Tensor(DT_FLOAT, {2, 2})), cache, Input(std::vector<Value>())}, "",
                     {{"order", std::vector<int64_t>{0, 0}}});
      },
      [](GraphBuilder* b, Value cache) {  // of sizes that do not fit
        return b->Op("OpenVINO>CacheMatMul",
                     {b->Const(Tensor(DT_FLOAT, {2, 4})), cache, Input(std::vector<Value>())});
      },
      [](GraphBuilder* b, Value cache) {  // no axis
        return b->Op("OpenVINO>GatherFromCache", {cache, b->Const(Tensor::Of({0}))}, "",
                     {{"T", DT_FLOAT}, {"axis", 2}});
      },
      [](GraphBuilder* b, Value cache) {  // another type
        return b->Op("OpenVINO>GatherFromCache", {cache, b->Const(Tensor::Of({0}))}, "",
                     {{"T", DT_INT64}, {"axis", 0}});
      },
      [](GraphBuilder* b, Value cache) {  // rows of another length
        const Value others = b->Const(Tensor(DT_FLOAT, {2, 4}));
        return b->Op("OpenVINO>ConcatWithCaches", {Input(std::vector<Value>{cache, others})}, "",
                     {{"T", DT_FLOAT}, {"axis", 0}});
      },
      [](GraphBuilder* b, Value cache) {  // a variant that is no cache
        const Value other =
            b->Op("EmptyTensorList", {b->Const(Tensor::Scalar(-1)), b->Const(Tensor::Scalar(1))},
                  "", {{"element_dtype", DT_FLOAT}});
        return b->Op("OpenVINO>ConcatWithCaches", {Input(std::vector<Value>{other, cache})}, "",
                     {{"T", DT_FLOAT}, {"axis", 0}});
      }};
  for (size_t i = 0; i < reads.size(); ++i) {
    SCOPED_TRACE(i);
    GraphBuilder b;
    const Value x = b.Placeholder("x", DT_FLOAT, PartialTensorShape({2, 3}));
    const Value read = reads[i](&b, b.Op("OpenVINO>ToCache", {x}));
    b.Op("Identity", {read}, "y");
    const auto graph = b.Build();
    ASSERT_TRUE(graph.ok()) << graph.status();
    const auto model = CompiledModel::Compile(*graph);
    ASSERT_TRUE(model.ok()) << model.status();
    InferRequest request = model->CreateRequest();
    const auto outputs = request.Run({{"x", Tensor(DT_FLOAT, {2, 3})}});
    EXPECT_EQ(outputs.status().code(), absl::StatusCode::kInvalidArgument) << outputs.status();
  }
}

INSTANTIATE_TEST_SUITE_P(All, CacheReadersOf, ::testing::Range(size_t{0}, Cases().size()));

}  // namespace
}  // namespace opgraft
