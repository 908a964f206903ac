// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_KERNEL_DEVICE_H_
#define FRAMEWORK_KERNEL_DEVICE_H_

#include <memory>
#include <ostream>
#include <string>
#include <utility>

#include "absl/base/call_once.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/thread_pool.h"

namespace Eigen {
struct ThreadPoolDevice;
// Never defined; sources for both devices name it.
struct GpuDevice;
}  // namespace Eigen

namespace stream_executor {
class Stream;  // never defined, as GpuDevice
}

namespace opgraft {

class DeviceContext;

// A kind of device: "CPU", as kernels are registered for it (DEVICE_CPU). A value.
// Thread-compatible.
//
// Example, in a kernel's constructor:
//   if (context->device_type() == DeviceType(DEVICE_CPU)) ...
class DeviceType {
 public:
  DeviceType(const char* type) : type_(type) {}  // NOLINT: as TensorFlow's
  explicit DeviceType(absl::string_view type) : type_(type) {}
  const char* type() const { return type_.c_str(); }
  const std::string& type_string() const { return type_; }
  bool operator==(const DeviceType& other) const { return type_ == other.type_; }
  bool operator!=(const DeviceType& other) const { return type_ != other.type_; }
  bool operator<(const DeviceType& other) const { return type_ < other.type_; }

 private:
  std::string type_;
};

std::ostream& operator<<(std::ostream& out, const DeviceType& type);

// Where kernels run: the CPU and its threads. Owns its pool, whose threads start at the first use.
// TensorFlow's names. Thread-safe.
//
// Example, in a kernel:
//   const DeviceBase::CpuWorkerThreads* cpu = context->device()->tensorflow_cpu_worker_threads();
//   Shard(cpu->num_threads, cpu->workers, rows, cost_of_a_row,
//         [&](int64_t begin, int64_t end) { Work(begin, end); });
class DeviceBase {
 public:
  // The device's threads, in TensorFlow's form; for Shard. `workers` is the device's.
  struct CpuWorkerThreads {
    int num_threads = 0;
    thread::ThreadPool* workers = nullptr;
  };
  // How the device is called, "/job:localhost/replica:0/task:0/device:CPU:0", and "CPU".
  struct Attributes {
    std::string name;
    std::string device_type;
  };

  // What a GPU would tell of itself.
  struct AcceleratorDeviceInfo {
    stream_executor::Stream* stream = nullptr;
    DeviceContext* default_context = nullptr;
    int gpu_id = -1;
  };

  // `num_threads` below 1: as many as the machine has.
  explicit DeviceBase(absl::string_view name, int num_threads = 0);
  ~DeviceBase();
  DeviceBase(const DeviceBase&) = delete;
  DeviceBase& operator=(const DeviceBase&) = delete;

  // The process's CPU, with all threads of the machine; never destroyed.
  static DeviceBase* Cpu();

  // The name given to the constructor; device_type() is always DEVICE_CPU.
  const std::string& name() const { return attributes_.name; }
  const std::string& device_type() const { return attributes_.device_type; }
  const Attributes& attributes() const { return attributes_; }
  const CpuWorkerThreads* tensorflow_cpu_worker_threads() const { return &workers_; }
  // The pool as Eigen wants it. Made at the first call, and owned by this.
  const Eigen::ThreadPoolDevice* eigen_cpu_device() const;
  // Null: this is not a GPU. The second name is TensorFlow's before 2.11.
  const AcceleratorDeviceInfo* tensorflow_accelerator_device_info() const { return nullptr; }
  const AcceleratorDeviceInfo* tensorflow_gpu_device_info() const { return nullptr; }

 private:
  const Attributes attributes_;
  mutable thread::ThreadPool pool_;
  const CpuWorkerThreads workers_;
  mutable absl::once_flag eigen_device_made_;
  mutable std::unique_ptr<Eigen::ThreadPoolDevice> eigen_device_;
};

}  // namespace opgraft

#endif  // FRAMEWORK_KERNEL_DEVICE_H_
