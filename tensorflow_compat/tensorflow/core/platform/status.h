// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUS_H_

#include <functional>
#include <string>

#include "absl/status/status.h"
#include "tensorflow/core/platform/error_codes.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/stringpiece.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

using absl::OkStatus;
using Status = absl::Status;  // Status::OK() and error_message() too: Opgraft's Abseil has them
using StatusCallback = std::function<void(const Status&)>;

}  // namespace opgraft

#define TF_CHECK_OK(...) OPGRAFT_CHECK_OK_(__VA_ARGS__)
#define TF_QCHECK_OK(...) OPGRAFT_CHECK_OK_(__VA_ARGS__)
#ifdef NDEBUG
#define TF_DCHECK_OK(...) \
  while (false) OPGRAFT_CHECK_OK_(__VA_ARGS__)
#else
#define TF_DCHECK_OK(...) OPGRAFT_CHECK_OK_(__VA_ARGS__)
#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_STATUS_H_
