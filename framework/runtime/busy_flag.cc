#include "framework/runtime/busy_flag.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace opgraft {
namespace {

// Makes every other thread of the process pass a full fence. A kernel without it (before 4.14) gets the plain fence,
// which leaves a window of nanoseconds in which two threads that both misuse a request are not told.
void FenceAllThreads() {
  static const bool registered = syscall(__NR_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (registered) syscall(__NR_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}

}  // namespace

bool BusyFlag::TryEnterAsStranger() {
  absl::MutexLock lock(&mu_);
  // From here on the former owner's fast path fails its second look, or its store of taken_ is seen below.
  owner_.store(0, std::memory_order_relaxed);
  FenceAllThreads();
  if (taken_.load(std::memory_order_acquire)) return false;
  taken_.store(true, std::memory_order_relaxed);
  owner_.store(ThisThread(), std::memory_order_relaxed);
  return true;
}

}  // namespace opgraft
