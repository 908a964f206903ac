// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/environment.h"

#include "framework/kernel/device.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/runtime/deadline_timer.h"
#include "framework/runtime/free_memory.h"

namespace opgraft {
namespace {

int64_t MaxBytes(int64_t wanted) {
  if (wanted > 0) return wanted;
  const int64_t free = FreeMemoryBytes();
  return free == MemoryBudget::kUnlimited ? free : free / 2;
}

}  // namespace

const std::shared_ptr<Environment>& Environment::Default() {
  static const auto* const environment =
      new std::shared_ptr<Environment>(std::make_shared<Environment>());
  return *environment;
}

Environment::Environment(const EnvironmentOptions& options)
    : budget_(
          std::make_shared<MemoryBudget>(MemoryBudget::kUnlimited, MaxBytes(options.max_bytes))),
      registry_(options.registry),
      timer_(std::make_unique<DeadlineTimer>()) {}

Environment::~Environment() = default;

DeviceBase* Environment::Device(int num_threads) {
  absl::MutexLock lock(&mu_);
  std::unique_ptr<DeviceBase>& device = devices_[num_threads];
  if (device == nullptr) device = std::make_unique<DeviceBase>("/device:CPU:0", num_threads);
  return device.get();
}

}  // namespace opgraft
