// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/dependency_check.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <cstdlib>
#include <memory>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool IsLoaded(const std::string& name) {
  void* const handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

// Where `library`, which has `facts`, has its dependencies looked for.
std::vector<std::string> FoldersOf(const std::string& library, const LibraryFacts& facts) {
  const size_t slash = library.rfind('/');
  const std::string origin = slash == std::string::npos ? "." : library.substr(0, slash);
  const std::string own =
      absl::StrReplaceAll(facts.search_path, {{"${ORIGIN}", origin}, {"$ORIGIN", origin}});
  const char* const given = std::getenv("LD_LIBRARY_PATH");
  const std::string first = given == nullptr ? "" : given;
  std::vector<std::string> folders =
      absl::StrSplit(facts.is_rpath ? absl::StrCat(own, ":", first) : absl::StrCat(first, ":", own),
                     absl::ByAnyChar(":;"), absl::SkipEmpty());
  for (std::string& folder : LibraryFolders()) folders.push_back(std::move(folder));
  return folders;
}

std::string Find(const std::string& name, const std::vector<std::string>& folders) {
  if (absl::StrContains(name, '/')) return IsFile(name) ? name : "";
  for (const std::string& folder : folders) {
    const std::string file = absl::StrCat(folder, "/", name);
    if (IsFile(file)) return file;
  }
  return "";
}

// `seen` has the files that were checked.
absl::Status Check(const std::string& library, const LibraryFacts& facts,
                   std::set<std::string>* seen) {
  const std::vector<std::string> folders = FoldersOf(library, facts);
  for (const std::string& name : facts.needed) {
    if (IsLoaded(name)) continue;
    const std::string file = Find(name, folders);
    if (file.empty() || !seen->insert(file).second) continue;
    const absl::StatusOr<LibraryFacts> its = CheckDependencyFile(file);
    if (!its.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", library, "' needs ", name, ", and ", its.status().message()));
    }
    OPGRAFT_RETURN_IF_ERROR(Check(file, *its, seen));
  }
  return absl::OkStatus();
}

}  // namespace

std::vector<std::string> LibraryFolders() {
  std::vector<std::string> folders;
  void* program = dlopen(nullptr, RTLD_LAZY);
  Dl_serinfo size;
  if (program == nullptr || dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return folders;
  const std::unique_ptr<void, void (*)(void*)> memory(std::malloc(size.dls_size), std::free);
  auto* const info = static_cast<Dl_serinfo*>(memory.get());
  if (info == nullptr || dlinfo(program, RTLD_DI_SERINFOSIZE, info) != 0 ||
      dlinfo(program, RTLD_DI_SERINFO, info) != 0) {
    return folders;
  }
  for (unsigned i = 0; i < info->dls_cnt; ++i) folders.emplace_back(info->dls_serpath[i].dls_name);
  return folders;
}

absl::Status CheckDependencies(const std::string& library, const LibraryFacts& facts) {
  std::set<std::string> seen;
  return Check(library, facts, &seen);
}

}  // namespace opgraft_internal
