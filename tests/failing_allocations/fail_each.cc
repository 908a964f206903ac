// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/failing_allocations/fail_each.h"

#include <cstddef>
#include <cstdlib>
#include <new>

#include "gtest/gtest.h"

namespace {

// The allocation of this thread that fails; negative: none.
thread_local int64_t fails_in = -1;

void* Allocate(size_t bytes, size_t alignment = alignof(std::max_align_t)) {
  if (fails_in >= 0 && fails_in-- == 0) return nullptr;
  const size_t whole = (bytes + alignment) / alignment * alignment;
  return alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, whole)
                                               : std::malloc(whole);
}

void* AllocateOrThrow(size_t bytes, size_t alignment = alignof(std::max_align_t)) {
  void* const memory = Allocate(bytes, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

// Not inlined: g++ would take the `free` for that of memory of another `new`.
[[gnu::noinline]] void Free(void* memory) { std::free(memory); }

}  // namespace

void* operator new(size_t bytes) { return AllocateOrThrow(bytes); }
void* operator new[](size_t bytes) { return AllocateOrThrow(bytes); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return Allocate(bytes); }
void* operator new(size_t bytes, std::align_val_t alignment) {
  return AllocateOrThrow(bytes, static_cast<size_t>(alignment));
}
void operator delete(void* memory) noexcept { Free(memory); }
void operator delete[](void* memory) noexcept { Free(memory); }
void operator delete(void* memory, size_t) noexcept { Free(memory); }
void operator delete[](void* memory, size_t) noexcept { Free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { Free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { Free(memory); }

// For LeakSanitizer: Protocol Buffers' own code loses the message that it was about to add to a
// list when the list cannot grow.
extern "C" int __lsan_is_turned_off() { return 1; }

namespace opgraft {

bool FailOne(int64_t n, absl::FunctionRef<absl::Status()> call, absl::Status* status) {
  fails_in = n;
  try {
    *status = call();
  } catch (...) {
    fails_in = -1;
    ADD_FAILURE() << "an exception came out of allocation " << n;
    return true;
  }
  const bool failed = n >= 0 && fails_in < 0;
  fails_in = -1;
  return failed;
}

int64_t FailEach::Run(const char* name) const {
  const testing::ScopedTrace trace(__FILE__, __LINE__, name);
  constexpr int64_t kTooMany = 100'000;
  for (int64_t n = 0; n < kTooMany; ++n) {
    prepare();
    absl::Status status;
    if (!FailOne(n, call, &status)) {
      EXPECT_EQ(status.code(), at_last) << status;
      return n;
    }
    if (status.ok() || status.code() == at_last) continue;
    EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted) << n << ": " << status;
    check();
  }
  ADD_FAILURE() << "more than " << kTooMany << " allocations";
  return kTooMany;
}

}  // namespace opgraft
