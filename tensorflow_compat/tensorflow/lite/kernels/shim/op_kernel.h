// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_LITE_KERNELS_SHIM_OP_KERNEL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_LITE_KERNELS_SHIM_OP_KERNEL_H_

#error "Opgraft has no tensorflow/lite/kernels/shim/op_kernel.h: Opgraft has no TensorFlow Lite."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_LITE_KERNELS_SHIM_OP_KERNEL_H_
