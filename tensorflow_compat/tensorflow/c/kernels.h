// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_C_KERNELS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_C_KERNELS_H_

#error "Opgraft has no tensorflow/c/kernels.h: register kernels in C++: tensorflow/core/framework/op_kernel.h."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_C_KERNELS_H_
