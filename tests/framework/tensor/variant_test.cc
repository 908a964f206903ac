// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/variant.h"

#include <string>
#include <utility>

#include "framework/tensor/variant_tensor_data.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// A value that can be written.
struct Point {
  int32_t x = 0;
  Tensor weights;

  static constexpr char kName[] = "opgraft.test.Point";
  std::string TypeName() const { return kName; }
  void Encode(VariantTensorData* data) const {
    data->set_metadata(x);
    *data->add_tensors() = weights;
  }
  bool Decode(const VariantTensorData& data) {
    weights = data.tensors(0);
    return data.get_metadata(&x);
  }
  std::string DebugString() const { return "Point"; }
};

absl::StatusOr<Variant> DecodePoint(const VariantTensorData& data) {
  Point point;
  if (!point.Decode(data)) return absl::InvalidArgumentError("not a Point");
  return Variant(std::move(point));
}

const bool registered = (RegisterVariantDecoder(Point::kName, DecodePoint), true);

TEST(Variant, HoldsAValueOfAnyType) {
  Variant variant;
  EXPECT_TRUE(variant.is_empty());
  EXPECT_EQ(variant.get<int>(), nullptr);
  variant = 7;
  EXPECT_EQ(*variant.get<int>(), 7);
  EXPECT_EQ(variant.get<double>(), nullptr);
  variant = std::string("text");
  EXPECT_EQ(*variant.get<std::string>(), "text");
  const Variant& read = variant;
  EXPECT_EQ(*read.get<std::string>(), "text");
  variant.clear();
  EXPECT_TRUE(variant.is_empty());
  EXPECT_EQ(variant.TypeId(), std::type_index(typeid(void)));
}

TEST(Variant, CopiesTheValue) {
  Variant a = 1;
  Variant b = a;
  *b.get<int>() = 2;
  EXPECT_EQ(*a.get<int>(), 1);
  const Variant& self = a;
  a = self;
  EXPECT_EQ(*a.get<int>(), 1);
  const Variant moved = std::move(b);
  EXPECT_EQ(*moved.get<int>(), 2);
}

TEST(Variant, IsWrittenAndReadByItsTypesDecoder) {
  ASSERT_TRUE(registered);
  const Variant variant = Point{7, Tensor::Of({1.0f, 2.0f})};
  VariantTensorData data;
  ASSERT_TRUE(variant.Encode(&data));
  EXPECT_EQ(data.type_name(), "opgraft.test.Point");
  const absl::StatusOr<Variant> read = DecodeVariant(data);
  ASSERT_TRUE(read.ok());
  ASSERT_NE(read->get<Point>(), nullptr);
  EXPECT_EQ(read->get<Point>()->x, 7);
  EXPECT_TRUE(read->get<Point>()->weights.Identical(Tensor::Of({1.0f, 2.0f})));
  EXPECT_EQ(read->DebugString(), "Variant<Point>");
  data.set_metadata(std::string("12345"));
  EXPECT_EQ(DecodeVariant(data).status(), absl::InvalidArgumentError("not a Point"));
}

TEST(Variant, KeepsWhatNobodyCanDecode) {
  VariantTensorData data;
  data.set_type_name("of::another::library");
  data.set_metadata(std::string("abc"));
  *data.add_tensors() = Tensor(1.0f);
  const absl::StatusOr<Variant> read = DecodeVariant(data);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->TypeName(), "of::another::library");
  VariantTensorData written;
  ASSERT_TRUE(read->Encode(&written));
  EXPECT_TRUE(written.Identical(data));
  EXPECT_EQ(read->DebugString(), "Variant<of::another::library Metadata: 3 bytes Tensors: 1>");
}

TEST(Variant, SaysThatATypeCannotBeWritten) {
  VariantTensorData data;
  EXPECT_FALSE(Variant(7).Encode(&data));
  EXPECT_TRUE(Variant().Encode(&data));
  EXPECT_TRUE(DecodeVariant(data)->is_empty());
}

TEST(VariantTensorData, HasNoTensorOutsideItsList) {
  const VariantTensorData data;
  EXPECT_EQ(data.tensors(0).NumElements(), 0);
  EXPECT_EQ(data.tensors(-1).NumElements(), 0);
  int value = 0;
  EXPECT_FALSE(data.get_metadata(&value));
}

}  // namespace
}  // namespace opgraft
