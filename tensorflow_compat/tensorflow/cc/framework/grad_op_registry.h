// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CC_FRAMEWORK_GRAD_OP_REGISTRY_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CC_FRAMEWORK_GRAD_OP_REGISTRY_H_

#error "Opgraft has no tensorflow/cc/framework/grad_op_registry.h: Opgraft has no gradients."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CC_FRAMEWORK_GRAD_OP_REGISTRY_H_
