// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// opgraft_internal is where everything lives that users do not get: what is in a header that
// opgraft/headers.txt does not list. Its names are hidden inside libopgraft.so.0. Authors of ops
// write in namespace opgraft themselves, which they know as tensorflow, and in opgraft::internal;
// so a class of theirs may be called as one of ours here.
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
