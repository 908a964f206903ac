// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/feeds.h"

#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "framework/op/fingerprint.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
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

absl::StatusOr<Tensor> ReadArray(const std::string& file, const FeedSpec& spec, NpyCast cast) {
  OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(file));
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor array, ReadNpy(path));
  return FitNpy(array, spec.dtype, cast);
}

absl::StatusOr<NamedTensor> ParseInput(const std::string& text, const InputArguments& arguments,
                                       const LoadedModel& model) {
  OPGRAFT_ASSIGN_OR_RETURN(const auto assignment, SplitAssignment(text, "--input"));
  const auto& [name, value] = assignment;
  OPGRAFT_ASSIGN_OR_RETURN(const FeedSpec spec, FeedSpecOf(model, name));
  if (absl::StartsWith(value, "@"))
    return Named(name, ReadArray(value.substr(1), spec, arguments.cast));
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
    OPGRAFT_ASSIGN_OR_RETURN(NamedTensor input, Named(name, FitNpy(array, spec->dtype, cast)));
    inputs.push_back(std::move(input));
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
  OPGRAFT_ASSIGN_OR_RETURN(const Endpoint tensor, model.graph.FindTensor(model.TensorOf(name)));
  const Node node = model.graph.node(tensor.node);
  return FeedSpec{BaseType(node.output_type(tensor.port)), node.output_shape(tensor.port)};
}

absl::StatusOr<std::vector<NamedTensor>> ParseInputs(const InputArguments& arguments,
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

}  // namespace opgraft_internal
