// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/text_graph.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "absl/strings/match.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "saved_model/reachable.h"
#include "saved_model/saved_model_file.h"

namespace opgraft {
namespace {

// Keeps parse errors of hostile files off the screen.
class Silent : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int, google::protobuf::io::ColumnNumber, const std::string&) override {}
};

std::string ReadAll(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

bool ParseText(const std::string& text, GraphDef* graph) {
  Silent silent;
  google::protobuf::TextFormat::Parser parser;
  parser.RecordErrorsTo(&silent);
  parser.SetRecursionLimit(1000);
  return parser.ParseFromString(text, graph);
}

void AddOps(const GraphDef& graph, std::set<std::string>* ops) {
  std::set<std::string> functions;
  for (const FunctionDef& function : graph.library().function())
    functions.insert(function.signature().name());
  auto add = [&](const NodeDef& node) {
    if (!node.op().empty() && functions.count(node.op()) == 0) ops->insert(node.op());
  };
  for (const NodeDef& node : graph.node()) add(node);
  for (const FunctionDef& function : graph.library().function()) {
    for (const NodeDef& node : function.node_def()) add(node);
  }
}

void AddLayerTypes(const std::string& xml, std::set<std::string>* ops) {
  static const std::regex layer("<layer\\b[^>]*\\btype=\"([^\"]*)\"");
  for (std::sregex_iterator it(xml.begin(), xml.end(), layer), end; it != end; ++it)
    ops->insert((*it)[1]);
}

// What the signatures of these names (none: all), the initializer and the restore function begin
// at.
std::vector<std::string> RootsOf(const SavedModelFile& file,
                                 const std::vector<std::string>& signatures) {
  std::vector<std::string> roots = {file.init_op, file.restore_op};
  for (const auto& [name, signature] : file.signatures) {
    const bool is_meant = signatures.empty() ||
                          std::find(signatures.begin(), signatures.end(), name) != signatures.end();
    if (!is_meant) continue;
    for (const auto& output : signature.outputs) roots.push_back(output.second);
  }
  return roots;
}

}  // namespace

bool ReadTextGraph(const std::string& path, GraphDef* graph) {
  const std::string text = ReadAll(path);
  return !text.empty() && ParseText(text, graph);
}

std::set<std::string> MissingOps(const std::string& path, const std::vector<std::string>& names,
                                 const OpRegistry& registry) {
  std::set<std::string> used;
  GraphDef graph;
  if (IsSavedModel(path)) {
    const absl::StatusOr<SavedModelFile> file = ReadSavedModel(path, {"serve"}, {});
    if (file.ok()) AddOps(ReachableFrom(file->graph, RootsOf(*file, names)), &used);
  } else if (absl::EndsWith(path, ".xml")) {
    AddLayerTypes(ReadAll(path), &used);
  } else if (absl::EndsWith(path, ".pbtxt") ? ReadTextGraph(path, &graph)
                                            : graph.ParseFromString(ReadAll(path))) {
    AddOps(names.empty() ? graph : ReachableFrom(graph, names), &used);
  }
  std::set<std::string> missing;
  for (const std::string& op : used) {
    if (registry.Find(op) == nullptr) missing.insert(op);
  }
  return missing;
}

}  // namespace opgraft
