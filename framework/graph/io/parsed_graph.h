// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_GRAPH_IO_PARSED_GRAPH_H_
#define FRAMEWORK_GRAPH_IO_PARSED_GRAPH_H_

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/files/input_file.h"
#include "framework/graph/data/graph.h"
#include "framework/graph/io/import_options.h"
#include "framework/graph/io/large_contents.h"
#include "framework/types/internal_namespace.h"
#include "google/protobuf/arena.h"

namespace opgraft_internal {

// A GraphDef that was parsed from a file, and what it needs of the file: the contents of large
// constants stay there where it can be mapped. Movable; constant after it was parsed.
class ParsedGraph {
 public:
  // Reads `*file` to its end. Errors are those of the file and of ParseGraphDef, and name the file.
  static absl::StatusOr<ParsedGraph> FromFile(InputFile* file, const ImportOptions& options);

  // Without the contents that stay in the file.
  const GraphDef& def() const { return *def_; }
  // Every problem in one status.
  absl::StatusOr<Graph> Import(const ImportOptions& options) const;

 private:
  ParsedGraph();
  absl::Status Parse(InputFile* file, const ImportOptions& options);

  std::unique_ptr<google::protobuf::Arena> arena_;
  GraphDef* def_;  // in the arena
  LargeContents contents_;
};

// A graph from its message.
absl::StatusOr<Graph> ImportAll(const GraphDef& def, const LargeContents& contents,
                                const ImportOptions& options);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_GRAPH_IO_PARSED_GRAPH_H_
