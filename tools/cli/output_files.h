// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TOOLS_CLI_OUTPUT_FILES_H_
#define TOOLS_CLI_OUTPUT_FILES_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "framework/runtime/infer_request.h"
#include "framework/tensor/tensor.h"
#include "framework/types/internal_namespace.h"

namespace opgraft_internal {

// What `run --output` writes: the outputs of one run, or of all steps of a sequence, stacked along
// a new first dimension. Keeps all of it in memory until Write. Not for several threads.
//
// Example:
//   OutputFiles files("out.npz", /*is_sequence=*/true);
//   for (const StepResults& step : steps) OPGRAFT_RETURN_IF_ERROR(files.Add(step.outputs));
//   OPGRAFT_RETURN_IF_ERROR(files.Write());
class OutputFiles {
 public:
  // `path` is a .npy file, for one output ("-" is one, on standard output); a .npz file; or a
  // folder that exists or whose name ends in "/", for a .npy file of each output.
  OutputFiles(std::string path, bool is_sequence)
      : path_(std::move(path)), is_sequence_(is_sequence) {}

  // Adds the outputs of a step. INVALID_ARGUMENT if one does not have the type and shape that it
  // has in the first step, and if there are several for one .npy file.
  absl::Status Add(const std::vector<NamedTensor>& outputs);
  // Writes the files. Errors of WriteFile; INVALID_ARGUMENT if two outputs would be one file.
  absl::Status Write() const;

 private:
  // One output of all steps: their elements one after the other.
  struct Stack {
    std::string name;
    DataType dtype = DT_INVALID;
    // Of the output of one step.
    TensorShape shape;
    int64_t steps = 0;
    // The elements of all steps; of strings in `texts`.
    std::string bytes;
    std::vector<tstring> texts;
  };

  static absl::Status Append(const Tensor& output, Stack* stack);
  absl::StatusOr<Tensor> Whole(const Stack& stack) const;
  absl::Status WriteFolder(const std::vector<NamedTensor>& arrays) const;

  const std::string path_;
  const bool is_sequence_;
  std::vector<Stack> stacks_;
};

// INVALID_ARGUMENT unless OutputFiles takes such a name.
absl::Status CheckOutputPath(const std::string& path);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_OUTPUT_FILES_H_
