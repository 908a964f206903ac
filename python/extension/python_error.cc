// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/python_error.h"

#include <map>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

namespace nb = nanobind;

// Never destroyed: the interpreter ends before static objects do.
std::map<std::string, nb::object>& Helpers() {
  static auto* const helpers = new std::map<std::string, nb::object>;
  return *helpers;
}

// What a kernel in Python raised, until its run has ended on the thread. Owned.
thread_local PyObject* pending_cause = nullptr;

}  // namespace

void SetHelper(const std::string& name, nb::object helper) { Helpers()[name] = std::move(helper); }

PyObject* GetHelper(const std::string& name) {
  const auto found = Helpers().find(name);
  if (found != Helpers().end()) return found->second.ptr();
  PyErr_Format(PyExc_ImportError, "import opgraft, not opgraft._core: %s is missing", name.c_str());
  return nullptr;
}

void SetPythonError(const absl::Status& status) {
  PyObject* const make = GetHelper("make_error");
  if (make == nullptr) return;
  const std::string text(status.message());
  // Names in a file may be any bytes.
  PyObject* const message =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "backslashreplace");
  if (message == nullptr) return;
  PyObject* const error =
      PyObject_CallFunction(make, "iN", static_cast<int>(status.code()), message);
  if (error == nullptr) return;
  // Takes the reference.
  if (pending_cause != nullptr) PyException_SetCause(error, std::exchange(pending_cause, nullptr));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error)), error);
  Py_DECREF(error);
}

void ThrowPythonError(const absl::Status& status) {
  SetPythonError(status);
  nb::raise_python_error();
}

std::string TakePythonError(bool is_cause) {
  nb::python_error error;  // takes what is set
  if (is_cause) {
    Py_XDECREF(pending_cause);
    pending_cause = nb::borrow(error.value()).release().ptr();
  }
  const nb::object type = nb::borrow(error.type());
  const nb::str name(nb::borrow(type.attr("__name__")));
  std::string text = name.c_str();
  try {
    absl::StrAppend(&text, ": ", nb::str(nb::borrow(error.value())).c_str());
  } catch (nb::python_error&) {  // an exception that cannot be shown
  }
  return text;
}

}  // namespace opgraft_internal
