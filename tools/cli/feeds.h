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

// What a command line says about inputs. Plain data.
struct InputArguments {
  // The values of --input: "x=1,2,3", "y=@file.npy", "@file.npz".
  std::vector<std::string> inputs;
  // What becomes of arrays of another type than the input's.
  NpyCast cast = NpyCast::kNone;
  // Of the generator of random values.
  uint64_t seed = 1;
};

// Declares the options that fill in `*arguments`.
void AddInputs(CLI::App* app, InputArguments* arguments);
// How inputs are written: a part of the help of each command that has them.
extern const char kInputHelp[];

// "NAME=TEXT"; INVALID_ARGUMENT names `option` if it is not that.
absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(const std::string& text,
                                                                    const char* option);
// INVALID_ARGUMENT if an option is not "NAME=TEXT" (or "@FILE" of inputs), and if two of them feed
// one tensor ("x" and "x:0" are the same). The files are not read.
absl::Status CheckFedOnce(const std::vector<std::string>& inputs,
                          const std::vector<std::string>& sequences = {});
// Type and shape of an input, which may be any tensor of the graph. NOT_FOUND if the model has no
// such input and no such tensor.
absl::StatusOr<FeedSpec> FeedSpecOf(const LoadedModel& model, const std::string& name);
// The values of all inputs, each named once. INVALID_ARGUMENT for a value that does not fit the
// input's type or shape; errors of files.
absl::StatusOr<std::vector<NamedTensor>> ParseInputs(const InputArguments& arguments,
                                                     const LoadedModel& model);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_FEEDS_H_
