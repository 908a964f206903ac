// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "python/extension/bindings.h"
#include "python/extension/python_error.h"
#include "python/extension/python_kernel.h"

namespace nb = nanobind;

namespace opgraft_internal {
namespace {

using Strings = std::vector<std::string>;

void RegisterOp(const std::string& name, const Strings& inputs, const Strings& outputs,
                const Strings& attrs, const std::string& doc, bool is_stateful,
                const std::string& file, int line) {
  const absl::Status status = [&] {
    const nb::gil_scoped_release no_gil;
    return RegisterPythonOp({name, inputs, outputs, attrs, doc, is_stateful, file, line});
  }();
  ThrowIfError(status);
}

void RegisterKernel(const std::string& op,
                    const std::vector<std::pair<std::string, std::vector<int>>>& constraints,
                    nb::object function, const Strings& attrs, const std::string& file, int line) {
  PythonKernelSpec spec{op, {}, std::move(function), attrs, file, line};
  for (const auto& [attr, numbers] : constraints) {
    spec.constraints.emplace_back(attr, std::vector<DataType>());
    for (const int number : numbers)
      spec.constraints.back().second.push_back(static_cast<DataType>(number));
  }
  ThrowIfError(RegisterPythonKernel(std::move(spec)));
}

}  // namespace

void BindRegistration(nb::module_* module) {
  module->def("register_op", RegisterOp);
  module->def("register_kernel", RegisterKernel);
}

}  // namespace opgraft_internal
