// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_attrs.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "absl/strings/str_cat.h"
#include "framework/op/attr_value_check.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

using Entry = NodeAttrs::Entry;

// A tensor attr of more is refused, whatever its shape says.
constexpr int64_t kMaxTensorBytes = int64_t{8} << 30;

bool NameLess(const Entry& entry, absl::string_view name) { return entry.first < name; }

absl::Status ForAttr(const absl::Status& status, absl::string_view name) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(status.message(), " for attr '", name, "'"));
}

// The attr of that name, which must be of attr type `type`.
absl::Status ReadAttr(const NodeAttrs& attrs, absl::string_view name, absl::string_view type,
                      const AttrValue** value) {
  *value = attrs.Find(name);
  if (*value == nullptr)
    return absl::NotFoundError(absl::StrCat("No attr named '", name, "' in NodeDef"));
  return ForAttr(AttrValueHasType(**value, type), name);
}

absl::Status ToInt32(absl::string_view name, int64_t from, int32_t* to) {
  if (from < std::numeric_limits<int32_t>::min() || from > std::numeric_limits<int32_t>::max()) {
    return absl::InvalidArgumentError(
        absl::StrCat("Attr ", name, " has value ", from, " out of range for an int32"));
  }
  *to = static_cast<int32_t>(from);
  return absl::OkStatus();
}

template <typename T>
absl::Status MoveInto(absl::StatusOr<T> from, absl::string_view name, T* to) {
  if (!from.ok()) return ForAttr(from.status(), name);
  *to = *std::move(from);
  return absl::OkStatus();
}

template <typename T, typename From>
absl::Status Convert(absl::string_view, const From& from, T* to) {
  *to = static_cast<T>(from);
  return absl::OkStatus();
}
absl::Status Convert(absl::string_view name, int64_t from, int32_t* to) {
  return ToInt32(name, from, to);
}
absl::Status Convert(absl::string_view name, const TensorShapeProto& from, PartialTensorShape* to) {
  return MoveInto(PartialTensorShapeFromProto(from), name, to);
}
absl::Status Convert(absl::string_view name, const TensorShapeProto& from, TensorShape* to) {
  return MoveInto(TensorShapeFromProto(from), name, to);
}
absl::Status Convert(absl::string_view name, const TensorProto& from, Tensor* to) {
  return MoveInto(TensorFromProto(from, kMaxTensorBytes), name, to);
}
// A vector's elements are read into a local: std::vector<bool> has no addresses.
template <typename List, typename Vector>
absl::Status ConvertList(absl::string_view name, const List& from, Vector* to) {
  to->clear();
  to->reserve(static_cast<size_t>(from.size()));
  for (const auto& element : from) {
    typename Vector::value_type converted{};
    OPGRAFT_RETURN_IF_ERROR(Convert(name, element, &converted));
    to->push_back(std::move(converted));
  }
  return absl::OkStatus();
}

}  // namespace

NodeAttrs::NodeAttrs(std::vector<Entry> entries) : NodeAttrs(std::move(entries), nullptr) {}

NodeAttrs::NodeAttrs(std::vector<Entry> entries, std::string held_name, Tensor held)
    : NodeAttrs(std::move(entries),
                std::make_shared<const Held>(Held{std::move(held_name), std::move(held)})) {}

NodeAttrs::NodeAttrs(std::vector<Entry> entries, std::shared_ptr<const Held> held) {
  if (entries.empty()) return;
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.first < b.first; });
  content_ = std::make_shared<const Content>(Content{std::move(entries), std::move(held)});
}

const Tensor* NodeAttrs::HeldTensor(absl::string_view name) const {
  const bool is_held =
      content_ != nullptr && content_->held != nullptr && content_->held->name == name;
  return is_held ? &content_->held->tensor : nullptr;
}

std::shared_ptr<const AttrValue> NodeAttrs::WholeValue(const Entry& entry, size_t max_bytes) const {
  const Tensor* held = HeldTensor(entry.first);
  if (held == nullptr || held->TotalBytes() > max_bytes) return entry.second;
  auto whole = std::make_shared<AttrValue>();
  held->AsProtoTensorContent(whole->mutable_tensor());
  return whole;
}

const AttrValue* NodeAttrs::Find(absl::string_view name) const {
  const auto all = entries();
  const auto found = std::lower_bound(all.begin(), all.end(), name, NameLess);
  return found == all.end() || found->first != name ? nullptr : found->second.get();
}

std::shared_ptr<const NodeAttrs::Held> NodeAttrs::HeldBut(absl::string_view name) const {
  return content_ == nullptr || HeldTensor(name) != nullptr ? nullptr : content_->held;
}

NodeAttrs NodeAttrs::With(absl::string_view name, const AttrValue& value) const {
  std::vector<Entry> changed(entries().begin(), entries().end());
  auto place = std::lower_bound(changed.begin(), changed.end(), name, NameLess);
  if (place == changed.end() || place->first != name)
    place = changed.insert(place, {std::string(name), nullptr});
  place->second = std::make_shared<const AttrValue>(value);
  return NodeAttrs(std::move(changed), HeldBut(name));
}

NodeAttrs NodeAttrs::Without(absl::string_view name) const {
  if (Find(name) == nullptr) return *this;
  std::vector<Entry> rest;
  for (const Entry& entry : entries()) {
    if (entry.first != name) rest.push_back(entry);
  }
  return NodeAttrs(std::move(rest), HeldBut(name));
}

#define OPGRAFT_GET_ATTR_(CPP_TYPE, ATTR_TYPE, FIELD)                                         \
  absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, CPP_TYPE* value) { \
    const AttrValue* attr = nullptr;                                                          \
    OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, ATTR_TYPE, &attr));                         \
    return Convert(name, attr->FIELD(), value);                                               \
  }
#define OPGRAFT_GET_ATTRS_(CPP_TYPE, ATTR_TYPE, FIELD)                            \
  OPGRAFT_GET_ATTR_(CPP_TYPE, ATTR_TYPE, FIELD)                                   \
  absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,        \
                           std::vector<CPP_TYPE>* value) {                        \
    const AttrValue* attr = nullptr;                                              \
    OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "list(" ATTR_TYPE ")", &attr)); \
    return ConvertList(name, attr->list().FIELD(), value);                        \
  }

OPGRAFT_GET_ATTRS_(std::string, "string", s)
OPGRAFT_GET_ATTRS_(int64_t, "int", i)
OPGRAFT_GET_ATTRS_(int32_t, "int", i)
OPGRAFT_GET_ATTRS_(float, "float", f)
OPGRAFT_GET_ATTRS_(bool, "bool", b)
OPGRAFT_GET_ATTRS_(DataType, "type", type)
OPGRAFT_GET_ATTR_(TensorShapeProto, "shape", shape)
OPGRAFT_GET_ATTRS_(TensorShape, "shape", shape)
OPGRAFT_GET_ATTRS_(PartialTensorShape, "shape", shape)
OPGRAFT_GET_ATTRS_(NameAttrList, "func", func)

#undef OPGRAFT_GET_ATTRS_
#undef OPGRAFT_GET_ATTR_

absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, Tensor* value) {
  const AttrValue* attr = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "tensor", &attr));
  const Tensor* held = attrs.HeldTensor(name);
  if (held == nullptr) return Convert(name, attr->tensor(), value);
  *value = *held;
  return absl::OkStatus();
}

absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         std::vector<Tensor>* value) {
  const AttrValue* attr = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "list(tensor)", &attr));
  return ConvertList(name, attr->list().tensor(), value);
}

absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, TensorProto* value) {
  const AttrValue* attr = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "tensor", &attr));
  if (const Tensor* held = attrs.HeldTensor(name); held != nullptr) {
    held->AsProtoTensorContent(value);
  } else {
    *value = attr->tensor();
  }
  return absl::OkStatus();
}

absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name, DataTypeVector* value) {
  const AttrValue* attr = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "list(type)", &attr));
  return ConvertList(name, attr->list().type(), value);
}

absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         const TensorProto** value) {
  const AttrValue* attr = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "tensor", &attr));
  *value = &attr->tensor();
  return absl::OkStatus();
}

absl::Status GetNodeAttr(const NodeAttrs& attrs, absl::string_view name,
                         const NameAttrList** value) {
  const AttrValue* attr = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ReadAttr(attrs, name, "func", &attr));
  *value = &attr->func();
  return absl::OkStatus();
}

absl::Status GetNodeAttrFuncName(const NodeAttrs& attrs, absl::string_view name,
                                 std::string* function) {
  const NameAttrList* func = nullptr;
  OPGRAFT_RETURN_IF_ERROR(GetNodeAttr(attrs, name, &func));
  *function = func->name();
  return absl::OkStatus();
}

NodeAttrs AttrsOf(const NameAttrList& function) {
  std::vector<NodeAttrs::Entry> entries;
  for (const auto& [name, value] : function.attr()) {
    entries.emplace_back(name, std::make_shared<const AttrValue>(value));
  }
  return NodeAttrs(std::move(entries));
}

bool HasNodeAttr(const NodeAttrs& attrs, absl::string_view name) {
  return attrs.Find(name) != nullptr;
}

}  // namespace opgraft
