#ifndef FRAMEWORK_OP_NODE_ATTRS_H_
#define FRAMEWORK_OP_NODE_ATTRS_H_

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

// The attrs of one node: immutable, sorted by name, its values shared with other nodes that have equal ones.
// No protobuf header is needed to read them with GetNodeAttr. Thread-safe as every immutable value; copying is cheap.
class NodeAttrs {
 public:
  using Entry = std::pair<std::string, std::shared_ptr<const AttrValue>>;
  NodeAttrs() = default;
  // `entries` in any order; names must differ.
  explicit NodeAttrs(std::vector<Entry> entries);

  // Null if there is none of this name.
  const AttrValue* Find(absl::string_view name) const;
  absl::Span<const Entry> entries() const {
    return entries_ == nullptr ? absl::Span<const Entry>() : absl::MakeConstSpan(*entries_);
  }
  bool empty() const { return entries_ == nullptr; }
  // One address for one content, if interned: a quick test for equality that may say no for equal ones.
  const void* identity() const { return entries_.get(); }

  // Copies with one entry set or removed.
  NodeAttrs With(absl::string_view name, const AttrValue& value) const;
  NodeAttrs Without(absl::string_view name) const;

 private:
  std::shared_ptr<const std::vector<Entry>> entries_;
};

// Reads attr `name` into `*value`. NOT_FOUND "No attr named 'x' in NodeDef" if absent; INVALID_ARGUMENT if it is of
// another kind ("AttrValue had value with type 'int' when 'float' expected for attr 'n'") or out of range for an int32.
// The same set of types as TensorFlow's GetNodeAttr.
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
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, const TensorProto** value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, const NameAttrList** value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<std::string>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<int64_t>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<int32_t>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<float>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<bool>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<DataType>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, DataTypeVector* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<TensorShape>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<PartialTensorShape>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<Tensor>* value);
absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, std::vector<NameAttrList>* value);
// The function a func attr names, without its attrs.
absl::Status GetNodeAttrFuncName(const NodeAttrs& attrs, absl::string_view name, std::string* function);

// The attrs of a function with its values: a copy.
NodeAttrs AttrsOf(const NameAttrList& function);

bool HasNodeAttr(const NodeAttrs& attrs, absl::string_view name);

}  // namespace opgraft

#endif  // FRAMEWORK_OP_NODE_ATTRS_H_
