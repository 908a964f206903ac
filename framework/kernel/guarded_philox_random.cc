// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/guarded_philox_random.h"

#include <random>

#include "absl/base/const_init.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace random {
namespace {

absl::Mutex generators_mutex(absl::kConstInit);

uint64_t Next(std::mt19937_64* generator) {
  absl::MutexLock lock(&generators_mutex);
  return (*generator)();
}

std::mt19937_64* NewSeeded() {
  std::random_device device;
  return new std::mt19937_64(static_cast<uint64_t>(device()) << 32 | device());
}

}  // namespace

uint64_t New64() {
  static std::mt19937_64* const generator = NewSeeded();
  return Next(generator);
}

uint64_t New64DefaultSeed() {
  static auto* const generator = new std::mt19937_64();
  return Next(generator);
}

}  // namespace random

absl::Status GuardedPhiloxRandom::Init(OpKernelConstruction* context) {
  int64_t seed = 0, seed2 = 0;
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("seed", &seed));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("seed2", &seed2));
  Init(seed, seed2);
  return absl::OkStatus();
}

void GuardedPhiloxRandom::Init(int64_t seed, int64_t seed2) {
  const bool any = seed == 0 && seed2 == 0;
  const uint64_t low = any ? random::New64() : static_cast<uint64_t>(seed);
  const uint64_t high = any ? random::New64() : static_cast<uint64_t>(seed2);
  absl::MutexLock lock(&mu_);
  generator_ = random::PhiloxRandom(low, high);
}

void GuardedPhiloxRandom::Init(random::PhiloxRandom::ResultType counter,
                               random::PhiloxRandom::Key key) {
  absl::MutexLock lock(&mu_);
  generator_ = random::PhiloxRandom(counter, key);
}

random::PhiloxRandom GuardedPhiloxRandom::ReserveSamples128(int64_t draws) {
  absl::MutexLock lock(&mu_);
  const random::PhiloxRandom reserved = generator_;
  generator_.Skip(static_cast<uint64_t>(draws));
  return reserved;
}

}  // namespace opgraft
