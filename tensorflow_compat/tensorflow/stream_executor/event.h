// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_STREAM_EXECUTOR_EVENT_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_STREAM_EXECUTOR_EVENT_H_

#error "Opgraft has no tensorflow/stream_executor/event.h: Opgraft runs on the CPU: keep the include inside #if GOOGLE_CUDA, which is undefined here."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_STREAM_EXECUTOR_EVENT_H_
