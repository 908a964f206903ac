// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/files/input_file.h"
#include "framework/files/write_file.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/library/linker_error.h"
#include "framework/types/status_macros.h"
#include "tools/cli/gnu_report.h"
#include "tools/cli/job_runner.h"
#include "tools/cli/library_path.h"
#include "tools/cli/load_graph.h"
#include "tools/cli/options.h"
#include "tools/cli/progress.h"
#include "tools/cli/sdk.h"
#include "tools/cli/subcommands.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

struct BuildArguments {
  std::vector<std::string> files;
  std::string output;  // "": the first file's name with .so, in the current folder
  bool load = false;
  bool check = false;  // files are libraries that are there already
  std::vector<std::string> compiler_arguments;
};

constexpr ByteLimit kMaxLibraryBytes{int64_t{4} << 30, ""};

// A temporary folder for objects, removed with this.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    path_ = (fs::temp_directory_path(error) / "opgraft_build_XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }  // "" if it could not be made

 private:
  std::string path_;
};

bool IsSource(const std::string& file) {
  const std::string extension = fs::path(file).extension().string();
  for (const char* known : {".cc", ".cpp", ".cxx", ".c++", ".C", ".c"}) {
    if (extension == known) return true;
  }
  return false;
}

absl::Status NoSuchFile(const std::string& file) {
  return absl::NotFoundError(absl::StrCat("there is no file '", file, "'"));
}

absl::Status CheckSources(const std::vector<std::string>& files) {
  bool any = false;
  for (const std::string& file : files) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return NoSuchFile(file);
    any = any || IsSource(file);
  }
  if (any) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("'", files[0],
                   "' is not a C++ source: its name must end in .cc, .cpp, .cxx, .c++, .C or .c"));
}

std::vector<std::string> Concat(std::vector<std::string> arguments,
                                const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// Compiles each source to an object in `folder`; `*objects` also has the files that only the linker
// reads.
absl::Status CompileAll(const BuildArguments& arguments, const Sdk& sdk, const std::string& folder,
                        std::vector<std::string>* objects) {
  std::vector<std::string> common = Concat(Compiler(), CompileFlags(sdk));
  if (isatty(STDERR_FILENO) != 0) common.emplace_back("-fdiagnostics-color=always");
  std::vector<Job> jobs;
  for (const std::string& file : arguments.files) {
    if (!IsSource(file)) {
      objects->push_back(file);
      continue;
    }
    objects->push_back(absl::StrCat(folder, "/", jobs.size(), ".o"));
    std::vector<std::string> call = Concat(common, {"-c", file, "-o", objects->back()});
    jobs.push_back(
        {absl::StrCat("compiling ", file), Concat(std::move(call), arguments.compiler_arguments)});
  }
  return RunJobs(jobs, folder);
}

// What `run` returns in a process of its own; "" if that cannot be started or does not end well.
std::string AskChild(const std::function<std::string()>& run) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  std::cout.flush();
  const pid_t child = fork();
  if (child == 0) {
    std::FILE* const out = fdopen(ends[1], "w");
    const std::string answer = run();
    if (out != nullptr) {
      std::fwrite(answer.data(), 1, answer.size(), out);
      std::fflush(out);
    }
    _exit(0);
  }
  close(ends[1]);
  std::string answer;
  char buffer[4096];
  for (ssize_t n = 0; child > 0 && (n = read(ends[0], buffer, sizeof(buffer))) != 0;) {
    if (n > 0) answer.append(buffer, static_cast<size_t>(n));
    if (n < 0 && errno != EINTR) break;
  }
  close(ends[0]);
  int how = 0;
  if (child > 0) waitpid(child, &how, 0);
  return answer;
}

// Whether a library lacks only what may be there when it is loaded.
bool IsIncomplete(absl::string_view error) {
  for (const absl::string_view part : {kSymbolNotFound, kSanitizerNotFound, kDependencyNotFound}) {
    if (absl::StrContains(error, part)) return true;
  }
  return false;
}

// Prints what is wrong with the registrations of `library`, each with its place as a compiler does.
// INVALID_ARGUMENT if there is something, or if the library cannot be used for another reason.
// Asks another process: the library's initialisers run, and what it registers must not stay.
// `shown` is the library's name to the user, who may not know `library`.
absl::Status CheckRegistrations(const std::string& library, const std::string& shown) {
  const std::string error =
      WithProgress(absl::StrCat("running the static initialisers of ", shown), [&] {
        return AskChild(
            [&] { return std::string(LoadLibrary(LibraryPath(library)).status().message()); });
      });
  if (error.empty() || IsIncomplete(error)) return absl::OkStatus();
  const std::string report = GnuReport(error);
  if (!report.empty()) {
    std::cerr << report;
    return absl::InvalidArgumentError(absl::StrCat("'", shown, "' has wrong registrations"));
  }
  if (library == shown) return absl::InvalidArgumentError(error);
  const std::string path = fs::path(shown).has_parent_path() ? shown : absl::StrCat("./", shown);
  return absl::InvalidArgumentError(absl::StrReplaceAll(error, {{library, path}}));
}

// Checks libraries that another build system made.
absl::Status CheckLibraries(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return NoSuchFile(file);
    OPGRAFT_RETURN_IF_ERROR(CheckRegistrations(file, file));
  }
  return absl::OkStatus();
}

// Linked in `folder` and then put in its place: a program that has the old one loaded keeps it.
absl::Status Link(const BuildArguments& arguments, const Sdk& sdk, const std::string& folder,
                  const std::vector<std::string>& objects, const std::string& output) {
  const std::string linked = absl::StrCat(folder, "/linked.so");
  std::vector<std::string> call = Concat(Compiler(), {"-shared", "-Wl,-z,defs", "-o", linked});
  call = Concat(Concat(Concat(std::move(call), objects), arguments.compiler_arguments),
                LinkFlags(sdk));
  OPGRAFT_RETURN_IF_ERROR(RunJobs({{absl::StrCat("linking ", output), std::move(call)}}, folder));
  OPGRAFT_RETURN_IF_ERROR(CheckRegistrations(linked, output));
  OPGRAFT_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(linked, kMaxLibraryBytes));
  return WriteFile(output, bytes, kProgramFile);
}

// Loads what was built and lists what it brings.
absl::Status LoadBuilt(const std::string& output) {
  const auto before = KernelRegistry::Global();
  OPGRAFT_ASSIGN_OR_RETURN(const LoadedLibrary library, LoadLibraryAndWarn(LibraryPath(output)));
  std::cout << output << ": " << library.ops.size()
            << (library.ops.size() == 1 ? " op, " : " ops, ") << library.num_kernels
            << (library.num_kernels == 1 ? " kernel\n" : " kernels\n");
  ListGrowth(*before, *KernelRegistry::Global());
  return absl::OkStatus();
}

// Compiles sources to an op library; loads it if that is asked for, and lists what it brings.
absl::Status BuildOp(const BuildArguments& arguments) {
  if (arguments.check) return CheckLibraries(arguments.files);
  OPGRAFT_RETURN_IF_ERROR(CheckSources(arguments.files));
  OPGRAFT_ASSIGN_OR_RETURN(const Sdk sdk, FindSdk());
  const std::string output = arguments.output.empty()
                                 ? absl::StrCat(fs::path(arguments.files[0]).stem().string(), ".so")
                                 : arguments.output;
  const TemporaryFolder folder;
  if (folder.path().empty())
    return absl::InvalidArgumentError("cannot make a temporary folder; set TMPDIR");
  std::vector<std::string> objects;
  OPGRAFT_RETURN_IF_ERROR(CompileAll(arguments, sdk, folder.path(), &objects));
  OPGRAFT_RETURN_IF_ERROR(Link(arguments, sdk, folder.path(), objects, output));
  return arguments.load ? LoadBuilt(output) : absl::OkStatus();
}

// Prints what a compiler needs, on one line, quoted for a shell.
absl::Status PrintFlags(bool compile, bool link) {
  OPGRAFT_ASSIGN_OR_RETURN(const Sdk sdk, FindSdk());
  std::vector<std::string> flags;
  if (compile) flags = CompileFlags(sdk);
  if (link) flags = Concat(std::move(flags), LinkFlags(sdk));
  std::cout << ShellLine(flags) << "\n";
  return absl::OkStatus();
}

}  // namespace

void AddBuild(CLI::App* app, Call* call) {
  auto arguments = std::make_shared<BuildArguments>();
  CLI::App* build =
      app->add_subcommand("build", "Compile ops and kernels to a library that --load takes")
          ->group("Writing ops");
  build->add_option("FILES", arguments->files, "C++ sources; also objects and archives to link")
      ->type_name(kFile)
      ->required();
  AddOutput(build, &arguments->output,
            "library to write; default: the name of the first source with .so, in the current "
            "folder");
  build->add_flag(
      "--load", arguments->load,
      "load the library when it is built: report every wrong registration, and list its "
      "ops and kernels");
  build->add_flag("--check", arguments->check,
                  "build nothing: FILES are libraries that another build system made; report every "
                  "wrong registration as a compiler does");
  build->footer(
      "Wrong registrations are reported as FILE:LINE:COLUMN: error: MESSAGE after the link.\n"
      "What follows -- goes to the compiler, which is $CXX, or c++ if that is not set.\n"
      "\n"
      "Examples:\n"
      "  opgraft build my_op.cc --load\n"
      "  opgraft build a.cc b.cc -o ops.so -- -O3 -Iinclude -lm");
  build->callback([=] {
    arguments->compiler_arguments = call->compiler_arguments;
    call->checks_registrations = true;
    call->action = [=] { return BuildOp(*arguments); };
  });
}

void AddFlags(CLI::App* app, Call* call) {
  struct Arguments {
    bool compile = false;
    bool link = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* flags =
      app->add_subcommand("flags", "Print the options that a compiler needs to build ops")
          ->group("Writing ops");
  flags->add_flag("--compile", arguments->compile, "options for compiling");
  flags->add_flag("--link", arguments->link, "options for linking; they follow the objects");
  flags->footer(
      "They are printed on one line, quoted for a shell.\n"
      "\n"
      "Example:\n"
      "  g++ $(opgraft flags --compile) -shared a.cc -o a.so $(opgraft flags --link)");
  flags->callback([=] {
    if (!arguments->compile && !arguments->link)
      throw CLI::ValidationError("--compile or --link is missing");
    call->action = [=] { return PrintFlags(arguments->compile, arguments->link); };
  });
}

}  // namespace opgraft_internal
