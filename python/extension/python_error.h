// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_PYTHON_ERROR_H_
#define PYTHON_EXTENSION_PYTHON_ERROR_H_

#include <nanobind/nanobind.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/types/internal_namespace.h"

// Errors of ours as exceptions of Python: opgraft.InvalidArgumentError and its like. The GIL is
// held.
namespace opgraft_internal {

// Sets the exception of a status that is not OK. If it comes from a kernel in Python that raised
// an exception that is not an Exception (KeyboardInterrupt, SystemExit), that one is set.
void SetPythonError(const absl::Status& status);
// Throws it, for nanobind to hand on. REQUIRES: not OK.
[[noreturn]] void ThrowPythonError(const absl::Status& status);
inline void ThrowIfError(const absl::Status& status) {
  if (!status.ok()) ThrowPythonError(status);
}
template <typename T>
T ValueOrThrow(absl::StatusOr<T> value) {
  ThrowIfError(value.status());
  return *std::move(value);
}

// The exception that is set, as "ValueError: what it says", and clears it. `is_cause`: the next
// error of ours on this thread has it as its __cause__.
std::string TakePythonError(bool is_cause = false);
// There is no such next error.
void DropCause();

// What Python hands to this module when it is imported, by name: classes of errors and functions
// that are written in Python. The reference is borrowed. Null with an exception set if it is
// missing.
void SetHelper(const std::string& name, nanobind::object helper);
PyObject* GetHelper(const std::string& name);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_PYTHON_ERROR_H_
