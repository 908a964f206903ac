// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPES_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPES_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/allocator_attributes.h"
#include "framework/kernel/device.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/tensor/resource_handle.h"
#include "framework/types/data_type.h"
#include "tensorflow/core/framework/numeric_types.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

#ifndef GOOGLE_PROTOBUF_INCLUDED_opgraft_2fproto_2ftypes_2eproto
// "DT_FLOAT".
inline std::string DataType_Name(DataType dtype) {
  return absl::StrCat("DT_", absl::AsciiStrToUpper(DataTypeString(dtype)));
}
#endif

using MemoryTypeVector = absl::InlinedVector<MemoryType, 4>;
using MemoryTypeSlice = absl::Span<const MemoryType>;
using DeviceTypeVector = absl::InlinedVector<DeviceType, 4>;

// Devices of TensorFlow's that Opgraft has not; kernels registered for them are never chosen.
inline constexpr const char* const DEVICE_GPU_XLA_JIT = "GPU_XLA_JIT";
inline constexpr const char* const DEVICE_CPU_XLA_JIT = "XLA_CPU_JIT";
inline constexpr const char* const DEVICE_SYCL = "SYCL";
inline constexpr const char* const DEVICE_TPU = "TPU";
inline constexpr const char* const DEVICE_TPU_SYSTEM = "TPU_SYSTEM";
inline constexpr const char* const DEVICE_XLA_CPU = "XLA_CPU";
inline constexpr const char* const DEVICE_XLA_GPU = "XLA_GPU";

// True for types whose tensors a GPU would not hold.
inline bool DataTypeAlwaysOnHost(DataType dtype) {
  return BaseType(dtype) == DT_STRING || BaseType(dtype) == DT_RESOURCE ||
         BaseType(dtype) == DT_VARIANT;
}

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_TYPES_H_
