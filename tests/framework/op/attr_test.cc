// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

TEST(Attr, TakesTheCppValueOfItsKind) {
  const struct {
    Attr attr;
    const char* text;
  } cases[] = {
      {Attr(), "list { }"},
      {7, "i: 7"},
      {int64_t{1} << 40, "i: 1099511627776"},
      {0.5f, "f: 0.5"},
      {0.25, "f: 0.25"},
      {false, "b: false"},
      {"text", "s: \"text\""},
      {std::string("text"), "s: \"text\""},
      {absl::string_view("text"), "s: \"text\""},
      {DT_HALF, "type: DT_HALF"},
      {TensorShape({2, 3}), "shape { dim { size: 2 } dim { size: 3 } }"},
      {PartialTensorShape({-1}), "shape { dim { size: -1 } }"},
      {Tensor::Of({int8_t{1}}),
       "tensor { dtype: DT_INT8 tensor_shape { dim { size: 1 } } int_val: 1 }"},
      {Tensor(DT_INT8, {0}), "tensor { dtype: DT_INT8 tensor_shape { dim { } } }"},
      {FunctionName{"f"}, "func { name: \"f\" }"},
      {{1, 2}, "list { i: 1 i: 2 }"},
      {{int64_t{1}, int64_t{2}}, "list { i: 1 i: 2 }"},
      {{0.5f, 1.0f}, "list { f: 0.5 f: 1 }"},
      {{true, false}, "list { b: true b: false }"},
      {{DT_INT8, DT_BOOL}, "list { type: DT_INT8 type: DT_BOOL }"},
      {{"a", "b", "c"}, "list { s: \"a\" s: \"b\" s: \"c\" }"},
      {{PartialTensorShape({1}), PartialTensorShape()},
       "list { shape { dim { size: 1 } } shape { unknown_rank: true } }"},
      {std::vector<int>{3}, "list { i: 3 }"},
      {std::vector<int64_t>{}, "list { }"},
      {std::vector<float>{2}, "list { f: 2 }"},
      {std::vector<bool>{true}, "list { b: true }"},
      {std::vector<DataType>{DT_HALF}, "list { type: DT_HALF }"},
      {std::vector<std::string>{"a"}, "list { s: \"a\" }"},
      {std::vector<double>{0.5}, "list { f: 0.5 }"},
      {std::vector<TensorShape>{TensorShape({4})}, "list { shape { dim { size: 4 } } }"},
      {DataTypeVector{DT_INT8}, "list { type: DT_INT8 }"},
      {std::vector<PartialTensorShape>{PartialTensorShape({4})},
       "list { shape { dim { size: 4 } } }"},
  };
  for (const auto& c : cases) EXPECT_EQ(c.attr.value().ShortDebugString(), c.text);
}

TEST(Attr, TakesMessagesAsTheyAre) {
  AttrValue value;
  value.set_placeholder("T");
  EXPECT_EQ(Attr(value).value().ShortDebugString(), "placeholder: \"T\"");
  NameAttrList function;
  function.set_name("f");
  (*function.mutable_attr())["T"].set_type(DT_HALF);
  EXPECT_EQ(Attr(function).value().ShortDebugString(),
            "func { name: \"f\" attr { key: \"T\" value { type: DT_HALF } } }");
}

TEST(Attr, IsAnImmutableValueThatCopiesShare) {
  AttrValue value;
  value.set_i(1);
  const Attr attr(value);
  const Attr copy = attr;  // NOLINT: a copy is what is tested
  value.set_i(2);
  EXPECT_EQ(attr.value().i(), 1) << "it took a copy";
  EXPECT_EQ(&copy.value(), &attr.value()) << "a copy costs nothing";
}

TEST(Attr, HoldsTensorsByTheirElements) {
  Tensor tensor = Tensor::Of({1.5f, 2.5f});
  const Attr attr(tensor);
  tensor.flat<float>()(0) = 7;
  Tensor read;
  ASSERT_TRUE(read.FromProto(attr.value().tensor()));
  EXPECT_TRUE(read.Identical(Tensor::Of({1.5f, 2.5f})));
}

TEST(Attr, KeepsBytesThatAreNoText) {
  const std::string bytes("a\0\xff", 3);
  EXPECT_EQ(Attr(bytes).value().s(), bytes);
  EXPECT_EQ(Attr(std::vector<std::string>{bytes}).value().list().s(0), bytes);
}

}  // namespace
}  // namespace opgraft
