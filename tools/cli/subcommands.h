// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The subcommands, each with what it was asked. Every function prints its result and returns OK, or
// the error to be shown.
#ifndef TOOLS_CLI_SUBCOMMANDS_H_
#define TOOLS_CLI_SUBCOMMANDS_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/measured_model.h"

namespace opgraft_internal {

struct RunArguments {
  std::string model;
  std::vector<std::string> inputs;     // "x=1,2,3", "y=@file.npy"
  std::vector<std::string> sequences;  // "x=1..6", "x=1,2,3"
  NpyCast cast = NpyCast::kNone;       // of the files of inputs
  std::vector<std::string> fetches;
  std::vector<std::string> targets;
  std::string state_in;
  std::string state_out;
  int reset_at = 0;  // before this step, counted from 1; 0: never
  double deadline_s = 0;
  int threads = 1;
  bool check_inputs = false;
  bool json = false;
};
absl::Status RunModel(const RunArguments& arguments);

struct BenchArguments {
  MeasuredArguments measured;
  int requests = 0;  // 0: one a thread
  int threads = 1;   // each runs its requests in turn
  double seconds = 1;
  bool json = false;
  int64_t (*count_allocations)() =
      nullptr;  // of the calling thread so far; null, or -1: not counted
};
absl::Status BenchModel(const BenchArguments& arguments);

struct ProfileArguments {
  MeasuredArguments measured;
  int runs = 100;
  int top = 20;       // rows of the table; 0: all
  std::string trace;  // file to write; "": none
  bool json = false;
};
absl::Status ProfileModel(const ProfileArguments& arguments);

// Prints every problem of the file; `*problems` tells whether there are any.
absl::Status CheckModel(const std::string& model, bool* problems);
// `name` "": a line for each op; else all of one.
absl::Status ListOps(const std::string& name, bool json);
// Writes an OpList of the ops named, or of all public ones.
absl::Status WriteOps(const std::vector<std::string>& names, const std::string& path);
// Prints how graphs made for the ops in file `old_path` do not fit those in `new_path`, or for "",
// those registered.
absl::Status CompareOps(const std::string& old_path, const std::string& new_path, bool* problems);
// Prints what to look at in the registrations of the ops named, or of all, but for the findings
// that the file `allowed_path` lists as intended.
absl::Status Lint(const std::vector<std::string>& names, const std::string& allowed_path,
                  bool* problems);
// `name` "": all ops; `matrix`: a table of ops and dtypes.
absl::Status ListKernels(const std::string& name, bool matrix);
absl::Status ExplainNode(const std::string& model, const std::string& node);
absl::Status ShowModel(const std::string& model, bool dot);
// The memory plan of the model's default signature.
absl::Status ShowMemory(const std::string& model);
struct ConvertArguments {
  std::string from;
  std::string to;
  std::string format;  // "text" or "binary"; "": by the ending of `to`
};
// .pb to .pbtxt and back, without checking the ops.
absl::Status ConvertModel(const ConvertArguments& arguments);
struct BuildArguments {
  std::vector<std::string> files;
  std::string output;  // "": the first file's name with .so, in the current folder
  bool load = false;
  std::vector<std::string> compiler_arguments;
};
// Compiles sources to an op library; loads it if that is asked for, and lists what it brings.
absl::Status BuildOp(const BuildArguments& arguments);
// Prints what a compiler needs, on one line, quoted for a shell.
absl::Status PrintFlags(bool compile, bool link);
// Writes a copyable op, kernel, test and BUILD into `folder`.
absl::Status NewOp(const std::string& name, const std::string& folder);

// Prints "Op(x: T) -> y: T".
void PrintOpLine(const OpRegistrationData& op);
// Prints the ops and kernels that `after` adds to `before`, its base.
void ListGrowth(const KernelRegistry& before, const KernelRegistry& after);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_SUBCOMMANDS_H_
