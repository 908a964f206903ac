// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_BASE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_BASE_H_

#include "framework/kernel/device.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/refcount.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/opgraft_namespace.h"

namespace stream_executor {
class Stream;
}  // namespace stream_executor

namespace opgraft {

// What op_device_context() gives on a GPU. There is none here: the pointer is null.
class DeviceContext : public core::RefCounted {
 public:
  virtual stream_executor::Stream* stream() const { return nullptr; }
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_BASE_H_
