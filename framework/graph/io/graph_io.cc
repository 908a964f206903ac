// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The members of Graph and Node that read and write: from and to files, bytes and GraphDefs.
#include <utility>

#include "framework/files/input_file.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/graph_export.h"
#include "framework/graph/io/graph_file.h"
#include "framework/graph/io/parsed_graph.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

namespace {

absl::StatusOr<Graph> LoadBytes(absl::string_view contents, const ImportOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(ParsedGraph parsed, ParsedGraph::FromBytes(contents, options));
  return std::move(parsed).ImportOnce(options);
}

absl::StatusOr<Graph> LoadFile(const std::string& path, const ImportOptions& options) {
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(path));
  OPGRAFT_ASSIGN_OR_RETURN(ParsedGraph parsed, ParsedGraph::FromFile(&file, options));
  return std::move(parsed).ImportOnce(options);
}

}  // namespace

absl::StatusOr<Graph> Graph::Import(const GraphDef& def, const ImportOptions& options) {
  return GuardMemory([&] { return ImportAll(def, {}, options); });
}

absl::StatusOr<Graph> Graph::Import(const GraphDef& def) { return Import(def, ImportOptions()); }

absl::StatusOr<Graph> Graph::FromBytes(absl::string_view contents, const ImportOptions& options) {
  return GuardMemory([&] { return LoadBytes(contents, options); });
}

absl::StatusOr<Graph> Graph::FromFile(const std::string& path, const ImportOptions& options) {
  return GuardMemory([&] { return LoadFile(path, options); });
}

absl::StatusOr<Graph> Graph::FromFile(const std::string& path) {
  return FromFile(path, ImportOptions());
}

GraphDef Graph::ToGraphDef() const { return ExportGraph(*data_); }

absl::Status Graph::ToFile(const std::string& path) const {
  return GuardMemory([&] { return WriteGraphFile(ToGraphDef(), path); });
}

void Node::ToNodeDef(NodeDef* def) const { ExportNode(*graph_, id_, def); }

}  // namespace opgraft
