// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "python/extension/run_arguments.h"

#include <cmath>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "framework/types/nearest.h"
#include "python/extension/arrays.h"
#include "python/extension/forked.h"
#include "python/extension/python_error.h"
#include "python/extension/string_arrays.h"

namespace opgraft_internal {
namespace {

// Names of arguments are interned, so the pointers are mostly the same.
const PyPort* FindInput(const PySignature& signature, PyObject* name) {
  for (const PyPort& input : signature.inputs) {
    if (input.name.ptr() == name) return &input;
  }
  std::string text;
  if (!TextOf(name, &text)) return nullptr;
  const absl::string_view wanted = absl::StripSuffix(text, ":0");
  for (const PyPort& input : signature.inputs) {
    if (absl::StripSuffix(input.tensor_name, ":0") == wanted) return &input;
  }
  return nullptr;
}

std::string InputNames(const PySignature& signature) {
  if (signature.inputs.empty()) return "none";
  std::string names;
  for (const PyPort& input : signature.inputs)
    absl::StrAppend(&names, names.empty() ? "'" : ", '", input.tensor_name, "'");
  return names;
}

// What the caller may have meant: an input, or an argument of run().
std::string NearestTo(const std::string& name, const PySignature& signature) {
  NearestName nearest(name);
  for (const PyPort& input : signature.inputs) nearest.Offer(input.tensor_name);
  for (const char* argument : {"fetch", "signature", "out", "timeout"}) nearest.Offer(argument);
  return NearestHint(nearest.best());
}

bool ToInt64(PyObject* value, absl::optional<int64_t>* number) {
  if (value == Py_None) return true;
  const long long converted = PyLong_AsLongLong(value);
  if (converted == -1 && PyErr_Occurred() != nullptr) return false;
  *number = converted;
  return true;
}

}  // namespace

bool RunArguments::Parse(PyObject* const* arguments, Py_ssize_t num_positional,
                         PyObject* keywords) {
  signature_ = &model_.signatures.front();
  if (num_positional > 1) {
    PyErr_SetString(PyExc_TypeError,
                    "run() takes one positional argument, a dict of feeds; name the others: "
                    "run(x=..., y=...)");
    return false;
  }
  if (num_positional == 1 && arguments[0] != Py_None) mapping_ = arguments[0];
  const Py_ssize_t num_keywords = keywords == nullptr ? 0 : PyTuple_GET_SIZE(keywords);
  for (Py_ssize_t i = 0; i < num_keywords; ++i) {
    PyObject* const name = PyTuple_GET_ITEM(keywords, i);
    PyObject* const value = arguments[num_positional + i];
    bool is_known = false;
    if (!ParseKeyword(name, value, &is_known)) return false;
    if (!is_known) named_.push_back({name, value});
  }
  return true;
}

bool RunArguments::ParseKeyword(PyObject* name, PyObject* value, bool* is_known) {
  // Most are inputs.
  for (const PyPort& input : signature_->inputs) {
    if (input.name.ptr() == name) return true;
  }
  const char* const text = PyUnicode_AsUTF8(name);
  return text != nullptr && ParseOption(text, value, is_known);
}

bool RunArguments::ParseOption(const char* name, PyObject* value, bool* is_known) {
  const absl::string_view option(name);
  *is_known = true;
  if (option == "fetch") {
    fetch_ = value == Py_None ? nullptr : value;
  } else if (option == "out") {
    out_ = value == Py_None ? nullptr : value;
  } else if (option == "signature") {
    return value == Py_None || FindSignature(value);
  } else if (option == "timeout") {
    return value == Py_None || SetTimeout(value);
  } else if (option == "max_steps") {
    return ToInt64(value, &options_.max_steps);
  } else if (option == "max_bytes") {
    return ToInt64(value, &options_.max_bytes);
  } else if (option == "allow_files") {
    return value == Py_None || SetFolders(value);
  } else if (option == "check") {
    const int is_true = PyObject_IsTrue(value);
    options_.check = is_true > 0;
    return is_true >= 0;
  } else {
    *is_known = false;
  }
  return true;
}

bool RunArguments::FindSignature(PyObject* name) {
  std::string wanted;
  if (!TextOf(name, &wanted)) {
    PyErr_SetString(PyExc_TypeError, "signature must be a str");
    return false;
  }
  std::vector<std::string> names;
  for (const PySignature& signature : model_.signatures) {
    if (signature.name == wanted) {
      signature_ = &signature;
      return true;
    }
    names.push_back(signature.name);
  }
  SetPythonError(absl::NotFoundError(absl::StrCat("the model has no signature '", wanted, "'",
                                                  NearestHint(Nearest(wanted, names)))));
  return false;
}

bool RunArguments::SetTimeout(PyObject* seconds) {
  const double value = PyFloat_AsDouble(seconds);
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Format(PyExc_TypeError, "timeout must be a number of seconds, not %.100s",
                 Py_TYPE(seconds)->tp_name);
    return false;
  }
  if (std::isnan(value)) {
    SetPythonError(absl::InvalidArgumentError("timeout is nan. Give a number of seconds"));
    return false;
  }
  if (model_.generation != ForkGeneration()) {
    SetPythonError(absl::FailedPreconditionError(
        "timeout needs a clock that stayed in the process which was forked: load the model in this "
        "one"));
    return false;
  }
  options_.deadline = absl::Now() + absl::Seconds(value);
  return true;
}

bool RunArguments::SetFolders(PyObject* folders) {
  PyObject* const helper = GetHelper("folder_list");
  PyObject* const list = helper == nullptr ? nullptr : PyObject_CallFunction(helper, "O", folders);
  if (list == nullptr) return false;
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(list); ++i) {
    folders_.emplace_back();
    if (!TextOf(PyList_GET_ITEM(list, i), &folders_.back())) folders_.pop_back();
  }
  Py_DECREF(list);
  options_.allow_files = &folders_;
  return true;
}

bool RunArguments::MakeFeed(PyObject* name, PyObject* value, NamedTensor* feed) const {
  const PyPort* const input = FindInput(*signature_, name);
  if (input == nullptr) {
    std::string text;
    if (!TextOf(name, &text)) {
      PyErr_SetString(PyExc_TypeError, "the keys of a dict of feeds are names of inputs");
      return false;
    }
    SetPythonError(absl::NotFoundError(absl::StrCat("the model has no input '", text, "'",
                                                    NearestTo(text, *signature_),
                                                    ". Inputs: ", InputNames(*signature_))));
    return false;
  }
  if (feed->first != input->tensor_name) *feed = {input->tensor_name, Tensor()};
  return ToTensor(value, input->dtype, input->tensor_name, &feed->second);
}

bool RunArguments::MakeFeeds(std::vector<NamedTensor>* feeds) const {
  if (mapping_ != nullptr && !PyDict_Check(mapping_)) {
    PyErr_Format(PyExc_TypeError,
                 "run() takes a dict {name: value} or named arguments, not %.100s: run(%s=...)",
                 Py_TYPE(mapping_)->tp_name,
                 signature_->inputs.empty() ? "x" : signature_->inputs[0].tensor_name.c_str());
    return false;
  }
  const size_t in_mapping = mapping_ == nullptr ? 0 : static_cast<size_t>(PyDict_Size(mapping_));
  feeds->resize(named_.size() + in_mapping);
  size_t next = 0;
  for (const Feed& feed : named_) {
    if (!MakeFeed(feed.name, feed.value, &(*feeds)[next++])) return false;
  }
  PyObject* name = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t position = 0;
  while (mapping_ != nullptr && next < feeds->size() &&
         PyDict_Next(mapping_, &position, &name, &value) != 0) {
    // The value may run code that changes the dict.
    Py_INCREF(name);
    Py_INCREF(value);
    const bool is_made = MakeFeed(name, value, &(*feeds)[next++]);
    Py_DECREF(name);
    Py_DECREF(value);
    if (!is_made) return false;
  }
  feeds->resize(next);
  return true;
}

}  // namespace opgraft_internal
