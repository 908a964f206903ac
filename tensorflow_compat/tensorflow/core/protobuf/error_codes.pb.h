// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PROTOBUF_ERROR_CODES_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PROTOBUF_ERROR_CODES_PB_H_

#include "tensorflow/core/platform/error_codes.h"
#include "tensorflow/opgraft_namespace.h"

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PROTOBUF_ERROR_CODES_PB_H_
