// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_UTIL_H_

#include <string>

#include "framework/op/node_attrs.h"
#include "framework/op/node_properties.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/util/padding.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {

// def() gives a view of the node, not the message; these read it as TensorFlow's read a NodeDef.
template <typename T>
absl::Status GetNodeAttr(const NodeDefView& node, absl::string_view name, T* value) {
  return GetNodeAttr(node.attrs(), name, value);
}
template <typename T>
bool TryGetNodeAttr(const NodeAttrs& attrs, absl::string_view name, T* value) {
  return GetNodeAttr(attrs, name, value).ok();
}
template <typename T>
bool TryGetNodeAttr(const NodeDefView& node, absl::string_view name, T* value) {
  return GetNodeAttr(node.attrs(), name, value).ok();
}
inline bool HasNodeAttr(const NodeDefView& node, absl::string_view name) {
  return HasNodeAttr(node.attrs(), name);
}
inline std::string SummarizeNodeDef(const NodeDefView& node) { return node.DebugString(); }
inline std::string FormatNodeDefForError(const NodeDefView& node) {
  return absl::StrCat("{{node ", node.name(), "}}");
}

// Where a function takes either a NodeDef or its attrs.
class AttrSlice : public NodeAttrs {
 public:
  AttrSlice() = default;
  AttrSlice(const NodeAttrs& attrs) : NodeAttrs(attrs) {}  // NOLINT: implicit as TensorFlow's
  // The attrs of a function: AttrSlice(&function.attr()).
  explicit AttrSlice(const NameAttrList* function) : NodeAttrs(AttrsOf(*function)) {}
  AttrSlice(const NodeDefView& node) : NodeAttrs(node.attrs()) {}  // NOLINT
};

}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_UTIL_H_
