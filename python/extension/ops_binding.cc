// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/library/library_loader.h"
#include "framework/op/op_registry.h"
#include "framework/types/nearest.h"
#include "python/extension/bindings.h"
#include "python/extension/python_error.h"
#include "tools/op_gen/api_def_table.h"
#include "tools/op_gen/kernel_lines.h"
#include "tools/op_gen/python_function.h"
#include "tools/op_gen/python_names.h"
#include "tools/op_gen/python_signature.h"

namespace nb = nanobind;

// What the process has registered: names, specs, and the Python functions of ops.
namespace opgraft_internal {
namespace {

using Strings = std::vector<std::string>;

// (name of the function, op), of all ops but internal ones.
std::vector<std::pair<std::string, std::string>> Functions() {
  std::vector<std::pair<std::string, std::string>> functions;
  for (const OpRegistrationData* op : OpRegistry::Global()->List())
    functions.emplace_back(SnakeCase(op->op_def.name()), op->op_def.name());
  return functions;
}

const OpRegistrationData& Find(const std::shared_ptr<const OpRegistry>& ops,
                               const std::string& name) {
  return *ValueOrThrow(ops->LookUp(name));
}

// The function's name and its source.
std::pair<std::string, std::string> FunctionOf(const std::string& name) {
  static const auto* const table = new ApiDefTable(ApiDefTable::BuiltinForPython());
  const auto ops = OpRegistry::Global();
  const OpDef& op = Find(ops, name).op_def;
  ApiDef api = ValueOrThrow(table->For(op));
  if (api.visibility() == ApiDef::SKIP) api.set_visibility(ApiDef::VISIBLE);
  const PythonSignature signature = MakePythonSignature(op, api);
  return {signature.function, PythonFunction(op, api, signature)};
}

// (name, type, type_attr, number_attr, type_list_attr, is_ref).
nb::list Args(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args) {
  nb::list list;
  for (const OpDef::ArgDef& arg : args) {
    list.append(nb::make_tuple(arg.name(), static_cast<int>(arg.type()), arg.type_attr(),
                               arg.number_attr(), arg.type_list_attr(), arg.is_ref()));
  }
  return list;
}

// (name, type, default type or None, allowed types).
nb::list AttrsOf(const OpDef& op) {
  nb::list list;
  for (const OpDef::AttrDef& attr : op.attr()) {
    nb::list allowed;
    for (const int type : attr.allowed_values().list().type()) allowed.append(type);
    nb::object default_type = nb::none();
    if (attr.has_default_value() && attr.type() == "type")
      default_type = nb::cast(static_cast<int>(attr.default_value().type()));
    list.append(nb::make_tuple(attr.name(), attr.type(), default_type, allowed));
  }
  return list;
}

nb::tuple Spec(const std::string& name) {
  const auto ops = OpRegistry::Global();
  const OpDef& op = Find(ops, name).op_def;
  return nb::make_tuple(Args(op.input_arg()), Args(op.output_arg()), AttrsOf(op), op.is_stateful(),
                        op.summary());
}

// Names of ops and warnings of a library that is loaded now.
std::pair<Strings, Strings> Load(const std::string& path) {
  const absl::StatusOr<LoadedLibrary> library = [&] {
    const nb::gil_scoped_release no_gil;
    return LoadLibrary(path);
  }();
  ThrowIfError(library.status());
  return {library->ops, library->warnings};
}

// "CPU T=float".
// Rows of device, dtypes and other constraints; of an op that has no kernel why.
std::vector<Strings> Kernels(const std::string& name) {
  const auto registry = KernelRegistry::Global();
  const OpRegistrationData& op = Find(registry->shared_ops(), name);
  std::vector<Strings> rows;
  for (const KernelLine& line : KernelLines(registry->KernelsOf(name))) {
    rows.push_back(
        {line.head, DTypesOf(line, op.op_def), std::string(absl::StripAsciiWhitespace(line.rest))});
  }
  if (rows.empty())
    rows.push_back({"", NeedsKernel(op.role) ? "has no kernel" : std::string(kIsPlanStep), ""});
  return rows;
}

}  // namespace

void BindOps(nb::module_* module) {
  module->def("op_functions", Functions);
  module->def("function_of", FunctionOf);
  module->def("op_spec", Spec);
  // "; nearest: 'b'", or "".
  module->def("nearest_hint", [](const std::string& name, const Strings& known) {
    return NearestHint(Nearest(name, known));
  });
  module->def("load_library", Load);
  module->def("kernels", Kernels);
}

}  // namespace opgraft_internal
