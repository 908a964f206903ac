// How graphs come in: from files, bytes and GraphDefs.
#include "absl/strings/str_cat.h"
#include "framework/graph/graph.h"
#include "framework/graph/graph_file.h"
#include "framework/graph/import.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/types/status_macros.h"
#include "google/protobuf/arena.h"
#include "opgraft/proto/graph.pb.h"

namespace opgraft {

namespace {

void Tell(const ImportOptions& options, absl::string_view phase) {
  if (options.progress != nullptr) options.progress(phase, 0);
}

absl::Status InFile(const std::string& path, const absl::Status& status) {
  return absl::Status(status.code(), absl::StrCat(path, ": ", status.message()));
}

}  // namespace

absl::StatusOr<Graph> Graph::Import(const GraphDef& def, const ImportOptions& options) {
  ImportGraphDefOptions all;
  static_cast<ImportOptions&>(all) = options;
  Graph graph(options.registry != nullptr ? options.registry : KernelRegistry::Global());
  OPGRAFT_RETURN_IF_ERROR(ImportGraphDef(all, def, &graph));
  return graph;
}

absl::StatusOr<Graph> Graph::Import(const GraphDef& def) { return Import(def, ImportOptions()); }

absl::StatusOr<Graph> Graph::FromBytes(absl::string_view contents, const ImportOptions& options) {
  google::protobuf::Arena arena;
  auto* def = google::protobuf::Arena::CreateMessage<GraphDef>(&arena);
  Tell(options, "parsing");
  OPGRAFT_RETURN_IF_ERROR(ParseGraphDef(contents, options.limits, def));
  return Import(*def, options);
}

absl::StatusOr<Graph> Graph::FromFile(const std::string& path, const ImportOptions& options) {
  google::protobuf::Arena arena;
  auto* def = google::protobuf::Arena::CreateMessage<GraphDef>(&arena);
  {
    Tell(options, "reading");
    OPGRAFT_ASSIGN_OR_RETURN(const std::string contents, ReadFileBytes(path, options.limits.max_file_bytes));
    Tell(options, "parsing");
    if (absl::Status status = ParseGraphDef(contents, options.limits, def); !status.ok()) return InFile(path, status);
  }
  return Import(*def, options);
}

absl::StatusOr<Graph> Graph::FromFile(const std::string& path) { return FromFile(path, ImportOptions()); }

}  // namespace opgraft
