// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_COMPILER_TF2XLA_XLA_OP_KERNEL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_COMPILER_TF2XLA_XLA_OP_KERNEL_H_

#error "Opgraft has no tensorflow/compiler/tf2xla/xla_op_kernel.h: Opgraft has no XLA."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_COMPILER_TF2XLA_XLA_OP_KERNEL_H_
