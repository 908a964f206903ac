// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_XLA_STREAM_EXECUTOR_STREAM_EXECUTOR_H_
#define TENSORFLOW_COMPAT_XLA_STREAM_EXECUTOR_STREAM_EXECUTOR_H_

#error "Opgraft has no xla/stream_executor/stream_executor.h: Opgraft runs on the CPU: keep the include inside #if GOOGLE_CUDA, which is undefined here."

#endif  // TENSORFLOW_COMPAT_XLA_STREAM_EXECUTOR_STREAM_EXECUTOR_H_
