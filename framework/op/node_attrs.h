// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_OP_NODE_ATTRS_H_
#define FRAMEWORK_OP_NODE_ATTRS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/partial_tensor_shape.h"
#include "framework/types/tensor_shape.h"

namespace opgraft {

class AttrValue;  // proto/attr_value.proto
class NameAttrList;
class TensorProto;
class TensorShapeProto;

// The attrs of one node: immutable, sorted by name, its values shared with other nodes that have
// equal ones. No protobuf header is needed to read them with GetNodeAttr. Thread-safe as every
// immutable value; copying is cheap.
//
// One tensor attr, a large constant's, may be held as a Tensor that all readers share: the graph,
// its models and their requests hold it once, or a file holds it. Its AttrValue then has type and
// shape but no contents.
//
// Example:
//   int64_t axis = 0;
//   OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(node.attrs(), "axis", &axis));
class NodeAttrs {
 public:
  // Contents of at least so many bytes are worth being held as a Tensor: below, a copy is cheaper
  // than the bookkeeping.
  static constexpr size_t kMinHeldBytes = 4096;

  using Entry = std::pair<std::string, std::shared_ptr<const AttrValue>>;
  NodeAttrs() = default;
  // `entries` in any order; names must differ.
  explicit NodeAttrs(std::vector<Entry> entries);
  // With the contents of the tensor attr `held_name`.
  NodeAttrs(std::vector<Entry> entries, std::string held_name, Tensor held);

  // Null if there is none of this name.
  const AttrValue* Find(absl::string_view name) const;
  absl::Span<const Entry> entries() const {
    return content_ == nullptr ? absl::Span<const Entry>() : absl::MakeConstSpan(content_->entries);
  }
  bool empty() const { return content_ == nullptr; }
  // The tensor of attr `name` if it is held as one, else null.
  const Tensor* HeldTensor(absl::string_view name) const;
  // The value of an entry with its contents, wherever they are; without them if they have more than
  // `max_bytes`.
  std::shared_ptr<const AttrValue> WholeValue(const Entry& entry,
                                              size_t max_bytes = SIZE_MAX) const;
  // One address for one content, if interned: a quick test for equality that may say no for equal
  // ones.
  const void* identity() const { return content_.get(); }

  // Copies with one entry set or removed.
  NodeAttrs With(absl::string_view name, const AttrValue& value) const;
  NodeAttrs Without(absl::string_view name) const;

 private:
  struct Held {
    std::string name;
    Tensor tensor;
  };
  struct Content {
    std::vector<Entry> entries;
    std::shared_ptr<const Held> held;  // null: none
  };
  NodeAttrs(std::vector<Entry> entries, std::shared_ptr<const Held> held);
  // What is held unless it is of attr `name`.
  std::shared_ptr<const Held> HeldBut(absl::string_view name) const;

  std::shared_ptr<const Content> content_;
};

// Reads attr `name` into `*value`. NOT_FOUND "No attr named 'x' in NodeDef" if absent;
// INVALID_ARGUMENT if it is of another kind ("AttrValue had value with type 'int' when 'float'
// expected for attr 'n'") or out of range for an int32. The same set of types as TensorFlow's
// GetNodeAttr.
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::string* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, int64_t* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, int32_t* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, float* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, bool* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, DataType* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, TensorShapeProto* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, TensorShape* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, PartialTensorShape* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, Tensor* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, TensorProto* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, NameAttrList* value);
// A held tensor's type and shape only.
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, const TensorProto** value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         const NameAttrList** value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<std::string>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<int64_t>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<int32_t>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<float>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<bool>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<DataType>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, DataTypeVector* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<TensorShape>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<PartialTensorShape>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<Tensor>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<NameAttrList>* value);
// The function a func attr names, without its attrs.
absl::Status GetNodeAttrFuncName(const NodeAttrs& attrs, absl::string_view name,
                                 std::string* function);

// The attrs of a function with its values: a copy.
NodeAttrs AttrsOf(const NameAttrList& function);

bool HasNodeAttr(const NodeAttrs& attrs, absl::string_view name);

}  // namespace opgraft

#endif  // FRAMEWORK_OP_NODE_ATTRS_H_
