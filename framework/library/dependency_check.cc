// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/dependency_check.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <iterator>
#include <memory>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/library/linker_cache.h"
#include "framework/library/linker_error.h"
#include "framework/library/opened_library.h"
#include "framework/types/status_macros.h"

namespace opgraft_internal {
namespace {

#if defined(__x86_64__)
constexpr char kMultiarch[] = "lib/x86_64-linux-gnu";
#else
constexpr char kMultiarch[] = "lib/aarch64-linux-gnu";
#endif

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool IsLoaded(const std::string& name) {
  void* const handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

std::string FolderOf(const std::string& file) {
  const size_t slash = file.rfind('/');
  return slash == std::string::npos ? "." : file.substr(0, slash);
}

// A search path, or a name, of `library` with its $ORIGIN; $LIB is what distributions make of it.
std::vector<std::string> Expand(absl::string_view text, const std::string& library) {
  const std::string origin = FolderOf(library);
  std::vector<std::string> expanded = {
      absl::StrReplaceAll(text, {{"${ORIGIN}", origin}, {"$ORIGIN", origin}})};
  if (!absl::StrContains(expanded[0], "LIB")) return expanded;
  std::vector<std::string> all;
  for (const char* lib : {kMultiarch, "lib64", "lib"})
    all.push_back(absl::StrReplaceAll(expanded[0], {{"${LIB}", lib}, {"$LIB", lib}}));
  return all;
}

// The folders of a search path; an empty one is the current folder.
std::vector<std::string> FoldersIn(absl::string_view path, const std::string& library) {
  std::vector<std::string> folders;
  if (path.empty()) return folders;
  for (const absl::string_view part : absl::StrSplit(path, absl::ByAnyChar(":;"))) {
    for (std::string& folder : Expand(part, library))
      folders.push_back(folder.empty() ? "." : std::move(folder));
  }
  return folders;
}

void Append(std::vector<std::string> from, std::vector<std::string>* to) {
  to->insert(to->end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
}

// DT_RPATH of what is loaded: it counts for what that loads too.
std::vector<std::string> RpathOf(const link_map* map) {
  const char* names = nullptr;
  uint64_t rpath = 0;
  bool has_runpath = false;
  for (const ElfW(Dyn)* entry = map->l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(entry->d_un.d_ptr);
    if (entry->d_tag == DT_RPATH) rpath = entry->d_un.d_val;
    has_runpath |= entry->d_tag == DT_RUNPATH;
  }
  if (names == nullptr || rpath == 0 || has_runpath) return {};
  return FoldersIn(names + rpath, map->l_name);
}

// Of the program, and of the library that this code is in.
std::vector<std::string> RpathsOfCaller() {
  std::vector<std::string> folders;
  Dl_info info;
  link_map* map = nullptr;
  if (dladdr1(reinterpret_cast<const void*>(&RpathsOfCaller), &info, reinterpret_cast<void**>(&map),
              RTLD_DL_LINKMAP) != 0 &&
      map != nullptr)
    Append(RpathOf(map), &folders);
  void* const program = dlopen(nullptr, RTLD_LAZY);
  if (program != nullptr && dlinfo(program, RTLD_DI_LINKMAP, &map) == 0)
    Append(RpathOf(map), &folders);
  return folders;
}

// The files of a name in the first folder that has any: the linker takes one of those for levels of
// the processor, or else the folder's own.
std::vector<std::string> FilesInFolders(const std::string& name,
                                        const std::vector<std::string>& folders) {
  std::vector<std::string> files;
  for (const std::string& folder : folders) {
    for (const char* level : {"/", "/glibc-hwcaps/x86-64-v4/", "/glibc-hwcaps/x86-64-v3/",
                              "/glibc-hwcaps/x86-64-v2/"}) {
      const std::string file = absl::StrCat(folder, level, name);
      if (IsFile(file)) files.push_back(file);
    }
    if (!files.empty()) break;
  }
  return files;
}

// Those of the paths that are files.
std::vector<std::string> OnlyFiles(std::vector<std::string> paths) {
  std::vector<std::string> files;
  for (std::string& path : paths) {
    if (IsFile(path)) files.push_back(std::move(path));
  }
  return files;
}

// Finds and checks the libraries that others need, in the order in which the linker maps them.
class DependencyCheck {
 public:
  explicit DependencyCheck(const std::string& cache) {
    const absl::StatusOr<OpenedLibrary> opened = OpenedLibrary::Open(cache);
    if (opened.ok()) cache_ = std::string(opened->contents());
  }

  absl::Status Run(const std::string& library, const LibraryFacts& facts) {
    queue_.push_back({library, facts, RpathsOfCaller()});
    for (; !queue_.empty(); queue_.pop_front()) OPGRAFT_RETURN_IF_ERROR(CheckNeeds(queue_.front()));
    return absl::OkStatus();
  }

 private:
  struct User {
    std::string library;
    LibraryFacts facts;
    // DT_RPATH of those that brought it, which counts for it if it has no DT_RUNPATH.
    std::vector<std::string> inherited;
  };

  absl::Status CheckNeeds(const User& user) {
    const Search search = SearchOf(user);
    for (const std::string& name : user.facts.needed)
      OPGRAFT_RETURN_IF_ERROR(CheckNeed(user, name, /*is_optional=*/false, search));
    for (const std::string& name : user.facts.optional)
      OPGRAFT_RETURN_IF_ERROR(CheckNeed(user, name, /*is_optional=*/true, search));
    return absl::OkStatus();
  }

  // Where a library's dependencies are looked for: folders before the cache, and after it.
  struct Search {
    std::vector<std::string> rpath;  // its own and inherited, for those that it brings
    std::vector<std::string> before_cache;
    std::vector<std::string> after_cache = LibraryFolders();
  };

  static Search SearchOf(const User& user) {
    Search search;
    const LibraryFacts& facts = user.facts;
    const std::vector<std::string> own = FoldersIn(facts.search_path, user.library);
    if (facts.is_rpath) search.rpath = own;
    Append(user.inherited, &search.rpath);
    const bool has_runpath = !facts.is_rpath && !facts.search_path.empty();
    if (!has_runpath) search.before_cache = search.rpath;
    const char* const given = std::getenv("LD_LIBRARY_PATH");
    Append(FoldersIn(given == nullptr ? "" : given, user.library), &search.before_cache);
    if (has_runpath) Append(own, &search.before_cache);
    return search;
  }

  std::vector<std::string> Find(const std::string& name, const std::string& user,
                                const Search& search) const {
    if (absl::StrContains(name, '/')) return OnlyFiles(Expand(name, user));
    std::vector<std::string> files = FilesInFolders(name, search.before_cache);
    if (files.empty()) files = OnlyFiles(FilesInCache(cache_, name));
    return files.empty() ? FilesInFolders(name, search.after_cache) : files;
  }

  absl::Status CheckNeed(const User& user, const std::string& name, bool is_optional,
                         const Search& search) {
    if (IsLoaded(name)) return absl::OkStatus();
    const std::vector<std::string> files = Find(name, user.library, search);
    if (files.empty() && !is_optional) {
      // What the linker says of it, with the same advice.
      return absl::InvalidArgumentError(
          ExplainLinkerError(user.library, absl::StrCat(name, ": cannot open shared object file")));
    }
    for (const std::string& file : files) {
      if (!seen_.insert(file).second) continue;
      absl::StatusOr<LibraryFacts> its = CheckDependencyFile(file);
      if (!its.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("'", user.library, "' needs ", name, ", and ", its.status().message()));
      }
      queue_.push_back({file, *std::move(its), search.rpath});
    }
    return absl::OkStatus();
  }

  std::string cache_;           // the contents of /etc/ld.so.cache
  std::set<std::string> seen_;  // files that were checked
  std::deque<User> queue_;      // references to its front hold while it grows
};

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

absl::Status CheckDependencies(const std::string& library, const LibraryFacts& facts,
                               const std::string& cache) {
  return DependencyCheck(cache).Run(library, facts);
}

}  // namespace opgraft_internal
