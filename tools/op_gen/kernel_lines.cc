// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/kernel_lines.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace opgraft_internal {
namespace {

KernelLine LineOf(const KernelSpec& spec) {
  KernelLine line;
  line.head = spec.device;
  if (!spec.label.empty()) absl::StrAppend(&line.head, " label=", spec.label);
  if (spec.priority != 0) absl::StrAppend(&line.head, " priority=", spec.priority);
  for (const AttrConstraint& constraint : spec.constraints) {
    if (line.attr.empty() && !constraint.types.empty()) {
      line.attr = constraint.attr;
      line.types = constraint.types;
    } else {
      absl::StrAppend(&line.rest, "  ", constraint.DebugString());
    }
  }
  return line;
}

std::string Names(const std::vector<DataType>& types) {
  return absl::StrJoin(types, " ", [](std::string* out, DataType type) {
    absl::StrAppend(out, DataTypeString(type));
  });
}

// "int32 string"; each once.
std::string TypesOf(const google::protobuf::RepeatedPtrField<OpDef::ArgDef>& args) {
  std::vector<DataType> types;
  for (const OpDef::ArgDef& arg : args) {
    if (std::find(types.begin(), types.end(), arg.type()) == types.end())
      types.push_back(arg.type());
  }
  return Names(types);
}

bool IsOfTypes(const OpDef::AttrDef& attr) {
  return attr.type() == "type" || attr.type() == "list(type)";
}

}  // namespace

std::string DTypesOf(const KernelLine& line, const OpDef& op) {
  if (!line.attr.empty()) return absl::StrCat(line.attr, ": ", Names(line.types));
  std::vector<std::string> allowed;
  bool any_only = true;
  for (const OpDef::AttrDef& attr : op.attr()) {
    if (!IsOfTypes(attr)) continue;
    std::vector<DataType> types;
    for (int type : attr.allowed_values().list().type())
      types.push_back(static_cast<DataType>(type));
    any_only = any_only && types.empty();
    allowed.push_back(absl::StrCat(attr.name(), ": ", types.empty() ? "any" : Names(types)));
  }
  if (!allowed.empty()) return any_only ? "any dtype" : absl::StrJoin(allowed, ", ");
  const std::string inputs = TypesOf(op.input_arg()), outputs = TypesOf(op.output_arg());
  if (inputs.empty() || outputs.empty() || inputs == outputs)
    return inputs.empty() ? outputs : inputs;
  return absl::StrCat(inputs, " -> ", outputs);
}

std::vector<KernelLine> KernelLines(absl::Span<const KernelRegistration* const> kernels) {
  std::vector<KernelLine> lines;
  for (const KernelRegistration* kernel : kernels) {
    KernelLine line = LineOf(kernel->spec);
    auto same = std::find_if(lines.begin(), lines.end(), [&](const KernelLine& l) {
      return l.head == line.head && l.attr == line.attr && l.rest == line.rest;
    });
    if (same == lines.end()) {
      lines.push_back(std::move(line));
    } else {
      same->types.insert(same->types.end(), line.types.begin(), line.types.end());
    }
  }
  return lines;
}

}  // namespace opgraft_internal
