// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/generate.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/files/input_file.h"
#include "framework/files/write_file.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/op/op_registration_data.h"
#include "framework/op/op_registry.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/files/standard_streams.h"
#include "tools/op_gen/api_def_table.h"
#include "tools/op_gen/cpp_header.h"
#include "tools/op_gen/op_reference.h"
#include "tools/op_gen/python_module.h"

namespace opgraft_internal {
namespace {

struct GenerateArguments {
  std::vector<std::string> ops;
  bool all = false;
  std::vector<std::string> api_defs;  // files of overrides
  std::string output;                 // file or folder; "": standard output
};

constexpr ByteLimit kMaxApiDefBytes{int64_t{64} << 20, ""};

std::vector<const OpDef*> OpDefsOf(const std::vector<const OpRegistrationData*>& ops) {
  std::vector<const OpDef*> op_defs;
  for (const OpRegistrationData* op : ops) op_defs.push_back(&op->op_def);
  return op_defs;
}

// The ops asked for, sorted by name: those named, all public ones, or else those of the libraries
// loaded. NOT_FOUND with the nearest name for an unknown one. The registry keeps them.
absl::StatusOr<std::vector<const OpRegistrationData*>> ChosenOps(
    const GenerateArguments& arguments, const std::vector<std::string>& loaded_ops,
    const KernelRegistry& registry) {
  if (arguments.all) return registry.ops().List();
  std::vector<std::string> names = arguments.ops.empty() ? loaded_ops : arguments.ops;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::vector<const OpRegistrationData*> ops;
  for (const std::string& name : names) {
    OPGRAFT_ASSIGN_OR_RETURN(const OpRegistrationData* op, registry.ops().LookUp(name));
    ops.push_back(op);
  }
  return ops;
}

// Puts the overrides of the files over those of each table. INVALID_ARGUMENT if a file is for an op
// that does not exist.
absl::Status ReadApiDefs(const GenerateArguments& arguments, const KernelRegistry& registry,
                         std::initializer_list<ApiDefTable*> tables) {
  for (const std::string& file : arguments.api_defs) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string path, InputPath(file));
    OPGRAFT_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kMaxApiDefBytes));
    for (ApiDefTable* table : tables) OPGRAFT_RETURN_IF_ERROR(table->Add(text, file));
    for (const std::string& op : (*tables.begin())->OpsOf(file)) {
      const absl::Status found = registry.ops().LookUp(op).status();
      if (!found.ok()) return absl::InvalidArgumentError(absl::StrCat(file, ": ", found.message()));
    }
  }
  return absl::OkStatus();
}

// Writes to `path`, or to standard output if it is "" or "-".
absl::Status WriteText(const std::string& path, absl::string_view text) {
  if (path.empty()) {
    std::cout << text;
    return absl::OkStatus();
  }
  return WriteOutput(path, text);
}

// Each writes what its subcommand is called after.
absl::Status GeneratePython(const GenerateArguments& arguments,
                            const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  ApiDefTable api_defs = ApiDefTable::BuiltinForPython();
  OPGRAFT_RETURN_IF_ERROR(ReadApiDefs(arguments, *registry, {&api_defs}));
  OPGRAFT_ASSIGN_OR_RETURN(const PythonModule module, MakePythonModule(OpDefsOf(ops), api_defs));
  for (const std::string& note : module.notes) std::cerr << "opgraft: note: " << note << "\n";
  return WriteText(arguments.output, module.text);
}

absl::Status GenerateCpp(const GenerateArguments& arguments,
                         const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  ApiDefTable api_defs = ApiDefTable::Builtin();
  OPGRAFT_RETURN_IF_ERROR(ReadApiDefs(arguments, *registry, {&api_defs}));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string text,
                           MakeCppHeader(OpDefsOf(ops), api_defs, arguments.output));
  return WriteText(arguments.output, text);
}

absl::Status GenerateDocs(const GenerateArguments& arguments,
                          const std::vector<std::string>& loaded_ops) {
  const auto registry = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const auto ops, ChosenOps(arguments, loaded_ops, *registry));
  ApiDefTable api_defs = ApiDefTable::Builtin();
  ApiDefTable python_api_defs = ApiDefTable::BuiltinForPython();
  OPGRAFT_RETURN_IF_ERROR(ReadApiDefs(arguments, *registry, {&api_defs, &python_api_defs}));
  OPGRAFT_ASSIGN_OR_RETURN(const auto files, WithProgress("writing the reference", [&] {
                             return MakeOpReference(ops, api_defs, python_api_defs, registry);
                           }));
  const std::string folder = arguments.output.empty() ? "op_reference" : arguments.output;
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    return absl::InvalidArgumentError(
        absl::StrCat("cannot make folder '", folder, "': ", error.message()));
  for (const auto& [name, text] : files)
    OPGRAFT_RETURN_IF_ERROR(WriteFile(absl::StrCat(folder, "/", name), text));
  std::cout << folder << "/index.html: " << ops.size() << (ops.size() == 1 ? " op\n" : " ops\n");
  return absl::OkStatus();
}

using Generator = absl::Status (*)(const GenerateArguments& arguments,
                                   const std::vector<std::string>& loaded_ops);

// What one kind of generated files has of its own.
struct Kind {
  const char* name;
  const char* about;
  const char* output;
  const char* output_type;
  Generator generate;
};

constexpr Kind kKinds[] = {
    {"python", "Write Python functions with TensorFlow's signatures and docstrings",
     "file to write; default: standard output", kFile, GeneratePython},
    {"cpp", "Write a C++ header: classes that add nodes to a GraphBuilder, like TensorFlow's ops::",
     "header to write; default: standard output", kFile, GenerateCpp},
    {"docs", "Write a reference of ops with a search, as HTML and Markdown",
     "folder to write; default: op_reference", kFolder, GenerateDocs},
};

void AddKind(CLI::App* gen, const Kind& kind, Call* call) {
  auto arguments = std::make_shared<GenerateArguments>();
  CLI::App* app = gen->add_subcommand(kind.name, kind.about)->group("Commands");
  app->add_option("OPS", arguments->ops, "names of ops; default: those of the --load libraries");
  app->add_flag("--all", arguments->all, "all ops, but those that are internal");
  AddOutput(app, &arguments->output, kind.output, kind.output_type);
  AddRepeatable(
      app, "--api-def", &arguments->api_defs, kFile,
      "ApiDefs as text that change names, orders, defaults and descriptions, or hide ops; "
      "may be repeated");
  app->callback([=] {
    if (arguments->ops.empty() && !arguments->all && call->libraries.empty())
      throw CLI::ValidationError("no op is chosen: name OPS, or say --all or --load");
    call->action = [=] { return kind.generate(*arguments, call->loaded_ops); };
  });
}

}  // namespace

void AddGen(CLI::App* app, Call* call) {
  CLI::App* gen =
      app->add_subcommand("gen", "Generate Python functions, C++ classes or documentation of ops")
          ->group("Ops");
  gen->require_subcommand(1);
  for (const Kind& kind : kKinds) AddKind(gen, kind, call);
  gen->footer(
      "The same ops give the same bytes each time.\n"
      "\n"
      "Examples:\n"
      "  opgraft gen python --load ./my_ops.so -o my_ops.py\n"
      "  opgraft gen cpp MatMul Sum -o my_ops.h\n"
      "  opgraft gen docs --all -o op_reference");
}

}  // namespace opgraft_internal
