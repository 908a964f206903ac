// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpKernel and its contexts, and all that authors expect of this one header: ops, tensors, errors,
// logging, locks, and the standard library, which TensorFlow's header brings along.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_KERNEL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_KERNEL_H_

#include <sys/param.h>  // MIN and MAX, which TensorFlow's header brings too

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <iostream>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/tensor_value.h"
#include "tensorflow/core/framework/allocator.h"
#include "tensorflow/core/framework/attr_value.pb.h"
#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/cancellation.h"
#include "tensorflow/core/framework/control_flow.h"
#include "tensorflow/core/framework/device_base.h"
#include "tensorflow/core/framework/kernel_def_builder.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_requires.h"
#include "tensorflow/core/framework/partial_tensor_shape.h"
#include "tensorflow/core/framework/register_types.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/lib/core/refcount.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/statusor.h"
#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// A temporary that a kernel of before TensorFlow 2.6 keeps: a Tensor.
class PersistentTensor {
 public:
  PersistentTensor() = default;
  explicit PersistentTensor(const Tensor& tensor) : tensor_(tensor) {}
  template <typename Context>
  Tensor* AccessTensor(Context*) {
    return &tensor_;
  }
  bool IsInitialized() const { return tensor_.IsInitialized(); }
  int64_t NumElements() const { return tensor_.NumElements(); }
  int64_t TotalBytes() const { return static_cast<int64_t>(tensor_.TotalBytes()); }

 private:
  Tensor tensor_;
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_KERNEL_H_
