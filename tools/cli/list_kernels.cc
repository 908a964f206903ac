// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/subcommands.h"
#include "tools/op_gen/kernel_lines.h"

namespace opgraft_internal {
namespace {

// Dtypes in the order of the matrix's columns.
constexpr DataType kColumns[] = {
    DT_FLOAT, DT_DOUBLE, DT_HALF,   DT_BFLOAT16, DT_INT8,      DT_INT16,      DT_INT32, DT_INT64,
    DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,   DT_COMPLEX64, DT_COMPLEX128, DT_BOOL,  DT_STRING};

void PrintLines(const OpDef& op, absl::Span<const KernelRegistration* const> of_op) {
  for (const KernelLine& line : KernelLines(of_op)) {
    const std::string types = DTypesOf(line, op);
    std::cout << op.name() << "  " << line.head << (types.empty() ? "" : "  ") << types << line.rest
              << "\n";
  }
}

// Its kernels, or why it has none.
void PrintOp(const OpRegistrationData& op, const KernelRegistry& registry) {
  const std::string& name = op.op_def.name();
  const auto kernels = registry.KernelsOf(name);
  PrintLines(op.op_def, kernels);
  if (!kernels.empty()) return;
  std::cout << name << (NeedsKernel(op.role) ? "  has no kernel" : absl::StrCat("  ", kIsPlanStep))
            << "\n";
}

// Whose type is that of an op's data: its first input, else its first output; null: there is
// neither.
const OpDef::ArgDef* MainArg(const OpDef& op) {
  if (op.input_arg_size() > 0) return &op.input_arg(0);
  return op.output_arg_size() > 0 ? &op.output_arg(0) : nullptr;
}

// The dtypes of an op's data that kernels are for; `*any` is true of those that its attr allows.
std::set<DataType> DataTypesOf(const OpDef& op, absl::Span<const KernelRegistration* const> kernels,
                               bool* any) {
  std::set<DataType> types;
  const OpDef::ArgDef* arg = MainArg(op);
  if (arg != nullptr && arg->type() != DT_INVALID) return {arg->type()};
  for (const KernelRegistration* kernel : kernels) {
    const auto& constraints = kernel->spec.constraints;
    const auto of_data =
        std::find_if(constraints.begin(), constraints.end(), [&](const AttrConstraint& constraint) {
          return arg != nullptr && constraint.attr == arg->type_attr() && !constraint.types.empty();
        });
    if (of_data != constraints.end()) {
      types.insert(of_data->types.begin(), of_data->types.end());
    } else {
      *any = true;
    }
  }
  return types;
}

void PrintRow(const OpRegistrationData& op, const KernelRegistry& registry, size_t width) {
  std::cout << absl::StreamFormat("%-*s", static_cast<int>(width), op.op_def.name());
  const auto kernels = registry.KernelsOf(op.op_def.name());
  if (kernels.empty()) {
    std::cout << " " << (NeedsKernel(op.role) ? "has no kernel" : kIsPlanStep) << "\n";
    return;
  }
  bool any = false;
  std::set<DataType> types = DataTypesOf(op.op_def, kernels, &any);
  for (DataType column : kColumns) {
    const char* mark = types.erase(column) > 0 ? "x" : ".";
    if (any) mark = "*";
    std::cout << absl::StreamFormat(" %*s", static_cast<int>(DataTypeString(column).size()), mark);
  }
  std::vector<std::string> others;
  for (DataType type : types) others.push_back(DataTypeString(type));
  std::cout << "  " << absl::StrJoin(others, " ") << "\n";
}

void PrintMatrix(const std::vector<const OpRegistrationData*>& ops,
                 const KernelRegistry& registry) {
  size_t width = 2;
  for (const OpRegistrationData* op : ops) width = std::max(width, op->op_def.name().size());
  std::cout << std::string(width, ' ');
  for (DataType column : kColumns) std::cout << " " << DataTypeString(column);
  std::cout << "  others\n";
  for (const OpRegistrationData* op : ops) PrintRow(*op, registry, width);
  std::cout << "x: a kernel for the dtype; *: one kernel for every dtype that the op allows\n";
}

}  // namespace

absl::Status ListKernels(const std::string& name, bool matrix) {
  const auto registry = KernelRegistry::Global();
  std::vector<const OpRegistrationData*> ops = registry->ops().List();
  if (!name.empty()) {
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, registry->ops().LookUp(name));
    ops = {op};
  }
  if (matrix) {
    PrintMatrix(ops, *registry);
    return absl::OkStatus();
  }
  for (const OpRegistrationData* op : ops) PrintOp(*op, *registry);
  return absl::OkStatus();
}

void ListGrowth(const KernelRegistry& before, const KernelRegistry& after) {
  for (const OpRegistrationData* op : after.ops().List(/*include_internal=*/true)) {
    if (before.ops().Find(op->op_def.name()) == nullptr) PrintOpLine(*op);
  }
  for (const OpRegistrationData* op : after.ops().List(/*include_internal=*/true)) {
    const std::string& name = op->op_def.name();
    if (before.ops().Find(name) == nullptr && after.KernelsOf(name).empty()) PrintOp(*op, after);
    // A registry made on another one has that one's kernels first.
    PrintLines(op->op_def, after.KernelsOf(name).subspan(before.KernelsOf(name).size()));
  }
}

void AddKernels(CLI::App* app, Call* call) {
  struct Arguments {
    std::string op;
    bool matrix = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* kernels =
      app->add_subcommand("kernels", "List the kernels of ops with the types they are for")
          ->group("Ops");
  kernels->add_option("OP", arguments->op, "name of an op; default: all");
  kernels->add_flag("--matrix", arguments->matrix,
                    "print a table: a row for each op, a column for each type");
  kernels->callback(
      [=] { call->action = [=] { return ListKernels(arguments->op, arguments->matrix); }; });
}

}  // namespace opgraft_internal
