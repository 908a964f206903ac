// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What is known of shapes that an IR computes of others by several layers. The answers are
// OpenVINO's.
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "openvino/ir.h"
#include "tests/openvino/layer_group.h"

namespace opgraft {
namespace {

std::string ShapeOfResult(Net* net, int result) {
  const auto ir = net->Read(result, IrUse::kRun);
  if (!ir.ok()) return ir.status().ToString();
  const auto tensor = ir->graph.FindTensor(ir->outputs[0].tensor);
  if (!tensor.ok()) return tensor.status().ToString();
  return ir->graph.node(tensor->node).output_shape(tensor->port).DebugString();
}

// As Swin fills up rows and columns to whole windows of 7: torch gives the lengths to F.pad in
// pairs from the last dimension on, which its export makes a matrix and takes apart.
TEST(KnownShapes, GoThroughTheLengthsOfAPad) {
  Net net;
  const int x = net.Parameter("?,1..,?,8");
  const int sizes = net.Add("ShapeOf", R"(output_type="i64")", {x}, "opset3");
  const auto gather = [&](int from, int at) {
    return net.Add("Gather", R"(batch_dims="0")", {from, at, net.Scalar(0)}, "opset8");
  };
  const auto rest_of = [&](int64_t dim) {
    const int seven = net.Scalar(7);
    const int over = net.Add("FloorMod", "", {gather(sizes, net.Scalar(dim)), seven});
    const int rest = net.Add("FloorMod", "", {net.Add("Subtract", "", {seven, over}), seven});
    return net.Add("Unsqueeze", "", {rest, net.Scalar(0)});
  };
  const int none = net.Ints({0});
  const int flat =
      net.Add("Concat", R"(axis="0")", {none, none, none, rest_of(2), none, rest_of(1)});
  const int pairs = net.Add("Reshape", R"(special_zero="false")", {flat, net.Ints({-1, 2})});
  const int sides =
      net.text().AddFrom("Split", R"(num_splits="2")",
                         {std::to_string(pairs), std::to_string(net.Scalar(1))}, "opset1", 2);
  std::vector<int> lengths;
  for (const char* side : {":0", ":1"}) {
    const int column = net.text().AddFrom(
        "Squeeze", "", {std::to_string(sides) + side, std::to_string(net.Scalar(1))}, "opset1", 1);
    lengths.push_back(
        net.Add("Concat", R"(axis="0")", {none, gather(column, net.Ints({2, 1, 0}))}));
  }
  const int padded =
      net.Add("Pad", R"(pad_mode="constant")", {x, lengths[0], lengths[1], net.Floats({0}, "")});
  EXPECT_EQ(ShapeOfResult(&net, padded), "[?,1..,?,8]");
}

}  // namespace
}  // namespace opgraft
