// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/feeds.h"

#include <algorithm>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/graph/variables/variables.h"
#include "framework/op/fingerprint.h"
#include "framework/types/nearest.h"
#include "framework/types/printable.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/own_error.h"
#include "tools/files/standard_streams.h"
#include "tools/tensor_io/npy.h"
#include "tools/tensor_io/npz.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kMaxSeed = 2147483647;

// "x" and "x:0" are one tensor.
std::string TensorName(absl::string_view given) {
  return std::string(absl::StripSuffix(given, ":0"));
}

absl::Status FedTwice(absl::string_view name) {
  return absl::InvalidArgumentError(absl::StrCat(Quoted(name), " is fed twice"));
}

// An error says which input it is about.
absl::StatusOr<NamedTensor> Named(const std::string& name, absl::StatusOr<Tensor> tensor) {
  if (tensor.ok()) return NamedTensor(name, *std::move(tensor));
  return absl::Status(tensor.status().code(),
                      absl::StrCat("--input ", name, ": ", tensor.status().message()));
}

// The array of a file as the input takes it.
absl::StatusOr<NamedTensor> FitArray(const std::string& name, const Tensor& array,
                                     const std::string& path, const FeedSpec& spec, NpyCast cast) {
  if (NpyTypeFits(array.dtype(), spec.dtype, cast))
    return Named(name, FitNpy(array, spec.dtype, cast));
  const bool may_cast = NpyTypeFits(array.dtype(), spec.dtype, NpyCast::kSameKind);
  return absl::InvalidArgumentError(
      absl::StrCat(Quoted(name), " is ", DataTypeString(array.dtype()), " in ", Printable(path),
                   ", ", DataTypeString(spec.dtype), " in the model. Convert it",
                   may_cast ? ", or allow it with --cast." : "."));
}

absl::StatusOr<NamedTensor> ReadArray(const std::string& name, const std::string& file,
                                      const FeedSpec& spec, NpyCast cast) {
  const auto read = [&]() -> absl::StatusOr<Tensor> {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(file));
    return ReadNpy(path);
  };
  OPGRAFT_ASSIGN_OR_RETURN(const NamedTensor array, Named(name, read()));
  return FitArray(name, array.second, file, spec, cast);
}

absl::StatusOr<NamedTensor> ParseInput(const std::string& text, const InputArguments& arguments,
                                       const LoadedModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(const auto assignment, SplitAssignment(text, "--input"));
  const auto& [name, value] = assignment;
  OPGRAFT_ASSIGN_OR_RETURN(const FeedSpec spec, FeedSpecOf(model, name));
  if (absl::StartsWith(value, "@")) return ReadArray(name, value.substr(1), spec, arguments.cast);
  // Two inputs are not to get the same random values.
  const uint64_t seed = arguments.seed ^ opgraft::Fingerprint64(TensorName(name));
  return Named(name, TensorOfText(value, spec, seed));
}

// All arrays of a .npz file, by their names.
absl::StatusOr<std::vector<NamedTensor>> ReadBatch(const std::string& file, NpyCast cast,
                                                   const LoadedModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(file));
  OPGRAFT_ASSIGN_OR_RETURN(const NamedArrays arrays, ReadNpz(path));
  std::vector<NamedTensor> inputs;
  for (const auto& [name, array] : arrays) {
    const absl::StatusOr<FeedSpec> spec = FeedSpecOf(model, name);
    if (!spec.ok())
      return absl::Status(spec.status().code(), absl::StrCat(path, ": ", spec.status().message()));
    OPGRAFT_ASSIGN_OR_RETURN(NamedTensor input, FitArray(name, array, file, *spec, cast));
    inputs.push_back(std::move(input));
  }
  return inputs;
}

std::vector<std::string> InputsOf(const LoadedModel& model) {
  if (!model.options.signatures.empty()) return model.options.signatures.front().feed_names;
  std::vector<std::string> names;
  for (int id = 0; id < model.graph.num_nodes(); ++id) {
    const Node node = model.graph.node(id);
    if (node.role() == OpRole::kPlaceholder || node.role() == OpRole::kPlaceholderWithDefault)
      names.push_back(node.name());
  }
  return names;
}

// "Inputs: 'x', 'y'".
std::string InputList(const std::vector<std::string>& inputs) {
  constexpr size_t kShown = 10;
  if (inputs.empty()) return "It has none.";
  std::string list = "Inputs: ";
  for (size_t i = 0; i < std::min(inputs.size(), kShown); ++i)
    absl::StrAppend(&list, i > 0 ? ", " : "", Quoted(inputs[i]));
  if (inputs.size() > kShown) absl::StrAppend(&list, " and ", inputs.size() - kShown, " more");
  return list;
}

absl::Status NoSuchInput(const LoadedModel& model, const std::string& name) {
  const std::vector<std::string> inputs = InputsOf(model);
  const absl::StatusOr<std::vector<VariableInfo>> variables = CollectVariables(model.graph);
  if (variables.ok() &&
      std::any_of(variables->begin(), variables->end(),
                  [&](const VariableInfo& variable) { return variable.id == name; })) {
    return absl::NotFoundError(
        absl::StrCat(Quoted(name), " is a variable, not an input. ", InputList(inputs)));
  }
  return absl::NotFoundError(absl::StrCat("the model has no input ", Quoted(name),
                                          NearestHint(Nearest(name, inputs)), ". ",
                                          InputList(inputs)));
}

absl::StatusOr<std::vector<NamedTensor>> ParseAll(const InputArguments& arguments,
                                                  const LoadedModel& model) {
  std::vector<NamedTensor> inputs;
  std::set<std::string> names;
  for (const std::string& text : arguments.inputs) {
    std::vector<NamedTensor> more;
    if (absl::StartsWith(text, "@")) {
      OPGRAFT_ASSIGN_OR_RETURN(more, ReadBatch(text.substr(1), arguments.cast, model));
    } else {
      OPGRAFT_ASSIGN_OR_RETURN(NamedTensor input, ParseInput(text, arguments, model));
      more.push_back(std::move(input));
    }
    for (NamedTensor& input : more) {
      if (!names.insert(TensorName(input.first)).second) return FedTwice(input.first);
      inputs.push_back(std::move(input));
    }
  }
  return inputs;
}

}  // namespace

const char kInputHelp[] =
    "Inputs:\n"
    "  x=1,2,3              values, row by row; one value fills the model's shape\n"
    "  x=[[1,2],[3,4]]      nested lists, which give the shape; texts in \"quotes\"\n"
    "  x=shape:2x8=1.5      a shape, and the value to fill it with\n"
    "  x=random:2x8         floats in [0, 1), integers 0 to 9, texts of 8 letters\n"
    "  x=random             the same in the model's shape\n"
    "  x=@x.npy             an array of NumPy's\n"
    "  @batch.npz           all inputs, by the names of the arrays";

void AddInputs(CLI::App* app, InputArguments* arguments) {
  AddRepeatable(app, "--input", &arguments->inputs, "NAME=VALUE",
                "value of an input, as shown below; may be repeated");
  app->add_flag_callback(
      "--cast", [=] { arguments->cast = NpyCast::kSameKind; },
      "convert arrays of another type, as NumPy does with casting=\"same_kind\" (double to float, "
      "int32 to float); without it they are refused");
  app->add_option("--seed", arguments->seed,
                  "where random values start [1]: the same seed gives the same values")
      ->type_name("N")
      ->check(WholeNumber(0, kMaxSeed));
}

absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(const std::string& text,
                                                                    const char* option) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    return absl::InvalidArgumentError(absl::StrCat(option, " ", text, ": write NAME=VALUE"));
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

absl::Status CheckFedOnce(const std::vector<std::string>& inputs,
                          const std::vector<std::string>& sequences) {
  std::set<std::string> names;
  for (const auto* texts : {&inputs, &sequences}) {
    const bool is_input = texts == &inputs;
    for (const std::string& text : *texts) {
      if (is_input && absl::StartsWith(text, "@")) continue;
      OPGRAFT_ASSIGN_OR_RETURN(const auto assignment,
                               SplitAssignment(text, is_input ? "--input" : "--sequence"));
      if (!names.insert(TensorName(assignment.first)).second) return FedTwice(assignment.first);
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<FeedSpec> FeedSpecOf(const LoadedModel& model, const std::string& name) {
  const std::string& tensor_name = model.TensorOf(name);
  const absl::StatusOr<Endpoint> tensor = model.graph.FindTensor(tensor_name);
  if (!tensor.ok()) {
    const bool has_node =
        model.graph.FindTarget(tensor_name.substr(0, tensor_name.rfind(':'))).ok();
    return has_node ? tensor.status() : NoSuchInput(model, name);
  }
  const Node node = model.graph.node(tensor->node);
  return FeedSpec{BaseType(node.output_type(tensor->port)), node.output_shape(tensor->port)};
}

absl::StatusOr<std::vector<NamedTensor>> ParseInputs(const InputArguments& arguments,
                                                     const LoadedModel& model) {
  absl::StatusOr<std::vector<NamedTensor>> inputs = ParseAll(arguments, model);
  if (!inputs.ok()) return OwnError(inputs.status());
  return inputs;
}

}  // namespace opgraft_internal
