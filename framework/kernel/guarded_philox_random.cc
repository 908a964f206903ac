// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/guarded_philox_random.h"

#include <atomic>
#include <random>
#include <string>

#include "absl/base/const_init.h"
#include "absl/strings/str_cat.h"
#include "framework/state/opened_cells.h"
#include "framework/state/state_scope.h"
#include "framework/state/state_store.h"
#include "framework/tensor/access_error.h"
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

namespace {

// The elements of a counter's cell: four numbers of the counter, two of the key.
constexpr int kCounterNumbers = random::PhiloxRandom::kResultElementCount;
constexpr int kKeyNumbers = 2;

void Store(const random::PhiloxRandom& generator, Tensor* cell) {
  auto* const numbers = static_cast<uint32_t*>(cell->data());
  for (int i = 0; i < kCounterNumbers; ++i) numbers[i] = generator.counter()[i];
  for (int i = 0; i < kKeyNumbers; ++i) numbers[kCounterNumbers + i] = generator.key()[i];
}

random::PhiloxRandom FromTensor(const Tensor& cell) {
  const auto* const numbers = static_cast<const uint32_t*>(cell.data());
  random::PhiloxRandom::ResultType counter;
  random::PhiloxRandom::Key key;
  for (int i = 0; i < kCounterNumbers; ++i) counter[i] = numbers[i];
  for (int i = 0; i < kKeyNumbers; ++i) key[i] = numbers[kCounterNumbers + i];
  return random::PhiloxRandom(counter, key);
}

absl::StatusOr<Tensor> ToTensor(const random::PhiloxRandom& generator) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor cell, Tensor::Create(DT_UINT32, {kCounterNumbers + kKeyNumbers}));
  Store(generator, &cell);
  return cell;
}

random::PhiloxRandom Reserve(int64_t draws, random::PhiloxRandom* generator) {
  const random::PhiloxRandom reserved = *generator;
  generator->Skip(static_cast<uint64_t>(draws));
  return reserved;
}

// The kernel that is being constructed gives its generators names that are the same in each
// process. One made elsewhere has a name of its own.
CellKey NewKey() {
  static std::atomic<int64_t> next{0};
  OpKernelConstruction* const construction = OpKernelConstruction::Current();
  return CellKey::OfCounter(construction != nullptr ? construction->NewStateId()
                                                    : absl::StrCat("#", next.fetch_add(1)));
}

}  // namespace

GuardedPhiloxRandom::GuardedPhiloxRandom() : cell_(std::make_shared<const CellKey>(NewKey())) {}

absl::Status GuardedPhiloxRandom::Init(OpKernelConstruction* context) {
  int64_t seed = 0, seed2 = 0;
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("seed", &seed));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("seed2", &seed2));
  Init(seed, seed2);
  return absl::OkStatus();
}

void GuardedPhiloxRandom::Init(int64_t seed, int64_t seed2) {
  has_seeds_ = seed != 0 || seed2 != 0;
  start_ = random::PhiloxRandom(static_cast<uint64_t>(seed), static_cast<uint64_t>(seed2));
  absl::MutexLock lock(&mu_);
  outside_ = Start();
}

void GuardedPhiloxRandom::Init(random::PhiloxRandom::ResultType counter,
                               random::PhiloxRandom::Key key) {
  has_seeds_ = true;
  start_ = random::PhiloxRandom(counter, key);
  absl::MutexLock lock(&mu_);
  outside_ = start_;
}

random::PhiloxRandom GuardedPhiloxRandom::Start() const {
  return has_seeds_ ? start_ : random::PhiloxRandom(random::New64(), random::New64());
}

random::PhiloxRandom GuardedPhiloxRandom::ReserveSamples128(int64_t draws) {
  StateStore* const state = StateScope::Current();
  if (state == nullptr) {
    absl::MutexLock lock(&mu_);
    return Reserve(draws, &outside_);
  }
  random::PhiloxRandom reserved;
  const absl::Status status = state->opened()->UpdateCounter(
      *cell_, [this] { return ToTensor(Start()); },
      [&](Tensor* counter) {
        random::PhiloxRandom generator = FromTensor(*counter);
        reserved = Reserve(draws, &generator);
        Store(generator, counter);
      });
  if (!status.ok() && AccessScope::Active()) throw AllocationError{std::string(status.message())};
  return reserved;
}

}  // namespace opgraft
