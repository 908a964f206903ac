// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/packed_elements.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

// Worked by hand from the layouts in OpenVINO's header of element types.
TEST(PackedElements, LieAsOpenvinoPacksThem) {
  const struct {
    const char* type;
    std::string bytes;
    std::vector<int> elements;
  } cases[] = {
      {"u1", "\xA0", {1, 0, 1}},
      {"u2", "\x39", {1, 2, 3, 0}},
      {"u4", "\x21\x03", {1, 2, 3}},
      {"i4", "\x7F\x08", {-1, 7, -8}},
      // 1..7, 0: low bits 01 10 11 00 | 01 10 11 00, high bits 0 0 0 1 1 1 1 0.
      {"u3", "\x6C\x6C\x1E", {1, 2, 3, 4, 5, 6, 7, 0}},
      // 1, 18, 35, 52: low halves 1 2 | 3 4, high bits 00 01 10 11.
      {"u6", "\x12\x34\x1B", {1, 18, 35, 52}},
  };
  for (const auto& c : cases) {
    const ElementType type = *FindElementType(c.type);
    const auto count = static_cast<int64_t>(c.elements.size());
    EXPECT_EQ(PackedBytes(type, count), static_cast<int64_t>(c.bytes.size())) << c.type;
    Tensor tensor(type.dtype, TensorShape({count}));
    UnpackElements(type, c.bytes, &tensor);
    for (size_t i = 0; i < c.elements.size(); ++i)
      EXPECT_EQ(static_cast<const int8_t*>(tensor.data())[i], c.elements[i]) << c.type << " " << i;
  }
}

TEST(PackedElements, OfFloatsHaveTheirValues) {
  const struct {
    const char* type;
    std::string bytes;
    std::vector<float> elements;
  } cases[] = {
      {"nf4", std::string("\xF0\x07", 2), {-1.0f, 1.0f, 0.0f}},
      {"f4e2m1", "\x7F", {-6.0f, 6.0f}},
      {"f8e8m0", "\x80\x7E", {2.0f, 0.5f}},
  };
  for (const auto& c : cases) {
    const ElementType type = *FindElementType(c.type);
    Tensor tensor(DT_FLOAT, TensorShape({static_cast<int64_t>(c.elements.size())}));
    UnpackElements(type, c.bytes, &tensor);
    for (size_t i = 0; i < c.elements.size(); ++i)
      EXPECT_EQ(tensor.flat<float>()(static_cast<int64_t>(i)), c.elements[i]) << c.type << " " << i;
  }
}

TEST(PackedBytes, AreNotCountedBeyondWhatThereCanBe) {
  EXPECT_EQ(PackedBytes(*FindElementType("f64"), INT64_MAX / 2), -1);
  EXPECT_EQ(PackedBytes(*FindElementType("u3"), 9), 6);
}

}  // namespace
}  // namespace opgraft_internal
