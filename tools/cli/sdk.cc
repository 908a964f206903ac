// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/sdk.h"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/library/library_loader.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

bool Exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// The file that Opgraft's code is in: libopgraft.so.0. That of this function is in another.
fs::path OwnLibrary() {
  Dl_info info;
  std::error_code error;
  if (dladdr(reinterpret_cast<const void*>(&LoadLibrary), &info) == 0 || info.dli_fname == nullptr)
    return "";
  return fs::canonical(info.dli_fname, error);
}

// The folders for -isystem, of the tree of Opgraft's headers and of those beside it. The tree's
// root is last: in an installation others may have put theirs there too.
std::vector<std::string> Includes(const fs::path& tree, const std::vector<fs::path>& beside) {
  std::vector<std::string> folders = {(tree / "opgraft" / "compat").string()};
  for (const fs::path& folder : beside) folders.push_back(folder.string());
  // The compiler looks there anyway, and its own headers need it to stay behind theirs.
  if (tree != "/usr/include") folders.push_back(tree.string());
  return folders;
}

// Of PREFIX/lib/libopgraft.so.0, headers are in PREFIX/include/opgraft (tools/install.sh); Debian
// has a folder for the kind of machine between, PREFIX/lib/x86_64-linux-gnu.
bool FindInstalled(Sdk* sdk) {
  const fs::path above = fs::path(sdk->library).parent_path().parent_path();
  for (const fs::path& prefix : {above, above.parent_path()}) {
    const fs::path tree = prefix / "include";
    if (!Exists(tree / "opgraft" / "op.h")) continue;
    sdk->includes = Includes(tree, {tree / "opgraft" / "deps"});
    return true;
  }
  return false;
}

// The output base of a build and its execroot/ say which sources they are for; the first holds the
// dependencies. The headers are beside the library (//opgraft:include).
bool FindBuildTree(Sdk* sdk) {
  const fs::path bin = fs::path(sdk->library).parent_path();
  for (fs::path folder = bin; folder.has_relative_path(); folder = folder.parent_path()) {
    std::ifstream in(folder / "DO_NOT_BUILD_HERE");
    std::string workspace;
    const fs::path external = folder / "external";
    if (!std::getline(in, workspace) || !Exists(fs::path(workspace) / "opgraft" / "op.h")) continue;
    if (!Exists(external / "com_google_absl") || !Exists(bin / "include")) continue;
    sdk->sources = workspace;
    sdk->includes =
        Includes(bin / "include", {external / "com_google_absl", external / "eigen" / "include"});
    return true;
  }
  return false;
}

// Where a shell would find the program, links followed; "" if nowhere.
std::string FindProgram(const std::string& name) {
  const char* const path = std::getenv("PATH");
  std::vector<std::string> folders = {""};
  if (!absl::StrContains(name, '/')) folders = absl::StrSplit(path == nullptr ? "" : path, ':');
  std::error_code error;
  for (const std::string& folder : folders) {
    const fs::path found = fs::canonical(fs::path(folder) / name, error);
    if (!error) return found.string();
  }
  return "";
}

bool IsGnu(const std::vector<std::string>& compiler) {
  return absl::StrContains(fs::path(FindProgram(compiler.back())).filename().string(), "g++");
}

bool NeedsQuotes(const std::string& argument) {
  return argument.empty() || argument.find_first_not_of(
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "@%+=:,./-_") != std::string::npos;
}

}  // namespace

absl::StatusOr<Sdk> FindSdk() {
  std::error_code error;
  Sdk sdk;
  sdk.command = fs::canonical("/proc/self/exe", error).string();
  sdk.library = OwnLibrary().string();
  if (FindInstalled(&sdk) || FindBuildTree(&sdk)) return sdk;
  return absl::NotFoundError(
      absl::StrCat("Opgraft's headers are neither installed beside ", sdk.library,
                   " nor is that in a build tree: run the command that tools/install.sh "
                   "installed, or the one that bazel build //tools:opgraft made"));
}

std::vector<std::string> Compiler() {
  const char* const chosen = std::getenv("CXX");
  std::vector<std::string> words;
  if (chosen != nullptr) words = absl::StrSplit(chosen, ' ', absl::SkipWhitespace());
  return words.empty() ? std::vector<std::string>{"c++"} : words;
}

std::vector<std::string> CompileFlags(const Sdk& sdk) {
  std::vector<std::string> flags = {"-std=c++17",
                                    "-O2",
                                    "-fPIC",
                                    "-fvisibility=hidden",
                                    "-fvisibility-inlines-hidden",
                                    "-D_GLIBCXX_USE_CXX11_ABI=1",
                                    "-Dtensorflow=opgraft"};
  // By default g++ doubles its heap before it collects garbage. Collecting earlier costs a fifth of
  // the time and saves a fifth of the memory.
  if (IsGnu(Compiler())) flags.insert(flags.end(), {"--param", "ggc-min-expand=20"});
  for (const std::string& folder : sdk.includes) flags.insert(flags.end(), {"-isystem", folder});
  return flags;
}

std::vector<std::string> LinkFlags(const Sdk& sdk) {
  const fs::path library(sdk.library);
  const std::string folder = library.parent_path().string();
  // The test kit is for those who use it.
  return {absl::StrCat("-L", folder),
          absl::StrCat("-l:", library.filename().string()),
          "-Wl,--push-state,--as-needed",
          "-l:libopgraft_testing.so.0",
          "-Wl,--pop-state",
          absl::StrCat("-Wl,-rpath,", folder)};
}

std::string ShellLine(const std::vector<std::string>& arguments) {
  return absl::StrJoin(arguments, " ", [](std::string* out, const std::string& argument) {
    if (NeedsQuotes(argument)) {
      absl::StrAppend(out, "'", absl::StrReplaceAll(argument, {{"'", "'\\''"}}), "'");
    } else {
      absl::StrAppend(out, argument);
    }
  });
}

}  // namespace opgraft_internal
