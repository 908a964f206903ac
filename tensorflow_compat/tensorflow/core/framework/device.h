// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_H_

#include "tensorflow/core/framework/device_base.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DEVICE_H_
