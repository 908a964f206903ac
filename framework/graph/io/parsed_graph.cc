// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/io/parsed_graph.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/graph/io/graph_file.h"
#include "framework/graph/io/import_into.h"
#include "framework/graph/io/import_progress.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft_internal {
namespace {

// A smaller file is read: its constants are as good copied.
constexpr int64_t kMinMappedBytes = 1 << 20;

// Protobuf's own, of 8 KiB, lose a sixth at their ends: what does not fit goes to the next one.
google::protobuf::ArenaOptions LargeBlocks() {
  google::protobuf::ArenaOptions options;
  options.max_block_size = 64 << 10;
  return options;
}

// About as many as the library consists of.
int64_t MessagesIn(const FunctionDefLibrary& library) {
  int64_t count = 0;
  for (const FunctionDef& function : library.function()) {
    const OpDef& signature = function.signature();
    count +=
        1 + signature.input_arg_size() + signature.output_arg_size() + function.node_def_size();
  }
  return count;
}

}  // namespace

ParsedGraph::ParsedGraph()
    : arena_(std::make_unique<google::protobuf::Arena>(LargeBlocks())),
      def_(google::protobuf::Arena::CreateMessage<GraphDef>(arena_.get())) {}

absl::StatusOr<ParsedGraph> ParsedGraph::FromFile(InputFile* file, const ImportOptions& options) {
  ParsedGraph parsed;
  OPGRAFT_RETURN_IF_ERROR(parsed.Parse(file, options));
  return parsed;
}

absl::StatusOr<ParsedGraph> ParsedGraph::FromBytes(absl::string_view contents,
                                                   const ImportOptions& options) {
  ParsedGraph parsed;
  OPGRAFT_RETURN_IF_ERROR(ParseGraphDef(contents, options, parsed.def_));
  return parsed;
}

absl::Status ParsedGraph::Parse(InputFile* file, const ImportOptions& options) {
  OPGRAFT_RETURN_IF_ERROR(TellProgress(options, "reading", 0));
  const ImportLimits& limits = options.limits;
  auto mapped = options.map_constants ? file->Map(kMinMappedBytes, limits.max_file_bytes) : nullptr;
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
  absl::Status status = ParseGraphDef(bytes, options, def_);
  if (status.ok()) return status;
  return absl::Status(status.code(), absl::StrCat(file->path(), ": ", status.message()));
}

absl::StatusOr<Graph> ParsedGraph::Import(const ImportOptions& options) const {
  return ImportAll(*def_, contents_, options);
}

// The library stays where it is, and all else moves to an arena of its own.
void ParsedGraph::PartFromLibrary() {
  auto arena = std::make_unique<google::protobuf::Arena>(LargeBlocks());
  auto* const rest = google::protobuf::Arena::CreateMessage<GraphDef>(arena.get());
  FunctionDefLibrary* const library = def_->unsafe_arena_release_library();
  *rest = *def_;
  rest->unsafe_arena_set_allocated_library(library);
  def_ = rest;
  library_arena_ = std::move(arena_);
  arena_ = std::move(arena);
}

absl::StatusOr<Graph> ParsedGraph::ImportOnce(const ImportOptions& options) && {
  // To part from a small one would cost more than it gives back: all other nodes are copied.
  if (MessagesIn(def_->library()) < def_->node_size()) return Import(options);
  PartFromLibrary();
  return ImportAll(*def_, contents_, options, [this] {
    def_->unsafe_arena_release_library();
    library_arena_.reset();
  });
}

absl::StatusOr<Graph> ImportAll(const GraphDef& def, const LargeContents& contents,
                                const ImportOptions& options,
                                const std::function<void()>& on_library_read) {
  ImportGraphDefOptions all;
  static_cast<ImportOptions&>(all) = options;
  Graph graph(options.registry != nullptr ? options.registry : KernelRegistry::Global());
  OPGRAFT_RETURN_IF_ERROR(ImportInto(all, def, &contents, &graph, nullptr, on_library_read));
  return graph;
}

}  // namespace opgraft_internal
