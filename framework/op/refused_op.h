// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_REFUSED_OP_H_
#define FRAMEWORK_OP_REFUSED_OP_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "framework/types/source_location.h"

namespace opgraft_internal {

// An op whose own registration is wrong: it is in no registry. Its kernels are not
// reported as well, so that one mistake does not look like two. Plain data.
struct RefusedOp {
  std::string name;
  SourceLocation location;
};

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_REFUSED_OP_H_
