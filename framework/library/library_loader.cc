// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/library_loader.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/stat.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "absl/base/const_init.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "framework/kernel/global_registry.h"
#include "framework/kernel/kernel_spec.h"
#include "framework/kernel/registration_warnings.h"
#include "framework/library/dependency_check.h"
#include "framework/library/elf_check.h"
#include "framework/library/initialiser_probe.h"
#include "framework/library/linker_error.h"
#include "framework/library/opened_library.h"
#include "framework/op/fingerprint.h"
#include "framework/op/op_def_builder.h"
#include "framework/types/crash_note.h"
#include "framework/types/library_note.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

bool IsFile(const std::string& path) {
  struct stat info;
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

// The path of a file, where a bare name would be searched for.
absl::StatusOr<std::string> RegularFile(const std::string& path) {
  struct stat info;
  if (stat(path.c_str(), &info) != 0)
    return absl::NotFoundError(absl::StrCat("library '", path, "' does not exist"));
  if (S_ISREG(info.st_mode)) return path;
  return absl::NotFoundError(
      absl::StrCat("'", path, "' is not a regular file; give the path of the library itself"));
}

// The file to load: `path` itself, or for a bare name where dlopen would find it.
absl::StatusOr<std::string> FindLibrary(const std::string& path) {
  if (absl::StrContains(path, '/')) return RegularFile(path);
  for (const std::string& folder : LibraryFolders()) {
    const std::string candidate = absl::StrCat(folder, "/", path);
    if (IsFile(candidate)) return candidate;
  }
  if (IsFile(path)) {
    return absl::NotFoundError(absl::StrCat(
        "'", path,
        "' exists in the current folder, but libraries are searched like dlopen does: write './",
        path, "'"));
  }
  return absl::NotFoundError(
      absl::StrCat("library '", path, "' is in no folder that dlopen searches"));
}

// The result of loading each library that was opened. Its initialisers run once a process, and it
// stays open even when refused: its registrations point into it.
using Results = std::map<void*, absl::StatusOr<LoadedLibrary>>;

// A library that was opened.
struct Opened {
  void* handle = nullptr;
  uint64_t contents = 0;  // the same for copies of one file
};
absl::Mutex load_mutex(absl::kConstInit);

// A program that has all of Opgraft inside would get a second one with the library, which registers
// there.
absl::Status CheckOneOpgraft(const std::string& file, const LibraryFacts& facts) {
  if (std::find(facts.needed.begin(), facts.needed.end(), kLibrarySoname) == facts.needed.end())
    return absl::OkStatus();
  void* const loaded = dlopen(kLibrarySoname, RTLD_LAZY | RTLD_NOLOAD);
  if (loaded != nullptr) {
    dlclose(loaded);
    return absl::OkStatus();
  }
  return absl::FailedPreconditionError(
      absl::StrCat("'", file, "' takes Opgraft from ", kLibrarySoname,
                   ", but this program has another copy inside. Link the program "
                   "against ",
                   kLibrarySoname, " (in Bazel: //opgraft)."));
}

// The file that was opened, for reports of crashes in its code.
void NoteCode(const std::string& file, void* handle) {
  struct Wanted {
    const std::string& name;
    const link_map* map;
  };
  Wanted wanted{file, nullptr};
  if (dlinfo(handle, RTLD_DI_LINKMAP, &wanted.map) != 0) return;
  dl_iterate_phdr(
      [](dl_phdr_info* info, size_t, void* data) {
        const auto* const library = static_cast<const Wanted*>(data);
        if (info->dlpi_addr != library->map->l_addr) return 0;
        const auto* const base = reinterpret_cast<const char*>(info->dlpi_addr);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& segment = info->dlpi_phdr[i];
          const char* const begin = base + segment.p_vaddr;
          if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0)
            NoteLibraryCode(library->name, begin, begin + segment.p_memsz);
        }
        return 1;
      },
      &wanted);
}

bool IsOpen(const std::string& file) {
  void* const handle = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
  if (handle != nullptr) dlclose(handle);
  return handle != nullptr;
}

absl::Status Open(const std::string& file, Opened* result) {
  OPGRAFT_ASSIGN_OR_RETURN(const OpenedLibrary library, OpenedLibrary::Open(file));
  OPGRAFT_ASSIGN_OR_RETURN(const LibraryFacts facts,
                           CheckLibraryContents(library.contents(), file));
  OPGRAFT_RETURN_IF_ERROR(CheckOneOpgraft(file, facts));
  OPGRAFT_RETURN_IF_ERROR(CheckDependencies(file, facts));
  const std::string path = library.path_to_load(absl::StrContains(facts.search_path, "ORIGIN"));
  if (!IsOpen(path)) OPGRAFT_RETURN_IF_ERROR(ProbeInitialisers(path, file));
  void* const opened = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (opened == nullptr) {
    const char* error = dlerror();
    return absl::InvalidArgumentError(
        ExplainLinkerError(file, error == nullptr ? "unknown reason" : error));
  }
  if (!library.IsLoadedAs(opened)) {
    return absl::AbortedError(absl::StrCat(
        "'", file,
        "' was replaced while it was loaded: what it is now was not checked. Nothing of "
        "it is used; load it again in another process"));
  }
  NoteCode(file, opened);
  *result = {opened, Fingerprint64(library.contents())};
  return absl::OkStatus();
}

// What the initialisers of a library registered, whether it was there already or not.
struct Registered {
  std::vector<std::string> ops;
  int num_kernels = 0;
};

// Runs `load` and counts what it registers.
absl::Status Count(const std::function<absl::Status()>& load, Registered* registered) {
  const void* ops_before = nullptr;
  const void* kernels_before = nullptr;
  RegisteredOpsSince(nullptr, &ops_before);
  RegisteredKernelsSince(nullptr, &kernels_before);
  const absl::Status loaded = load();
  for (const OpDefBuilder* op : RegisteredOpsSince(ops_before, nullptr))
    registered->ops.emplace_back(op->op_name());
  std::sort(registered->ops.begin(), registered->ops.end());
  registered->num_kernels =
      static_cast<int>(RegisteredKernelsSince(kernels_before, nullptr).size());
  return loaded;
}

// All that a library registers was registered before, at the same places of the same sources. But
// its code may be newer, and nobody would run it.
absl::Status NothingNew(const std::string& path, const Registered& registered,
                        const Results& results) {
  const std::string op = registered.ops.empty() ? "" : registered.ops.front();
  std::string older;
  for (const auto& [handle, library] : results) {
    if (library.ok() && std::count(library->ops.begin(), library->ops.end(), op) > 0)
      older = absl::StrCat(", from '", library->path, "'");
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "'", path, "' registers nothing new: ",
      op.empty() ? "its kernels are" : absl::StrCat("op '", op, "' is"), " there already", older,
      ". A process keeps the code that it loaded first; load one of them."));
}

absl::StatusOr<LoadedLibrary> Describe(const std::string& path, RegistryGrowth growth) {
  LoadedLibrary library;
  library.path = path;
  library.num_kernels = static_cast<int>(growth.kernels.size());
  library.warnings = RegistrationWarnings(*KernelRegistry::Global(), growth.ops, growth.kernels);
  library.ops = std::move(growth.ops);
  return library;
}

// The library that `file`, which brought nothing, is a copy of; or what is wrong with that.
absl::StatusOr<LoadedLibrary> DescribeCopy(const std::string& file, const Opened& opened,
                                           const Registered& registered,
                                           const std::map<uint64_t, void*>& by_contents,
                                           const Results& results) {
  const auto first = by_contents.find(opened.contents);
  if (first != by_contents.end()) {
    absl::StatusOr<LoadedLibrary> copy = results.at(first->second);
    if (copy.ok()) copy->path = file;
    return copy;
  }
  if (!registered.ops.empty() || registered.num_kernels > 0)
    return NothingNew(file, registered, results);
  return absl::InvalidArgumentError(absl::StrCat(
      "'", file,
      "' loaded, but it registered no op (REGISTER_OP missing, or dropped by the linker)."));
}

}  // namespace

absl::StatusOr<LoadedLibrary> LoadLibrary(const std::string& path) {
  static Results* const results = new Results;
  static auto* const by_contents = new std::map<uint64_t, void*>;
  OPGRAFT_ASSIGN_OR_RETURN(const std::string file, FindLibrary(path));
  absl::MutexLock lock(&load_mutex);
  Opened opened;
  RegistryGrowth growth;
  Registered registered;
  const absl::Status grown = GrowGlobalRegistry(
      file.substr(file.rfind('/') + 1),
      [&] { return Count([&] { return Open(file, &opened); }, &registered); }, &growth);
  if (opened.handle == nullptr) return grown;
  const auto known = results->find(opened.handle);
  if (known != results->end()) return known->second;
  const auto describe = [&]() -> absl::StatusOr<LoadedLibrary> {
    if (!grown.ok()) return grown;
    if (!growth.ops.empty() || !growth.kernels.empty()) return Describe(file, std::move(growth));
    return DescribeCopy(file, opened, registered, *by_contents, *results);
  };
  const absl::StatusOr<LoadedLibrary> result = describe();
  results->emplace(opened.handle, result);
  by_contents->emplace(opened.contents, opened.handle);
  return result;
}

}  // namespace opgraft
