// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/case_compare.h"

#include <map>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "google/protobuf/util/message_differencer.h"
#include "opgraft/proto/graph.pb.h"
#include "tests/conformance/text_graph.h"

namespace opgraft {
namespace {

using nlohmann::json;

// "?", "2..5", "2..", "..5" or a number.
DimRange ParseDim(const json& dim) {
  if (dim.is_number()) return DimRange(dim.get<int64_t>());
  const std::string text = dim.get<std::string>();
  const std::vector<std::string> ends = absl::StrSplit(text, "..");
  int64_t min = 0;
  int64_t max = DimRange::kUnbounded;
  if (ends.size() != 2) return DimRange();
  if (!absl::SimpleAtoi(ends[0], &min)) min = 0;
  if (!absl::SimpleAtoi(ends[1], &max)) max = DimRange::kUnbounded;
  return DimRange(min, max);
}

// Control inputs last and as a set; without the full types that TensorFlow's type constructors add.
void Normalise(NodeDef* node) {
  node->clear_experimental_type();
  std::vector<std::string> data;
  std::set<std::string> control;
  for (const std::string& input : node->input()) {
    if (absl::StartsWith(input, "^")) {
      control.insert(input);
    } else {
      data.push_back(absl::EndsWith(input, ":0") ? input.substr(0, input.size() - 2) : input);
    }
  }
  node->clear_input();
  for (const std::string& input : data) node->add_input(input);
  for (const std::string& input : control) node->add_input(input);
}

std::string CompareMessages(const google::protobuf::Message& got,
                            const google::protobuf::Message& expected) {
  google::protobuf::util::MessageDifferencer differencer;
  differencer.set_float_comparison(google::protobuf::util::MessageDifferencer::EXACT);
  std::string report;
  differencer.ReportDifferencesToString(&report);
  return differencer.Compare(expected, got) ? "" : report;
}

template <typename Item, typename NameOf>
std::map<std::string, Item> ByName(const google::protobuf::RepeatedPtrField<Item>& items,
                                   NameOf name_of) {
  std::map<std::string, Item> result;
  for (const Item& item : items) result[name_of(item)] = item;
  return result;
}

template <typename Item>
std::string CompareMaps(const std::map<std::string, Item>& got,
                        const std::map<std::string, Item>& expected, const char* what) {
  for (const auto& [name, item] : expected) {
    auto it = got.find(name);
    if (it == got.end()) return absl::StrCat("export lacks ", what, " '", name, "'");
    std::string difference = CompareMessages(it->second, item);
    if (!difference.empty()) return absl::StrCat("export: ", what, " '", name, "': ", difference);
  }
  for (const auto& [name, item] : got) {
    if (expected.count(name) == 0)
      return absl::StrCat("export has ", what, " '", name, "', which is not expected");
  }
  return "";
}

}  // namespace

std::string CompareError(const absl::Status& status, const json& error) {
  if (error.contains("code") && error["code"] != absl::StatusCodeToString(status.code())) {
    return absl::StrCat("code ", absl::StatusCodeToString(status.code()), ", expected ",
                        error["code"].get<std::string>(), "; message: ", status.message());
  }
  for (const json& word : error.value("contains", json::array())) {
    if (!absl::StrContains(status.message(), word.get<std::string>())) {
      return absl::StrCat("the message lacks '", word.get<std::string>(), "': ", status.message());
    }
  }
  return "";
}

std::string ComparePort(DataType type, const PartialTensorShape& shape, const json& port) {
  const std::string name = port["name"].get<std::string>();
  const std::string expected_type = port["type"].get<std::string>();
  if (expected_type != "dynamic" && expected_type != "invalid" &&
      expected_type != DataTypeString(type)) {
    return absl::StrCat("'", name, "' is ", DataTypeString(type), ", expected ", expected_type);
  }
  const json& dims = port["shape"];
  if (dims.is_string()) return "";
  const std::string mismatch =
      absl::StrCat("'", name, "' has shape ", shape.DebugString(), ", expected ", dims.dump());
  if (shape.unknown_rank() || shape.dims() != static_cast<int>(dims.size())) return mismatch;
  for (int d = 0; d < shape.dims(); ++d) {
    if (!ParseDim(dims[d]).Contains(shape.dim(d))) return mismatch;
  }
  return "";
}

bool MayFit(const PartialTensorShape& shape, const json& port) {
  const json& dims = port["shape"];
  if (dims.is_string() || shape.unknown_rank()) return true;
  if (shape.dims() != static_cast<int>(dims.size())) return false;
  for (int d = 0; d < shape.dims(); ++d) {
    if (!ParseDim(dims[d]).Intersects(shape.dim(d))) return false;
  }
  return true;
}

std::string CompareExport(const Graph& graph, const std::string& path) {
  GraphDef expected;
  if (!ReadTextGraph(path, &expected)) return absl::StrCat("cannot read ", path);
  GraphDef got = graph.ToGraphDef();
  for (GraphDef* def : {&got, &expected}) {
    for (NodeDef& node : *def->mutable_node()) Normalise(&node);
  }
  auto node_name = [](const NodeDef& node) { return node.name(); };
  auto function_name = [](const FunctionDef& function) { return function.signature().name(); };
  std::string why =
      CompareMaps(ByName(got.node(), node_name), ByName(expected.node(), node_name), "node");
  if (!why.empty()) return why;
  return CompareMaps(ByName(got.library().function(), function_name),
                     ByName(expected.library().function(), function_name), "function");
}

}  // namespace opgraft
