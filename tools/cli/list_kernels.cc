// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/subcommands.h"
#include "tools/op_gen/kernel_lines.h"

namespace opgraft_internal {
namespace {

// Dtypes in the order of the matrix's columns.
constexpr DataType kColumns[] = {
    DT_FLOAT, DT_DOUBLE, DT_HALF,   DT_BFLOAT16, DT_INT8,      DT_INT16,      DT_INT32, DT_INT64,
    DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,   DT_COMPLEX64, DT_COMPLEX128, DT_BOOL,  DT_STRING};

void PrintLines(const std::string& op, absl::Span<const KernelRegistration* const> of_op) {
  for (const KernelLine& line : KernelLines(of_op)) {
    std::vector<std::string> types;
    for (DataType type : line.types) types.push_back(DataTypeString(type));
    std::cout << op << "  " << line.head;
    if (!line.attr.empty()) std::cout << "  " << line.attr << ": " << absl::StrJoin(types, " ");
    if (line.attr.empty() && line.rest.empty()) std::cout << "  any dtype";
    std::cout << line.rest << "\n";
  }
}

// The type attr that the data of an op has: of its first input, else of its first output.
std::string MainTypeAttr(const std::string& op, const KernelRegistry& registry) {
  const OpRegistrationData* data = registry.ops().Find(op);
  if (data == nullptr) return "";
  if (data->op_def.input_arg_size() > 0) return data->op_def.input_arg(0).type_attr();
  return data->op_def.output_arg_size() > 0 ? data->op_def.output_arg(0).type_attr() : "";
}

// The types a kernel is for; empty: all.
std::vector<DataType> TypesOf(const KernelSpec& spec, const std::string& attr) {
  for (const AttrConstraint& constraint : spec.constraints) {
    if (constraint.attr == attr) return constraint.types;
  }
  return {};
}

void PrintMatrix(const std::vector<std::string>& ops, const KernelRegistry& registry) {
  size_t width = 2;
  for (const std::string& op : ops) width = std::max(width, op.size());
  std::cout << std::string(width, ' ');
  for (DataType column : kColumns) std::cout << " " << DataTypeString(column);
  std::cout << "  others\n";
  for (const std::string& op : ops) {
    std::set<DataType> types;
    bool any = false;
    const std::string main_attr = MainTypeAttr(op, registry);
    for (const KernelRegistration* kernel : registry.KernelsOf(op)) {
      const std::vector<DataType> allowed = TypesOf(kernel->spec, main_attr);
      any = any || allowed.empty();
      types.insert(allowed.begin(), allowed.end());
    }
    std::cout << absl::StreamFormat("%-*s", static_cast<int>(width), op);
    for (DataType column : kColumns) {
      const std::string mark = any ? "*" : types.erase(column) > 0 ? "x" : ".";
      std::cout << absl::StreamFormat(" %*s", static_cast<int>(DataTypeString(column).size()),
                                      mark);
    }
    std::vector<std::string> others;
    for (DataType type : types) others.push_back(DataTypeString(type));
    std::cout << "  " << absl::StrJoin(others, " ") << "\n";
  }
  std::cout << "x: a kernel for the dtype; *: one kernel for every dtype that the op allows\n";
}

}  // namespace

absl::Status ListKernels(const std::string& name, bool matrix) {
  const auto registry = KernelRegistry::Global();
  std::vector<std::string> ops;
  if (name.empty()) {
    for (const KernelRegistration* kernel : registry->List()) {
      if (ops.empty() || ops.back() != kernel->spec.op) ops.push_back(kernel->spec.op);
    }
  } else {
    OPGRAFT_RETURN_IF_ERROR(registry->ops().LookUp(name).status());
    ops.push_back(name);
    if (registry->KernelsOf(name).empty()) std::cout << name << " has no kernel\n";
  }
  if (matrix) {
    PrintMatrix(ops, *registry);
    return absl::OkStatus();
  }
  for (const std::string& op : ops) PrintLines(op, registry->KernelsOf(op));
  return absl::OkStatus();
}

void ListGrowth(const KernelRegistry& before, const KernelRegistry& after) {
  for (const OpRegistrationData* op : after.ops().List(/*include_internal=*/true)) {
    if (before.ops().Find(op->op_def.name()) == nullptr) PrintOpLine(*op);
  }
  for (const OpRegistrationData* op : after.ops().List(/*include_internal=*/true)) {
    const std::string& name = op->op_def.name();
    // A registry made on another one has that one's kernels first.
    PrintLines(name, after.KernelsOf(name).subspan(before.KernelsOf(name).size()));
  }
}

}  // namespace opgraft_internal
