// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The members of Graph and Node that read and write: from and to files, bytes and GraphDefs.
#include "absl/strings/str_cat.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/graph_export.h"
#include "framework/graph/io/graph_file.h"
#include "framework/graph/io/import_into.h"
#include "framework/graph/io/large_contents.h"
#include "framework/graph/io/mapped_file.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/arena.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

namespace {

void Tell(const ImportOptions& options, absl::string_view phase) {
  if (options.progress != nullptr) options.progress(phase, 0);
}

absl::Status InFile(const std::string& path, const absl::Status& status) {
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

absl::StatusOr<Graph> ImportAll(const GraphDef& def, const LargeContents& contents,
                                const ImportOptions& options) {
  ImportGraphDefOptions all;
  static_cast<ImportOptions&>(all) = options;
  Graph graph(options.registry != nullptr ? options.registry : KernelRegistry::Global());
  OPGRAFT_RETURN_IF_ERROR(ImportInto(all, def, &contents, &graph, nullptr));
  return graph;
}

absl::StatusOr<Graph> LoadBytes(absl::string_view contents, const ImportOptions& options) {
  google::protobuf::Arena arena;
  auto* def = google::protobuf::Arena::CreateMessage<GraphDef>(&arena);
  Tell(options, "parsing");
  OPGRAFT_RETURN_IF_ERROR(ParseGraphDef(contents, options.limits, def));
  return ImportAll(*def, {}, options);
}

// A smaller file is read: its constants are as good copied.
constexpr size_t kLeastMappedBytes = 1 << 20;

// Parses a file. The contents of large constants stay in it if it can be mapped. Errors name the
// file.
absl::Status ParseFile(const std::string& path, const ImportOptions& options, GraphDef* def,
                       LargeContents* contents) {
  Tell(options, "reading");
  const int64_t max_bytes = options.limits.max_file_bytes;
  const auto mapped = options.map_constants ? MappedFile::Open(path, max_bytes) : nullptr;
  if (mapped != nullptr && mapped->bytes().size() >= kLeastMappedBytes &&
      !LooksLikeText(mapped->bytes())) {
    Tell(options, "parsing");
    SplitGraphDef split = SplitLargeContents(mapped->bytes(), mapped);
    *contents = std::move(split.contents);
    const absl::string_view parsed = contents->empty() ? mapped->bytes() : split.bytes;
    return InFile(path, ParseGraphDef(parsed, options.limits, def));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, ReadFileBytes(path, max_bytes));
  Tell(options, "parsing");
  return InFile(path, ParseGraphDef(bytes, options.limits, def));
}

absl::StatusOr<Graph> LoadFile(const std::string& path, const ImportOptions& options) {
  google::protobuf::Arena arena;
  auto* def = google::protobuf::Arena::CreateMessage<GraphDef>(&arena);
  LargeContents contents;
  OPGRAFT_RETURN_IF_ERROR(ParseFile(path, options, def, &contents));
  return ImportAll(*def, contents, options);
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
