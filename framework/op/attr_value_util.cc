// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/attr_value_util.h"

#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxFieldElements = 1;

// A Variant that cannot be written leaves a tensor without contents.
void ToProto(const Tensor& tensor, TensorProto* proto) {
  const bool small = tensor.NumElements() <= kMaxFieldElements;
  TensorToProto(tensor, small ? TensorEncoding::kFields : TensorEncoding::kContent, proto)
      .IgnoreError();
}

AttrValue::ListValue* StartList(AttrValue* out) {
  out->mutable_list()->Clear();
  return out->mutable_list();
}

}  // namespace

#define OPGRAFT_SET_SCALAR_(CPP_TYPE, FIELD) \
  void SetAttrValue(CPP_TYPE value, AttrValue* out) { out->set_##FIELD(value); }
#define OPGRAFT_SET_LIST_(CPP_TYPE, FIELD, CONVERTED)               \
  void SetAttrValue(CPP_TYPE value, AttrValue* out) {               \
    AttrValue::ListValue* list = StartList(out);                    \
    for (const auto& element : value) list->add_##FIELD(CONVERTED); \
  }
#define OPGRAFT_SET_SCALAR_AND_LIST_(CPP_TYPE, FIELD) \
  OPGRAFT_SET_SCALAR_(CPP_TYPE, FIELD)                \
  OPGRAFT_SET_LIST_(absl::Span<const CPP_TYPE>, FIELD, element)
#define OPGRAFT_SET_MESSAGE_(CPP_TYPE, FIELD, CONVERT)                           \
  void SetAttrValue(const CPP_TYPE& value, AttrValue* out) {                     \
    auto* proto = out->mutable_##FIELD();                                        \
    CONVERT(value, proto);                                                       \
  }                                                                              \
  void SetAttrValue(absl::Span<const CPP_TYPE> value, AttrValue* out) {          \
    AttrValue::ListValue* list = StartList(out);                                 \
    for (const CPP_TYPE& element : value) CONVERT(element, list->add_##FIELD()); \
  }
#define OPGRAFT_COPY_(from, to) *(to) = from

OPGRAFT_SET_SCALAR_AND_LIST_(int64_t, i)
OPGRAFT_SET_SCALAR_AND_LIST_(int32_t, i)
OPGRAFT_SET_SCALAR_AND_LIST_(float, f)
OPGRAFT_SET_SCALAR_AND_LIST_(bool, b)
OPGRAFT_SET_SCALAR_AND_LIST_(DataType, type)
OPGRAFT_SET_LIST_(const std::vector<bool>&, b, element)
OPGRAFT_SET_LIST_(std::initializer_list<bool>, b, element)
OPGRAFT_SET_LIST_(absl::Span<const double>, f, static_cast<float>(element))
OPGRAFT_SET_LIST_(absl::Span<const std::string>, s, element)
OPGRAFT_SET_LIST_(absl::Span<const char* const>, s, element)
OPGRAFT_SET_LIST_(absl::Span<const absl::string_view>, s, std::string(element))
OPGRAFT_SET_MESSAGE_(TensorShape, shape, ToProto)
OPGRAFT_SET_MESSAGE_(PartialTensorShape, shape, ToProto)
OPGRAFT_SET_MESSAGE_(TensorShapeProto, shape, OPGRAFT_COPY_)
OPGRAFT_SET_MESSAGE_(Tensor, tensor, ToProto)
OPGRAFT_SET_MESSAGE_(TensorProto, tensor, OPGRAFT_COPY_)
OPGRAFT_SET_MESSAGE_(NameAttrList, func, OPGRAFT_COPY_)

#undef OPGRAFT_COPY_
#undef OPGRAFT_SET_MESSAGE_
#undef OPGRAFT_SET_SCALAR_AND_LIST_
#undef OPGRAFT_SET_LIST_
#undef OPGRAFT_SET_SCALAR_

void SetAttrValue(double value, AttrValue* out) { out->set_f(static_cast<float>(value)); }
void SetAttrValue(const std::string& value, AttrValue* out) { out->set_s(value); }
void SetAttrValue(const char* value, AttrValue* out) { out->set_s(value); }
void SetAttrValue(absl::string_view value, AttrValue* out) { out->set_s(std::string(value)); }
void SetAttrValue(const AttrValue& value, AttrValue* out) { *out = value; }

bool HasPlaceHolder(const AttrValue& value) {
  const auto in_func = [](const NameAttrList& func) {
    for (const auto& [name, attr] : func.attr()) {
      if (HasPlaceHolder(attr)) return true;
    }
    return false;
  };
  if (value.value_case() == AttrValue::kPlaceholder) return true;
  if (value.value_case() == AttrValue::kFunc) return in_func(value.func());
  for (const NameAttrList& func : value.list().func()) {
    if (in_func(func)) return true;
  }
  return false;
}

namespace {

bool SubstituteInFunc(absl::FunctionRef<bool(const std::string& name, AttrValue* value)> substitute,
                      NameAttrList* func) {
  for (auto& [name, attr] : *func->mutable_attr()) {
    if (!SubstitutePlaceholders(substitute, &attr)) return false;
  }
  return true;
}

}  // namespace

bool SubstitutePlaceholders(
    absl::FunctionRef<bool(const std::string& name, AttrValue* value)> substitute,
    AttrValue* value) {
  if (value->value_case() == AttrValue::kPlaceholder) {
    const std::string name = value->placeholder();
    return substitute(name, value);
  }
  if (value->value_case() == AttrValue::kFunc)
    return SubstituteInFunc(substitute, value->mutable_func());
  if (value->value_case() != AttrValue::kList) return true;
  for (NameAttrList& func : *value->mutable_list()->mutable_func()) {
    if (!SubstituteInFunc(substitute, &func)) return false;
  }
  return true;
}

}  // namespace opgraft_internal
