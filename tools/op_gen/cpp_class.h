// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_CPP_CLASS_H_
#define TOOLS_OP_GEN_CPP_CLASS_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/api_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// The source of the C++ class of an op, with its comments, as `opgraft gen cpp` writes it. `api`
// must be complete, as ApiDefTable::For gives it.
//
// Example, of the op Neg in part:
//   class Neg {
//    public:
//     Neg(::opgraft::GraphBuilder& builder, ::opgraft::Value x, const std::string& name = "");
//     ::opgraft::Value operation;  // any output of the node
//     ::opgraft::Value y;
//   };
std::string CppClass(const OpDef& op, const ApiDef& api, const std::string& class_name);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_CPP_CLASS_H_
