// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/files/file_access.h"

#include <filesystem>
#include <system_error>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

// Without links, "." and ".."; "" if it cannot be told. What does not exist yet is taken as it is
// written, below what does.
std::string RealPath(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? "" : real.string();
}

// As it is written, from the root; "" if it has a "..": behind a link that leads anywhere.
std::string WrittenPath(const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  for (const fs::path& part : absolute) {
    if (part == "..") return "";
  }
  return error ? "" : absolute.lexically_normal().string();
}

bool IsIn(const std::string& file, const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    if (file == folder || folder == "/" || absl::StartsWith(file, absl::StrCat(folder, "/")))
      return true;
  }
  return false;
}

absl::Status Denied(const char* what, const std::string& path) {
  return absl::PermissionDeniedError(absl::StrCat(
      "the graph may not ", what, " '", path,
      "': it reads below its own folder and writes nowhere, unless RunOptions::allow_files or "
      "--allow-files name the folder"));
}

void Allow(const std::string& folder, std::vector<std::string>* folders) {
  std::error_code error;
  const fs::path real = fs::canonical(folder.empty() ? "." : folder, error);
  if (!error) folders->push_back(real.string());
}

}  // namespace

void FileAccess::AllowReading(const std::string& folder) {
  Allow(folder, &readable_);
  std::string written = WrittenPath(folder.empty() ? "." : folder);
  if (written.size() > 1 && written.back() == '/') written.pop_back();
  if (!written.empty()) readable_.push_back(std::move(written));
}
void FileAccess::AllowWriting(const std::string& folder) { Allow(folder, &writable_); }

// A link in the folder may lead out of it: who made the folder put it there, as caches of models
// do.
absl::Status FileAccess::CheckRead(const std::string& path) const {
  const std::string real = RealPath(path);
  const std::string written = WrittenPath(path);
  const bool is_allowed = (!real.empty() && (IsIn(real, readable_) || IsIn(real, writable_))) ||
                          (!written.empty() && IsIn(written, readable_));
  return is_allowed ? absl::OkStatus() : Denied("read", path);
}

absl::Status FileAccess::CheckWrite(const std::string& path) const {
  const std::string real = RealPath(path);
  return !real.empty() && IsIn(real, writable_) ? absl::OkStatus() : Denied("write", path);
}

}  // namespace opgraft_internal
