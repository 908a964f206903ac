// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_GPU_SOLVERS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_GPU_SOLVERS_H_

#error "Opgraft has no tensorflow/core/util/gpu_solvers.h: Opgraft runs on the CPU: keep the include inside #if GOOGLE_CUDA, which is undefined here."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_GPU_SOLVERS_H_
