// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Why a kernel was chosen, or none: Explain and the message of Find.
#include <algorithm>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/kernel_match.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registry.h"
#include "framework/op/spec_problem.h"
#include "framework/op/summarize_node.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

constexpr size_t kMaxListed = 12;

std::string LabelReason(const std::string& kernel, const std::string& node) {
  if (kernel == node) return "";
  if (node.empty()) return "node has no _kernel label";
  return absl::StrCat("node's _kernel label is '", node, "'");
}

std::string DeviceReason(const std::string& kernel, absl::string_view device) {
  if (kernel == device || kernel == DEVICE_DEFAULT) return "";
  return kernel == DEVICE_CPU ? absl::StrCat("node is to run on ", device) : "no such device";
}

// Why a kernel is not for a node; "" if it is.
std::string RefusalReason(const KernelSpec& kernel, const NodeAttrs& attrs,
                          const std::string& label, absl::string_view device) {
  std::string reason = DeviceReason(kernel.device, device);
  if (reason.empty()) reason = LabelReason(kernel.label, label);
  for (const AttrConstraint& constraint : kernel.constraints) {
    if (!reason.empty()) break;
    reason = std::string(MatchConstraint(constraint, attrs).message());
  }
  return reason;
}

// The attrs that matter for the choice: those of types, and those that a kernel constrains.
// "T=double, mode='a'".
std::string AttrSummary(const NodeProperties& node,
                        const std::vector<KernelCandidate>& candidates) {
  std::set<std::string> constrained;
  for (const KernelCandidate& candidate : candidates) {
    for (const AttrConstraint& constraint : candidate.kernel->spec.constraints)
      constrained.insert(constraint.attr);
  }
  std::vector<std::string> parts;
  for (const auto& [name, value] : node.attrs.entries()) {
    if (value->value_case() == AttrValue::kType || constrained.count(name) != 0 ||
        name == "_kernel") {
      parts.push_back(absl::StrCat(name, "=", AttrValueText(*value)));
    }
  }
  return absl::StrJoin(parts, ", ");
}

// "float", "(label 'fast')", "T=float Tidx=int32": what tells a kernel from the op's others.
std::string ShortName(const KernelSpec& kernel) {
  std::string name;
  if (kernel.constraints.size() == 1 && !kernel.constraints[0].types.empty()) {
    name = DataTypeSliceString(kernel.constraints[0].types);
  } else {
    name = absl::StrJoin(kernel.constraints, " ", [](std::string* out, const AttrConstraint& c) {
      absl::StrAppend(out, c.DebugString());
    });
  }
  if (!kernel.label.empty())
    absl::StrAppend(&name, name.empty() ? "" : " ", "(label '", kernel.label, "')");
  return name;
}

// Candidates refused for one reason on one device.
struct RefusedGroup {
  std::string tail;  // "@CPU: T is double"
  std::vector<std::string> names;
};

std::vector<RefusedGroup> GroupRefusals(const std::vector<KernelCandidate>& candidates) {
  std::vector<RefusedGroup> groups;
  for (const KernelCandidate& candidate : candidates) {
    const KernelSpec& kernel = candidate.kernel->spec;
    const bool elsewhere = candidate.reason == "no such device";
    const std::string name = elsewhere ? "" : ShortName(kernel);
    const std::string tail =
        absl::StrCat(name.empty() ? "" : "@", kernel.device, ": ", candidate.reason);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const RefusedGroup& g) { return g.tail == tail; });
    if (group == groups.end()) group = groups.insert(groups.end(), {tail, {}});
    if (!name.empty()) group->names.push_back(name);
  }
  return groups;
}

// "float, half@CPU: T is double; GPU: no such device".
std::string RefusalSummary(const std::vector<KernelCandidate>& candidates) {
  std::vector<RefusedGroup> groups = GroupRefusals(candidates);
  std::string text;
  for (size_t i = 0; i < groups.size(); ++i) {
    absl::StrAppend(&text, i == 0 ? "" : "; ");
    if (i == kMaxListed) return absl::StrCat(text, groups.size() - i, " more groups of kernels");
    std::vector<std::string>& names = groups[i].names;
    const size_t more = names.size() > kMaxListed ? names.size() - kMaxListed : 0;
    names.resize(names.size() - more);
    absl::StrAppend(&text, absl::StrJoin(names, ", "),
                    more > 0 ? absl::StrCat(" and ", more, " more") : "", groups[i].tail);
  }
  return text;
}

// The kernels refused for nothing but one type attr, always the same, and the types they take.
struct TypeRefusals {
  std::string attr;
  std::vector<DataType> types;
  const KernelRegistration* first = nullptr;
};

TypeRefusals FindTypeRefusals(const std::vector<KernelCandidate>& candidates,
                              const NodeProperties& node) {
  TypeRefusals result;
  for (const KernelCandidate& candidate : candidates) {
    const AttrConstraint* refused = nullptr;
    int refusals = 0;
    for (const AttrConstraint& constraint : candidate.kernel->spec.constraints) {
      if (absl::IsNotFound(MatchConstraint(constraint, node.attrs))) {
        refused = &constraint;
        ++refusals;
      }
    }
    if (refusals != 1 || candidate.reason == "no such device" || refused->types.empty()) continue;
    if (!LabelReason(candidate.kernel->spec.label, KernelLabel(node.attrs)).empty()) continue;
    if (result.first == nullptr) {
      result.first = candidate.kernel;
      result.attr = refused->attr;
    }
    if (refused->attr != result.attr) continue;
    for (DataType type : refused->types) {
      if (std::find(result.types.begin(), result.types.end(), type) == result.types.end())
        result.types.push_back(type);
    }
  }
  return result;
}

bool TypesAnInput(const NodeProperties& node, const std::string& attr) {
  if (node.op == nullptr) return false;
  const auto& args = node.op->op_def.input_arg();
  return std::any_of(args.begin(), args.end(),
                     [&](const OpDef::ArgDef& arg) { return arg.type_attr() == attr; });
}

// Why an op has no kernel at all.
std::string WithoutKernels(const NodeProperties& node) {
  if (node.op == nullptr) {
    return absl::StrCat("No kernel is registered for ", node.op_name,
                        ": is its library loaded, or did the linker drop it (alwayslink)?");
  }
  return absl::StrCat(node.op_name, " is registered at ", ShowLocation(node.op->location),
                      " without a kernel: add REGISTER_KERNEL_BUILDER(Name(\"", node.op_name,
                      "\").Device(DEVICE_CPU), ...), or link the file that has it (alwayslink)");
}

// What to do: "Cast the input to float, or register TypeConstraint<double> beside roi.cc:40."
std::string Advice(const std::vector<KernelCandidate>& candidates, const NodeProperties& node) {
  if (candidates.empty()) return WithoutKernels(node);
  const TypeRefusals refused = FindTypeRefusals(candidates, node);
  if (refused.first != nullptr) {
    const AttrValue* value = node.attrs.Find(refused.attr);
    const std::string wanted = value != nullptr && value->value_case() == AttrValue::kType
                                   ? absl::StrCat("TypeConstraint<", AttrValueText(*value), ">")
                                   : "one for these types";
    const std::string types = DataTypeSliceString(refused.types);
    const std::string change = TypesAnInput(node, refused.attr)
                                   ? absl::StrCat("Cast the input to ", types)
                                   : absl::StrCat("Set ", refused.attr, " to ", types);
    return absl::StrCat(change, ", or register ", wanted, " beside ",
                        ShowLocation(refused.first->location), ".");
  }
  for (const KernelCandidate& candidate : candidates) {
    const std::string& label = candidate.kernel->spec.label;
    if (!label.empty() && candidate.reason == LabelReason(label, "")) {
      return absl::StrCat("Set the node's attr _kernel to '", label,
                          "', or register a kernel without a label.");
    }
  }
  return absl::StrCat("Register one that fits beside ",
                      ShowLocation(candidates[0].kernel->location), ".");
}

std::string Headline(const NodeProperties& node, const std::string& attrs) {
  return absl::StrCat(node.name, " = ", node.op_name, "(", absl::StrJoin(node.inputs, ", "), ")",
                      attrs.empty() ? "" : absl::StrCat("  [", attrs, "]"), "\n");
}

std::string VerdictOn(const KernelCandidate& candidate, const KernelRegistration* chosen) {
  if (!candidate.fits) return absl::StrCat("no: ", candidate.reason);
  if (chosen == nullptr || candidate.kernel == chosen) return "yes";
  return "no: another has the higher priority";
}

std::string Table(const std::vector<KernelCandidate>& candidates,
                  const KernelRegistration* chosen) {
  size_t name_width = 0, verdict_width = 0;
  for (const KernelCandidate& candidate : candidates) {
    name_width = std::max(name_width, candidate.kernel->spec.DebugString().size());
    verdict_width = std::max(verdict_width, VerdictOn(candidate, chosen).size());
  }
  std::string text;
  for (const KernelCandidate& candidate : candidates) {
    absl::StrAppendFormat(&text, "  %-*s  %-*s  %s\n", static_cast<int>(name_width),
                          candidate.kernel->spec.DebugString(), static_cast<int>(verdict_width),
                          VerdictOn(candidate, chosen), ShowLocation(candidate.kernel->location));
  }
  return text;
}

// "  2 others do not fit: float@CPU: T is double".
std::string RefusedLine(const std::vector<KernelCandidate>& refused) {
  return absl::StrCat("  ", refused.size(),
                      refused.size() == 1 ? " other does not fit: " : " others do not fit: ",
                      RefusalSummary(refused), "\n");
}

// The chosen kernel, and those that fit but gave way to it; then in one line those that do not fit.
std::string ChoiceFirst(std::vector<KernelCandidate> candidates, const KernelRegistration* chosen) {
  const auto others = std::stable_partition(candidates.begin(), candidates.end(),
                                            [](const KernelCandidate& c) { return c.fits; });
  const std::vector<KernelCandidate> refused(others, candidates.end());
  candidates.erase(others, candidates.end());
  std::stable_partition(candidates.begin(), candidates.end(),
                        [&](const KernelCandidate& c) { return c.kernel == chosen; });
  return absl::StrCat(Table(candidates, chosen), refused.empty() ? "" : RefusedLine(refused));
}

}  // namespace

std::vector<KernelCandidate> KernelRegistry::Judge(const NodeProperties& node,
                                                   absl::string_view device) const {
  const std::string label = KernelLabel(node.attrs);
  std::vector<KernelCandidate> candidates;
  for (const KernelRegistration* kernel : KernelsOf(node.op_name)) {
    KernelCandidate candidate;
    candidate.kernel = kernel;
    candidate.reason = RefusalReason(kernel->spec, node.attrs, label, device);
    candidate.fits = candidate.reason.empty();
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

KernelExplanation KernelRegistry::Explain(const NodeProperties& node,
                                          absl::string_view device) const {
  KernelExplanation result;
  result.candidates = Judge(node, device);
  const absl::StatusOr<const KernelRegistration*> found = Find(node, device);
  if (found.ok()) result.chosen = *found;
  result.text =
      absl::StrCat(Headline(node, AttrSummary(node, result.candidates)),
                   result.chosen != nullptr ? ChoiceFirst(result.candidates, result.chosen)
                                            : Table(result.candidates, nullptr));
  if (absl::IsNotFound(found.status())) {
    absl::StrAppend(&result.text, result.candidates.empty() ? "  " : "  no kernel fits. ",
                    Advice(result.candidates, node), "\n");
  } else if (!found.ok()) {
    absl::StrAppend(&result.text, "  ", found.status().message(), "\n");
  }
  return result;
}

absl::Status KernelRegistry::NoKernel(const NodeProperties& node, absl::string_view device) const {
  const std::vector<KernelCandidate> candidates = Judge(node, device);
  const std::string label = KernelLabel(node.attrs);
  // A constraint that cannot be judged is the author's mistake and goes before the refusals.
  for (const KernelCandidate& candidate : candidates) {
    const KernelSpec& kernel = candidate.kernel->spec;
    if (kernel.device != device || kernel.label != label) continue;
    for (const AttrConstraint& constraint : kernel.constraints) {
      const absl::Status match = MatchConstraint(constraint, node.attrs);
      if (match.ok() || absl::IsNotFound(match)) continue;
      return absl::Status(
          match.code(),
          absl::StrCat(FormatNodeNameForError(node.name), " ", kernel.DebugString(), " (",
                       ShowLocation(candidate.kernel->location), "): ", match.message()));
    }
  }
  const std::string attrs = AttrSummary(node, candidates);
  return absl::NotFoundError(
      absl::StrCat(FormatNodeNameForError(node.name), " ", node.op_name, attrs.empty() ? "" : ", ",
                   attrs, ": no ", device, " kernel. ", RefusalSummary(candidates),
                   candidates.empty() ? "" : ". ", Advice(candidates, node)));
}

}  // namespace opgraft
