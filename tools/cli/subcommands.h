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
#include "tools/cli/load_model.h"
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

// What `profile` is to do.
struct ProfileArguments {
  MeasuredArguments measured;
  int runs = 100;
  // How many rows the table has; 0: one for each node.
  int top = 20;
  // The file of the trace, in Chrome's format; "": none is written.
  std::string trace;
  bool json = false;
};
// Runs the model and prints where the time goes. Errors of loading and of the runs.
absl::Status ProfileModel(const ProfileArguments& arguments);

// Prints the kernels of the op `name`, of all ops if it is "". `matrix`: as a table of ops and
// dtypes. NOT_FOUND for an op that is not registered.
absl::Status ListKernels(const std::string& name, bool matrix);
// Prints which kernel a node gets, and why not another. `node` is a path as FindNodeAt takes them.
absl::Status ExplainNode(const ModelArguments& model, const std::string& node);
// Text for a terminal, a graph for Graphviz, or a page for a browser.
enum class ShowFormat { kText, kDot, kHtml };
// Prints a model. Of one with problems it prints what can be read, and the problems to standard
// error.
absl::Status ShowModel(const ModelArguments& model, ShowFormat format);
// Prints the memory plan of the model's default signature.
absl::Status ShowMemory(const ModelArguments& model);

// Prints the ops and kernels that `after` has and `before`, which it grew from, has not.
void ListGrowth(const KernelRegistry& before, const KernelRegistry& after);
// Prints one line for an op: "MatMul(a: T, b: T) -> product: T".
void PrintOpLine(const OpRegistrationData& data);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_SUBCOMMANDS_H_
