// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_C_C_API_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_C_C_API_H_

#error "Opgraft has no tensorflow/c/c_api.h: Opgraft has no C API: include opgraft/run.h."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_C_C_API_H_
