// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Feeds as the command's options write them.
#ifndef TOOLS_CLI_FEEDS_H_
#define TOOLS_CLI_FEEDS_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/runtime/infer_request.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/feed_values.h"
#include "tools/cli/load_model.h"
#include "tools/tensor_io/npy_fit.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// What a command line says of inputs.
struct InputArguments {
  std::vector<std::string> inputs;  // "x=1,2,3", "y=@file.npy", "@file.npz"
  NpyCast cast = NpyCast::kNone;    // of the files
  uint64_t seed = 1;                // of random values
};

// Declares the options that fill in `*arguments`.
void AddInputs(CLI::App* app, InputArguments* arguments);
// How inputs are written: a part of the help of each command that has them.
extern const char kInputHelp[];

// "NAME=TEXT"; INVALID_ARGUMENT names `option` if it is not that.
absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(const std::string& text,
                                                                    const char* option);
// INVALID_ARGUMENT if an option is no "NAME=TEXT" (or "@FILE" of inputs), and if two of them feed
// one tensor ("x" and "x:0" are one). What files hold is not looked at.
absl::Status CheckFedOnce(const std::vector<std::string>& inputs,
                          const std::vector<std::string>& sequences = {});
// NOT_FOUND if the model has no such input of its signature, and no such tensor.
absl::StatusOr<FeedSpec> FeedSpecOf(const LoadedModel& model, const std::string& name);
// The values of all inputs, each named once.
absl::StatusOr<std::vector<NamedTensor>> ParseInputs(const InputArguments& arguments,
                                                     const LoadedModel& model);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_FEEDS_H_
