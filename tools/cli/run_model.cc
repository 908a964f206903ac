// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/types/optional.h"
#include "framework/op/shape_function_report.h"
#include "framework/runtime/compiled_model.h"
#include "framework/runtime/crash_handler.h"
#include "framework/types/status_macros.h"
#include "tools/cli/feeds.h"
#include "tools/cli/fetches.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/load_model.h"
#include "tools/cli/options.h"
#include "tools/cli/output_files.h"
#include "tools/cli/own_error.h"
#include "tools/cli/progress.h"
#include "tools/cli/result_printer.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

struct RunArguments {
  ModelArguments model;
  std::vector<std::string> allow_files;
  InputArguments inputs;
  std::vector<std::string> sequences;  // "x=1..6", "x=1,2,3"
  std::vector<std::string> fetches;
  std::vector<std::string> targets;
  std::string state_in;
  std::string state_out;
  int reset_at = 0;  // before this step, counted from 1; 0: never
  double deadline_s = 0;
  int kernel_threads = 1;
  bool check = false;
  std::string output;  // file or folder for the outputs; "": none
  bool json = false;
  bool full = false;
};

constexpr uint64_t kMaxSequence = 10'000'000;

// A feed that takes one value a step.
struct Sequence {
  std::string name;
  FeedSpec spec;
  std::vector<std::string> values;
};

// The values of "1..6" or "1,2,3". `text` is the whole option, for messages.
absl::StatusOr<std::vector<std::string>> ValuesOf(const std::string& values,
                                                  const std::string& text) {
  const std::vector<std::string> ends = absl::StrSplit(values, "..");
  int64_t first = 0;
  int64_t last = 0;
  if (ends.size() != 2 || !absl::SimpleAtoi(ends[0], &first) || !absl::SimpleAtoi(ends[1], &last))
    return std::vector<std::string>(absl::StrSplit(values, ','));
  // The difference of two int64 fits into a uint64.
  const uint64_t more = static_cast<uint64_t>(last) - static_cast<uint64_t>(first);
  if (last < first || more >= kMaxSequence)
    return absl::InvalidArgumentError(
        absl::StrCat("--sequence ", text, ": not a range of 1 to ", kMaxSequence, " steps"));
  std::vector<std::string> numbers;
  for (uint64_t i = 0; i <= more; ++i)
    numbers.push_back(absl::StrCat(first + static_cast<int64_t>(i)));
  return numbers;
}

// Before the first step, so that a late typing error does not cost the run. Of a range the ends are
// enough.
absl::Status CheckValues(const Sequence& sequence, bool is_range) {
  const size_t last = sequence.values.size() - 1;
  for (size_t i = 0; i <= last; i += is_range ? std::max<size_t>(last, 1) : 1) {
    const std::string& value = sequence.values[i];
    const absl::Status parsed = TensorOfValues({value}, sequence.spec).status();
    if (parsed.ok()) continue;
    const char* const hint = absl::StartsWith(value, "@") ? "; files are for --input" : "";
    return absl::Status(parsed.code(), absl::StrCat("--sequence ", sequence.name, ": value ", i + 1,
                                                    ": ", parsed.message(), hint));
  }
  return absl::OkStatus();
}

absl::StatusOr<Sequence> ParseSequence(const std::string& text, const LoadedModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(auto assignment, SplitAssignment(text, "--sequence"));
  Sequence sequence;
  sequence.name = assignment.first;
  OPGRAFT_ASSIGN_OR_RETURN(sequence.spec, FeedSpecOf(model, sequence.name));
  OPGRAFT_ASSIGN_OR_RETURN(sequence.values, ValuesOf(assignment.second, text));
  const bool is_range = sequence.values.size() > 1 && !absl::StrContains(assignment.second, ',');
  OPGRAFT_RETURN_IF_ERROR(CheckValues(sequence, is_range));
  return sequence;
}

// INVALID_ARGUMENT if there is no step to reset the state before.
absl::Status CheckResetAt(int reset_at, const std::vector<std::string>& sequences) {
  size_t steps = 1;
  for (const std::string& text : sequences) {
    OPGRAFT_ASSIGN_OR_RETURN(auto assignment, SplitAssignment(text, "--sequence"));
    OPGRAFT_ASSIGN_OR_RETURN(const std::vector<std::string> values,
                             ValuesOf(assignment.second, text));
    steps = std::max(steps, values.size());
  }
  if (static_cast<size_t>(reset_at) <= steps) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--reset-at ", reset_at, ": there ",
                   steps == 1 ? "is only 1 step" : absl::StrCat("are only ", steps, " steps")));
}

// A fetch that names no output is a variable: OptionsOf has looked.
StepResults ResultsOf(const std::vector<std::string>& fetches, const Outputs& outputs,
                      InferRequest* request) {
  StepResults results;
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

absl::StatusOr<Feeds> ParseFeeds(const RunArguments& arguments, const LoadedModel& model) {
  Feeds feeds;
  OPGRAFT_ASSIGN_OR_RETURN(feeds.fixed, ParseInputs(arguments.inputs, model));
  for (const std::string& text : arguments.sequences) {
    OPGRAFT_ASSIGN_OR_RETURN(Sequence sequence, ParseSequence(text, model));
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

// The default signature, or what is fetched and targeted with the feeds given.
absl::StatusOr<CompileOptions> OptionsOf(const RunArguments& arguments, const Feeds& feeds,
                                         const LoadedModel& model) {
  CompileOptions options = model.options;
  options.num_threads = arguments.kernel_threads;
  // What is to be checked, runs.
  options.fold_constants = !arguments.check;
  if (arguments.fetches.empty() && arguments.targets.empty()) return options;
  Signature signature;
  for (const Sequence& sequence : feeds.sequences) signature.feed_names.push_back(sequence.name);
  for (const NamedTensor& input : feeds.fixed) signature.feed_names.push_back(input.first);
  OPGRAFT_ASSIGN_OR_RETURN(signature.fetch_names, FetchedTensors(arguments.fetches, model));
  OPGRAFT_RETURN_IF_ERROR(CheckTargets(arguments.targets, model));
  for (const std::string& name : signature.feed_names)
    signature.feeds.push_back(model.TensorOf(name));
  for (const std::string& name : signature.fetch_names)
    signature.fetches.push_back(model.TensorOf(name));
  // A name of a tensor is what the model makes of it: "y" and "y:0" are one.
  if (model.ports.empty()) signature.feed_names = signature.fetch_names = {};
  signature.targets = arguments.targets;
  options.signatures = {signature};
  return options;
}

// Standard output is for results, unless it is the file of something else.
std::ostream& ResultStreamOf(const RunArguments& arguments) {
  return arguments.output == "-" ? std::cerr : ResultStream(arguments.state_out);
}

absl::StatusOr<Outputs> TakeStep(const RunArguments& arguments, const Feeds& feeds, int number,
                                 const std::vector<NamedTensor>& inputs, InferRequest* request) {
  RunOptions options;
  options.check = arguments.check;
  options.allow_files = &arguments.allow_files;
  if (arguments.deadline_s > 0)
    options.deadline = absl::Now() + absl::Seconds(arguments.deadline_s);
  const auto run = [&] { return request->Run(inputs, options); };
  if (feeds.steps == 1) return WithProgress(absl::StrCat("running ", arguments.model.path), run);
  absl::StatusOr<Outputs> outputs = run();
  if (outputs.ok()) return outputs;
  return absl::Status(outputs.status().code(),
                      absl::StrCat("step ", number, ": ", outputs.status().message()));
}

// The rows of a sequence are progress enough where they are seen.
absl::Status TakeSteps(const RunArguments& arguments, const Feeds& feeds, OutputFiles* files,
                       InferRequest* request) {
  std::ostream& out = ResultStreamOf(arguments);
  ResultPrinter printer({arguments.json, !arguments.sequences.empty(), arguments.full}, out);
  absl::optional<ProgressPhase> progress;
  if (feeds.steps > 1 && &out == &std::cout && isatty(STDOUT_FILENO) == 0)
    progress.emplace(absl::StrCat("running ", arguments.model.path));
  for (size_t step = 0; step < feeds.steps; ++step) {
    const int number = static_cast<int>(step) + 1;
    if (number == arguments.reset_at) {
      OPGRAFT_RETURN_IF_ERROR(request->reset_state());
      printer.Reset();
    }
    if (progress.has_value()) progress->SetStep(number, static_cast<int64_t>(feeds.steps));
    OPGRAFT_ASSIGN_OR_RETURN(std::vector<NamedTensor> inputs, feeds.OfStep(step));
    OPGRAFT_ASSIGN_OR_RETURN(const Outputs outputs,
                             TakeStep(arguments, feeds, number, inputs, request));
    inputs.resize(feeds.sequences.size());
    const StepResults results = ResultsOf(arguments.fetches, outputs, request);
    printer.Step(number, inputs, results);
    if (!arguments.output.empty()) OPGRAFT_RETURN_IF_ERROR(files->Add(results.outputs));
    if (!std::cout) return FlushStandardOutput();
  }
  return arguments.output.empty() ? absl::OkStatus() : files->Write();
}

// Neither is anything printed of a run, nor does a node of it have an effect.
bool ShowsNothing(const CompiledModel& model) {
  if (model.num_outputs() > 0 || !model.variables().empty()) return false;
  const Graph& graph = model.graph();
  for (int id = 0; id < graph.num_nodes(); ++id) {
    if (graph.node(id).is_stateful()) return false;
  }
  return true;
}

// With --check, warns of what shape functions keep to themselves.
absl::StatusOr<LoadedModel> LoadToRun(const RunArguments& arguments) {
  if (!arguments.check) return LoadModel(arguments.model);
  const ShapeFunctionReport report;
  absl::StatusOr<LoadedModel> loaded = LoadModel(arguments.model);
  for (const std::string& text : report.texts())
    PrintWarning(absl::StrCat(arguments.model.path, ": ", text));
  return loaded;
}

absl::Status RunModel(const RunArguments& arguments) {
  if (!arguments.output.empty()) {
    const absl::Status writable = CheckOutputPath(arguments.output);
    if (!writable.ok()) return OwnError(writable);
  }
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedModel loaded, LoadToRun(arguments));
  const absl::StatusOr<Feeds> feeds = ParseFeeds(arguments, loaded);
  if (!feeds.ok()) return OwnError(feeds.status());
  OPGRAFT_ASSIGN_OR_RETURN(const CompileOptions options, OptionsOf(arguments, *feeds, loaded));
  OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel model,
                           WithProgress(absl::StrCat("compiling ", arguments.model.path), [&] {
                             return CompiledModel::Compile(loaded.graph, options);
                           }));
  if (ShowsNothing(model)) {
    PrintWarning(
        absl::StrCat(arguments.model.path, ": the model has no outputs; choose some with --fetch"));
  }
  if (!arguments.check)
    AdviseOnCrash("a kernel may have written where it must not: run with --check");
  InferRequest request = model.CreateRequest();
  if (!arguments.state_in.empty()) {
    std::string warning;
    OPGRAFT_ASSIGN_OR_RETURN(const std::string file, InputPath(arguments.state_in));
    OPGRAFT_RETURN_IF_ERROR(request.LoadState(file, &warning));
    if (!warning.empty()) std::cerr << "opgraft: " << arguments.state_in << ": " << warning << "\n";
  }
  OutputFiles files(arguments.output, !arguments.sequences.empty());
  OPGRAFT_RETURN_IF_ERROR(TakeSteps(arguments, *feeds, &files, &request));
  return arguments.state_out.empty() ? absl::OkStatus()
                                     : request.SaveState(OutputPath(arguments.state_out));
}

void AddFeeds(CLI::App* run, RunArguments* arguments) {
  AddInputs(run, &arguments->inputs);
  AddRepeatable(run, "--sequence", &arguments->sequences, "NAME=VALUES",
                "run the model once for each value: NAME=FIRST..LAST or NAME=V1,V2,...; may be "
                "repeated, with as many values each");
}

void AddResults(CLI::App* run, RunArguments* arguments) {
  AddOutput(run, &arguments->output,
            "write the outputs too: one to a .npy file, all to a .npz file or, as .npy files, to a "
            "folder (DIR/); those of a sequence are stacked along a new first dimension");
  run->add_flag("--json", arguments->json, "print a line of JSON for each step");
  run->add_flag("--full", arguments->full, "print large tensors whole");
}

void AddState(CLI::App* run, RunArguments* arguments) {
  run->add_option("--reset-at", arguments->reset_at,
                  "reset the state before step N; the first step is 1")
      ->type_name("N")
      ->check(WholeNumber(1, kMaxSequence));
  run->add_option("--state-in", arguments->state_in,
                  "load the state from FILE before the first step")
      ->type_name(kFile);
  run->add_option("--state-out", arguments->state_out, "save the state to FILE after the last step")
      ->type_name(kFile);
}

}  // namespace

void AddRun(CLI::App* app, Call* call) {
  auto arguments = std::make_shared<RunArguments>();
  CLI::App* run =
      app->add_subcommand("run", "Run a model, once or over a sequence of inputs")->group("Models");
  AddModel(run, &arguments->model);
  AddSavedModel(run, &arguments->model);
  AddFeeds(run, arguments.get());
  AddRepeatable(run, "--fetch", &arguments->fetches, "NAMES",
                "tensors (y, y:1) or variables to print, with commas between them; may be "
                "repeated; default: the model's outputs")
      ->delimiter(',');
  AddRepeatable(run, "--target", &arguments->targets, "NAMES",
                "further nodes to run, with commas between them; may be repeated")
      ->delimiter(',');
  AddState(run, arguments.get());
  run->add_option("--deadline", arguments->deadline_s, "end a run that takes longer than S seconds")
      ->type_name("S")
      ->check(Seconds(0));
  AddRepeatable(run, "--allow-files", &arguments->allow_files, kFolder,
                "let the model read and write files in DIR too; without it a model reads below its "
                "own folder and writes nowhere; may be repeated")
      ->check(ExistingFolder());
  AddKernelThreads(run, &arguments->kernel_threads);
  run->add_flag(
      "--check", arguments->check,
      "fail if a kernel writes into its inputs or beside its outputs, leaves elements of an output "
      "unwritten, reads memory that it has not written, or calls `done` twice; kernels compute "
      "twice; warn of shape functions that drop an error or set no shape");
  AddResults(run, arguments.get());
  run->footer(absl::StrCat(
      kInputHelp,
      "\n"
      "\n"
      "Examples:\n"
      "  opgraft run model.pb --input 'x=[[1,2],[3,4]]' --output y.npy\n"
      "  opgraft run model.pb --input x=@x.npy --fetch y\n"
      "  opgraft run summator.pbtxt --sequence x=1..6 --reset-at 4 --state-out day1.state"));
  run->callback([=] {
    Demand(CheckFedOnce(arguments->inputs.inputs, arguments->sequences));
    if (arguments->reset_at > 1) Demand(CheckResetAt(arguments->reset_at, arguments->sequences));
    if (arguments->output == "-" && arguments->state_out == "-")
      throw CLI::ValidationError("--output and --state-out are both standard output");
    call->action = [=] { return RunModel(*arguments); };
  });
}

}  // namespace opgraft_internal
