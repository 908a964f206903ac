// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CC_OPS_STANDARD_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CC_OPS_STANDARD_OPS_H_

#error "Opgraft has no tensorflow/cc/ops/standard_ops.h: Opgraft runs models by opgraft/run.h (Graph, CompiledModel, InferRequest)."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CC_OPS_STANDARD_OPS_H_
