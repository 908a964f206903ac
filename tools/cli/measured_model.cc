// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/measured_model.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/strip.h"
#include "framework/runtime/crash_handler.h"
#include "framework/types/nearest.h"
#include "framework/types/status_macros.h"
#include "tools/cli/feeds.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"

namespace opgraft_internal {
namespace {

int FindInput(const CompiledModel& model, absl::string_view name) {
  for (int i = 0; i < model.num_inputs(); ++i) {
    if (model.input_name(i) == absl::StripSuffix(name, ":0")) return i;
  }
  return -1;
}

absl::Status NoSuchInput(const CompiledModel& model, const std::string& name) {
  std::vector<std::string> known;
  for (int i = 0; i < model.num_inputs(); ++i) known.push_back(model.input_name(i));
  return absl::NotFoundError(absl::StrCat("--input ", name, ": the model does not feed '", name,
                                          "'", NearestHint(Nearest(name, known))));
}

// A PlaceholderWithDefault has a value without us.
bool HasDefault(const Graph& graph, const std::string& input) {
  const int node = graph.FindNode(input);
  return node >= 0 && graph.node(node).role() == OpRole::kPlaceholderWithDefault;
}

constexpr int kMaxDimension = 1 << 20;

}  // namespace

void AddMeasured(CLI::App* app, MeasuredArguments* arguments) {
  AddModel(app, &arguments->model);
  AddSavedModel(app, &arguments->model);
  AddInputs(app, &arguments->inputs);
  app->add_option("--dimension", arguments->dimension,
                  "size of the unknown dimensions of inputs that are not given [1]; such inputs "
                  "are made up: floats in [0, 1), other numbers 1, empty strings")
      ->type_name("N")
      ->check(WholeNumber(0, kMaxDimension));
  AddKernelThreads(app, &arguments->kernel_threads);
}

absl::StatusOr<MeasuredModel> MeasuredModel::Load(const MeasuredArguments& arguments) {
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedModel loaded, LoadModel(arguments.model));
  CompileOptions options = loaded.options;
  options.num_threads = arguments.kernel_threads;
  OPGRAFT_ASSIGN_OR_RETURN(const CompiledModel compiled,
                           WithProgress(absl::StrCat("compiling ", arguments.model.path), [&] {
                             return CompiledModel::Compile(loaded.graph, options);
                           }));
  AdviseOnCrash("a kernel may have written where it must not: see `opgraft run --check`");
  MeasuredModel model(compiled);
  OPGRAFT_RETURN_IF_ERROR(model.SetFeeds(arguments, loaded));
  return model;
}

absl::Status MeasuredModel::SetFeeds(const MeasuredArguments& arguments,
                                     const LoadedModel& loaded) {
  feeds_.resize(static_cast<size_t>(model_.num_inputs()));
  OPGRAFT_ASSIGN_OR_RETURN(std::vector<NamedTensor> inputs, ParseInputs(arguments.inputs, loaded));
  for (NamedTensor& input : inputs) {
    const int i = FindInput(model_, input.first);
    if (i < 0) return NoSuchInput(model_, input.first);
    feeds_[static_cast<size_t>(i)] = std::move(input.second);
  }
  for (int i = 0; i < model_.num_inputs(); ++i) {
    absl::optional<Tensor>& feed = feeds_[static_cast<size_t>(i)];
    const std::string& name = model_.input_name(i);
    if (feed.has_value() || HasDefault(model_.graph(), name)) continue;
    // Those have no values to make up. Graphs that TensorFlow froze have many that nothing uses;
    // the run tells if it needs one.
    const DataType type = model_.input_type(i);
    if (type == DT_VARIANT || type == DT_RESOURCE) continue;
    absl::StatusOr<Tensor> made_up = MakeUpFeed({type, model_.input_shape(i)}, arguments.dimension);
    if (!made_up.ok()) {
      return absl::Status(made_up.status().code(),
                          absl::StrCat("feed '", name, "': ", made_up.status().message(),
                                       "; give it: --input ", name, "=@FILE.npy"));
    }
    feed = *std::move(made_up);
  }
  return absl::OkStatus();
}

absl::StatusOr<InferRequest> MeasuredModel::CreateRequest() const {
  InferRequest request = model_.CreateRequest();
  for (size_t i = 0; i < feeds_.size(); ++i) {
    if (feeds_[i].has_value())
      OPGRAFT_RETURN_IF_ERROR(request.set_input(static_cast<int>(i), *feeds_[i]));
  }
  return request;
}

std::string ShowTime(double ns) {
  const char* unit = "ns";
  for (const char* larger : {"us", "ms", "s"}) {
    if (ns < 999.5) break;
    ns /= 1000;
    unit = larger;
  }
  int decimals = 2;  // three digits in all
  if (ns >= 9.995) decimals = 1;
  if (ns >= 99.95) decimals = 0;
  return absl::StrFormat("%.*f %s", decimals, ns, unit);
}

}  // namespace opgraft_internal
