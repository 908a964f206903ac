// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_OP_GEN_OP_SPEC_TEXT_H_
#define TOOLS_OP_GEN_OP_SPEC_TEXT_H_

#include <string>

#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// An attr in the language of OpDefBuilder::Attr: "T: {float, int32} = DT_FLOAT", "n: int >= 2".
std::string AttrSpec(const OpDef::AttrDef& attr);

// An input or output in the language of OpDefBuilder::Input: "x: T", "y: N * Ref(float)".
std::string ArgSpec(const OpDef::ArgDef& arg);

// The calls that register the op, a line each: REGISTER_OP("Sum"), .Attr("..."), .Input("..."),
// flags. Reads back as the same OpDef, without docs.
std::string OpSpecText(const OpDef& op);

}  // namespace opgraft_internal

#endif  // TOOLS_OP_GEN_OP_SPEC_TEXT_H_
