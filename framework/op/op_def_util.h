// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_OP_DEF_UTIL_H_
#define FRAMEWORK_OP_OP_DEF_UTIL_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// The first attr or input of that name; null if there is none.
const OpDef::AttrDef* FindAttr(absl::string_view name, const OpDef& op);
OpDef::AttrDef* FindMutableAttr(absl::string_view name, OpDef* op);
const OpDef::ArgDef* FindInputArg(absl::string_view name, const OpDef& op);
// True for lists of tensors: "x: N * T" and "x: T" of a list(type) T.
bool IsListArg(const OpDef::ArgDef& arg);

// "Op<name=N; signature=a:T, b:Ref(float), c:N*T -> o:T;
// attr=T:type,default=...,min=...,allowed=[...]; is_stateful=true>".
std::string SummarizeOpDef(const OpDef& op);
// "T", "Ref(N*float)".
std::string SummarizeArgType(const OpDef::ArgDef& arg);
// "list(int)", with ">= 2", "= [1, 2]" and the allowed values where there are any: what a message
// says that an attr needs.
std::string SummarizeAttrDef(const OpDef::AttrDef& attr);

// Equal in all that counts: attrs in any order, values by content. Descriptions count.
bool AttrDefEqual(const OpDef::AttrDef& a, const OpDef::AttrDef& b);
// Equal for equal ones; not the same in another process.
uint64_t AttrDefHash(const OpDef::AttrDef& attr);
bool OpDefEqual(const OpDef& a, const OpDef& b);
uint64_t OpDefHash(const OpDef& op);

// "T (type), N (int)", or "none": what a message says that an op has.
std::string ListAttrs(const OpDef& op);

// OK unless the op had been removed in that version of GraphDef: UNIMPLEMENTED with what is to be
// used instead.
absl::Status CheckOpDeprecation(const OpDef& op, int graph_def_version);

// Drops summary, description and the descriptions of args and attrs.
void RemoveDescriptions(OpDef* op);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_OP_DEF_UTIL_H_
