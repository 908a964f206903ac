// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_LITE_KERNELS_SHIM_TF_OP_SHIM_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_LITE_KERNELS_SHIM_TF_OP_SHIM_H_

#error "Opgraft has no tensorflow/lite/kernels/shim/tf_op_shim.h: Opgraft has no TensorFlow Lite."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_LITE_KERNELS_SHIM_TF_OP_SHIM_H_
