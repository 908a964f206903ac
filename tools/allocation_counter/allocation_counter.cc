// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/allocation_counter/allocation_counter.h"

#include <cerrno>
#include <cstddef>

#if defined(__has_feature)
#define OPGRAFT_HAS_FEATURE(x) __has_feature(x)
#else
#define OPGRAFT_HAS_FEATURE(x) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||                   \
    OPGRAFT_HAS_FEATURE(address_sanitizer) || OPGRAFT_HAS_FEATURE(thread_sanitizer) || \
    OPGRAFT_HAS_FEATURE(memory_sanitizer)

namespace opgraft_internal {
int64_t AllocationsOfThisThread() { return -1; }
}  // namespace opgraft_internal

#else

namespace {

// In the thread's static block: reading it never allocates.
__attribute__((tls_model("initial-exec"))) thread_local int64_t allocations = 0;

}  // namespace

namespace opgraft_internal {
int64_t AllocationsOfThisThread() { return allocations; }
}  // namespace opgraft_internal

// glibc's own, by their second names. free() stays glibc's.
extern "C" {

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* block, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  ++allocations;
  return __libc_malloc(size);
}

void* calloc(size_t count, size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}

void* realloc(void* block, size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}

void* memalign(size_t alignment, size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void** block, size_t alignment, size_t size) {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  void* const made = memalign(alignment, size);
  if (made == nullptr) return ENOMEM;
  *block = made;
  return 0;
}

}  // extern "C"

#endif
