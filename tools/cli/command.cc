// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/command.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/library/library_loader.h"
#include "framework/runtime/crash_handler.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "framework/types/version.h"
#include "tools/cli/check_model.h"
#include "tools/cli/completion.h"
#include "tools/cli/generate.h"
#include "tools/cli/help.h"
#include "tools/cli/library_path.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/man_page.h"
#include "tools/cli/options.h"
#include "tools/cli/own_error.h"
#include "tools/cli/progress.h"
#include "tools/cli/subcommands.h"
#include "tools/cli/usage_error.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

constexpr const char kVersion[] = "opgraft " OPGRAFT_VERSION;
constexpr int kFailed = 1;
constexpr int kWrongCall = 2;

// A report of several lines starts on a line of its own: its carets point at the line above them.
void PrintError(const absl::Status& status) {
  if (IsOwnError(status)) {
    std::cerr << "opgraft: " << PrintableLines(status.message()) << "\n";
    return;
  }
  const bool report = absl::StrContains(status.message(), '\n');
  std::cerr << "opgraft: " << absl::StatusCodeToString(status.code()) << (report ? ":\n" : ": ")
            << PrintableLines(status.message()) << "\n";
}

// Tells an error; true if there is one.
bool Reported(const absl::Status& status) {
  if (!status.ok()) {
    std::cout.flush();
    PrintError(status);
  }
  return !status.ok();
}

// Cuts off what follows "--" of `opgraft build ... -- ...`: CLI11 would take it for files.
std::vector<std::string> CutCompilerArguments(int* argc, char** argv) {
  char** const end = argv + *argc;
  char** const dashes = std::find(argv, end, absl::string_view("--"));
  if (dashes == end || std::find(argv, dashes, absl::string_view("build")) == dashes) return {};
  *argc = static_cast<int>(dashes - argv);
  return {dashes + 1, end};
}

void AddHelp(CLI::App* app, Call* call) {
  auto words = std::make_shared<std::vector<std::string>>();
  CLI::App* help = app->add_subcommand("help", "Explain a command and its options")->group("Help");
  help->add_option("COMMAND", *words, "name of a command, e.g. run or gen cpp; default: list all");
  help->callback([=] {
    const CLI::App& command = FindCommand(*app, *words);
    call->action = [&command] {
      std::cout << HelpFormatter().make_help(&command, "", CLI::AppFormatMode::Normal);
      return absl::OkStatus();
    };
  });
}

void AddSubcommands(CLI::App* app, Call* call) {
  AddRun(app, call);
  AddCheck(app, call);
  AddShow(app, call);
  AddTransform(app, call);
  AddExplain(app, call);
  AddBench(app, call);
  AddProfile(app, call);
  AddConvert(app, call);
  AddOps(app, call);
  AddKernels(app, call);
  AddGen(app, call);
  AddLint(app, call);
  AddCompat(app, call);
  AddCoverage(app, call);
  AddNewOp(app, call);
  AddBuild(app, call);
  AddFlags(app, call);
  AddHelp(app, call);
  AddMan(app, call);
  AddCompletion(app, call);
}

// What is inherited is set before the subcommands are added.
void Declare(CLI::App* app, Call* call) {
  app->formatter(std::make_shared<HelpFormatter>());
  app->set_help_flag("-h,--help", "print help and exit");
  app->set_version_flag("-V,--version", kVersion, "print the version and exit");
  app->require_subcommand(1);
  app->fallthrough();
  AddRepeatable(app, "--load", &call->libraries, kFile,
                "library of ops and kernels to load first (.so); may be repeated");
  app->add_flag_function(
      "--progress,!--no-progress",
      [](int64_t count) {
        SetProgressMode(count > 0 ? ProgressMode::kAlways : ProgressMode::kNever);
      },
      "show what a long command is doing, or do not [if standard error is a terminal]");
  AddSubcommands(app, call);
  app->footer(
      "`opgraft help COMMAND` explains a command and its options. Where a file is read or written, "
      "- is standard input or output.\n"
      "Exit codes: 0 success, 1 failure, 2 a wrong command line.");
}

absl::Status Perform(Call* call) {
  for (const std::string& library : call->libraries) {
    OPGRAFT_ASSIGN_OR_RETURN(const LoadedLibrary loaded, LoadLibraryAndWarn(LibraryPath(library)));
    call->loaded_ops.insert(call->loaded_ops.end(), loaded.ops.begin(), loaded.ops.end());
  }
  if (call->checks_registrations) OPGRAFT_RETURN_IF_ERROR(KernelRegistry::Global()->errors());
  OPGRAFT_RETURN_IF_ERROR(GuardMemory(call->action));
  return FlushStandardOutput();
}

int Command(int argc, char** argv, int64_t (*count_allocations)()) {
  Call call;
  call.count_allocations = count_allocations;
  call.compiler_arguments = CutCompilerArguments(&argc, argv);
  CLI::App app{
      "Registers ops, loads models from GraphDef, SavedModel and OpenVINO IR, and runs them with "
      "state.",
      "opgraft"};
  Declare(&app, &call);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
    return Reported(FlushStandardOutput()) ? kFailed : 0;
  } catch (const CLI::ParseError& error) {
    std::cerr << UsageError(app, error);
    return kWrongCall;
  }
  return Reported(Perform(&call)) || call.problems ? kFailed : 0;
}

// Allocates nothing.
void PrintOutOfMemory() {
  const absl::string_view why = OutOfMemoryError().message();
  std::fprintf(stderr, "opgraft: RESOURCE_EXHAUSTED: %.*s\n", static_cast<int>(why.size()),
               why.data());
}

}  // namespace

int CommandMain(int argc, char** argv, int64_t (*count_allocations)()) {
  InstallCrashHandler();
  OpenStandardStreams();
  try {
    return Command(argc, argv, count_allocations);
  } catch (const std::bad_alloc&) {
    PrintOutOfMemory();
    return kFailed;
  }
}

}  // namespace opgraft_internal
