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

// The exception that is set, as an object: C code may have set its type alone. Clears it.
nb::object TakeException() {
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* traceback = nullptr;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (traceback != nullptr) PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return nb::steal(value);
}

// A KeyboardInterrupt or SystemExit that a kernel raised is not an error of the op: the program
// gets it as it is.
bool RaiseExit() {
  if (pending_cause == nullptr || PyObject_IsInstance(pending_cause, PyExc_Exception) != 0)
    return false;
  PyObject* const raised = std::exchange(pending_cause, nullptr);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised)), raised);
  Py_DECREF(raised);
  return true;
}

}  // namespace

void SetHelper(const std::string& name, nb::object helper) { Helpers()[name] = std::move(helper); }

PyObject* GetHelper(const std::string& name) {
  const auto found = Helpers().find(name);
  if (found != Helpers().end()) return found->second.ptr();
  PyErr_Format(PyExc_ImportError, "import opgraft, not opgraft._core: %s is missing", name.c_str());
  return nullptr;
}

void SetPythonError(const absl::Status& status) {
  if (RaiseExit()) return;
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
  // PyException_SetCause takes the reference.
  if (pending_cause != nullptr) PyException_SetCause(error, std::exchange(pending_cause, nullptr));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error)), error);
  Py_DECREF(error);
}

void ThrowPythonError(const absl::Status& status) {
  SetPythonError(status);
  nb::raise_python_error();
}

void DropCause() { Py_CLEAR(pending_cause); }

std::string TakePythonError(bool is_cause) {
  const nb::object error = TakeException();
  if (is_cause) {
    DropCause();
    pending_cause = nb::borrow(error).release().ptr();
  }
  std::string text = nb::str(error.type().attr("__name__")).c_str();
  try {
    const nb::str message(error);
    if (nb::len(message) > 0) absl::StrAppend(&text, ": ", message.c_str());
  } catch (nb::python_error&) {  // an exception that cannot be shown
  }
  return text;
}

}  // namespace opgraft_internal
