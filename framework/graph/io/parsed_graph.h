// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_PARSED_GRAPH_H_
#define FRAMEWORK_GRAPH_IO_PARSED_GRAPH_H_

#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "framework/files/input_file.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/large_contents.h"
#include "framework/types/internal_namespace.h"
#include "google/protobuf/arena.h"

namespace opgraft_internal {

// A GraphDef that was parsed, and what it needs of the file that it is from: the contents of large
// constants stay there where it can be mapped. Owns the message. Movable; constant after it was
// parsed, so that any number of threads may import it.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const ParsedGraph parsed, ParsedGraph::FromFile(&file, options));
//   OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, parsed.Import(options));
class ParsedGraph {
 public:
  // Reads `*file` to its end. Errors are those of the file and of ParseGraphDef, and name the file.
  static absl::StatusOr<ParsedGraph> FromFile(InputFile* file, const ImportOptions& options);
  // Errors are those of ParseGraphDef.
  static absl::StatusOr<ParsedGraph> FromBytes(absl::string_view contents,
                                               const ImportOptions& options);

  // Without the contents that stay in the file.
  const GraphDef& def() const { return *def_; }
  // Every problem in one status.
  absl::StatusOr<Graph> Import(const ImportOptions& options) const;
  // The same for one that is not needed any more: the memory of its functions is given back before
  // their bodies are made.
  absl::StatusOr<Graph> ImportOnce(const ImportOptions& options) &&;

 private:
  ParsedGraph();
  absl::Status Parse(InputFile* file, const ImportOptions& options);
  void PartFromLibrary();

  std::unique_ptr<google::protobuf::Arena> arena_;
  GraphDef* def_;                                           // in the arena
  std::unique_ptr<google::protobuf::Arena> library_arena_;  // null: the library is in the other
  LargeContents contents_;
};

// A graph from its message, and the contents of constants that are not in it. Every problem in one
// status. `on_library_read` as for ImportInto.
absl::StatusOr<Graph> ImportAll(const GraphDef& def, const LargeContents& contents,
                                const ImportOptions& options,
                                const std::function<void()>& on_library_read = nullptr);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_PARSED_GRAPH_H_
