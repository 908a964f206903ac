// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/free_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kUnknown = std::numeric_limits<int64_t>::max();

// The number that follows `key` on a line of the file; -1 if there is none. Without a key the file
// is one number.
int64_t NumberIn(const std::string& path, absl::string_view key = "") {
  std::ifstream file(path);
  std::string word;
  int64_t number = -1;
  while (file >> word) {
    if (!key.empty() && (word != key || !(file >> word))) continue;
    return absl::SimpleAtoi(word, &number) ? number : -1;
  }
  return -1;
}

// The names of one version of control groups for the same things.
struct GroupFiles {
  const char* limit;
  const char* used;
  const char* reclaimable;  // in memory.stat: counted as used, given back when it is asked for
};
constexpr GroupFiles kVersion1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles kVersion2 = {"memory.max", "memory.current", "inactive_file"};

int64_t FreeInGroup(const std::string& folder, const GroupFiles& files) {
  const int64_t limit = NumberIn(absl::StrCat(folder, "/", files.limit));  // "max": none
  const int64_t used = NumberIn(absl::StrCat(folder, "/", files.used));
  if (limit < 0 || used < 0) return kUnknown;
  const int64_t cached =
      std::max<int64_t>(NumberIn(absl::StrCat(folder, "/memory.stat"), files.reclaimable), 0);
  return std::max<int64_t>(limit - std::max<int64_t>(used - cached, 0), 0);
}

// The least that a group or one it lies in leaves. In a container the path is the host's and may
// name nothing; what is mounted is then the container's own group.
int64_t FreeInGroups(const std::string& mount, std::string path, const GroupFiles& files) {
  int64_t least = FreeInGroup(mount, files);
  while (path.size() > 1) {
    least = std::min(least, FreeInGroup(mount + path, files));
    path.resize(path.rfind('/'));
  }
  return least;
}

// Goes through /proc/self/cgroup: "0::/path" is version 2, "7:memory,cpu:/path" version 1.
int64_t FreeInAllGroups(const std::string& root) {
  int64_t least = kUnknown;
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const std::vector<std::string> fields = absl::StrSplit(line, absl::MaxSplits(':', 2));
    if (fields.size() != 3 || !absl::StartsWith(fields[2], "/")) continue;
    const std::string mount = root + "/sys/fs/cgroup";
    const std::vector<std::string> controllers = absl::StrSplit(fields[1], ',');
    if (fields[1].empty()) {
      least = std::min(least, FreeInGroups(mount, fields[2], kVersion2));
    } else if (std::count(controllers.begin(), controllers.end(), "memory") > 0) {
      least = std::min(least, FreeInGroups(mount + "/memory", fields[2], kVersion1));
    }
  }
  return least;
}

}  // namespace

int64_t FreeMemoryBytes(const std::string& root) {
  const int64_t kibibytes = NumberIn(root + "/proc/meminfo", "MemAvailable:");
  const int64_t machine = kibibytes < 0 ? kUnknown : kibibytes * 1024;
  return std::min(machine, FreeInAllGroups(root));
}

}  // namespace opgraft_internal
