// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_INPUT_COLOCATION_EXEMPTION_REGISTRY_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_INPUT_COLOCATION_EXEMPTION_REGISTRY_H_

#error "Opgraft has no tensorflow/core/common_runtime/input_colocation_exemption_registry.h: it belongs to the runtime of TensorFlow: a kernel gets what it needs from OpKernelContext."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_COMMON_RUNTIME_INPUT_COLOCATION_EXEMPTION_REGISTRY_H_
