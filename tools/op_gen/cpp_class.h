// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_CPP_CLASS_H_
#define TOOLS_OP_GEN_CPP_CLASS_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// The class of an op, with its comments. `api` is whole, as ApiDefTable::For gives it.
std::string CppClass(const OpDef& op, const ApiDef& api, const std::string& class_name);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_CPP_CLASS_H_
