// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Checks in kernels that put an error into the context and return. TensorFlow's names.
//
// `ctx` is an OpKernelContext* or an OpKernelConstruction*; the function must return void. In a
// helper they only leave the helper: let it return a Status and write OP_REQUIRES_OK at the call.
// In ComputeAsync use the forms with `callback`; the plain ones drop the callback, which ends the
// run with their error all the same.
#ifndef FRAMEWORK_KERNEL_OP_REQUIRES_H_
#define FRAMEWORK_KERNEL_OP_REQUIRES_H_

#include <utility>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/types/status_macros.h"

// Unless `condition`, fails with the status that follows: sets it, with the place in the source, as
// the context's, and returns from Compute or the constructor. The status is only made if it is
// needed.
//
// Example: `OP_REQUIRES(context, n > 0, errors::InvalidArgument("n is ", n, ", not positive"));`
#define OP_REQUIRES(ctx, condition, ...)                  \
  do {                                                    \
    if (ABSL_PREDICT_FALSE(!(condition))) {               \
      (ctx)->CtxFailure(__FILE__, __LINE__, __VA_ARGS__); \
      return;                                             \
    }                                                     \
  } while (0)

// Fails with the status unless it is OK. Evaluates it once.
//
// Example: `OP_REQUIRES_OK(context, context->GetAttr("axis", &axis_));`
#define OP_REQUIRES_OK(ctx, ...)                                            \
  do {                                                                      \
    const ::absl::Status opgraft_op_status_(__VA_ARGS__);                   \
    if (ABSL_PREDICT_FALSE(!opgraft_op_status_.ok())) {                     \
      (ctx)->CtxFailureWithWarning(__FILE__, __LINE__, opgraft_op_status_); \
      return;                                                               \
    }                                                                       \
  } while (0)

// The same for AsyncOpKernel::ComputeAsync: `callback`, the kernel's `done`, is called before the
// return.
#define OP_REQUIRES_ASYNC(ctx, condition, status, callback) \
  do {                                                      \
    if (ABSL_PREDICT_FALSE(!(condition))) {                 \
      (ctx)->CtxFailure(__FILE__, __LINE__, (status));      \
      (callback)();                                         \
      return;                                               \
    }                                                       \
  } while (0)

#define OP_REQUIRES_OK_ASYNC(ctx, status, callback)                         \
  do {                                                                      \
    const ::absl::Status opgraft_op_status_(status);                        \
    if (ABSL_PREDICT_FALSE(!opgraft_op_status_.ok())) {                     \
      (ctx)->CtxFailureWithWarning(__FILE__, __LINE__, opgraft_op_status_); \
      (callback)();                                                         \
      return;                                                               \
    }                                                                       \
  } while (0)

// Moves the value of a StatusOr into `lhs`, which may declare a variable; fails with its status if
// it has none.
//
// Example: `OP_REQUIRES_VALUE(Tensor copy, context, input.DeepCopy());`
#define OP_REQUIRES_VALUE(lhs, ctx, ...) \
  OPGRAFT_OP_REQUIRES_VALUE_(OPGRAFT_CONCAT(opgraft_op_value_, __LINE__), lhs, ctx, __VA_ARGS__)
// With a variable of its own for the StatusOr, named by the line.
#define OPGRAFT_OP_REQUIRES_VALUE_(value, lhs, ctx, ...) \
  auto value = (__VA_ARGS__);                            \
  OP_REQUIRES_OK(ctx, value.status());                   \
  lhs = *std::move(value)

#endif  // FRAMEWORK_KERNEL_OP_REQUIRES_H_
