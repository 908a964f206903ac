// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// One call of a kernel, with all that can go wrong in it made a Status. Messages begin with "{{node
// NAME}} Op: ".
#ifndef FRAMEWORK_KERNEL_KERNEL_CALL_H_
#define FRAMEWORK_KERNEL_KERNEL_CALL_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// Runs Compute and returns what came of it: the context's status with the node in front, the error
// of an exception, or INTERNAL if an output is missing. Never throws. What the runtime does too,
// with one `try` around many calls. Thread-safe, as the kernel; one call a context.
absl::Status CallKernel(OpKernel* kernel, OpKernelContext* context);

// The status for the exception being handled; call it inside `catch (...)`. AccessError and other
// exceptions of a kernel give INTERNAL, lack of memory RESOURCE_EXHAUSTED.
absl::Status StatusFromKernelException(const OpKernelContext& context);
// The same for an exception of the kernel's constructor.
absl::Status StatusFromConstructorException(const NodeProperties& node);

// INTERNAL "Compute returned OK but did not set output 0 'y'." if an output is missing.
absl::Status CheckOutputs(const OpKernelContext& context);

// `status` with "{{node NAME}} Op: " in front, unless it names the node already; code and payloads
// stay. OK stays OK.
absl::Status WithNode(const NodeProperties& node, const absl::Status& status);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_KERNEL_KERNEL_CALL_H_
