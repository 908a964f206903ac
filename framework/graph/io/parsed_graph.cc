// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parsed_graph.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_file.h"
#include "framework/graph/io/import_into.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {
namespace {

// A smaller file is read: its constants are as good copied.
constexpr int64_t kLeastMappedBytes = 1 << 20;

void Tell(const ImportOptions& options, absl::string_view phase) {
  if (options.progress != nullptr) options.progress(phase, 0);
}

}  // namespace

ParsedGraph::ParsedGraph()
    : arena_(std::make_unique<google::protobuf::Arena>()),
      def_(google::protobuf::Arena::CreateMessage<GraphDef>(arena_.get())) {}

absl::StatusOr<ParsedGraph> ParsedGraph::FromFile(InputFile* file, const ImportOptions& options) {
  ParsedGraph parsed;
  OPGRAFT_RETURN_IF_ERROR(parsed.Parse(file, options));
  return parsed;
}

absl::Status ParsedGraph::Parse(InputFile* file, const ImportOptions& options) {
  Tell(options, "reading");
  const ImportLimits& limits = options.limits;
  auto mapped =
      options.map_constants ? file->Map(kLeastMappedBytes, limits.max_file_bytes) : nullptr;
  if (mapped != nullptr && LooksLikeText(mapped->bytes())) mapped = nullptr;
  SplitGraphDef split;
  std::string read;
  absl::string_view bytes;
  if (mapped != nullptr) {
    split = SplitLargeContents(mapped->bytes(), mapped);
    bytes = split.contents.empty() ? mapped->bytes() : split.bytes;
    contents_ = std::move(split.contents);
  } else {
    OPGRAFT_ASSIGN_OR_RETURN(
        read, file->ReadAll({limits.max_file_bytes, "ImportLimits::max_file_bytes"}));
    bytes = read;
  }
  Tell(options, "parsing");
  const absl::Status status = ParseGraphDef(bytes, limits, def_);
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(file->path(), ": ", status.message()));
}

absl::StatusOr<Graph> ParsedGraph::Import(const ImportOptions& options) const {
  return ImportAll(*def_, contents_, options);
}

absl::StatusOr<Graph> ImportAll(const GraphDef& def, const LargeContents& contents,
                                const ImportOptions& options) {
  ImportGraphDefOptions all;
  static_cast<ImportOptions&>(all) = options;
  Graph graph(options.registry != nullptr ? options.registry : KernelRegistry::Global());
  OPGRAFT_RETURN_IF_ERROR(ImportInto(all, def, &contents, &graph, nullptr));
  return graph;
}

}  // namespace opgraft_internal
