// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/files/write_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "absl/strings/str_cat.h"

namespace opgraft_internal {

absl::Status WriteFile(const std::string& path, absl::string_view bytes) {
  errno = 0;
  std::ofstream out(path, std::ios::binary);
  const bool opened = out.is_open();
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (out) return absl::OkStatus();
  const std::string reason = errno == 0 ? "" : absl::StrCat(": ", std::strerror(errno));
  if (opened) std::remove(path.c_str());
  return absl::InvalidArgumentError(absl::StrCat("cannot write '", path, "'", reason));
}

}  // namespace opgraft_internal
