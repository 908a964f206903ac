#include "tools/cli/source_root.h"

#include <dlfcn.h>

#include <filesystem>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

bool IsRoot(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / "WORKSPACE", error) && fs::exists(folder / "opgraft" / "op.h", error);
}

// The file that the code of this function is in: libopgraft.so.0.
std::string OwnLibrary() {
  Dl_info info;
  std::error_code error;
  if (dladdr(reinterpret_cast<const void*>(&IsRoot), &info) == 0 || info.dli_fname == nullptr) return "";
  return fs::canonical(info.dli_fname, error).string();
}

}  // namespace

absl::StatusOr<SourceRoot> FindSourceRoot() {
  std::error_code error;
  const fs::path command = fs::canonical("/proc/self/exe", error);
  for (fs::path folder = command.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    // The output base of a build and its execroot/ say which sources they are for; the first holds the dependencies.
    std::ifstream in(folder / "DO_NOT_BUILD_HERE");
    std::string workspace;
    const fs::path abseil = folder / "external" / "com_google_absl";
    if (!std::getline(in, workspace) || !IsRoot(workspace) || !fs::exists(abseil, error)) continue;
    return SourceRoot{workspace, command.string(), OwnLibrary(), abseil.string()};
  }
  return absl::NotFoundError(absl::StrCat("Opgraft's sources are not above ", command.string(),
                                          ": run the command that bazel build //tools:opgraft made"));
}

}  // namespace opgraft
