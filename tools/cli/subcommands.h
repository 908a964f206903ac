// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The subcommands but check (check_model.h). Each one's file declares its options and help, and
// does its work.
#ifndef TOOLS_CLI_SUBCOMMANDS_H_
#define TOOLS_CLI_SUBCOMMANDS_H_

#include <string>

#include "absl/status/status.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/types/internal_namespace.h"
#include "tools/cli/call.h"
#include "tools/cli/measured_model.h"

namespace CLI {
class App;
}  // namespace CLI

namespace opgraft_internal {

// Each adds a subcommand to `app`. Parsing fills in `*call`, which must outlive `app`; the action
// prints its result and returns OK, or the error to be shown.
void AddBench(CLI::App* app, Call* call);
void AddBuild(CLI::App* app, Call* call);
void AddCompat(CLI::App* app, Call* call);
void AddConvert(CLI::App* app, Call* call);
void AddCoverage(CLI::App* app, Call* call);
void AddExplain(CLI::App* app, Call* call);
void AddFlags(CLI::App* app, Call* call);
void AddKernels(CLI::App* app, Call* call);
void AddLint(CLI::App* app, Call* call);
void AddNewOp(CLI::App* app, Call* call);
void AddOps(CLI::App* app, Call* call);
void AddProfile(CLI::App* app, Call* call);
void AddRun(CLI::App* app, Call* call);
void AddShow(CLI::App* app, Call* call);
void AddTransform(CLI::App* app, Call* call);

struct ProfileArguments {
  MeasuredArguments measured;
  int runs = 100;
  int top = 20;       // rows of the table; 0: all
  std::string trace;  // file to write; "": none
  bool json = false;
};
absl::Status ProfileModel(const ProfileArguments& arguments);

// `name` "": all ops; `matrix`: a table of ops and dtypes.
absl::Status ListKernels(const std::string& name, bool matrix);
absl::Status ExplainNode(const std::string& model, const std::string& node);
enum class ShowFormat { kText, kDot, kHtml };
// Of a model with problems what there is, and the problems on standard error.
absl::Status ShowModel(const std::string& model, ShowFormat format);
// The memory plan of the model's default signature.
absl::Status ShowMemory(const std::string& model);

// Prints the ops and kernels that `after` has beyond `before`, on which it was made.
void ListGrowth(const KernelRegistry& before, const KernelRegistry& after);
// "MatMul(a: T, b: T) -> product: T".
void PrintOpLine(const OpRegistrationData& data);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_SUBCOMMANDS_H_
