// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/allocation_counter/allocation_counter.h"

#include <cerrno>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

int64_t CountOf(const std::function<void()>& work) {
  const int64_t before = opgraft_internal::AllocationsOfThisThread();
  work();
  return opgraft_internal::AllocationsOfThisThread() - before;
}

class AllocationCounter : public ::testing::Test {
 protected:
  void SetUp() override {
    if (opgraft_internal::AllocationsOfThisThread() < 0)
      GTEST_SKIP() << "a sanitizer has a malloc of its own";
  }
};

TEST_F(AllocationCounter, CountsEveryWayToAllocate) {
  struct Case {
    const char* name;
    std::function<void*()> allocate;
  };
  const Case cases[] = {
      {"malloc", [] { return std::malloc(10); }},
      {"calloc", [] { return std::calloc(10, 10); }},
      {"realloc", [] { return std::realloc(nullptr, 10); }},
      {"aligned_alloc", [] { return std::aligned_alloc(64, 640); }},
      {"posix_memalign",
       [] {
         void* block = nullptr;
         return posix_memalign(&block, 64, 100) == 0 ? block : nullptr;
       }},
      {"new", [] { return ::operator new(10); }},
  };
  for (const Case& c : cases) {
    void* block = nullptr;
    EXPECT_EQ(CountOf([&] { block = c.allocate(); }), 1) << c.name;
    EXPECT_NE(block, nullptr) << c.name;
    std::free(block);
  }
}

TEST_F(AllocationCounter, DoesNotCountWhatAllocatesNothing) {
  EXPECT_EQ(CountOf([] { std::string(5, 'x'); }), 0);
  std::unique_ptr<int> number = std::make_unique<int>(1);
  EXPECT_EQ(CountOf([&] { number.reset(); }), 0);
}

TEST_F(AllocationCounter, KeepsThreadsApart) {
  int64_t others = 0;
  void* block = nullptr;
  std::thread other([&] { others = CountOf([&] { block = std::malloc(10); }); });
  const int64_t mine = CountOf([&] { other.join(); });
  std::free(block);
  EXPECT_EQ(others, 1);
  EXPECT_EQ(mine, 0);
}

TEST_F(AllocationCounter, RefusesAlignmentsThatAreNone) {
  void* block = nullptr;
  EXPECT_EQ(posix_memalign(&block, 3, 10), EINVAL);
  EXPECT_EQ(block, nullptr);
}

}  // namespace
}  // namespace opgraft
