// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_ATTR_VALUE_CHECK_H_
#define FRAMEWORK_OP_ATTR_VALUE_CHECK_H_

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/attr_value.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft_internal {

// True for "list(int)" and the like.
inline bool IsListAttrType(absl::string_view type) { return absl::StartsWith(type, "list("); }

// "string", "int", ... as attr types call it; "list", "placeholder", or "empty" if nothing is set.
absl::string_view KindOfAttrValue(const AttrValue& value);
// True of a list that holds types or nothing.
bool IsTypeList(const AttrValue& value);

// OK if `value` is of attr type `type`: the field that is set fits, and types in it exist and are
// no references. A list may be empty or missing. INVALID_ARGUMENT "AttrValue had value with type
// 'int' when 'type' expected" and the like.
absl::Status AttrValueHasType(const AttrValue& value, absl::string_view type);

// OK if `value` is of the attr's type, not below its minimum and among its allowed values.
// INVALID_ARGUMENT names the attr: "Value for attr 'n' of 2 must be at least minimum 7";
// UNIMPLEMENTED if allowed values are given for another kind of attr than types and strings. The
// minimum of a list is one of its length.
absl::Status ValidateAttrValue(const AttrValue& value, const OpDef::AttrDef& attr);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_OP_ATTR_VALUE_CHECK_H_
