// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_lint.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "framework/kernel/registration_warnings.h"
#include "framework/op/shape_function_watch.h"
#include "framework/op/shape_inference.h"
#include "framework/op/spec_problem.h"
#include "testing/shape_inference_test_op.h"
#include "tools/op_check/dead_kernels.h"
#include "tools/op_check/dtype_holes.h"
#include "tools/op_gen/kernel_lines.h"

namespace opgraft_internal {
namespace {

// Attrs that are inferred from inputs are not arguments of a wrapper.
bool IsInferred(const std::string& attr, const OpDef& op) {
  return std::any_of(op.input_arg().begin(), op.input_arg().end(), [&](const OpDef::ArgDef& arg) {
    return arg.type_attr() == attr || arg.type_list_attr() == attr || arg.number_attr() == attr;
  });
}

class Linter {
 public:
  explicit Linter(const KernelRegistry& registry) : registry_(registry) {}

  void LookAt(const OpRegistrationData& op) {
    LookAtDocs(op);
    if (!op.shape_inference_fn) {
      Add(op, "has no shape function, so shapes behind it are unknown", "Add .SetShapeFn(...)");
    } else if (!RunsBodies(op.role)) {
      LookAtShapes(op);
    }
    const auto kernels = registry_.KernelsOf(op.op_def.name());
    const bool is_internal = absl::StartsWith(op.op_def.name(), "_");  // what they stand for runs
    if (kernels.empty() && NeedsKernel(op.role) && !is_internal) {
      Add(op, "has no kernel",
          absl::StrCat("Add REGISTER_KERNEL_BUILDER(Name(\"", op.op_def.name(),
                       "\").Device(DEVICE_CPU), ...), or link the file that has it"));
    }
    for (const DeadKernel& dead : FindDeadKernels(op.op_def, kernels)) {
      findings_.push_back(
          {dead.kernel->location, op.op_def.name(),
           absl::StrCat("no node can get kernel ", dead.kernel->class_name, ": ", dead.why),
           "Mend the registration, or take it out"});
    }
  }

  void AddHole(const DTypeHole& hole) {
    std::vector<std::string> types;
    for (DataType type : hole.types) types.push_back(DataTypeString(type));
    const std::string list = absl::StrJoin(types, ", ");
    Add(*hole.op,
        absl::StrCat("allows ", hole.attr, " = ", list, " without a kernel, where '",
                     hole.relative->op_def.name(), "' has one"),
        absl::StrCat("Register kernels for it, or take it out of \"", hole.attr, ": {...}\""));
  }

  std::vector<LintFinding> Sorted() && {
    std::stable_sort(findings_.begin(), findings_.end(),
                     [](const LintFinding& a, const LintFinding& b) {
                       return std::tuple(absl::string_view(a.place.file), a.place.line, a.op) <
                              std::tuple(absl::string_view(b.place.file), b.place.line, b.op);
                     });
    return std::move(findings_);
  }

 private:
  void LookAtDocs(const OpRegistrationData& op) {
    if (op.op_def.summary().empty())
      Add(op, "has no documentation", "Add .Doc(\"What it computes.\")");
    for (const OpDef::ArgDef& arg : op.op_def.input_arg()) {
      if (!arg.description().empty()) continue;
      Add(op, absl::StrCat("input '", arg.name(), "' has no description"),
          absl::StrCat("Add a line \"", arg.name(), ": ...\" to its .Doc()"));
    }
    for (const OpDef::AttrDef& attr : op.op_def.attr()) {
      if (!attr.description().empty() || IsInferred(attr.name(), op.op_def)) continue;
      if (absl::StartsWith(attr.name(), "_")) continue;
      Add(op, absl::StrCat("attr '", attr.name(), "' has no description"),
          absl::StrCat("Add a line \"", attr.name(), ": ...\" to its .Doc()"));
    }
  }

  // What the shape function does when nothing is known of the inputs. Nodes that cannot be made up
  // are left out: attrs without a default may have to be what only the author knows.
  void LookAtShapes(const OpRegistrationData& op) {
    ShapeInferenceTestOp test(op.op_def.name());
    test.op = std::shared_ptr<const OpRegistrationData>(std::shared_ptr<const void>(), &op);
    const absl::StatusOr<NodeProperties> node = test.Properties();
    if (!node.ok()) return;
    shape_inference::InferenceContext context(*node, {});
    const ShapeFunctionWatch watch;
    if (!context.Run(op.shape_inference_fn).ok()) return;
    for (int output : watch.notes().unset_outputs) {
      Add(op,
          absl::StrCat("its shape function sets no shape for output ", output, " '",
                       node->OutputName(output), "'"),
          "Call set_output for each, with UnknownShape() if nothing is known");
    }
  }

  void Add(const OpRegistrationData& op, std::string what, std::string fix) {
    findings_.push_back({op.location, op.op_def.name(), std::move(what), std::move(fix)});
  }

  const KernelRegistry& registry_;
  std::vector<LintFinding> findings_;
};

}  // namespace

std::string LintFinding::Line() const {
  return absl::StrCat(ShowLocation(place), ": ", op, ": ", what, ". ", fix, ".");
}

std::vector<std::string> TakeOutAllowed(absl::string_view allowed,
                                        std::vector<LintFinding>* findings) {
  std::vector<std::string> unused;
  for (absl::string_view line : absl::StrSplit(allowed, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    const auto meant = [&](const LintFinding& finding) {
      return absl::StartsWith(absl::StrCat(finding.op, ": ", finding.what), line);
    };
    const auto rest = std::remove_if(findings->begin(), findings->end(), meant);
    if (rest == findings->end()) unused.emplace_back(line);
    findings->erase(rest, findings->end());
  }
  return unused;
}

std::vector<LintFinding> LintOps(absl::Span<const OpRegistrationData* const> ops,
                                 const KernelRegistry& registry) {
  Linter linter(registry);
  for (const OpRegistrationData* op : ops) linter.LookAt(*op);
  for (const DTypeHole& hole : FindDTypeHoles(ops, registry)) linter.AddHole(hole);
  return std::move(linter).Sorted();
}

}  // namespace opgraft_internal
