// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIABLE_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIABLE_PB_H_

#error \
    "Opgraft has no tensorflow/core/framework/variable.pb.h: Opgraft has no such message: compile your own .proto, or pass the fields as attrs."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VARIABLE_PB_H_
