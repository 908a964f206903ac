// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/spec_table.h"

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/op/node_def_util.h"
#include "framework/op/op_def_compatibility.h"
#include "framework/op/op_def_validation.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/validate_node_def.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/util/field_comparator.h"
#include "google/protobuf/util/message_differencer.h"
#include "opgraft/proto/node_def.pb.h"
#include "opgraft/proto/op_def.pb.h"

namespace opgraft {
namespace {

using Json = nlohmann::json;

// "" for a pass, else why not.
using Verdict = std::string;

Json Get(const Json& object, const char* key) {
  return object.contains(key) ? object[key] : Json::array();
}

void ApplyFlag(const std::string& flag, OpDefBuilder* builder) {
  if (flag == "is_stateful") builder->SetIsStateful();
  if (flag == "is_commutative") builder->SetIsCommutative();
  if (flag == "is_aggregate") builder->SetIsAggregate();
  if (flag == "allows_uninitialized_input") builder->SetAllowsUninitializedInput();
  if (flag == "is_distributed_communication") builder->SetIsDistributedCommunication();
}

void ApplyCall(const std::string& call, const std::string& argument, OpDefBuilder* builder) {
  if (call == "doc") builder->Doc(argument);
  if (call == "any") builder->AllowAttrTypeAny();
  if (call == "shapefn")
    builder->SetShapeFn([](shape_inference::InferenceContext*) { return absl::OkStatus(); });
  if (call == "control_output") builder->ControlOutput(argument);
  if (call == "deprecated") {
    const std::pair<std::string, std::string> parts =
        absl::StrSplit(argument, absl::MaxSplits(':', 1));
    int version = 0;
    if (absl::SimpleAtoi(parts.first, &version)) builder->Deprecated(version, parts.second);
  }
}

template <typename Message>
Verdict ParseText(const std::string& text, Message* message) {
  return google::protobuf::TextFormat::ParseFromString(text, message)
             ? ""
             : "the case's own text does not parse: " + text;
}

Verdict CompareOpDef(const std::string& expected_text, OpDef actual) {
  OpDef expected;
  const Verdict parsed = ParseText(expected_text, &expected);
  if (!parsed.empty()) return parsed;
  // Full types come from C++ functions, not from specs.
  for (OpDef* op : {&expected, &actual}) {
    for (auto& arg : *op->mutable_output_arg()) arg.clear_experimental_full_type();
  }
  google::protobuf::util::DefaultFieldComparator comparator;
  comparator.set_treat_nan_as_equal(true);
  google::protobuf::util::MessageDifferencer differencer;
  differencer.set_field_comparator(&comparator);
  std::string differences;
  differencer.ReportDifferencesToString(&differences);
  return differencer.Compare(expected, actual) ? "" : "another OpDef: " + differences;
}

// Where Opgraft means to differ: it corrects the misspelt set word of TensorFlow's scanner.
bool IsMeantDifference(const Json& line) {
  return absl::StrContains(line.value("message", ""),
                           "Trouble parsing type string at 'realnumerictype");
}

Verdict CheckCode(const absl::Status& status, const Json& line, const char* key) {
  const int expected = line.value(key, static_cast<int>(status.code()));
  if (static_cast<int>(status.code()) == expected) return "";
  return absl::StrCat("code ", static_cast<int>(status.code()), ", not ", expected, ": ",
                      status.message());
}

Verdict RunSpec(const std::string& name, const Json& line) {
  OpRegistrationData data;
  const absl::Status status = BuilderOfSpec(name, line).Finalize(&data);
  const bool expect_ok = line.value("ok", true) || IsMeantDifference(line);
  if (status.ok() != expect_ok) {
    return status.ok() ? absl::StrCat("accepted, but TensorFlow says: ", line.value("message", ""))
                       : absl::StrCat("refused: ", status.message());
  }
  if (!status.ok()) return CheckCode(status, line, "code");
  Verdict verdict =
      IsMeantDifference(line) ? "" : CompareOpDef(line.value("op_def", ""), data.op_def);
  if (!verdict.empty()) return verdict;
  const absl::Status valid = ValidateOpDef(data.op_def);
  const bool expect_valid = line.value("valid", true);
  if (valid.ok() != expect_valid) {
    return valid.ok()
               ? absl::StrCat("valid, but TensorFlow says: ", line.value("validate_message", ""))
               : absl::StrCat("not valid: ", valid.message());
  }
  return valid.ok() ? "" : CheckCode(valid, line, "validate_code");
}

absl::Status MakeOp(const Json& spec, OpDef* op) {
  OpRegistrationData data;
  const absl::Status status = BuilderOfSpec("Test", spec).Finalize(&data);
  *op = data.op_def;
  return status;
}

Verdict CheckOutcome(const char* what, const absl::Status& status, bool expect_ok) {
  if (status.ok() == expect_ok) return "";
  return absl::StrCat(what, status.ok() ? " passed" : " failed: ", status.message());
}

Verdict RunCompat(const Json& line) {
  OpDef old_op, new_op;
  const absl::Status old_status = MakeOp(line.at("old"), &old_op),
                     new_status = MakeOp(line.at("new"), &new_op);
  if (!old_status.ok()) return std::string(old_status.message());
  if (!new_status.ok()) return std::string(new_status.message());
  Verdict verdict =
      CheckOutcome("OpDefCompatible", OpDefCompatible(old_op, new_op), line.at("compatible"));
  if (!verdict.empty()) return verdict;
  return CheckOutcome("OpDefAttrDefaultsUnchanged", OpDefAttrDefaultsUnchanged(old_op, new_op),
                      line.at("defaults_unchanged"));
}

Verdict CheckTypes(const NodeDef& node, const OpDef& op, const std::string& expected) {
  DataTypeVector inputs, outputs;
  const absl::Status status = InOutTypesForNode(node, op, &inputs, &outputs);
  const bool expect_ok = absl::StrContains(expected, "->");
  if (status.ok() != expect_ok)
    return absl::StrCat("types: expected ", expected, ", got ", status.ToString());
  const std::string actual =
      absl::StrCat(DataTypeVectorString(inputs), "->", DataTypeVectorString(outputs));
  return !expect_ok || actual == expected ? "" : absl::StrCat("types ", actual, ", not ", expected);
}

Verdict RunNode(const Json& line) {
  NodeDef node;
  OpDef op;
  Verdict verdict = ParseText(line.at("node"), &node);
  if (!verdict.empty()) return verdict;
  const std::string group = line.at("group");
  const bool syntax = group == "name" || group == "input" || group == "input_order";
  const absl::Status made = MakeOp(line.value("op", Json::object()), &op);
  if (!made.ok()) return std::string(made.message());
  const absl::Status status =
      syntax ? ValidateExternalNodeDefSyntax(node) : ValidateNodeDef(node, op);
  verdict = CheckOutcome("validation", status, line.at("valid"));
  if (verdict.empty() && line.contains("types")) verdict = CheckTypes(node, op, line["types"]);
  if (!verdict.empty() || !line.contains("summary")) return verdict;
  const std::string summary = SummarizeNodeDef(node);
  return summary == line["summary"]
             ? ""
             : absl::StrCat("summary ", summary, ", not ", line["summary"].get<std::string>());
}

}  // namespace

OpDefBuilder BuilderOfSpec(const std::string& op_name, const Json& line) {
  OpDefBuilder builder(op_name);
  for (const Json& attr : Get(line, "attrs")) builder.Attr(attr.get<std::string>());
  for (const Json& input : Get(line, "inputs")) builder.Input(input.get<std::string>());
  for (const Json& output : Get(line, "outputs")) builder.Output(output.get<std::string>());
  for (const Json& flag : Get(line, "flags")) ApplyFlag(flag.get<std::string>(), &builder);
  if (line.contains("deprecated")) {
    builder.Deprecated(line["deprecated"].value("version", 0),
                       line["deprecated"].value("explanation", ""));
  }
  for (const Json& call : Get(line, "calls")) ApplyCall(call.at(0), call.at(1), &builder);
  return builder;
}

CaseResult RunTableLine(const std::string& file_name, const Json& line) {
  CaseResult result;
  const std::string stem = file_name.substr(0, file_name.find('.'));
  const bool is_op = absl::StartsWith(stem, "op_specs");
  result.id = line.value(is_op ? "op" : "group", "");
  if (is_op) {
    result.why = RunSpec(line.at("op"), line);
  } else if (absl::StartsWith(stem, "spec_cases")) {
    result.why = RunSpec(line.value("name", "Test"), line);
  } else if (absl::StartsWith(stem, "compat_cases")) {
    result.why = RunCompat(line);
  } else if (absl::StartsWith(stem, "node_cases")) {
    result.why = RunNode(line);
  } else {
    result.why = absl::StrCat("no table of this name is known: ", file_name);
  }
  result.outcome = result.why.empty() ? CaseResult::kPass : CaseResult::kFail;
  return result;
}

}  // namespace opgraft
