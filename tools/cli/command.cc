// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/command.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <iostream>

#include "CLI/CLI.hpp"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/library/library_loader.h"
#include "framework/types/out_of_memory.h"
#include "framework/types/printable.h"
#include "framework/types/status_macros.h"
#include "framework/types/version.h"
#include "tools/cli/generate.h"
#include "tools/cli/run_options.h"
#include "tools/cli/subcommands.h"
#include "tools/files/standard_streams.h"

namespace opgraft_internal {
namespace {

constexpr const char kVersion[] = "opgraft " OPGRAFT_VERSION;
constexpr int kFailed = 1;
constexpr int kWrongCall = 2;

struct Call {
  std::vector<std::string> libraries;
  std::vector<std::string> loaded_ops;  // of the libraries
  Action action;
  bool checks_registrations = false;  // all of the program's, before the action
  bool problems = false;              // found by `check` and its like
};

// A report of several lines starts on a line of its own: its carets point at the line above them.
void PrintError(const absl::Status& status) {
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

// The arguments of the other subcommands.
struct Words {
  std::string first;
  std::string second;
  std::vector<std::string> names;
  bool flag = false;
  bool memory = false;
};

absl::Status ShowOps(const Words& words, const Call& call) {
  if (words.second.empty()) return ListOps(words.first, words.flag);
  return WriteOps(words.first.empty() ? call.loaded_ops : std::vector<std::string>{words.first},
                  words.second);
}

void AddOthers(CLI::App* app, Words* words, Call* call) {
  CLI::App* check =
      app->add_subcommand("check", "Tell every problem of a file; exit code 1 if there are any.");
  check->add_option("MODEL", words->first, "GraphDef, .pb or .pbtxt")->required();
  check->callback(
      [=] { call->action = [=] { return CheckModel(words->first, &call->problems); }; });

  CLI::App* ops = app->add_subcommand(
      "ops", "List the ops, or show one: inputs, outputs, attrs, documentation, place.");
  ops->add_option("NAME", words->first, "op");
  ops->add_flag("--json", words->flag, "print the OpDefs as JSON, one a line");
  ops->add_option(
      "--proto", words->second,
      "write the OpDefs to a file for `compat`, text (.pbtxt) or binary (.pb); of the --load "
      "libraries, if any");
  ops->callback([=] { call->action = [=] { return ShowOps(*words, *call); }; });

  CLI::App* kernels = app->add_subcommand("kernels", "List kernels with the dtypes they are for.");
  kernels->add_option("NAME", words->first, "op");
  kernels->add_flag("--matrix", words->flag, "a table: ops down, dtypes across");
  kernels->callback([=] { call->action = [=] { return ListKernels(words->first, words->flag); }; });

  CLI::App* explain =
      app->add_subcommand("explain", "Say which kernel a node gets, and why no other.");
  explain->add_option("MODEL", words->first, "GraphDef, .pb or .pbtxt")->required();
  explain->add_option("NODE", words->second, "name of the node")->required();
  explain->callback(
      [=] { call->action = [=] { return ExplainNode(words->first, words->second); }; });

  CLI::App* show =
      app->add_subcommand("show", "Print a model: nodes, types, shapes, functions, variables.");
  show->add_option("MODEL", words->first, "GraphDef, .pb or .pbtxt")->required();
  CLI::Option* dot = show->add_flag(
      "--dot", words->flag, "print a Graphviz graph: opgraft show --dot m.pb | dot -Tsvg > m.svg");
  show->add_flag("--memory", words->memory,
                 "print the memory plan: the peak, what reuse saves, the bytes alive at one step, "
                 "a row a region")
      ->excludes(dot);
  show->callback([=] {
    call->action = [=] {
      return words->memory ? ShowMemory(words->first) : ShowModel(words->first, words->flag);
    };
  });
}

void AddConvert(CLI::App* app, ConvertArguments* arguments, Call* call) {
  CLI::App* convert = app->add_subcommand(
      "convert", "Write a GraphDef in the other format; ops are not looked at.");
  convert->add_option("FROM", arguments->from, ".pb or .pbtxt, told apart by contents; - is stdin")
      ->required();
  convert
      ->add_option("TO", arguments->to,
                   "text if it ends in .pbtxt, .textproto, .prototxt or .txt; binary if in .pb, "
                   ".graphdef or .binpb;\n- is stdout, and gets the format that FROM has not")
      ->required();
  convert->add_option("--format", arguments->format, "of TO, whatever its name is")
      ->check(CLI::IsMember({"text", "binary"}));
  convert->callback([=] { call->action = [=] { return ConvertModel(*arguments); }; });
}

void AddNewOp(CLI::App* app, Words* words, Call* call) {
  CLI::App* new_op = app->add_subcommand(
      "new-op", "Write a copyable op with kernel, test and BUILD that builds at once.");
  new_op->add_option("NAME", words->first, "of the op, in CamelCase")->required();
  new_op->add_option("DIR", words->second, "folder to write; must not exist, or be empty")
      ->required();
  new_op->callback([=] { call->action = [=] { return NewOp(words->first, words->second); }; });
}

void AddOpChecks(CLI::App* app, Words* words, Call* call) {
  CLI::App* compat = app->add_subcommand("compat",
                                         "Tell where graphs made for old ops do not fit the new "
                                         "ones, by TensorFlow's rules; exit code 1 if so.");
  compat->add_option("OLD", words->first, "OpList: what `ops --proto` wrote at the last release")
      ->required();
  compat->add_option("NEW", words->second,
                     "OpList; default: the ops of this program and of --load");
  compat->callback([=] {
    call->action = [=] { return CompareOps(words->first, words->second, &call->problems); };
  });

  CLI::App* lint = app->add_subcommand("lint",
                                       "Tell what to look at in registrations: no kernel, dtype "
                                       "holes, no shape function, no docs; exit code 1.");
  lint->add_option("OPS", words->names, "ops; default: those of the --load libraries, or else all");
  lint->add_option("--allow", words->first,
                   "file with a line \"OP: BEGINNING OF FINDING\" for each that is meant to be");
  lint->callback([=] {
    call->action = [=] {
      return Lint(words->names.empty() ? call->loaded_ops : words->names, words->first,
                  &call->problems);
    };
  });
}

void AddBuild(CLI::App* app, BuildArguments* arguments, Words* words, bool* link, Call* call) {
  CLI::App* build = app->add_subcommand(
      "build",
      "Compile the sources of ops to a library that --load takes. What follows -- goes to the "
      "compiler\n"
      "($CXX, by default c++): opgraft build a.cc b.cc -o ops.so -- -O3 -Iinclude -lm");
  build->add_option("FILES", arguments->files, "C++ sources; also objects and archives to link")
      ->required();
  build->add_option(
      "-o,--output", arguments->output,
      "library to write; default: the first source's name with .so, in the current folder");
  build->add_flag(
      "--load", arguments->load,
      "then load the library: tell every wrong registration, list the ops and kernels it brings");
  build->callback([=] {
    call->checks_registrations = true;
    call->action = [=] { return BuildOp(*arguments); };
  });

  CLI::App* flags = app->add_subcommand(
      "flags",
      "Print what a compiler needs to build an op library, on one line, quoted for a shell.");
  flags->add_flag("--compile", words->flag, "options to compile with");
  flags->add_flag("--link", *link, "options to link with, after the objects");
  flags->require_option(1, 2);
  flags->callback([=] { call->action = [=] { return PrintFlags(words->flag, *link); }; });
}

using Generator = absl::Status (*)(const GenerateArguments& arguments,
                                   const std::vector<std::string>& loaded_ops);

void AddGenerator(CLI::App* gen, const char* name, const char* about, const char* out,
                  Generator generate, GenerateArguments* arguments, Call* call) {
  CLI::App* app = gen->add_subcommand(name, about);
  app->add_option("OPS", arguments->ops, "ops; default: those of the --load libraries");
  app->add_flag("--all", arguments->all, "all ops but internal ones");
  app->add_option("-o,--out", arguments->out, out);
  app->add_option(
         "--api-def", arguments->api_defs,
         "ApiDefs in text format: other names, orders, defaults, words, hidden ops; repeatable")
      ->allow_extra_args(false);
  app->callback([=] {
    if (arguments->ops.empty() && !arguments->all && call->libraries.empty()) {
      throw CLI::RequiredError("OPS, --all or --load");
    }
    call->action = [=] { return generate(*arguments, call->loaded_ops); };
  });
}

void AddGenerators(CLI::App* app, GenerateArguments* arguments, Call* call) {
  CLI::App* gen = app->add_subcommand(
      "gen", "Write wrappers or documentation of ops; the same ops, the same bytes.");
  gen->require_subcommand(1);
  AddGenerator(gen, "python", "Python functions with TensorFlow's signatures and docstrings.",
               "file to write; default: standard output", GeneratePython, arguments, call);
  AddGenerator(gen, "cpp", "A C++ header: classes over a GraphBuilder, as TensorFlow's ops::.",
               "header to write; default: standard output", GenerateCpp, arguments, call);
  AddGenerator(gen, "docs",
               "A reference of the ops with search: index.html and README.md in a folder.",
               "folder to write; default: op_reference", GenerateDocs, arguments, call);
}

absl::Status Perform(Call* call) {
  for (const std::string& library : call->libraries) {
    OPGRAFT_ASSIGN_OR_RETURN(const LoadedLibrary loaded, LoadLibrary(library));
    call->loaded_ops.insert(call->loaded_ops.end(), loaded.ops.begin(), loaded.ops.end());
  }
  if (call->checks_registrations) OPGRAFT_RETURN_IF_ERROR(KernelRegistry::Global()->errors());
  OPGRAFT_RETURN_IF_ERROR(GuardMemory(call->action));
  return FlushStandardOutput();
}

}  // namespace

int CommandMain(int argc, char** argv, int64_t (*count_allocations)()) {
  OpenStandardStreams();
  CLI::App app{"Opgraft: register ops, load graphs from GraphDef, run them with state.", "opgraft"};
  app.set_version_flag("--version", kVersion);
  app.require_subcommand(1);
  app.fallthrough();
  app.footer(
      "Exit codes: 0 success; 1 the operation failed; 2 usage error.\n"
      "opgraft COMMAND --help tells the options of a command.\n"
      "Where a file is read or written, - is standard input or output.");
  Call call;
  RunArguments run;
  BenchArguments bench;
  bench.count_allocations = count_allocations;
  ProfileArguments profile;
  ConvertArguments convert;
  Words words;
  BuildArguments build;
  bool link_flags = false;
  build.compiler_arguments = CutCompilerArguments(&argc, argv);
  GenerateArguments generate;
  app.add_option("--load", call.libraries,
                 "LIB.so with ops and kernels, loaded first; repeatable; on every command")
      ->allow_extra_args(false);
  AddRun(&app, &run, &call.action);
  AddBench(&app, &bench, &call.action);
  AddProfile(&app, &profile, &call.action);
  AddOthers(&app, &words, &call);
  AddConvert(&app, &convert, &call);
  AddNewOp(&app, &words, &call);
  AddOpChecks(&app, &words, &call);
  AddBuild(&app, &build, &words, &link_flags, &call);
  AddGenerators(&app, &generate, &call);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    if (app.exit(e) != 0) return kWrongCall;
    return Reported(FlushStandardOutput()) ? kFailed : 0;
  }
  return Reported(Perform(&call)) || call.problems ? kFailed : 0;
}

}  // namespace opgraft_internal
