// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/node_types.h"

#include <algorithm>
#include <utility>

#include "framework/op/arg_types.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

// Of one op. More are not looked for: each look costs as many comparisons.
constexpr size_t kMaxKnown = 16;

bool HaveEqualRuns(const std::vector<ArgRange>& a, const std::vector<ArgRange>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const ArgRange& x, const ArgRange& y) {
                      return x.limit == y.limit && x.is_list == y.is_list && x.name == y.name;
                    });
}

bool AreEqual(const NodeTypes& a, const NodeTypes& b) {
  return a.inputs == b.inputs && a.outputs == b.outputs &&
         HaveEqualRuns(a.input_args, b.input_args) && HaveEqualRuns(a.output_args, b.output_args);
}

}  // namespace

absl::StatusOr<NodeTypes> MakeNodeTypes(const OpDef& op, const NodeAttrs& attrs) {
  const auto find = [&attrs](absl::string_view name) { return attrs.Find(name); };
  ArgTypes inputs, outputs;
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(op.input_arg(), find, &inputs));
  OPGRAFT_RETURN_IF_ERROR(ExpandArgs(op.output_arg(), find, &outputs));
  return NodeTypes{std::move(inputs.types), std::move(outputs.types), std::move(inputs.args),
                   std::move(outputs.args)};
}

std::shared_ptr<const NodeTypes> SharedNodeTypes::Share(const OpRegistrationData* op,
                                                        NodeTypes types) {
  std::vector<std::shared_ptr<const NodeTypes>>& known = known_[op->is_function_op ? nullptr : op];
  for (const auto& other : known) {
    if (AreEqual(*other, types)) return other;
  }
  auto shared = std::make_shared<const NodeTypes>(std::move(types));
  if (known.size() < kMaxKnown) known.push_back(shared);
  return shared;
}

}  // namespace opgraft_internal
