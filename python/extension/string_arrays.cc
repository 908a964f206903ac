// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/string_arrays.h"

namespace opgraft_internal {

bool TextOf(PyObject* object, std::string* text) {
  Py_ssize_t size = 0;
  if (PyBytes_Check(object)) {
    text->assign(PyBytes_AS_STRING(object), static_cast<size_t>(PyBytes_GET_SIZE(object)));
    return true;
  }
  if (!PyUnicode_Check(object)) return false;
  const char* const utf8 = PyUnicode_AsUTF8AndSize(object, &size);
  if (utf8 == nullptr) {  // half of a surrogate pair
    PyErr_Clear();
    return false;
  }
  text->assign(utf8, static_cast<size_t>(size));
  return true;
}

bool StringsToTensor(const NumpyArray& array, absl::string_view name, Tensor* tensor) {
  PyObject* const* const elements = reinterpret_cast<PyObject* const*>(array.data);
  auto* const strings = static_cast<tstring*>(tensor->data());
  for (int64_t i = 0; i < tensor->NumElements(); ++i) {
    PyObject* const element = elements[i] == nullptr ? Py_None : elements[i];
    if (TextOf(element, &strings[i])) continue;
    PyErr_Format(
        PyExc_TypeError,
        "'%s' is made of objects, which a tensor takes if they are str (that UTF-8 can hold) or "
        "bytes; element %lld is %.100s",
        std::string(name).c_str(), static_cast<long long>(i), Py_TYPE(element)->tp_name);
    return false;
  }
  return true;
}

bool StringsIntoArray(const Tensor& tensor, NumpyArray* array) {
  PyObject** const elements = reinterpret_cast<PyObject**>(array->data);
  const auto* const strings = static_cast<const tstring*>(tensor.data());
  for (int64_t i = 0; i < tensor.NumElements(); ++i) {
    PyObject* const text =
        PyBytes_FromStringAndSize(strings[i].data(), static_cast<Py_ssize_t>(strings[i].size()));
    if (text == nullptr) return false;
    PyObject* const before = elements[i];
    elements[i] = text;
    Py_XDECREF(before);
  }
  return true;
}

}  // namespace opgraft_internal
