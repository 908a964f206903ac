// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/text_graph.h"

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "absl/strings/match.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/tokenizer.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/text_format.h"
#include "google/protobuf/wire_format_lite.h"

namespace opgraft {
namespace {

using google::protobuf::internal::WireFormatLite;

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

// The contents of all length-delimited fields `number` of a serialized message.
std::vector<std::string> FieldsOf(const std::string& bytes, int number) {
  std::vector<std::string> found;
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  while (const uint32_t tag = in.ReadTag()) {
    uint32_t size = 0;
    std::string field;
    if (WireFormatLite::GetTagFieldNumber(tag) == number &&
        WireFormatLite::GetTagWireType(tag) == WireFormatLite::WIRETYPE_LENGTH_DELIMITED) {
      if (!in.ReadVarint32(&size) || !in.ReadString(&field, static_cast<int>(size))) break;
      found.push_back(field);
    } else if (!WireFormatLite::SkipField(&in, tag)) {
      break;
    }
  }
  return found;
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

}  // namespace

bool ReadTextGraph(const std::string& path, GraphDef* graph) {
  const std::string text = ReadAll(path);
  return !text.empty() && ParseText(text, graph);
}

std::set<std::string> MissingOps(const std::string& path, const OpRegistry& registry) {
  std::set<std::string> used;
  GraphDef graph;
  if (std::filesystem::is_directory(path)) {
    // SavedModel.meta_graphs = 2, MetaGraphDef.graph_def = 2.
    for (const std::string& meta : FieldsOf(ReadAll(path + "/saved_model.pb"), 2)) {
      for (const std::string& def : FieldsOf(meta, 2)) {
        if (graph.ParseFromString(def)) AddOps(graph, &used);
      }
    }
  } else if (absl::EndsWith(path, ".xml")) {
    AddLayerTypes(ReadAll(path), &used);
  } else if (absl::EndsWith(path, ".pbtxt") ? ReadTextGraph(path, &graph)
                                            : graph.ParseFromString(ReadAll(path))) {
    AddOps(graph, &used);
  }
  std::set<std::string> missing;
  for (const std::string& op : used) {
    if (registry.Find(op) == nullptr) missing.insert(op);
  }
  return missing;
}

}  // namespace opgraft
