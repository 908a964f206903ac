// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/state/tensor_cell.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "framework/state/state_store.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/tensor_buffer.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using Part = TensorCell::Part;

// A cell of the numbers from 0 to 99 in a store, between runs.
class Parts : public testing::Test {
 protected:
  void SetUp() override {
    cell_ = *store_.opened()->OpenTensor(CellKey::OfTensor("x"), [] {
      Tensor value(DT_FLOAT, {100});
      for (int i = 0; i < 100; ++i) value.flat<float>()(i) = static_cast<float>(i);
      return absl::StatusOr<Tensor>(value);
    });
  }
  // Adds 10 to elements.
  void Add(const std::vector<Part>& parts) {
    float* const values = static_cast<float*>((*cell_->WriteParts(parts))->data());
    for (const Part& part : parts) {
      for (int64_t i = part.start; i < part.start + part.count; ++i) values[i] += 10;
    }
  }
  // The first six.
  static std::string Text(const Tensor& value) {
    const float* const first = static_cast<const float*>(value.data());
    return absl::StrJoin(first, first + std::min<int64_t>(6, value.NumElements()), " ");
  }
  std::string Text() const { return Text(cell_->value()); }

  StateStore store_;
  TensorCell* cell_ = nullptr;
};

TEST_F(Parts, AreTakenBackWhenTheRunFails) {
  store_.BeginRun();
  Add({{1, 2}, {5, 1}});
  Add({{1, 1}, {1, 1}});
  EXPECT_EQ(Text(), "0 31 12 3 4 15");
  store_.Rollback();
  EXPECT_EQ(Text(), "0 1 2 3 4 5");
}

TEST_F(Parts, StayWhenTheRunSucceeds) {
  store_.BeginRun();
  Add({{0, 1}});
  store_.Commit();
  EXPECT_EQ(Text(), "10 1 2 3 4 5");
  store_.BeginRun();
  Add({{1, 1}});
  store_.Rollback();
  EXPECT_EQ(Text(), "10 1 2 3 4 5");
}

TEST_F(Parts, LeaveAValueAloneThatOthersHold) {
  const Tensor before = cell_->value();
  store_.BeginRun();
  Add({{0, 1}});
  const Tensor between = cell_->value();
  Add({{1, 1}});
  EXPECT_EQ(Text(), "10 11 2 3 4 5");
  EXPECT_EQ(Text(before), "0 1 2 3 4 5");
  EXPECT_EQ(Text(between), "10 1 2 3 4 5");
  store_.Rollback();
  EXPECT_EQ(Text(), "0 1 2 3 4 5");
}

TEST_F(Parts, AndAWholeValueAreTakenBackTogether) {
  store_.BeginRun();
  Add({{2, 1}});
  ASSERT_TRUE(cell_->Write().ok());
  Add({{3, 1}});
  ASSERT_TRUE(cell_->Replace(Tensor::Of({7.0f})).ok());
  EXPECT_EQ(Text(), "7");
  store_.Rollback();
  EXPECT_EQ(Text(), "0 1 2 3 4 5");
}

TEST_F(Parts, AreTakenBackAfterAReplacement) {
  store_.BeginRun();
  Add({{2, 1}});
  ASSERT_TRUE(cell_->Replace(Tensor::Of({7.0f})).ok());
  store_.Rollback();
  EXPECT_EQ(Text(), "0 1 2 3 4 5");
}

// A replaced value is not copied: neither the new one nor the old.
TEST_F(Parts, ReplaceSharesMemory) {
  const void* const old = cell_->value().data();
  const Tensor value = Tensor::Of({7.0f});
  store_.BeginRun();
  ASSERT_TRUE(cell_->Replace(value).ok());
  EXPECT_EQ(cell_->value().data(), value.data());
  store_.Rollback();
  EXPECT_EQ(cell_->value().data(), old);
}

// What is kept of a large value is as much as is written.
TEST(LargeParts, CostWhatIsTouched) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{1} << 30, int64_t{1} << 30);
  const MemoryScope memory(budget);
  StateStore store;
  TensorCell* const cell = *store.OpenTensor("x", DT_FLOAT, {1 << 20});
  const int64_t before = budget->used();
  store.BeginRun();
  const std::vector<Part> parts = {{5, 10}};
  ASSERT_TRUE(cell->WriteParts(parts).ok());
  EXPECT_LT(budget->used(), before + 1000);
  ASSERT_TRUE(cell->Write().ok());
  EXPECT_GE(budget->used(), before + (4 << 20));
  store.Rollback();
}

// Where the list of the parts is longer than the value, the value is kept.
TEST(LargeParts, CostNoMoreThanTheWhole) {
  const auto budget = std::make_shared<MemoryBudget>(int64_t{1} << 30, int64_t{1} << 30);
  const MemoryScope memory(budget);
  StateStore store;
  TensorCell* const cell = *store.OpenTensor("x", DT_FLOAT, {1000});
  const int64_t before = budget->used();
  std::vector<Part> parts;
  for (int64_t i = 0; i < 500; ++i) parts.push_back({2 * i, 1});
  store.BeginRun();
  ASSERT_TRUE(cell->WriteParts(parts).ok());
  EXPECT_GE(budget->used(), before + 4000);
  store.Rollback();
}

}  // namespace
}  // namespace opgraft_internal
