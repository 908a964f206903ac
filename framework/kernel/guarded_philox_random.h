// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_GUARDED_PHILOX_RANDOM_H_
#define FRAMEWORK_KERNEL_GUARDED_PHILOX_RANDOM_H_

#include <cstdint>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/op_kernel_construction.h"
#include "framework/kernel/philox_random.h"

namespace opgraft_internal {
struct CellKey;
}  // namespace opgraft_internal

namespace opgraft {

namespace random {
// Numbers for seeds. New64 is different in each process and call; New64DefaultSeed gives always the
// same sequence. Thread-safe.
uint64_t New64();
uint64_t New64DefaultSeed();
}  // namespace random

// The generator of a random kernel: callers reserve numbers and draw them from a copy of their own.
// A kernel serves all requests of a model, so its member knows the seeds only; the counter is a
// cell of the request whose run the calling thread works for (the run's own thread, or one of its
// thread pools'). So requests have equal sequences of their own, a fork goes on where its original
// stands, and a run that fails draws nothing. A reset, or another request, begins anew: at the
// seeds, or, where there are none, with others.
//
// Outside of every run the generator counts for itself. TensorFlow's names; thread-safe after Init.
//
// Example:
//   random::PhiloxRandom numbers = generator_.ReserveSamples32(output->NumElements());
//   random::UniformDistribution<random::PhiloxRandom, float> uniform;
//   const auto four = uniform(&numbers);  // in [0, 1)
class GuardedPhiloxRandom {
 public:
  GuardedPhiloxRandom();
  GuardedPhiloxRandom(const GuardedPhiloxRandom&) = delete;
  GuardedPhiloxRandom& operator=(const GuardedPhiloxRandom&) = delete;

  // By attrs `seed` and `seed2`; both 0: other numbers in each process. Errors as GetAttr. To be
  // called once, in the kernel's constructor.
  absl::Status Init(OpKernelConstruction* context);
  // By seeds, and by the state of another generator. The constructor's thread only.
  void Init(int64_t seed, int64_t seed2);
  void Init(random::PhiloxRandom::ResultType counter, random::PhiloxRandom::Key key);

  // A generator that may make so many draws of four numbers. The others count numbers, and elements
  // that take up to `multiplier` draws each.
  //
  // Example: two calls of ReserveSamples32(8) give generators that are two draws apart, whichever
  // threads they are used on.
  random::PhiloxRandom ReserveSamples128(int64_t draws);
  random::PhiloxRandom ReserveSamples32(int64_t numbers) {
    return ReserveSamples128((numbers + 3) / 4);
  }
  random::PhiloxRandom ReserveRandomOutputs(int64_t elements, int multiplier) {
    return ReserveSamples128(elements * multiplier);
  }

 private:
  // What the counter starts from; where there are no seeds, each time something else.
  random::PhiloxRandom Start() const;

  const std::shared_ptr<const opgraft_internal::CellKey> cell_;
  bool has_seeds_ = true;
  random::PhiloxRandom start_;
  absl::Mutex mu_;
  // Used where there is no run.
  random::PhiloxRandom outside_ ABSL_GUARDED_BY(mu_);
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_GUARDED_PHILOX_RANDOM_H_
