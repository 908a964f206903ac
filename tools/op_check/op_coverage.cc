// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/op_coverage.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/renamed_ops.h"
#include "framework/kernel/registration_warnings.h"
#include "framework/op/op_def_util.h"
#include "framework/op/op_registry.h"
#include "openvino/layer_types.h"
#include "opgraft/proto/node_def.pb.h"
#include "tools/op_check/dtype_holes.h"
#include "tools/op_check/tensorflow_ops.h"

namespace opgraft_internal {
namespace {

using Types = std::set<DataType>;

class Comparison {
 public:
  explicit Comparison(const KernelRegistry& registry) : registry_(registry) {}

  // The op of this name in files; null, and noted, if it is not here.
  const OpRegistrationData* Find(absl::string_view name) {
    NodeDef node;
    node.set_op(std::string(name));
    const OpRegistrationData* const op = registry_.ops().Find(OpNameHere(node));
    if (op != nullptr) {
      coverage_.here.emplace_back(name);
    } else if (const absl::string_view reason = WhyLeftOut(name); !reason.empty()) {
      coverage_.left_out[std::string(reason)].emplace_back(name);
    } else {
      coverage_.missing.emplace_back(name);
    }
    return op;
  }

  // Notes those of `types` that no kernel of the op takes for the attr.
  void CompareTypes(const OpRegistrationData& op, absl::string_view attr_name, const Types& types) {
    const OpDef::AttrDef* const attr = FindAttr(attr_name, op.op_def);
    if (attr == nullptr || attr->type() != "type" || !NeedsKernel(op.role)) return;
    const Types here = TypesWithKernel(op, *attr, registry_);
    const bool takes_any = here.empty() && !registry_.KernelsOf(op.op_def.name()).empty();
    if (takes_any) return;
    LackingDTypes lacking{op.op_def.name(), std::string(attr_name), {}};
    std::set_difference(types.begin(), types.end(), here.begin(), here.end(),
                        std::back_inserter(lacking.types));
    if (!lacking.types.empty()) coverage_.lacking.push_back(std::move(lacking));
  }

  OpCoverage coverage_;

 private:
  const KernelRegistry& registry_;
};

// What nodes of the op may have: what its type attr allows, but of TensorFlow's own ops no more
// than TensorFlow has kernels for.
Types UsableTypes(const std::string& op, const OpDef::AttrDef& attr) {
  Types types;
  for (int type : attr.allowed_values().list().type()) types.insert(static_cast<DataType>(type));
  const TensorFlowOp* const theirs = FindTensorFlowOp(op);
  if (theirs == nullptr || theirs->dtypes.count(attr.name()) == 0) return types;
  const Types& with_kernel = theirs->dtypes.at(attr.name());
  Types usable;
  std::set_intersection(types.begin(), types.end(), with_kernel.begin(), with_kernel.end(),
                        std::inserter(usable, usable.end()));
  return usable;
}

}  // namespace

std::string LackingDTypes::Line() const {
  std::string line = absl::StrCat(op, " ", attr, ":");
  for (DataType type : types) absl::StrAppend(&line, " ", DataTypeString(type));
  return line;
}

OpCoverage CompareWithTensorFlow(const KernelRegistry& registry) {
  Comparison comparison(registry);
  for (const TensorFlowOp& theirs : TensorFlowOps()) {
    if (!theirs.has_kernel) continue;
    const OpRegistrationData* const op = comparison.Find(theirs.name);
    if (op == nullptr) continue;
    for (const auto& [attr, types] : theirs.dtypes) comparison.CompareTypes(*op, attr, types);
  }
  return std::move(comparison.coverage_);
}

OpCoverage CompareWithOpenVino(const KernelRegistry& registry) {
  OpCoverage coverage;
  for (const absl::string_view layer : OpenVinoLayers()) {
    const absl::string_view reason = WhyLeftOut(absl::StrCat(kOpenVinoOps, layer));
    if (HasLayerType(layer, registry.ops())) {
      coverage.here.emplace_back(layer);
    } else if (!reason.empty()) {
      coverage.left_out[std::string(reason)].emplace_back(layer);
    } else {
      coverage.missing.emplace_back(layer);
    }
  }
  return coverage;
}

OpCoverage CompareWithOpList(const OpList& ops, const KernelRegistry& registry) {
  Comparison comparison(registry);
  OpList known;
  for (const OpDef& theirs : ops.op()) {
    const OpRegistrationData* const op = comparison.Find(theirs.name());
    if (op == nullptr) continue;
    *known.add_op() = theirs;
    known.mutable_op(known.op_size() - 1)->set_name(op->op_def.name());
    for (const OpDef::AttrDef& attr : theirs.attr())
      comparison.CompareTypes(*op, attr.name(), UsableTypes(theirs.name(), attr));
  }
  comparison.coverage_.different =
      CompareOpLists(known, registry.ops().Export(/*include_internal=*/true));
  return std::move(comparison.coverage_);
}

}  // namespace opgraft_internal
