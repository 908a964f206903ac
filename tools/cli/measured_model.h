// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_MEASURED_MODEL_H_
#define TOOLS_CLI_MEASURED_MODEL_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/optional.h"
#include "framework/runtime/compiled_model.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/feeds.h"
#include "tools/cli/load_model.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// Which model `bench` and `profile` run, on what. Plain data.
struct MeasuredArguments {
  ModelArguments model;
  InputArguments inputs;
  // The size of unknown dimensions in values that are made up.
  int64_t dimension = 1;
  int kernel_threads = 1;
};

// Declares the options of `bench` and `profile` that fill in `*arguments`.
void AddMeasured(CLI::App* app, MeasuredArguments* arguments);

// A model with a value for each feed of its default signature: the one given, or one made up.
// Requests come with their inputs set, ready for Run(). Thread-compatible; its requests are
// independent.
//
// Example:
//   OPGRAFT_ASSIGN_OR_RETURN(const MeasuredModel model, MeasuredModel::Load(arguments));
//   OPGRAFT_ASSIGN_OR_RETURN(InferRequest request, model.CreateRequest());
//   OPGRAFT_RETURN_IF_ERROR(request.Run());
class MeasuredModel {
 public:
  // Loads and compiles. NOT_FOUND for an --input that the model does not feed; INVALID_ARGUMENT for
  // a feed of which no value can be made up.
  static absl::StatusOr<MeasuredModel> Load(const MeasuredArguments& arguments);

  // A request whose inputs are set. It shares the values with all others.
  absl::StatusOr<InferRequest> CreateRequest() const;
  const CompiledModel& model() const { return model_; }

 private:
  explicit MeasuredModel(CompiledModel model) : model_(std::move(model)) {}
  absl::Status SetFeeds(const MeasuredArguments& arguments, const LoadedModel& loaded);

  CompiledModel model_;
  // In the order of the inputs; empty for one that has a default and was not given.
  std::vector<absl::optional<Tensor>> feeds_;
};

// A time with three digits and the unit that suits: "212 ns", "1.45 us", "98.6 ms".
std::string ShowTime(double ns);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_MEASURED_MODEL_H_
