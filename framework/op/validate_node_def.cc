// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/validate_node_def.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/op/attr_value_check.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_util.h"
#include "framework/op/spec_scanner.h"

namespace opgraft_internal {
namespace {

bool IsNameStart(char c) { return IsLetter(c) || IsDigit(c) || c == '.'; }
bool IsNamePart(char c) { return IsWordChar(c) || c == '.' || c == '-' || c == '/'; }
bool IsControl(absl::string_view input) { return absl::StartsWith(input, "^"); }

bool TakePart(SpecScanner* in) { return !in->TakeWord(IsNameStart, IsNamePart).empty(); }

bool TakePort(SpecScanner* in) { return in->Consume("0") || !in->TakeWhile(IsDigit).empty(); }

absl::Status CheckNames(const NodeDef& node) {
  if (!IsValidNodeName(node.name()))
    return absl::InvalidArgumentError(absl::StrCat("Illegal op name '", node.name(), "'"));
  bool after_control = false;
  for (const std::string& input : node.input()) {
    const bool control = IsControl(input);
    if (!(control ? IsValidControlInputName(input) : IsValidDataInputName(input))) {
      return absl::InvalidArgumentError(absl::StrCat("Illegal op input name '", input, "'"));
    }
    if (after_control && !control) {
      return absl::InvalidArgumentError("All control inputs must follow all data inputs");
    }
    after_control = control;
  }
  return absl::OkStatus();
}

// Counts the data inputs; adds what is wrong with the order.
int CountDataInputs(const NodeDef& node, std::vector<std::string>* problems) {
  int data_inputs = 0;
  bool after_control = false;
  for (const std::string& input : node.input()) {
    if (!IsControl(input)) {
      ++data_inputs;
      if (after_control)
        problems->push_back(absl::StrCat("Non-control input '", input, "' after control input"));
      continue;
    }
    after_control = true;
    if (absl::StrContains(input, ':'))
      problems->push_back(absl::StrCat("Control input '", input, "' must not have ':'"));
  }
  return data_inputs;
}

// "float, int32"; of many types only the first ones.
std::string TypesText(const DataTypeVector& types) {
  constexpr size_t kMaxShown = 20;
  const DataTypeSlice shown = DataTypeSlice(types).subspan(0, kMaxShown);
  return absl::StrCat(DataTypeSliceString(shown),
                      types.size() > kMaxShown ? absl::StrCat(", ... (", types.size(), ")") : "");
}

void CheckInputCount(const NodeDef& node, const OpDef& op, int data_inputs,
                     std::vector<std::string>* problems) {
  DataTypeVector inputs, outputs;
  const absl::Status status = InOutTypesForNode(node, op, &inputs, &outputs);
  if (!status.ok()) {
    problems->push_back(std::string(status.message().substr(0, status.message().find('\n'))));
  } else if (static_cast<int>(inputs.size()) != data_inputs) {
    problems->push_back(absl::StrCat("NodeDef expected inputs '", TypesText(inputs),
                                     "' do not match ", data_inputs, " inputs specified"));
  }
}

}  // namespace

bool IsValidNodeName(absl::string_view name, bool allow_internal) {
  if (name.empty()) return false;
  if (!IsNameStart(name[0]) && !(allow_internal && name[0] == '_')) return false;
  for (size_t i = 1; i < name.size(); ++i) {
    if (IsNamePart(name[i])) continue;
    const bool starts_part = name[i] == '>' && i + 1 < name.size() && IsNameStart(name[i + 1]);
    if (!starts_part) return false;
  }
  return true;
}

bool IsValidDataInputName(absl::string_view name) {
  SpecScanner in(name);
  if (!TakePart(&in)) return false;
  while (!in.at_end()) {
    const bool ok = in.Consume(":") ? TakePort(&in) : in.Consume(">") && TakePart(&in);
    if (!ok) return false;
  }
  return true;
}

bool IsValidControlInputName(absl::string_view name) {
  return IsControl(name) && IsValidNodeName(name.substr(1));
}

absl::Status ValidateExternalNodeDefSyntax(const NodeDef& node) {
  const absl::Status status = CheckNames(node);
  return status.ok() ? status : AttachDef(status, node);
}

std::vector<std::string> FindAttrProblems(const NodeDef& node, const OpDef& op) {
  std::vector<std::pair<absl::string_view, std::string>> found;
  for (const OpDef::AttrDef& attr : op.attr()) {
    const AttrValue* value = FindAttrValueIn(node, attr.name());
    if (value == nullptr) {
      found.emplace_back(attr.name(),
                         absl::StrCat("NodeDef missing attr '", attr.name(), "'; ", op.name(),
                                      " needs ", attr.name(), ": ", SummarizeAttrDef(attr)));
    } else if (value->placeholder().empty()) {
      const absl::Status status = ValidateAttrValue(*value, attr);
      if (!status.ok()) found.emplace_back(attr.name(), status.message());
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<std::string> problems;
  for (auto& [name, message] : found) problems.push_back(std::move(message));
  return problems;
}

absl::Status ValidateNodeDef(const NodeDef& node, const OpDef& op) {
  std::vector<std::string> problems;
  if (node.op() != op.name()) {
    problems.push_back(
        absl::StrCat("NodeDef op '", node.op(), "' does not match ", SummarizeOpDef(op)));
  } else {
    const int data_inputs = CountDataInputs(node, &problems);
    std::vector<std::string> attr_problems = FindAttrProblems(node, op);
    if (attr_problems.empty()) {
      CheckInputCount(node, op, data_inputs, &problems);
    }
    std::move(attr_problems.begin(), attr_problems.end(), std::back_inserter(problems));
  }
  if (problems.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(absl::StrJoin(problems, "; "), "; NodeDef: ",
                                                 FormatNodeForError(node), " (", node.op(), ")"));
}

}  // namespace opgraft_internal
