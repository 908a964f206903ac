// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_PADDING_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_PADDING_H_

#include <string>

#include "absl/strings/string_view.h"
#include "framework/kernel/attr_target_name.h"
#include "framework/op/node_attrs.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

enum Padding {
  VALID = 1,
  SAME = 2,
  EXPLICIT = 3,
};

// Reads a string attr that spells a Padding.
inline absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, Padding* value) {
  std::string text;
  absl::Status status = GetNodeAttr(attrs, name, &text);
  if (!status.ok()) return status;
  if (text == "SAME") {
    *value = SAME;
  } else if (text == "VALID") {
    *value = VALID;
  } else if (text == "EXPLICIT") {
    *value = EXPLICIT;
  } else {
    return absl::NotFoundError("'" + text + "' is not an allowed padding type");
  }
  return absl::OkStatus();
}
inline const char* AttrTargetName(const Padding*) { return "string"; }

inline std::string GetPaddingAttrString() { return "padding: {'SAME', 'VALID'}"; }
inline std::string GetPaddingAttrStringWithExplicit() {
  return "padding: {'SAME', 'VALID', 'EXPLICIT'}";
}
inline std::string GetExplicitPaddingsAttrString() { return "explicit_paddings: list(int) = []"; }

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_UTIL_PADDING_H_
