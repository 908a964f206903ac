// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_COMPILER_XLA_STREAM_EXECUTOR_GPU_GPU_STREAM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_COMPILER_XLA_STREAM_EXECUTOR_GPU_GPU_STREAM_H_

#error "Opgraft has no tensorflow/compiler/xla/stream_executor/gpu/gpu_stream.h: Opgraft runs on the CPU: keep the include inside #if GOOGLE_CUDA, which is undefined here."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_COMPILER_XLA_STREAM_EXECUTOR_GPU_GPU_STREAM_H_
