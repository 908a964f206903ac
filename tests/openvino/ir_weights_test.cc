// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/ir_weights.h"

#include <cstdint>
#include <cstring>
#include <memory>

#include "framework/tensor/tensor.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

// How far behind a multiple of 64 bytes a constant lies, how many elements it has, and whether it
// stays there.
struct Case {
  const char* type;
  int64_t offset;
  int64_t count;
  bool stays;
};

TEST(IrWeights, LeavesLargeConstantsWhereTheyAre) {
  const Case cases[] = {
      {"f32", 0, 4, true},        {"f32", 4, 4, false},           {"f32", 4, 1 << 16, true},
      {"f32", 2, 1 << 16, false}, {"f16", 2, 1 << 16, true},      {"i64", 4, 1 << 16, false},
      {"i64", 8, 1 << 16, true},  {"u8", 3, 1 << 16, true},       {"u8", 3, 1 << 10, false},
      {"i4", 0, 1 << 20, false},  {"boolean", 0, 1 << 20, false},
  };
  // As in a mapped file the first byte is aligned.
  const auto owner = std::make_shared<Tensor>(DT_UINT8, TensorShape({(1 << 20) + 64}));
  auto bytes = owner->flat<uint8_t>();
  for (int i = 0; i < bytes.size(); ++i) bytes(i) = static_cast<uint8_t>(i % 2);
  const char* const begin = static_cast<const char*>(owner->data());
  const IrWeights weights = IrWeights::FromBytes({begin, owner->TotalBytes()}, owner);
  for (const Case& c : cases) {
    const auto type = FindElementType(c.type);
    ASSERT_TRUE(type.ok()) << type.status();
    const int64_t size = c.count * type->bits / 8;
    const auto constant = weights.Constant(*type, TensorShape({c.count}), c.offset, size);
    ASSERT_TRUE(constant.ok()) << c.type << ": " << constant.status();
    EXPECT_EQ(constant->data() == begin + c.offset, c.stays) << c.type << " at " << c.offset;
    if (type->bits < 8) continue;
    EXPECT_EQ(std::memcmp(constant->data(), begin + c.offset, static_cast<size_t>(size)), 0);
  }
}

}  // namespace
}  // namespace opgraft_internal
