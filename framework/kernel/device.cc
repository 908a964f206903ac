// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#define EIGEN_USE_THREADS

#include "framework/kernel/device.h"

#include <algorithm>

#include "unsupported/Eigen/CXX11/Tensor"

namespace opgraft {
namespace {

// How many threads a pool has that is asked for so many; asking starts none.
int NumThreads(int wanted) { return thread::ThreadPool("", wanted).NumThreads(); }

}  // namespace

std::ostream& operator<<(std::ostream& out, const DeviceType& type) {
  return out << type.type_string();
}

// The thread that calls a kernel works with those of the pool: one more would only take its
// processor from it.
DeviceBase::DeviceBase(absl::string_view name, int num_threads)
    : attributes_{std::string(name), "CPU"},
      pool_("opgraft", std::max(1, NumThreads(num_threads) - 1)),
      workers_{NumThreads(num_threads), &pool_} {}

DeviceBase::~DeviceBase() = default;

DeviceBase* DeviceBase::Cpu() {
  static DeviceBase* const cpu = new DeviceBase("/job:localhost/replica:0/task:0/device:CPU:0");
  return cpu;
}

const Eigen::ThreadPoolDevice* DeviceBase::eigen_cpu_device() const {
  absl::call_once(eigen_device_made_, [this] {
    eigen_device_ =
        std::make_unique<Eigen::ThreadPoolDevice>(pool_.AsEigenThreadPool(), workers_.num_threads);
  });
  return eigen_device_.get();
}

}  // namespace opgraft
