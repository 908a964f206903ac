// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_

#error \
    "Opgraft has no tensorflow/core/framework/lookup_interface.h: Opgraft has no lookup tables: keep the table in a ResourceBase of your own (tensorflow/core/framework/resource_mgr.h)."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_LOOKUP_INTERFACE_H_
