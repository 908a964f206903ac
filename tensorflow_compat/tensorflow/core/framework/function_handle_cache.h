// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_FUNCTION_HANDLE_CACHE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_FUNCTION_HANDLE_CACHE_H_

#error \
    "Opgraft has no tensorflow/core/framework/function_handle_cache.h: it belongs to the runtime of TensorFlow: a kernel gets what it needs from OpKernelContext."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_FUNCTION_HANDLE_CACHE_H_
