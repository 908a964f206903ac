// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_C_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_C_OPS_H_

#error "Opgraft has no tensorflow/c/ops.h: register ops in C++: tensorflow/core/framework/op.h."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_C_OPS_H_
