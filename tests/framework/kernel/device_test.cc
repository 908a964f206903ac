// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#define EIGEN_USE_THREADS

#include "framework/kernel/device.h"

#include "gtest/gtest.h"
#include "unsupported/Eigen/CXX11/Tensor"

namespace opgraft {
namespace {

TEST(DeviceBase, OwnsItsThreads) {
  DeviceBase device("/device:CPU:7", 3);
  EXPECT_EQ(device.name(), "/device:CPU:7");
  EXPECT_EQ(device.device_type(), "CPU");
  EXPECT_EQ(device.attributes().name, "/device:CPU:7");
  EXPECT_EQ(device.tensorflow_cpu_worker_threads()->num_threads, 3);
  // The caller is the third.
  EXPECT_EQ(device.tensorflow_cpu_worker_threads()->workers->NumThreads(), 2);
  EXPECT_EQ(device.eigen_cpu_device()->numThreads(), 3);
}

TEST(DeviceBase, ComputesEigenExpressions) {
  DeviceBase device("cpu", 2);
  Eigen::Tensor<float, 1> x(100000), y(100000);
  x.setConstant(2);
  y.device(*device.eigen_cpu_device()) = x * x;
  EXPECT_EQ(y(99999), 4.0f);
}

TEST(DeviceBase, HasOneForTheProcess) {
  EXPECT_EQ(DeviceBase::Cpu(), DeviceBase::Cpu());
  EXPECT_GE(DeviceBase::Cpu()->tensorflow_cpu_worker_threads()->num_threads, 1);
}

TEST(DeviceType, IsCompared) {
  EXPECT_EQ(DeviceType("CPU"), DeviceType(absl::string_view("CPU")));
  EXPECT_NE(DeviceType("CPU"), DeviceType("GPU"));
  EXPECT_LT(DeviceType("CPU"), DeviceType("GPU"));
}

}  // namespace
}  // namespace opgraft
