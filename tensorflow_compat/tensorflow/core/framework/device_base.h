#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_BASE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_BASE_H_

#include "framework/kernel/device.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// What a GPU's kernels would get from op_device_context(): nothing here.
class DeviceContext;

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_BASE_H_
