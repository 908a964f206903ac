// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_GEN_LIB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_GEN_LIB_H_

#error \
    "Opgraft has no tensorflow/core/framework/op_gen_lib.h: it belongs to the runtime of TensorFlow: a kernel gets what it needs from OpKernelContext."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_OP_GEN_LIB_H_
