// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_attrs.h"

#include <memory>
#include <string>
#include <vector>

#include "framework/op/node_def_util.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/tensor_shape.pb.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

NodeAttrs Attrs(const std::string& text) { return MakeNodeAttrs(FromText<NodeDef>(text)); }

template <typename T>
T Get(const NodeAttrs& attrs, const char* name) {
  T value{};
  const absl::Status status = GetNodeAttr(attrs, name, &value);
  EXPECT_TRUE(status.ok()) << status;
  return value;
}

TEST(NodeAttrs, ScalarsOfEachKindAreRead) {
  const NodeAttrs attrs = Attrs(
      "attr { key: 's' value { s: 'x' } } attr { key: 'i' value { i: 7 } } attr { key: 'f' value { "
      "f: 0.5 } } attr { key: 'b' value { b: true } } attr { key: 't' value { type: DT_HALF } } "
      "attr { key: 'sh' value { shape { dim { size: 2 } } } } attr { key: 'p' value { shape { dim "
      "{ size: -1 } } } } attr { key: 'te' value { tensor { dtype: DT_INT32 int_val: 5 "
      "tensor_shape { } } } } attr { key: 'fn' value { func { name: 'g' } } }");
  EXPECT_EQ(Get<std::string>(attrs, "s"), "x");
  EXPECT_EQ(Get<int64_t>(attrs, "i"), 7);
  EXPECT_EQ(Get<int32_t>(attrs, "i"), 7);
  EXPECT_EQ(Get<float>(attrs, "f"), 0.5f);
  EXPECT_TRUE(Get<bool>(attrs, "b"));
  EXPECT_EQ(Get<DataType>(attrs, "t"), DT_HALF);
  EXPECT_EQ(Get<TensorShape>(attrs, "sh"), TensorShape({2}));
  EXPECT_EQ(Get<PartialTensorShape>(attrs, "p").dims(), 1);
  EXPECT_EQ(Get<TensorShapeProto>(attrs, "sh").dim(0).size(), 2);
  EXPECT_EQ(Get<Tensor>(attrs, "te").scalar<int32_t>()(), 5);
  EXPECT_EQ(Get<TensorProto>(attrs, "te").int_val(0), 5);
  EXPECT_EQ(Get<const TensorProto*>(attrs, "te")->int_val(0), 5);
  EXPECT_EQ(Get<NameAttrList>(attrs, "fn").name(), "g");
  EXPECT_EQ(Get<const NameAttrList*>(attrs, "fn")->name(), "g");
  std::string function;
  ASSERT_TRUE(GetNodeAttrFuncName(attrs, "fn", &function).ok());
  EXPECT_EQ(function, "g");
}

TEST(NodeAttrs, ListsOfEachKindAreRead) {
  const NodeAttrs attrs = Attrs(
      "attr { key: 's' value { list { s: ['x', 'y'] } } } attr { key: 'i' value { list { i: [7, 8] "
      "} } } attr { key: 'f' value { list { f: 0.5 } } } attr { key: 'b' value { list { b: [true, "
      "false] } } } attr { key: 't' value { list { type: [DT_HALF, DT_INT8] } } } attr { key: 'sh' "
      "value { list { shape { dim { size: 2 } } } } } attr { key: 'te' value { list { tensor { "
      "dtype: DT_INT32 int_val: 5 tensor_shape { } } } } } attr { key: 'fn' value { list { func { "
      "name: 'g' } } } } attr { key: 'none' value { } }");
  EXPECT_THAT(Get<std::vector<std::string>>(attrs, "s"), ElementsAre("x", "y"));
  EXPECT_THAT(Get<std::vector<int64_t>>(attrs, "i"), ElementsAre(7, 8));
  EXPECT_THAT(Get<std::vector<int32_t>>(attrs, "i"), ElementsAre(7, 8));
  EXPECT_THAT(Get<std::vector<float>>(attrs, "f"), ElementsAre(0.5f));
  EXPECT_THAT(Get<std::vector<bool>>(attrs, "b"), ElementsAre(true, false));
  EXPECT_THAT(Get<std::vector<DataType>>(attrs, "t"), ElementsAre(DT_HALF, DT_INT8));
  EXPECT_THAT(Get<DataTypeVector>(attrs, "t"), ElementsAre(DT_HALF, DT_INT8));
  EXPECT_THAT(Get<std::vector<TensorShape>>(attrs, "sh"), ElementsAre(TensorShape({2})));
  EXPECT_EQ(Get<std::vector<PartialTensorShape>>(attrs, "sh").size(), 1u);
  EXPECT_EQ(Get<std::vector<Tensor>>(attrs, "te")[0].scalar<int32_t>()(), 5);
  EXPECT_EQ(Get<std::vector<NameAttrList>>(attrs, "fn")[0].name(), "g");
  EXPECT_TRUE(Get<std::vector<int64_t>>(attrs, "none").empty());
}

TEST(NodeAttrs, WhatCannotBeReadIsExplained) {
  const NodeAttrs attrs = Attrs(
      "attr { key: 'n' value { i: 8589934592 } } attr { key: 'sh' value { shape { dim { size: -1 } "
      "} } } attr { key: 'te' value { tensor { dtype: DT_INT32 tensor_shape { dim { size: 2 } } "
      "tensor_content: 'abc' } } }");
  float f = 0;
  int32_t i = 0;
  TensorShape shape;
  Tensor tensor;
  EXPECT_EQ(GetNodeAttr(attrs, "x", &f), absl::NotFoundError("No attr named 'x' in NodeDef"));
  EXPECT_EQ(GetNodeAttr(attrs, "n", &f),
            absl::InvalidArgumentError(
                "AttrValue had value with type 'int' when 'float' expected for attr 'n'"));
  EXPECT_EQ(GetNodeAttr(attrs, "n", &i),
            absl::InvalidArgumentError("Attr n has value 8589934592 out of range for an int32"));
  EXPECT_THAT(std::string(GetNodeAttr(attrs, "sh", &shape).message()), HasSubstr("for attr 'sh'"));
  EXPECT_THAT(std::string(GetNodeAttr(attrs, "te", &tensor).message()), HasSubstr("for attr 'te'"));
}

TEST(NodeAttrs, AreSortedAndImmutable) {
  const NodeAttrs attrs =
      Attrs("attr { key: 'b' value { i: 1 } } attr { key: 'a' value { i: 2 } }");
  EXPECT_EQ(attrs.entries()[0].first, "a");
  AttrValue three;
  three.set_i(3);
  const NodeAttrs more = attrs.With("c", three), changed = attrs.With("a", three),
                  less = attrs.Without("a");
  EXPECT_EQ(more.entries().size(), 3u);
  EXPECT_EQ(changed.Find("a")->i(), 3);
  EXPECT_EQ(attrs.Find("a")->i(), 2);
  EXPECT_FALSE(HasNodeAttr(less, "a"));
  EXPECT_TRUE(HasNodeAttr(less, "b"));
  EXPECT_EQ(attrs.Without("zzz").identity(), attrs.identity());
  EXPECT_TRUE(less.Without("b").empty());
  EXPECT_TRUE(NodeAttrs().entries().empty());
}

TEST(NodeAttrs, AHeldTensorIsSharedByItsReaders) {
  const NodeAttrs plain = Attrs(
      "attr { key: 'a' value { i: 1 } } "
      "attr { key: 'value' value { tensor { dtype: DT_FLOAT tensor_shape { dim { size: 2 } } } } "
      "}");
  const Tensor tensor = Tensor::Of({1.0f, 2.0f});
  const NodeAttrs attrs({plain.entries().begin(), plain.entries().end()}, "value", tensor);
  ASSERT_NE(attrs.HeldTensor("value"), nullptr);
  EXPECT_EQ(attrs.HeldTensor("a"), nullptr);
  EXPECT_EQ(plain.HeldTensor("value"), nullptr);
  EXPECT_TRUE(Get<Tensor>(attrs, "value").SharesBufferWith(tensor));
  EXPECT_EQ(Get<TensorProto>(attrs, "value").tensor_content().size(), 8u);
  EXPECT_EQ(Get<const TensorProto*>(attrs, "value")->tensor_content().size(), 0u)
      << "type and shape only";

  const NodeAttrs::Entry& entry = attrs.entries()[1];
  EXPECT_EQ(attrs.WholeValue(entry)->tensor().tensor_content().size(), 8u);
  EXPECT_EQ(attrs.WholeValue(entry, 7), entry.second);
  EXPECT_EQ(attrs.WholeValue(attrs.entries()[0]), attrs.entries()[0].second);

  AttrValue three;
  three.set_i(3);
  EXPECT_NE(attrs.With("a", three).HeldTensor("value"), nullptr);
  EXPECT_NE(attrs.Without("a").HeldTensor("value"), nullptr);
  EXPECT_EQ(attrs.With("value", three).HeldTensor("value"), nullptr);
  EXPECT_EQ(attrs.Without("value").HeldTensor("value"), nullptr);
}

}  // namespace
}  // namespace opgraft
