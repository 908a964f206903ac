// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The two macros by which Opgraft's own code passes errors on. Each expands to one `if`.
#ifndef FRAMEWORK_TYPES_STATUS_MACROS_H_
#define FRAMEWORK_TYPES_STATUS_MACROS_H_

#include <utility>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"

// Returns from the calling function with the status of `...` unless it is OK. Variadic, so that
// template arguments may hold commas.
//
// Example: `OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, "axis", &axis));`
#define OPGRAFT_RETURN_IF_ERROR(...)                                       \
  do {                                                                     \
    ::absl::Status opgraft_status_ = (__VA_ARGS__);                        \
    if (ABSL_PREDICT_FALSE(!opgraft_status_.ok())) return opgraft_status_; \
  } while (0)

// Joins two tokens after expanding them.
#define OPGRAFT_CONCAT_(a, b) a##b
#define OPGRAFT_CONCAT(a, b) OPGRAFT_CONCAT_(a, b)

// Evaluates `...`, a StatusOr<T>: returns its error, or moves its value into `lhs`, which may
// declare a variable. Several statements: not for the body of an `if` without braces.
//
// Example: `OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(DT_FLOAT, {2}));`
#define OPGRAFT_ASSIGN_OR_RETURN(lhs, ...)                             \
  auto OPGRAFT_CONCAT(opgraft_or_, __LINE__) = (__VA_ARGS__);          \
  if (ABSL_PREDICT_FALSE(!OPGRAFT_CONCAT(opgraft_or_, __LINE__).ok())) \
    return std::move(OPGRAFT_CONCAT(opgraft_or_, __LINE__)).status();  \
  lhs = *std::move(OPGRAFT_CONCAT(opgraft_or_, __LINE__))

#endif  // FRAMEWORK_TYPES_STATUS_MACROS_H_
