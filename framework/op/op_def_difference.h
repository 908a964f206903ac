// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_DIFFERENCE_H_
#define FRAMEWORK_OP_OP_DEF_DIFFERENCE_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// The first thing in which two definitions of one op differ: "input x is int32 there, float here"
// (`there` is the one given first). "" if they are the same but for documentation. For messages
// about an op that was registered twice, and for comparing with TensorFlow's. Thread-safe.
std::string OpDefDifference(const OpDef& there, const OpDef& here);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OP_DEF_DIFFERENCE_H_
