// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor_buffer.h"

#include <cstdint>
#include <cstring>
#include <thread>

#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(TensorBuffer, IsAlignedAndLargeEnough) {
  for (int64_t n : {0, 1, 15, 16, 17, 100000}) {
    TensorBuffer* buffer = TensorBuffer::Allocate(DT_FLOAT, n);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->data()) % TensorBuffer::kAlignment, 0u);
    EXPECT_GE(buffer->bytes(), static_cast<size_t>(n) * 4);
    EXPECT_EQ(buffer->element_type(), DT_INVALID);
    std::memset(buffer->data(), 1, buffer->bytes());
    buffer->Unref();
  }
}

TEST(TensorBuffer, ConstructsAndDestroysObjects) {
  auto counted = std::make_shared<int>(7);
  TensorBuffer* buffer = TensorBuffer::Allocate(DT_VARIANT, 3);
  ASSERT_NE(buffer, nullptr);
  auto* variants = static_cast<Variant*>(buffer->data());
  EXPECT_TRUE(variants[2].is_empty());
  variants[0] = counted;
  variants[2] = counted;
  EXPECT_EQ(counted.use_count(), 3);
  buffer->ClearObjects(1);
  EXPECT_EQ(counted.use_count(), 2);
  buffer->Unref();
  EXPECT_EQ(counted.use_count(), 1);
}

TEST(TensorBuffer, FitsOnlyItsKindOfElements) {
  TensorBuffer* strings = TensorBuffer::Allocate(DT_STRING, 2);
  EXPECT_TRUE(strings->Fits(DT_STRING, 2 * sizeof(tstring)));
  EXPECT_FALSE(strings->Fits(DT_RESOURCE, 1));
  EXPECT_FALSE(strings->Fits(DT_FLOAT, 4));
  TensorBuffer* numbers = TensorBuffer::Allocate(DT_FLOAT, 16);
  EXPECT_TRUE(numbers->Fits(DT_DOUBLE, 64));
  EXPECT_FALSE(numbers->Fits(DT_DOUBLE, 65));
  EXPECT_FALSE(numbers->Fits(DT_STRING, 32));
  strings->Unref();
  numbers->Unref();
}

TEST(TensorBuffer, RefusesWhatNoMachineHas) {
  EXPECT_EQ(TensorBuffer::Allocate(DT_FLOAT, -1), nullptr);
  EXPECT_EQ(TensorBuffer::Allocate(DT_FLOAT, INT64_MAX), nullptr);
  EXPECT_EQ(TensorBuffer::Allocate(DT_COMPLEX128, int64_t{1} << 60), nullptr);
  EXPECT_EQ(TensorBuffer::Allocate(DT_STRING, int64_t{1} << 45), nullptr);
  EXPECT_EQ(TensorBuffer::Allocate(DT_INVALID, 1), nullptr);
  EXPECT_EQ(TensorBuffer::BytesFor(DT_FLOAT, 3), 12);
  EXPECT_EQ(TensorBuffer::BytesFor(DT_FLOAT, -1), -1);
  EXPECT_EQ(TensorBuffer::BytesFor(DT_FLOAT_REF, 1), -1);
  EXPECT_EQ(TensorBuffer::BytesFor(DT_INT8, INT64_MAX), -1);
}

TEST(TensorBuffer, WrapsMemoryOfSomebodyElse) {
  float numbers[4] = {1, 2, 3, 4};
  bool released = false;
  TensorBuffer* buffer = TensorBuffer::Wrap(
      numbers, sizeof(numbers), [](void* arg) { *static_cast<bool*>(arg) = true; }, &released);
  EXPECT_EQ(buffer->data(), numbers);
  buffer->Ref();
  EXPECT_FALSE(buffer->RefCountIsOne());
  buffer->Unref();
  EXPECT_TRUE(buffer->RefCountIsOne());
  EXPECT_FALSE(released);
  buffer->Unref();
  EXPECT_TRUE(released);
}

TEST(MemoryBudget, ChargesUntilTheBufferDies) {
  auto budget = std::make_shared<MemoryBudget>(256, 300);
  TensorBuffer* buffer;
  {
    const MemoryScope scope(budget);
    EXPECT_EQ(TensorBuffer::Allocate(DT_FLOAT, 65), nullptr);  // more than a tensor may have
    buffer = TensorBuffer::Allocate(DT_FLOAT, 64);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(budget->used(), 256);
    EXPECT_EQ(TensorBuffer::Allocate(DT_FLOAT, 16), nullptr);  // more than all may have
    EXPECT_EQ(budget->used(), 256);
  }
  EXPECT_EQ(MemoryScope::Current(), nullptr);
  EXPECT_EQ(budget->Describe(),
            "the limits are 256 bytes a tensor (max_tensor_bytes) and 300 bytes in all "
            "(max_total_bytes), of which 256 are used");
  buffer->Unref();
  EXPECT_EQ(budget->used(), 0);
}

TEST(MemoryBudget, OutlivesItsScopeInTheBuffer) {
  std::weak_ptr<MemoryBudget> watched;
  TensorBuffer* buffer;
  {
    auto budget =
        std::make_shared<MemoryBudget>(MemoryBudget::kUnlimited, MemoryBudget::kUnlimited);
    watched = budget;
    const MemoryScope scope(budget);
    buffer = TensorBuffer::Allocate(DT_FLOAT, 1);
  }
  EXPECT_FALSE(watched.expired());
  buffer->Unref();
  EXPECT_TRUE(watched.expired());
}

TEST(MemoryBudget, FailsAtTheChargeThatATestAsksFor) {
  MemoryBudget budget(MemoryBudget::kUnlimited, MemoryBudget::kUnlimited);
  budget.FailAt(2);
  EXPECT_TRUE(budget.Charge(1));
  EXPECT_TRUE(budget.Charge(1));
  EXPECT_FALSE(budget.Charge(1));
  EXPECT_TRUE(budget.Charge(1));
  EXPECT_EQ(budget.used(), 3);
  budget.FailAt(0);
  budget.FailAt(-1);
  EXPECT_TRUE(budget.Charge(1));
}

TEST(MemoryBudget, ChargesItsParentToo) {
  const auto parent = std::make_shared<MemoryBudget>(MemoryBudget::kUnlimited, 100);
  MemoryBudget one(1000, 1000, parent), other(50, 1000, parent);
  EXPECT_TRUE(one.Charge(60));
  EXPECT_FALSE(other.Charge(41)) << "the parent has no room";
  EXPECT_EQ(other.used(), 0);
  EXPECT_EQ(other.Describe(),
            "the limits are 50 bytes a tensor (max_tensor_bytes) and 1000 bytes in all "
            "(max_total_bytes), of which 0 are used; all requests together may use 100 bytes "
            "(EnvironmentOptions::max_bytes), of which 60 are used");
  EXPECT_TRUE(other.Charge(40));
  one.Release(60);
  EXPECT_EQ(parent->used(), 40);
  EXPECT_FALSE(other.Charge(60)) << "more than a tensor may have";
  EXPECT_TRUE(other.ChargeOther(60));
}

TEST(MemoryBudget, MayBeLimitedFurtherForARun) {
  MemoryBudget budget(MemoryBudget::kUnlimited, 100);
  budget.LimitRunTo(50);
  EXPECT_TRUE(budget.Charge(50));
  EXPECT_FALSE(budget.Charge(1));
  EXPECT_NE(budget.Describe().find("this run may use 50 (RunOptions::max_bytes)"),
            std::string::npos);
  budget.LimitRunTo(MemoryBudget::kUnlimited);
  EXPECT_TRUE(budget.Charge(50));
  EXPECT_FALSE(budget.Charge(1));
}

TEST(MemoryScope, NestsAndBelongsToOneThread) {
  auto outer = std::make_shared<MemoryBudget>(100, 100);
  auto inner = std::make_shared<MemoryBudget>(100, 100);
  const MemoryScope scope(outer);
  {
    const MemoryScope nested(inner);
    EXPECT_EQ(MemoryScope::Current(), inner);
    const std::shared_ptr<MemoryBudget> no_budget;
    const MemoryScope none(no_budget);
    EXPECT_EQ(MemoryScope::Current(), nullptr);
  }
  EXPECT_EQ(MemoryScope::Current(), outer);
  std::thread([] { EXPECT_EQ(MemoryScope::Current(), nullptr); }).join();
}

TEST(TensorBuffer, ChargesWhatItsStringsHold) {
  const auto budget = std::make_shared<MemoryBudget>(2000, 3000);
  MemoryScope scope(budget);
  TensorBuffer* buffer = TensorBuffer::Allocate(DT_STRING, 2);
  ASSERT_NE(buffer, nullptr);
  const int64_t objects = budget->used();
  auto* strings = static_cast<tstring*>(buffer->data());
  strings[0] = "short";
  EXPECT_TRUE(buffer->ChargeContents());
  EXPECT_EQ(budget->used(), objects) << "short strings lie in their objects";
  strings[1] = std::string(1000, 's');
  EXPECT_TRUE(buffer->ChargeContents());
  EXPECT_GE(budget->used(), objects + 1000);
  const int64_t once = budget->used();
  EXPECT_TRUE(buffer->ChargeContents());
  EXPECT_EQ(budget->used(), once) << "they are not charged twice";
  strings[0] = std::string(1500, 's');
  EXPECT_FALSE(buffer->ChargeContents()) << "over the limit of a tensor";
  EXPECT_EQ(budget->used(), objects);
  buffer->Unref();
  EXPECT_EQ(budget->used(), 0);
}

}  // namespace
}  // namespace opgraft
