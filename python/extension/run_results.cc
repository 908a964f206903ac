// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/run_results.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/types/nearest.h"
#include "python/extension/arrays.h"
#include "python/extension/python_error.h"
#include "python/extension/string_arrays.h"

namespace opgraft_internal {
namespace {

// May an array over this output be written? The request's region must be the only one that has the
// memory: no constant, which its graph and its model hold, and no variable.
bool IsRegionsAlone(const Tensor& output, InferRequest* request) {
  const TensorBuffer* const buffer = output.buffer();
  if (buffer == nullptr || !buffer->RefCountIsOne() || buffer->is_wrapped()) return false;
  for (const VariableState& state : request->query_state()) {
    if (state.is_set() && state.get().SharesBufferWith(output)) return false;
  }
  return true;
}

PyObject* MakeArray(const Tensor& output, InferRequest* request) {
  if (output.TotalBytes() > kSmallBytes && IsRegionsAlone(output, request))
    return ShareAsArray(output, /*writeable=*/true);
  return CopyToArray(output);
}

}  // namespace

RunResults::RunResults(const RunArguments& arguments, InferRequest* request)
    : signature_(arguments.signature()),
      fetch_(arguments.fetch()),
      out_(arguments.out()),
      request_(request) {}

int RunResults::FindOutput(PyObject* name) const {
  std::string text;
  if (!TextOf(name, &text)) return -1;
  for (size_t i = 0; i < signature_.outputs.size(); ++i) {
    const absl::string_view output = signature_.outputs[i].tensor_name;
    if (absl::StripSuffix(output, ":0") == absl::StripSuffix(text, ":0"))
      return static_cast<int>(i);
  }
  return -1;
}

bool RunResults::NoSuchOutput(PyObject* name) const {
  std::string text;
  if (!TextOf(name, &text)) text = "?";
  std::vector<std::string> names;
  for (const PyPort& output : signature_.outputs) names.push_back(output.tensor_name);
  SetPythonError(absl::NotFoundError(
      absl::StrCat("'", text, "' is no output of this signature", NearestHint(Nearest(text, names)),
                   ". Any tensor can be one: model.compile(outputs=['", text, "'])")));
  return false;
}

bool RunResults::SelectOutputs() {
  PyObject* const names = PyUnicode_Check(fetch_)
                              ? PyTuple_Pack(1, fetch_)
                              : PySequence_Fast(fetch_, "fetch is a list of names of outputs");
  if (names == nullptr) return false;
  wanted_.assign(signature_.outputs.size(), false);
  bool is_right = true;
  for (Py_ssize_t i = 0; is_right && i < PySequence_Fast_GET_SIZE(names); ++i) {
    PyObject* const name = PySequence_Fast_GET_ITEM(names, i);
    const int found = FindOutput(name);
    if (found < 0) is_right = NoSuchOutput(name);
    if (found >= 0) wanted_[static_cast<size_t>(found)] = true;
  }
  Py_DECREF(names);
  return is_right;
}

bool RunResults::CheckOut() const {
  if (!PyDict_Check(out_)) {
    PyErr_SetString(PyExc_TypeError, "out is a dict {name of output: array}");
    return false;
  }
  PyObject* name = nullptr;
  PyObject* array = nullptr;
  Py_ssize_t position = 0;
  while (PyDict_Next(out_, &position, &name, &array) != 0) {
    const int found = FindOutput(name);
    if (found < 0) return NoSuchOutput(name);
    const PyPort& port = signature_.outputs[static_cast<size_t>(found)];
    if (!CheckOutArray(array, port.dtype, port.shape, port.tensor_name)) return false;
  }
  return true;
}

bool RunResults::Prepare() {
  return (fetch_ == nullptr || SelectOutputs()) && (out_ == nullptr || CheckOut());
}

// The array that the caller gave for an output, by its name or as CheckOut takes "out:0" for "out";
// null if there is none, or with an error set.
PyObject* RunResults::Given(const PyPort& port) const {
  if (out_ == nullptr) return nullptr;
  PyObject* const given = PyDict_GetItemWithError(out_, port.name.ptr());
  if (given != nullptr || PyErr_Occurred() != nullptr) return given;
  const absl::string_view node = absl::StripSuffix(port.tensor_name, ":0");
  for (const std::string& name : {std::string(node), absl::StrCat(node, ":0")}) {
    if (PyObject* const array = PyDict_GetItemString(out_, name.c_str())) return array;
  }
  return nullptr;
}

// The caller's array with the output's contents, or a new one.
PyObject* RunResults::Deliver(const Tensor& output, const PyPort& port) const {
  PyObject* const given = Given(port);
  if (given == nullptr) return PyErr_Occurred() == nullptr ? MakeArray(output, request_) : nullptr;
  if (!CopyIntoArray(output, given, port.tensor_name)) return nullptr;
  Py_INCREF(given);
  return given;
}

PyObject* RunResults::Make(const Outputs& outputs) {
  PyObject* const results = PyDict_New();
  for (size_t i = 0; results != nullptr && i < signature_.outputs.size(); ++i) {
    if (!wanted_.empty() && !wanted_[i]) continue;
    const PyPort& port = signature_.outputs[i];
    PyObject* const array = Deliver(outputs[static_cast<int>(i)], port);
    const bool is_put = array != nullptr && PyDict_SetItem(results, port.name.ptr(), array) == 0;
    Py_XDECREF(array);
    if (is_put) continue;
    Py_DECREF(results);
    return nullptr;
  }
  return results;
}

}  // namespace opgraft_internal
