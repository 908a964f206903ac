// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_SPECTRAL_FFT_PLAN_CACHE_H_
#define KERNELS_SPECTRAL_FFT_PLAN_CACHE_H_

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {

// The plans that a kernel used last, as far as they are small: making one takes as long as using it
// a few times. Thread-safe.
//
// A plan is made without the lock: two threads that want the same one at once both make it. The
// oldest goes when there is no more room.
template <class Plan>
class FftPlanCache {
 public:
  // As Plan::Make.
  absl::StatusOr<std::shared_ptr<const Plan>> Get(int64_t n) {
    {
      absl::MutexLock lock(&mu_);
      for (const auto& plan : plans_) {
        if (plan->size() == n) return plan;
      }
    }
    OPGRAFT_ASSIGN_OR_RETURN(std::shared_ptr<const Plan> made, Plan::Make(n));
    if (!made->is_small()) return made;
    absl::MutexLock lock(&mu_);
    if (plans_.size() == kMax) plans_.erase(plans_.begin());
    plans_.push_back(made);
    return made;
  }

 private:
  static constexpr size_t kMax = 4;

  absl::Mutex mu_;
  std::vector<std::shared_ptr<const Plan>> plans_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft_internal

#endif  // KERNELS_SPECTRAL_FFT_PLAN_CACHE_H_
