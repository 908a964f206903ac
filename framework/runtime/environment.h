// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_RUNTIME_ENVIRONMENT_H_
#define FRAMEWORK_RUNTIME_ENVIRONMENT_H_

#include <cstdint>
#include <map>
#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "framework/tensor/tensor_buffer.h"

namespace opgraft_internal {
class DeadlineTimer;
}  // namespace opgraft_internal

namespace opgraft {

class DeviceBase;
class KernelRegistry;

// What an Environment is made of. Plain data; thread-compatible. See Environment for an example.
struct EnvironmentOptions {
  // Bytes that the constants of all models and all requests together may take. 0: half of what the
  // machine, and the control groups the process is in, have free when the Environment is made.
  int64_t max_bytes = 0;
  // Where models find their kernels; null: in the registry that their graph was imported with.
  std::shared_ptr<const KernelRegistry> registry;
};

// What models share: threads, the limit on memory, the registry, the timer for deadlines. A model
// keeps the one it was compiled with (CompileOptions::environment). Thread-safe.
//
// Example: two models that may together take a gigabyte.
//
//   opgraft::EnvironmentOptions limits;
//   limits.max_bytes = 1 << 30;
//   opgraft::CompileOptions options;
//   options.environment = std::make_shared<opgraft::Environment>(limits);
//   auto one = opgraft::CompiledModel::Compile(graph, options);
//   auto other = opgraft::CompiledModel::Compile(other_graph, options);
class Environment {
 public:
  // That of models that name none; made at its first use, never destroyed.
  static const std::shared_ptr<Environment>& Default();

  explicit Environment(const EnvironmentOptions& options = {});
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  // The CPU with so many threads for one kernel: one for all models that ask for as many.
  DeviceBase* Device(int num_threads);
  // The parent of the budgets of all requests and models.
  const std::shared_ptr<MemoryBudget>& budget() const { return budget_; }
  // Null: each graph's own.
  const KernelRegistry* registry() const { return registry_.get(); }
  opgraft_internal::DeadlineTimer* timer() { return timer_.get(); }

 private:
  const std::shared_ptr<MemoryBudget> budget_;
  const std::shared_ptr<const KernelRegistry> registry_;
  absl::Mutex mu_;
  std::map<int, std::unique_ptr<DeviceBase>> devices_ ABSL_GUARDED_BY(mu_);  // by threads
  const std::unique_ptr<opgraft_internal::DeadlineTimer> timer_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_RUNTIME_ENVIRONMENT_H_
