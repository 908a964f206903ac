// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#define EIGEN_USE_THREADS

#include "framework/kernel/device.h"

#include "unsupported/Eigen/CXX11/Tensor"

namespace opgraft {

std::ostream& operator<<(std::ostream& out, const DeviceType& type) {
  return out << type.type_string();
}

DeviceBase::DeviceBase(absl::string_view name, int num_threads)
    : attributes_{std::string(name), "CPU"},
      pool_("opgraft", num_threads),
      workers_{pool_.NumThreads(), &pool_} {}

DeviceBase::~DeviceBase() = default;

DeviceBase* DeviceBase::Cpu() {
  static DeviceBase* const cpu = new DeviceBase("/job:localhost/replica:0/task:0/device:CPU:0");
  return cpu;
}

const Eigen::ThreadPoolDevice* DeviceBase::eigen_cpu_device() const {
  absl::call_once(eigen_device_made_, [this] {
    eigen_device_ =
        std::make_unique<Eigen::ThreadPoolDevice>(pool_.AsEigenThreadPool(), pool_.NumThreads());
  });
  return eigen_device_.get();
}

}  // namespace opgraft
