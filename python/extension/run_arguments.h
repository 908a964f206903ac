// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_RUN_ARGUMENTS_H_
#define PYTHON_EXTENSION_RUN_ARGUMENTS_H_

#include <Python.h>

#include <string>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "framework/runtime/compile_options.h"
#include "framework/types/internal_namespace.h"
#include "python/extension/py_model.h"

namespace opgraft_internal {

// What Request.run is given. Borrows the caller's objects.
class RunArguments {
 public:
  explicit RunArguments(const PyModel& model) : model_(model) {}

  // False with an exception set.
  bool Parse(PyObject* const* arguments, Py_ssize_t num_positional, PyObject* keywords);
  // Makes `feeds` tensors of all inputs given, in the memory of those that are there. False with an
  // exception set.
  bool MakeFeeds(std::vector<NamedTensor>* feeds) const;

  const PySignature& signature() const { return *signature_; }
  PyObject* fetch() const { return fetch_; }  // null: all
  PyObject* out() const { return out_; }      // null: none
  const RunOptions& options() const { return options_; }
  RunOptions* mutable_options() { return &options_; }

 private:
  struct Feed {
    PyObject* name;
    PyObject* value;
  };
  bool ParseKeyword(PyObject* name, PyObject* value, bool* is_known);
  bool ParseOption(const char* name, PyObject* value, bool* is_known);
  bool FindSignature(PyObject* name);
  bool SetTimeout(PyObject* seconds);
  bool SetFolders(PyObject* folders);
  bool MakeFeed(PyObject* name, PyObject* value, NamedTensor* feed) const;

  const PyModel& model_;
  const PySignature* signature_ = nullptr;
  PyObject* mapping_ = nullptr;
  PyObject* fetch_ = nullptr;
  PyObject* out_ = nullptr;
  absl::InlinedVector<Feed, 4> named_;
  RunOptions options_;
  std::vector<std::string> folders_;
};

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_RUN_ARGUMENTS_H_
