// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_OPENVINO_LAYER_GROUP_H_
#define TESTS_OPENVINO_LAYER_GROUP_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/runtime/compiled_model.h"
#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/net_text.h"

// Groups of layers that become one node: read to be run (a node each) and read as they are, both
// give the same numbers.
namespace opgraft {

using opgraft_internal::TextNet;

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
  int Scalar(int64_t value) { return Bytes("i64", "", &value, sizeof(value)); }
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
  int known_dims = 1;  // so many of the last are known when the model is read
};

class GroupTest : public ::testing::TestWithParam<Group> {
 protected:
  static int Build(Net* net) {
    std::vector<int> inputs;
    for (const TensorShape& shape : GetParam().shapes) {
      std::vector<std::string> dims(static_cast<size_t>(shape.dims()), "?");
      const size_t first = dims.size() - std::min(dims.size(), size_t(GetParam().known_dims));
      for (size_t d = first; d < dims.size(); ++d)
        dims[d] = absl::StrCat(shape.dim_size(static_cast<int>(d)));
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

  void ExpectOneNodeWithTheNumbersOfTheLayers() {
    Net net;
    const int last = Build(&net);
    const auto fused = net.Read(last, IrUse::kRun), plain = net.Read(last, IrUse::kEdit);
    ASSERT_TRUE(fused.ok()) << fused.status();
    ASSERT_TRUE(plain.ok()) << plain.status();
    std::map<std::string, int> found;
    for (int id = 0; id < fused->graph.num_nodes(); ++id) {
      const std::string op(fused->graph.node(id).op());
      for (const char* name : {"LayerNorm", "RMSNorm", "RotaryEmbedding", "SwiGLU"})
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
};

}  // namespace opgraft

#endif  // TESTS_OPENVINO_LAYER_GROUP_H_
