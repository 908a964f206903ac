// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/allocation_hook.h"

#include <thread>

#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// Refuses and counts.
class Refusal : public AllocationHook {
 public:
  TensorBuffer* Allocate(int64_t bytes) override {
    asked += bytes;
    return nullptr;
  }
  int64_t asked = 0;
};

TEST(AllocationHook, IsAskedForPlainElementsOfItsThreadOnly) {
  Refusal refusal;
  EXPECT_EQ(AllocationHook::Exchange(&refusal), nullptr);
  EXPECT_EQ(TensorBuffer::Allocate(DT_FLOAT, 3), nullptr);
  EXPECT_EQ(refusal.asked, 12);
  TensorBuffer* strings = TensorBuffer::Allocate(DT_STRING, 3);
  TensorBuffer* others = nullptr;
  std::thread([&] { others = TensorBuffer::Allocate(DT_FLOAT, 3); }).join();
  EXPECT_EQ(AllocationHook::Exchange(nullptr), &refusal);
  EXPECT_EQ(refusal.asked, 12);
  for (TensorBuffer* buffer : {strings, others}) {
    ASSERT_NE(buffer, nullptr);
    buffer->Unref();
  }
}

}  // namespace
}  // namespace opgraft
