// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Where a random kernel has its generator from: attrs, seeds, or a key and a counter.
#ifndef KERNELS_RANDOM_RANDOM_SOURCE_H_
#define KERNELS_RANDOM_RANDOM_SOURCE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/guarded_philox_random.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/philox_random.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// TensorFlow's numbers of algorithms.
constexpr int32_t kPhiloxAlgorithm = 1;
constexpr int32_t kAnyAlgorithm = 3;

// The generator of two seeds in a tensor [2]: they are mixed, so that neither has to be a good one.
// INVALID_ARGUMENT for another shape or type.
absl::Status PhiloxOfSeeds(const Tensor& seeds, random::PhiloxRandom* numbers);
// The generator that stands at `counter` ([2] or more) of `key` ([1]). INVALID_ARGUMENT for other
// shapes and for an algorithm that is not Philox.
absl::Status PhiloxOfKey(const Tensor& key, const Tensor& counter, const Tensor& algorithm,
                         random::PhiloxRandom* numbers);

// The generator that stands at a counter of two words.
random::PhiloxRandom PhiloxAt(const uint64_t* counter, uint64_t key);

// The draws that TensorFlow sets aside for an element, whatever it takes.
constexpr int64_t kDrawsOfAnElement = 256;

// The three sources have one form. kInputs is how many inputs they read, from `first` on; Reserve
// gives a generator that the caller may let make so many draws.

// By attrs seed and seed2; the counter goes on from call to call of a request.
class SeededSource {
 public:
  static constexpr int kInputs = 0;
  // Reads the attrs.
  absl::Status Init(OpKernelConstruction* context) { return generator_.Init(context); }
  absl::Status Reserve(OpKernelContext*, int /*first*/, int64_t draws,
                       random::PhiloxRandom* numbers) {
    *numbers = generator_.ReserveSamples128(draws);
    return absl::OkStatus();
  }

 private:
  GuardedPhiloxRandom generator_;
};

// By an input of two seeds.
class SeedsSource {
 public:
  static constexpr int kInputs = 1;
  static absl::Status Init(OpKernelConstruction*) { return absl::OkStatus(); }
  static absl::Status Reserve(OpKernelContext* context, int first, int64_t /*draws*/,
                              random::PhiloxRandom* numbers) {
    return PhiloxOfSeeds(context->input(first), numbers);
  }
};

// By inputs key, counter and algorithm.
class KeySource {
 public:
  static constexpr int kInputs = 3;
  static absl::Status Init(OpKernelConstruction*) { return absl::OkStatus(); }
  static absl::Status Reserve(OpKernelContext* context, int first, int64_t /*draws*/,
                              random::PhiloxRandom* numbers) {
    return PhiloxOfKey(context->input(first), context->input(first + 1), context->input(first + 2),
                       numbers);
  }
};

// Integers in [lo, hi).
struct RandomRange {
  int64_t lo = 0;
  int64_t hi = 0;
};
// Reads two scalars of int32 or int64. INVALID_ARGUMENT for another shape.
absl::Status ReadRandomRange(const Tensor& minval, const Tensor& maxval, RandomRange* range);
// INVALID_ARGUMENT if no integer is in it.
absl::Status CheckNotEmpty(const RandomRange& range);

// The shape that a vector of int32 or int64 spells. INVALID_ARGUMENT if it cannot be one.
absl::Status ReadRandomShape(const Tensor& tensor, TensorShape* shape);

}  // namespace opgraft_internal

#endif  // KERNELS_RANDOM_RANDOM_SOURCE_H_
