// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/fenced_memory.h"

#include <cstring>

#include "absl/base/config.h"
#include "framework/tensor/tensor.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// Installed while it lives.
class Fences {
 public:
  explicit Fences(uint8_t poison) : memory_(poison), outer_(AllocationHook::Exchange(&memory_)) {}
  ~Fences() { AllocationHook::Exchange(outer_); }
  FencedMemory* operator->() { return &memory_; }

 private:
  FencedMemory memory_;
  AllocationHook* const outer_;
};

TEST(FencedMemory, GivesAlignedBuffersOfJustTheSizeFullOfPoison) {
  Fences fences(0x7F);
  for (const int64_t elements : {1, 3, 1000}) {
    const Tensor tensor(DT_INT8, {elements});
    ASSERT_NE(tensor.buffer(), nullptr);
    EXPECT_TRUE(tensor.IsAligned());
    EXPECT_EQ(tensor.buffer()->bytes(), static_cast<size_t>(elements));
    for (int64_t i = 0; i < elements; ++i) EXPECT_EQ(tensor.flat<int8_t>()(i), 0x7F);
  }
  EXPECT_TRUE(fences->TakeFaults().empty());
}

TEST(FencedMemory, LeavesObjectsToTheHeap) {
  Fences fences(0x7F);
  const Tensor strings(DT_STRING, {2});
  EXPECT_EQ(strings.flat<tstring>()(1), "");
}

TEST(FencedMemory, ChargesTheBudgetAndGivesBack) {
  const auto budget = std::make_shared<MemoryBudget>(64, 100);
  {
    const MemoryScope scope(budget);
    Fences fences(0x7F);
    const Tensor fits(DT_FLOAT, {16});
    EXPECT_EQ(budget->used(), 64);
    EXPECT_FALSE(Tensor::Create(DT_FLOAT, {17}).ok());
    EXPECT_FALSE(Tensor::Create(DT_FLOAT, {10}).ok());
  }
  EXPECT_EQ(budget->used(), 0);
}

TEST(FencedMemory, BuffersMayOutliveIt) {
  Tensor tensor;
  {
    Fences fences(0x7F);
    tensor = Tensor(DT_FLOAT, {3});
  }
  tensor.flat<float>().setConstant(1);
  tensor = Tensor();
}

#if !defined(ABSL_HAVE_ADDRESS_SANITIZER)  // there the access itself is an error
TEST(FencedMemory, TellsOnceHowFarSomethingWasWritten) {
  const struct Case {
    int64_t at;  // the byte that is written, from the start of three
    size_t before;
    size_t behind;
  } cases[] = {{3, 0, 1}, {4098, 0, 4096}, {-1, 1, 0}, {-4096, 4096, 0}};
  for (const Case& c : cases) {
    Fences fences(0x7F);
    const Tensor tensor(DT_INT8, {3});
    static_cast<volatile int8_t*>(tensor.data())[c.at] = 0;
    const auto faults = fences->TakeFaults();
    ASSERT_EQ(faults.size(), 1u) << c.at;
    EXPECT_EQ(faults[0].data, tensor.data());
    EXPECT_EQ(faults[0].bytes, 3u);
    EXPECT_EQ(faults[0].damage.before, c.before) << c.at;
    EXPECT_EQ(faults[0].damage.behind, c.behind) << c.at;
    EXPECT_EQ(faults[0].fence_bytes, 4096u);
    EXPECT_TRUE(fences->TakeFaults().empty());
  }
}

TEST(FencedMemory, TellsOfABufferThatIsGone) {
  Fences fences(0x7F);
  {
    const Tensor tensor(DT_INT8, {3});
    static_cast<volatile int8_t*>(tensor.data())[3] = 0;
  }
  EXPECT_EQ(fences->TakeFaults().size(), 1u);
}
#endif

TEST(FencedMemory, TheFencesOfALargeBlockAreLarge) {
  EXPECT_EQ(FencedBlock::Make(100'000, 1, 2)->fence_bytes(), 100'032u);
  EXPECT_EQ(FencedBlock::Make(3'000'000, 1, 2)->fence_bytes(), size_t{1} << 20);
}

}  // namespace
}  // namespace opgraft
