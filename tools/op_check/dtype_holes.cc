// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/dtype_holes.h"

#include <algorithm>
#include <map>
#include <set>

#include "absl/strings/str_cat.h"
#include "framework/op/op_def_util.h"
#include "tools/op_check/tensorflow_ops.h"

namespace opgraft_internal {
namespace {

using Types = std::set<DataType>;

// Equal for ops that are used alike: the file, and the types of inputs and outputs.
std::string FamilyOf(const OpRegistrationData& op) {
  std::string family = op.location.file == nullptr ? "" : op.location.file;
  for (const OpDef::ArgDef& arg : op.op_def.input_arg())
    absl::StrAppend(&family, "|", SummarizeArgType(arg));
  for (const OpDef::ArgDef& arg : op.op_def.output_arg())
    absl::StrAppend(&family, ">", SummarizeArgType(arg));
  return family;
}

Types Allowed(const OpDef::AttrDef& attr) {
  Types types;
  for (int type : attr.allowed_values().list().type()) types.insert(static_cast<DataType>(type));
  return types;
}

// True for a dtype of one of TensorFlow's own ops for which TensorFlow has no kernel either: its
// OpDefs allow more than there is.
bool LacksInTensorFlow(const std::string& op, const std::string& attr, DataType type) {
  const TensorFlowOp* const theirs = FindTensorFlowOp(op);
  if (theirs == nullptr) return false;
  const auto found = theirs->dtypes.find(attr);
  return found != theirs->dtypes.end() && found->second.count(type) == 0;
}

// What one op lacks for one attr, and the relative that has the most of it.
DTypeHole HoleOf(const OpRegistrationData& op, const OpDef::AttrDef& attr,
                 const std::vector<const OpRegistrationData*>& family,
                 const KernelRegistry& registry) {
  DTypeHole hole{&op, attr.name(), {}, nullptr};
  const Types own = TypesWithKernel(op, attr, registry);
  Types missing;
  for (DataType type : Allowed(attr)) {
    if (own.count(type) == 0 && !LacksInTensorFlow(op.op_def.name(), attr.name(), type))
      missing.insert(type);
  }
  for (const OpRegistrationData* other : family) {
    const OpDef::AttrDef* same = other == &op ? nullptr : FindAttr(attr.name(), other->op_def);
    if (same == nullptr || same->type() != "type") continue;
    const Types theirs = TypesWithKernel(*other, *same, registry);
    std::vector<DataType> types;
    std::set_intersection(missing.begin(), missing.end(), theirs.begin(), theirs.end(),
                          std::back_inserter(types));
    if (types.size() <= hole.types.size()) continue;
    hole.types = std::move(types);
    hole.relative = other;
  }
  return hole;
}

}  // namespace

Types TypesWithKernel(const OpRegistrationData& op, const OpDef::AttrDef& attr,
                      const KernelRegistry& registry) {
  Types types;
  for (const KernelRegistration* kernel : registry.KernelsOf(op.op_def.name())) {
    const auto& constraints = kernel->spec.constraints;
    const auto found = std::find_if(
        constraints.begin(), constraints.end(),
        [&](const AttrConstraint& constraint) { return constraint.attr == attr.name(); });
    if (found == constraints.end()) return Allowed(attr);
    types.insert(found->types.begin(), found->types.end());
  }
  return types;
}

std::vector<DTypeHole> FindDTypeHoles(absl::Span<const OpRegistrationData* const> ops,
                                      const KernelRegistry& registry) {
  std::map<std::string, std::vector<const OpRegistrationData*>> families;
  for (const OpRegistrationData* op : ops) families[FamilyOf(*op)].push_back(op);
  std::vector<DTypeHole> holes;
  for (const OpRegistrationData* op : ops) {
    if (registry.KernelsOf(op->op_def.name()).empty()) continue;
    for (const OpDef::AttrDef& attr : op->op_def.attr()) {
      if (attr.type() != "type" || !attr.has_allowed_values()) continue;
      DTypeHole hole = HoleOf(*op, attr, families[FamilyOf(*op)], registry);
      if (hole.relative != nullptr) holes.push_back(std::move(hole));
    }
  }
  return holes;
}

}  // namespace opgraft_internal
