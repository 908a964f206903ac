// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/attr_values.h"

#include <vector>

#include "absl/strings/match.h"
#include "opgraft/proto/attr_value.pb.h"
#include "python/extension/arrays.h"
#include "python/extension/py_model.h"
#include "python/extension/python_error.h"
#include "python/extension/string_arrays.h"

namespace opgraft_internal {
namespace {

namespace nb = nanobind;

std::string Text(nb::handle value) {
  std::string text;
  if (!TextOf(value.ptr(), &text)) throw nb::type_error("a str or bytes is wanted");
  return text;
}

DataType Type(nb::handle value) { return static_cast<DataType>(nb::cast<int>(value)); }

Attr One(const std::string& type, nb::handle value) {
  if (type == "int") return Attr(nb::cast<int64_t>(value));
  if (type == "float") return Attr(nb::cast<double>(value));
  if (type == "bool") return Attr(nb::cast<bool>(value));
  if (type == "string") return Attr(Text(value));
  if (type == "type") return Attr(Type(value));
  if (type == "shape") return Attr(ShapeFromPython(value));
  if (type == "tensor") return Attr(nb::cast<const PyTensor&>(value).value);
  return Attr(FunctionName{Text(value)});
}

// The lists of all types have one field each; each element is put there as an attr of its own has
// it.
void Append(const AttrValue& one, AttrValue::ListValue* list) {
  switch (one.value_case()) {
    case AttrValue::kI:
      list->add_i(one.i());
      break;
    case AttrValue::kF:
      list->add_f(one.f());
      break;
    case AttrValue::kB:
      list->add_b(one.b());
      break;
    case AttrValue::kS:
      list->add_s(one.s());
      break;
    case AttrValue::kType:
      list->add_type(one.type());
      break;
    case AttrValue::kShape:
      *list->add_shape() = one.shape();
      break;
    case AttrValue::kTensor:
      *list->add_tensor() = one.tensor();
      break;
    default:
      *list->add_func() = one.func();
  }
}

}  // namespace

Attr AttrFromPython(const std::string& type, nb::handle value) {
  if (!absl::StartsWith(type, "list(")) return One(type, value);
  const std::string element = type.substr(5, type.size() - 6);
  AttrValue list;
  list.mutable_list();
  for (const nb::handle item : value) Append(One(element, item).value(), list.mutable_list());
  return Attr(list);
}

}  // namespace opgraft_internal
