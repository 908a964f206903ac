// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_GPU_GPU_EVENT_MGR_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_GPU_GPU_EVENT_MGR_H_

#error "Opgraft has no tensorflow/core/common_runtime/gpu/gpu_event_mgr.h: Opgraft runs on the CPU: keep the include inside #if GOOGLE_CUDA, which is undefined here."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_GPU_GPU_EVENT_MGR_H_
