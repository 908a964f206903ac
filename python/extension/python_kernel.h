// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_PYTHON_KERNEL_H_
#define PYTHON_EXTENSION_PYTHON_KERNEL_H_

#include <nanobind/nanobind.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"

// Ops and kernels that are registered from Python, for trying out.
namespace opgraft_internal {

// What REGISTER_OP says, with the place of the call.
struct PythonOpSpec {
  std::string name;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> attrs;
  std::string doc;
  bool is_stateful = false;
  std::string file;
  int line = 0;
};

// Makes the op known to the process. INVALID_ARGUMENT with carets under what is wrong. Does not
// need the GIL.
absl::Status RegisterPythonOp(const PythonOpSpec& spec);

// A function of arrays that computes an op's outputs: an array, or a list of them.
struct PythonKernelSpec {
  std::string op;
  std::vector<std::pair<std::string, std::vector<DataType>>> constraints;
  nanobind::object function;
  std::vector<std::string> attrs;  // that it takes, by name
  std::string file;
  int line = 0;
  bool is_refused = false;  // by the registry
};

// Makes the function the op's kernel for CPUs. One of the same op and constraints that was
// registered from Python before is replaced. RESOURCE_EXHAUSTED beyond some hundred.
absl::Status RegisterPythonKernel(PythonKernelSpec spec);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_PYTHON_KERNEL_H_
