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

nb::object TextToPython(const std::string& text) {
  PyObject* const utf8 =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), nullptr);
  if (utf8 != nullptr) return nb::steal(utf8);
  PyErr_Clear();
  return nb::bytes(text.data(), text.size());
}

nb::object TypeToPython(int number) {
  PyObject* const helper = GetHelper("dtype_of_number");
  PyObject* const dtype = helper == nullptr ? nullptr : PyObject_CallFunction(helper, "i", number);
  if (dtype == nullptr) nb::raise_python_error();
  return nb::steal(dtype);
}

nb::object ListToPython(const AttrValue::ListValue& list) {
  nb::list made;
  for (const std::string& s : list.s()) made.append(TextToPython(s));
  for (const int64_t i : list.i()) made.append(i);
  for (const float f : list.f()) made.append(f);
  for (const bool b : list.b()) made.append(b);
  for (const int type : list.type()) made.append(TypeToPython(type));
  for (const TensorShapeProto& shape : list.shape())
    made.append(PyShape(PartialTensorShape(shape)));
  for (const TensorProto& tensor : list.tensor()) {
    Tensor value;
    if (value.FromProto(tensor)) made.append(nb::cast(PyTensor{value}));
  }
  for (const NameAttrList& function : list.func()) made.append(TextToPython(function.name()));
  return std::move(made);
}

}  // namespace

nb::object AttrToPython(const AttrValue& value) {
  switch (value.value_case()) {
    case AttrValue::kI:
      return nb::cast(value.i());
    case AttrValue::kF:
      return nb::cast(value.f());
    case AttrValue::kB:
      return nb::cast(value.b());
    case AttrValue::kS:
      return TextToPython(value.s());
    case AttrValue::kType:
      return TypeToPython(value.type());
    case AttrValue::kShape:
      return PyShape(PartialTensorShape(value.shape()));
    case AttrValue::kTensor: {
      Tensor tensor;
      return tensor.FromProto(value.tensor()) ? nb::cast(PyTensor{tensor}) : nb::none();
    }
    case AttrValue::kList:
      return ListToPython(value.list());
    default:
      return TextToPython(value.func().name());
  }
}

Attr AttrFromPython(const std::string& type, nb::handle value) {
  if (!absl::StartsWith(type, "list(")) return One(type, value);
  const std::string element = type.substr(5, type.size() - 6);
  AttrValue list;
  list.mutable_list();
  for (const nb::handle item : value) Append(One(element, item).value(), list.mutable_list());
  return Attr(list);
}

}  // namespace opgraft_internal
