// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONV_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONV_OPS_H_

#error "Opgraft has no tensorflow/core/kernels/conv_ops.h: it belongs to the kernels inside TensorFlow: write the loop in your source, or take it from Eigen."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_KERNELS_CONV_OPS_H_
