// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/nan_bytes.h"

#include <cstring>
#include <limits>

#include "framework/graph/io/graph_text.h"
#include "framework/tensor/tensor_proto.h"
#include "google/protobuf/util/message_differencer.h"
#include "gtest/gtest.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {
namespace {

using google::protobuf::util::MessageDifferencer;

template <typename T, typename Bits>
T FromBits(Bits bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

const float kPayload = FromBits<float>(0xffc12345u);

TensorProto FloatsWith(float value) {
  TensorProto tensor;
  tensor.set_dtype(opgraft::DT_FLOAT);
  tensor.mutable_tensor_shape()->add_dim()->set_size(2);
  tensor.add_float_val(1);
  tensor.add_float_val(value);
  return tensor;
}

// A tensor everywhere a graph may have one.
GraphDef GraphWith(const TensorProto& tensor) {
  GraphDef def;
  *(*def.add_node()->mutable_attr())["value"].mutable_tensor() = tensor;
  AttrValue& deep = (*def.add_node()->mutable_attr())["f"];
  *(*deep.mutable_func()->mutable_attr())["value"].mutable_tensor() = tensor;
  auto* const list = (*def.add_node()->mutable_attr())["list"].mutable_list();
  *list->add_tensor() = tensor;
  *(*list->add_func()->mutable_attr())["value"].mutable_tensor() = tensor;
  FunctionDef* const function = def.mutable_library()->add_function();
  *(*function->mutable_attr())["value"].mutable_tensor() = tensor;
  *(*function->add_node_def()->mutable_attr())["value"].mutable_tensor() = tensor;
  return def;
}

TEST(NanBytes, TextKeepsTheBitsOfEveryTensor) {
  GraphDef read;
  ASSERT_TRUE(ParseGraphText(PrintGraphText(GraphWith(FloatsWith(kPayload))), &read).ok());
  TensorProto bytes = FloatsWith(0);
  bytes.clear_float_val();
  const float elements[] = {1, kPayload};
  bytes.set_tensor_content(elements, sizeof(elements));
  EXPECT_TRUE(MessageDifferencer::Equals(read, GraphWith(bytes))) << read.DebugString();
}

TEST(NanBytes, WhatTextTellsStaysAsItIs) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const GraphDef def = GraphWith(FloatsWith(nan));
  EXPECT_FALSE(HasNansThatTextLoses(def));
  EXPECT_EQ(PrintGraphText(def), def.DebugString());
}

TEST(NanBytes, AllKindsOfFloatsAreLookedAt) {
  const double payload = FromBits<double>(uint64_t{0x7ff8000000001234});
  TensorProto tensors[4];
  tensors[0].add_float_val(FromBits<float>(0x7fc00001u));
  tensors[1].add_double_val(payload);
  tensors[2].add_scomplex_val(kPayload);
  tensors[3].add_dcomplex_val(payload);
  for (const TensorProto& tensor : tensors) EXPECT_TRUE(HasNansThatTextLoses(GraphWith(tensor)));
}

TEST(NanBytes, OneValueIsNotSpelledOutForBillions) {
  TensorProto tensor = FloatsWith(kPayload);
  tensor.mutable_tensor_shape()->mutable_dim(0)->set_size(1'000'000'000);
  GraphDef def = GraphWith(tensor);
  MoveNansToBytes(&def);
  EXPECT_EQ(def.node(0).attr().at("value").tensor().float_val_size(), 2);
}

}  // namespace
}  // namespace opgraft_internal
