// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_STRINGS_TEXT_MAP_H_
#define KERNELS_STRINGS_TEXT_MAP_H_

#include <atomic>
#include <cstdint>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

// The error of the lowest element among those that several threads met. Thread-safe.
//
// So the error does not depend on which thread was first. Example: Set(7, a), then Set(3, b):
// status() is b.
class FirstError {
 public:
  // Notes the error of an element, unless one of a lower element is known.
  void Set(int64_t index, absl::Status status) {
    const absl::MutexLock lock(&mu_);
    if (!status_.ok() && index_ <= index) return;
    index_ = index;
    status_ = std::move(status);
  }
  absl::Status status() const {
    const absl::MutexLock lock(&mu_);
    return status_;
  }

 private:
  mutable absl::Mutex mu_;
  int64_t index_ ABSL_GUARDED_BY(mu_) = 0;
  absl::Status status_ ABSL_GUARDED_BY(mu_);
};

// A TextBudget that several threads take from. Thread-safe.
class SharedTextBudget {
 public:
  // RESOURCE_EXHAUSTED if what was taken is more than a tensor may have in the current MemoryScope.
  absl::Status Take(int64_t bytes) {
    TextBudget budget;
    budget.Add(bytes);
    OPGRAFT_RETURN_IF_ERROR(budget.Check());
    budget.Add(taken_.fetch_add(bytes, std::memory_order_relaxed));
    return budget.Check();
  }

 private:
  std::atomic<int64_t> taken_{0};
};

// Calls work(i) for each of `total` elements, on several threads where they pay; fails with the
// error of the lowest. `unit_ns` is about the nanoseconds of one.
template <typename Work>
absl::Status ShardTexts(OpKernelContext* context, int64_t total, double unit_ns, const Work& work) {
  FirstError error;
  ShardElements(context, total, unit_ns, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      absl::Status status = work(i);
      if (!status.ok()) return error.Set(i, std::move(status));
    }
  });
  return error.status();
}

// Output 0, of the shape of input 0, which is of strings: each element is what
// map(text, &result) makes of that at its place. The run fails with the first error of `map`.
//
// Example: MapTexts<int32_t>(context, 5, [](const tstring& text, int32_t* length) {
//   *length = static_cast<int32_t>(text.size());
//   return absl::OkStatus();
// });
template <typename Out, typename Map>
void MapTexts(OpKernelContext* context, double unit_ns, const Map& map) {
  const Tensor& input = context->input(0);
  Tensor* output = nullptr;
  OP_REQUIRES_OK(context, context->allocate_output(0, input.shape(), &output));
  const auto* const texts = static_cast<const tstring*>(input.data());
  Out* const results = static_cast<Out*>(output->data());
  OP_REQUIRES_OK(context, ShardTexts(context, input.NumElements(), unit_ns,
                                     [&](int64_t i) { return map(texts[i], &results[i]); }));
}

}  // namespace opgraft_internal

#endif  // KERNELS_STRINGS_TEXT_MAP_H_
