// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/node_properties.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/op/summarize_attr_value.h"
#include "framework/op/summarize_node.h"

namespace opgraft {
namespace {

std::string NameIn(const std::vector<ArgRange>& args, int index) {
  for (const ArgRange& arg : args) {
    if (index < arg.start || index >= arg.limit) continue;
    return arg.is_list ? absl::StrCat(arg.name, "[", index - arg.start, "]") : arg.name;
  }
  return "";
}

}  // namespace

std::string NodeProperties::Summary(int max_inputs) const {
  NodeSummaryParts parts{name, op_name, device, {}, {inputs.begin(), inputs.end()}};
  std::vector<std::shared_ptr<const AttrValue>> values;
  for (const NodeAttrs::Entry& entry : attrs.entries()) {
    values.push_back(attrs.WholeValue(entry, kMaxSummarizedBytes));
    parts.attrs.emplace_back(entry.first, values.back().get());
  }
  return SummarizeNode(std::move(parts), max_inputs);
}

std::string NodeProperties::InputName(int index) const { return NameIn(input_args, index); }
std::string NodeProperties::OutputName(int index) const { return NameIn(output_args, index); }

}  // namespace opgraft
