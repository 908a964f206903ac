// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "framework/files/input_file.h"
#include "framework/graph/io/parsed_graph.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "opgraft/proto/graph.pb.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

// "1,204".
std::string WithCommas(int64_t number) {
  std::string digits = absl::StrCat(number);
  for (int i = static_cast<int>(digits.size()) - 3; i > 0; i -= 3)
    digits.insert(static_cast<size_t>(i), ",");
  return digits;
}

std::string Nodes(int64_t n) { return absl::StrCat(WithCommas(n), n == 1 ? " node" : " nodes"); }

// `nodes`: of a file that parses; else -1.
void PrintProblems(const std::string& path, int64_t nodes, const absl::Status& status) {
  const std::vector<std::string> lines = absl::StrSplit(PrintableLines(status.message()), '\n');
  int64_t problems = 0;
  for (const std::string& line : lines)
    problems += !line.empty() && line[0] != ' ' && line[0] != '\t';
  std::cout << path << ": " << WithCommas(problems) << (problems == 1 ? " problem" : " problems");
  if (nodes >= 0) std::cout << " in " << Nodes(nodes);
  std::cout << "\n";
  for (const std::string& line : lines) std::cout << "  " << line << "\n";
}

void PrintSummary(const std::string& path, const CompiledModel& model) {
  const Graph& graph = model.graph();
  std::set<std::string> ops;
  for (int id = 0; id < graph.num_nodes(); ++id) ops.insert(graph.node(id).op());
  std::cout << path << ": no problem in " << Nodes(graph.num_nodes()) << ", " << ops.size()
            << (ops.size() == 1 ? " op" : " ops") << "\n";
  for (int i = 0; i < model.num_inputs(); ++i) {
    std::cout << "  input   " << Printable(model.input_name(i)) << ": "
              << DataTypeString(model.input_type(i)) << " " << model.input_shape(i).DebugString()
              << "\n";
  }
  for (int i = 0; i < model.num_outputs(); ++i) {
    std::cout << "  output  " << model.output_name(i) << ": "
              << DataTypeString(model.output_type(i)) << " " << model.output_shape(i).DebugString()
              << "\n";
  }
  for (const std::string& id : model.variables())
    std::cout << "  state   " << Printable(id) << "\n";
}

absl::StatusOr<CompiledModel> CompileParsed(const absl::StatusOr<ParsedGraph>& parsed,
                                            const GraphProgress& progress) {
  OPGRAFT_RETURN_IF_ERROR(parsed.status());
  OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, parsed->Import(progress.options()));
  return CompiledModel::Compile(graph);
}

}  // namespace

absl::Status CheckModel(const std::string& path, bool* problems) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string source, InputPath(path));
  OPGRAFT_ASSIGN_OR_RETURN(InputFile file, InputFile::Open(source));
  const GraphProgress progress(path);
  const absl::StatusOr<ParsedGraph> parsed = ParsedGraph::FromFile(&file, progress.options());
  const absl::StatusOr<CompiledModel> model = CompileParsed(parsed, progress);
  *problems = !model.ok();
  if (model.ok()) {
    PrintSummary(path, *model);
  } else {
    PrintProblems(path, parsed.ok() ? parsed->def().node_size() : -1, model.status());
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
