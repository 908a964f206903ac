// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <iostream>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "framework/graph/variables/variables.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "framework/types/utf8.h"
#include "nlohmann/json.hpp"
#include "tools/cli/feeds.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft_internal {
namespace {

constexpr uint64_t kMaxSequence = 10'000'000;
constexpr int64_t kShownElements = 20;

// A feed that takes one value a step.
struct Sequence {
  std::string name;
  FeedSpec spec;
  std::vector<std::string> values;
};

absl::StatusOr<Sequence> ParseSequence(const std::string& text, const Graph& graph) {
  OPGRAFT_ASSIGN_OR_RETURN(auto assignment, SplitAssignment(text, "--sequence"));
  Sequence sequence;
  sequence.name = assignment.first;
  OPGRAFT_ASSIGN_OR_RETURN(sequence.spec, FeedSpecOf(graph, sequence.name));
  const std::vector<std::string> ends = absl::StrSplit(assignment.second, "..");
  int64_t first = 0;
  int64_t last = 0;
  if (ends.size() == 2 && absl::SimpleAtoi(ends[0], &first) && absl::SimpleAtoi(ends[1], &last)) {
    // The difference of two int64 fits into a uint64.
    const uint64_t more = static_cast<uint64_t>(last) - static_cast<uint64_t>(first);
    if (last < first || more >= kMaxSequence)
      return absl::InvalidArgumentError(
          absl::StrCat("--sequence ", text, ": not a range of 1 to ", kMaxSequence, " steps"));
    for (uint64_t i = 0; i <= more; ++i)
      sequence.values.push_back(absl::StrCat(first + static_cast<int64_t>(i)));
  } else {
    sequence.values = absl::StrSplit(assignment.second, ',');
  }
  return sequence;
}

std::string Shown(const Tensor& tensor) {
  const std::string values = tensor.SummarizeValue(kShownElements);
  return tensor.dims() == 0 || absl::StartsWith(values, "[") ? values
                                                             : absl::StrCat("[", values, "]");
}

// JSON is UTF-8; two names that are not must not become one.
std::string JsonName(const std::string& name) { return IsUtf8(name) ? name : Printable(name); }

// What a step gave: what was fetched, in the order asked for, and the variables that were not.
struct Results {
  std::vector<NamedTensor> outputs;
  std::vector<NamedTensor> states;
};

// A fetch that names no output is a variable: OptionsOf has looked.
Results ResultsOf(const std::vector<std::string>& fetches, const Outputs& outputs,
                  InferRequest* request) {
  Results results;
  std::set<std::string> shown;
  for (int i = 0; i < outputs.size() && fetches.empty(); ++i)
    results.outputs.emplace_back(outputs.name(i), outputs[i]);
  for (const std::string& fetch : fetches) {
    const Tensor* const output = outputs.Find(fetch);
    if (output != nullptr) {
      results.outputs.emplace_back(fetch, *output);
    } else if (const auto state = request->state(fetch); state.ok()) {
      results.outputs.emplace_back(fetch, state->get());
      shown.insert(fetch);
    }
  }
  for (const VariableState& state : request->query_state()) {
    if (shown.count(state.name()) == 0) results.states.emplace_back(state.name(), state.get());
  }
  return results;
}

// Prints steps: JSON, a table of a sequence, or lines of a single run.
class Printer {
 public:
  Printer(bool json, bool table, std::ostream& out) : json_(json), table_(table), out_(out) {}

  void Step(int number, const std::vector<NamedTensor>& inputs, const Results& results) {
    if (json_) return Json(number, results);
    if (table_) return Row(number, inputs, results);
    for (const auto& [name, tensor] : results.outputs) Line(Printable(name), tensor);
    for (const auto& [name, tensor] : results.states)
      Line(absl::StrCat("state ", Printable(name)), tensor);
  }
  void Reset() {
    if (table_ && !json_) out_ << "reset\n";
  }

 private:
  void Line(const std::string& name, const Tensor& tensor) {
    out_ << name << " = " << Shown(tensor) << "  (" << DataTypeString(tensor.dtype()) << " "
         << tensor.shape().DebugString() << ")\n";
  }

  void Row(int number, const std::vector<NamedTensor>& inputs, const Results& results) {
    std::vector<std::pair<std::string, std::string>> cells = {{"step", absl::StrCat(number)}};
    for (const auto* tensors : {&inputs, &results.outputs, &results.states}) {
      for (const auto& [name, tensor] : *tensors) cells.emplace_back(Printable(name), Cell(tensor));
    }
    for (size_t i = 0; i < cells.size() && number == 1; ++i) {
      widths_.push_back(std::max(cells[i].first.size(), cells[i].second.size() + 2));
      out_ << absl::StreamFormat("%*s%s", static_cast<int>(widths_[i]), cells[i].first,
                                 i + 1 < cells.size() ? "  " : "\n");
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      out_ << absl::StreamFormat("%*s%s", static_cast<int>(widths_[i]), cells[i].second,
                                 i + 1 < cells.size() ? "  " : "\n");
    }
  }
  // One element without brackets.
  static std::string Cell(const Tensor& tensor) {
    return tensor.NumElements() == 1
               ? std::string(absl::StripSuffix(absl::StripPrefix(Shown(tensor), "["), "]"))
               : Shown(tensor);
  }

  void Json(int number, const Results& results) {
    nlohmann::json line = {{"step", number},
                           {"outputs", nlohmann::json::object()},
                           {"states", nlohmann::json::object()}};
    for (const auto& [name, tensor] : results.outputs)
      line["outputs"][JsonName(name)] = TensorToJson(tensor);
    for (const auto& [name, tensor] : results.states)
      line["states"][JsonName(name)] = TensorToJson(tensor);
    out_ << line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  }

  const bool json_;
  const bool table_;
  std::ostream& out_;
  std::vector<size_t> widths_;
};

// The feeds of all steps: what stays and what goes on.
struct Feeds {
  std::vector<NamedTensor> fixed;
  std::vector<Sequence> sequences;
  size_t steps = 1;

  absl::StatusOr<std::vector<NamedTensor>> OfStep(size_t step) const {
    std::vector<NamedTensor> feeds;
    for (const Sequence& sequence : sequences) {
      OPGRAFT_ASSIGN_OR_RETURN(Tensor value,
                               TensorOfValues({sequence.values[step]}, sequence.spec));
      feeds.emplace_back(sequence.name, std::move(value));
    }
    feeds.insert(feeds.end(), fixed.begin(), fixed.end());
    return feeds;
  }
};

absl::StatusOr<Feeds> ParseFeeds(const RunArguments& arguments, const Graph& graph) {
  Feeds feeds;
  for (const std::string& text : arguments.inputs) {
    OPGRAFT_ASSIGN_OR_RETURN(NamedTensor input, ParseInput(text, graph, arguments.cast));
    feeds.fixed.push_back(std::move(input));
  }
  for (const std::string& text : arguments.sequences) {
    OPGRAFT_ASSIGN_OR_RETURN(Sequence sequence, ParseSequence(text, graph));
    if (!feeds.sequences.empty() && sequence.values.size() != feeds.steps) {
      return absl::InvalidArgumentError(absl::StrCat("--sequence ", text, " has ",
                                                     sequence.values.size(),
                                                     " steps, the one before ", feeds.steps));
    }
    feeds.steps = sequence.values.size();
    feeds.sequences.push_back(std::move(sequence));
  }
  return feeds;
}

// Fetches that name no tensor but a variable are taken out: its value is there after each run.
absl::StatusOr<std::vector<std::string>> TensorsOf(const std::vector<std::string>& fetches,
                                                   const Graph& graph) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::vector<VariableInfo> variables, CollectVariables(graph));
  std::set<std::string> ids;
  for (const VariableInfo& variable : variables) ids.insert(variable.id);
  std::vector<std::string> tensors;
  for (const std::string& fetch : fetches) {
    if (graph.FindTensor(fetch).ok() || ids.count(fetch) == 0) tensors.push_back(fetch);
  }
  return tensors;
}

// The default signature, or what is fetched and targeted with the feeds given.
absl::StatusOr<CompileOptions> OptionsOf(const RunArguments& arguments, const Feeds& feeds,
                                         const Graph& graph) {
  CompileOptions options;
  options.num_threads = arguments.threads;
  if (arguments.fetches.empty() && arguments.targets.empty()) return options;
  Signature signature;
  for (const Sequence& sequence : feeds.sequences) signature.feeds.push_back(sequence.name);
  for (const NamedTensor& input : feeds.fixed) signature.feeds.push_back(input.first);
  OPGRAFT_ASSIGN_OR_RETURN(signature.fetches, TensorsOf(arguments.fetches, graph));
  signature.targets = arguments.targets;
  options.signatures.push_back(signature);
  return options;
}

absl::Status TakeSteps(const RunArguments& arguments, const Feeds& feeds, InferRequest* request) {
  Printer printer(arguments.json, !arguments.sequences.empty(), ResultStream(arguments.state_out));
  for (size_t step = 0; step < feeds.steps; ++step) {
    const int number = static_cast<int>(step) + 1;
    if (number == arguments.reset_at) {
      OPGRAFT_RETURN_IF_ERROR(request->reset_state());
      printer.Reset();
    }
    OPGRAFT_ASSIGN_OR_RETURN(std::vector<NamedTensor> inputs, feeds.OfStep(step));
    RunOptions options;
    options.check_inputs = arguments.check_inputs;
    if (arguments.deadline_s > 0)
      options.deadline = absl::Now() + absl::Seconds(arguments.deadline_s);
    absl::StatusOr<Outputs> outputs = request->Run(inputs, options);
    if (!outputs.ok() && feeds.steps > 1) {
      return absl::Status(outputs.status().code(),
                          absl::StrCat("step ", number, ": ", outputs.status().message()));
    }
    OPGRAFT_RETURN_IF_ERROR(outputs.status());
    inputs.resize(feeds.sequences.size());
    printer.Step(number, inputs, ResultsOf(arguments.fetches, *outputs, request));
    if (!std::cout) return FlushStandardOutput();
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status RunModel(const RunArguments& arguments) {
  OPGRAFT_ASSIGN_OR_RETURN(const Graph graph, LoadGraph(arguments.model));
  OPGRAFT_ASSIGN_OR_RETURN(const Feeds feeds, ParseFeeds(arguments, graph));
  OPGRAFT_ASSIGN_OR_RETURN(const CompileOptions options, OptionsOf(arguments, feeds, graph));
  OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model, CompiledModel::Compile(graph, options));
  InferRequest request = model.CreateRequest();
  if (!arguments.state_in.empty()) {
    std::string warning;
    OPGRAFT_ASSIGN_OR_RETURN(const std::string file, InputPath(arguments.state_in));
    OPGRAFT_RETURN_IF_ERROR(request.LoadState(file, &warning));
    if (!warning.empty()) std::cerr << "opgraft: " << arguments.state_in << ": " << warning << "\n";
  }
  OPGRAFT_RETURN_IF_ERROR(TakeSteps(arguments, feeds, &request));
  return arguments.state_out.empty() ? absl::OkStatus()
                                     : request.SaveState(OutputPath(arguments.state_out));
}

}  // namespace opgraft_internal
