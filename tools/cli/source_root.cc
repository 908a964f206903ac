#include "tools/cli/source_root.h"

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

// Bazel's execution root links every top-level entry of the workspace; the link of opgraft/ leads back to the sources.
fs::path Resolve(const fs::path& folder) {
  std::error_code error;
  const fs::path real = fs::canonical(folder / "opgraft" / "op.h", error);
  return error ? folder : real.parent_path().parent_path();
}

}  // namespace

absl::StatusOr<SourceRoot> FindSourceRoot() {
  std::error_code error;
  const fs::path command = fs::canonical("/proc/self/exe", error);
  for (fs::path folder = command.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (IsRoot(folder)) return SourceRoot{Resolve(folder).string(), command.string()};
    // The output base of a build says which sources it is for.
    std::ifstream in(folder / "DO_NOT_BUILD_HERE");
    std::string workspace;
    if (std::getline(in, workspace) && IsRoot(workspace)) return SourceRoot{workspace, command.string()};
  }
  return absl::NotFoundError(absl::StrCat("Opgraft's sources are not above ", command.string(),
                                          ": run the command that bazel build //tools:opgraft made"));
}

}  // namespace opgraft
