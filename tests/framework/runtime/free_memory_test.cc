// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/free_memory.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

struct Case {
  const char* name;
  std::map<std::string, std::string> files;  // by path
  int64_t free;
};

// A folder with these files and nothing else.
std::string RootWith(const Case& c) {
  const fs::path root = fs::path(testing::TempDir()) / c.name;
  fs::remove_all(root);
  fs::create_directories(root);
  for (const auto& [path, text] : c.files) {
    fs::create_directories((root / path).parent_path());
    std::ofstream(root / path) << text;
  }
  return root;
}

TEST(FreeMemory, IsTheLeastThatMachineAndControlGroupsLeave) {
  const std::string machine = "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable: 2000 kB\n";
  const Case cases[] = {
      {"nothing_tells", {}, INT64_MAX},
      {"machine", {{"proc/meminfo", machine}}, 2'048'000},
      {"version_2",
       {{"proc/meminfo", machine},
        {"proc/self/cgroup", "0::/a/b\n"},
        {"sys/fs/cgroup/a/b/memory.max", "1000000\n"},
        {"sys/fs/cgroup/a/b/memory.current", "400000\n"}},
       600'000},
      {"what_is_cached_is_free",
       {{"proc/meminfo", machine},
        {"proc/self/cgroup", "0::/a\n"},
        {"sys/fs/cgroup/a/memory.max", "1000000"},
        {"sys/fs/cgroup/a/memory.current", "400000"},
        {"sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 100000\n"}},
       700'000},
      {"a_group_above_has_less",
       {{"proc/self/cgroup", "0::/a/b\n"},
        {"sys/fs/cgroup/a/b/memory.max", "max\n"},
        {"sys/fs/cgroup/a/b/memory.current", "400\n"},
        {"sys/fs/cgroup/a/memory.max", "1000\n"},
        {"sys/fs/cgroup/a/memory.current", "999\n"}},
       1},
      {"the_path_is_the_hosts",
       {{"proc/self/cgroup", "0::/docker/123\n"},
        {"sys/fs/cgroup/memory.max", "5000\n"},
        {"sys/fs/cgroup/memory.current", "2000\n"}},
       3000},
      {"version_1",
       {{"proc/self/cgroup", "5:cpu,cpuacct:/x\n7:memory:/x\n"},
        {"sys/fs/cgroup/memory/x/memory.limit_in_bytes", "900\n"},
        {"sys/fs/cgroup/memory/x/memory.usage_in_bytes", "1000\n"}},
       0},
      {"lies",
       {{"proc/meminfo", "MemAvailable: much\n"}, {"proc/self/cgroup", "0:/\n::\n"}},
       INT64_MAX},
  };
  for (const Case& c : cases) EXPECT_EQ(FreeMemoryBytes(RootWith(c)), c.free) << c.name;
}

TEST(FreeMemory, OfThisMachineIsSomething) {
  EXPECT_GT(FreeMemoryBytes(), 0);
  EXPECT_LT(FreeMemoryBytes(), int64_t{1} << 50);
}

}  // namespace
}  // namespace opgraft
