// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// opgraft_internal holds what authors of ops must not reach: the runtime's half of Tensor and of
// OpKernelContext (TensorAccess, ContextAccess). Authors write in namespace opgraft themselves,
// which they know as tensorflow, and in opgraft::internal.
//
// Each of the two namespaces sees the other's names, in our own sources only: this header is not
// installed. A class or function must not be called the same in both.
#ifndef FRAMEWORK_TYPES_INTERNAL_NAMESPACE_H_
#define FRAMEWORK_TYPES_INTERNAL_NAMESPACE_H_

namespace opgraft {}

namespace opgraft_internal {
using namespace opgraft;  // NOLINT(google-build-using-namespace)
}

namespace opgraft {
using namespace opgraft_internal;  // NOLINT(google-build-using-namespace)
}

#endif  // FRAMEWORK_TYPES_INTERNAL_NAMESPACE_H_
