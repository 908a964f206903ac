// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/functions/attr_placeholders.h"

#include "absl/strings/str_cat.h"
#include "framework/graph/data/problem_list.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/node_def.pb.h"

namespace opgraft_internal {

namespace {

constexpr size_t kMaxFuncAttrBytes = 1 << 17;

absl::Status TooDeep() {
  return absl::ResourceExhaustedError("func attrs are nested too deep (ImportLimits::max_nesting)");
}

absl::Status ReplaceInFunction(const NodeAttrs& attrs, int nesting_left, NameAttrList* function);

absl::Status ReplacePlaceholder(const NodeAttrs& attrs, AttrValue* value) {
  const AttrValue* given = attrs.Find(value->placeholder());
  if (given == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat("placeholder ", Quoted(value->placeholder()),
                                                   " is not an attr of the function"));
  }
  *value = *given;
  return absl::OkStatus();
}

absl::Status ReplaceInValue(const NodeAttrs& attrs, int nesting_left, AttrValue* value) {
  if (value->value_case() == AttrValue::kPlaceholder) return ReplacePlaceholder(attrs, value);
  if (value->has_func()) return ReplaceInFunction(attrs, nesting_left, value->mutable_func());
  if (value->has_list()) {
    for (NameAttrList& function : *value->mutable_list()->mutable_func()) {
      OPGRAFT_RETURN_IF_ERROR(ReplaceInFunction(attrs, nesting_left, &function));
    }
  }
  return absl::OkStatus();
}

absl::Status ReplaceInFunction(const NodeAttrs& attrs, int nesting_left, NameAttrList* function) {
  if (nesting_left <= 0) return TooDeep();
  for (auto& [name, value] : *function->mutable_attr()) {
    OPGRAFT_RETURN_IF_ERROR(ReplaceInValue(attrs, nesting_left - 1, &value));
  }
  return absl::OkStatus();
}

bool HoldsFunctions(const AttrValue& value) {
  return value.has_func() || value.list().func_size() > 0;
}

// Placeholders may have brought in functions that nest themselves.
bool NestsTooDeep(const AttrValue& value, int nesting_left);
bool NestsTooDeep(const NameAttrList& function, int nesting_left) {
  if (nesting_left <= 0) return true;
  for (const auto& [name, value] : function.attr()) {
    if (NestsTooDeep(value, nesting_left - 1)) return true;
  }
  return false;
}

bool NestsTooDeep(const AttrValue& value, int nesting_left) {
  if (value.has_func()) return NestsTooDeep(value.func(), nesting_left);
  for (const NameAttrList& function : value.list().func()) {
    if (NestsTooDeep(function, nesting_left)) return true;
  }
  return false;
}

}  // namespace

absl::Status ReplacePlaceholders(const NodeAttrs& attrs, int max_nesting, NodeDef* node) {
  for (auto& [name, value] : *node->mutable_attr()) {
    absl::Status status = ReplaceInValue(attrs, max_nesting, &value);
    if (status.ok() && HoldsFunctions(value)) {
      if (NestsTooDeep(value, max_nesting)) status = TooDeep();
      if (value.ByteSizeLong() > kMaxFuncAttrBytes)
        status = absl::ResourceExhaustedError("func attrs are too long");
    }
    if (!status.ok())
      return absl::Status(status.code(),
                          absl::StrCat("attr ", Quoted(name), ": ", status.message()));
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
