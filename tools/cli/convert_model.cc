// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// `opgraft convert`: a GraphDef in the other format.
#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/graph/io/graph_file.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

// Standard output has no ending: it gets the format that the file has not.
absl::StatusOr<GraphFormat> FormatOf(const ConvertArguments& arguments, bool from_text) {
  if (arguments.format == "text") return GraphFormat::kText;
  if (arguments.format == "binary") return GraphFormat::kBinary;
  if (arguments.to == "-") return from_text ? GraphFormat::kBinary : GraphFormat::kText;
  if (const auto named = FormatOfName(arguments.to); named.has_value()) return *named;
  return absl::InvalidArgumentError(
      absl::StrCat("the ending of ", Quoted(arguments.to),
                   " names no format: .pb is binary, .pbtxt is text; or say --format"));
}

}  // namespace

absl::Status ConvertModel(const ConvertArguments& arguments) {
  const ImportLimits limits;
  OPGRAFT_ASSIGN_OR_RETURN(const std::string from, InputPath(arguments.from));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes,
                           ReadFile(from, {limits.max_file_bytes, "ImportLimits::max_file_bytes"}));
  OPGRAFT_ASSIGN_OR_RETURN(const GraphFormat format, FormatOf(arguments, LooksLikeText(bytes)));
  GraphDef def;
  const absl::Status parsed = ParseGraphDef(bytes, limits, &def);
  if (!parsed.ok()) return absl::Status(parsed.code(), absl::StrCat(from, ": ", parsed.message()));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string converted, FormatGraph(def, format));
  return WriteOutput(arguments.to, converted);
}

}  // namespace opgraft_internal
