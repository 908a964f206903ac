// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/dependency_check.h"

#include <sys/stat.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/library/linker_cache.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/elf_maker.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Uses Opgraft, and does not say what it was built with.
ElfMaker Refused() { return ElfMaker().Wants("_ZN7opgraft6TensorC1Ev"); }

void Write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

// A cache of glibc's: {flags, name, file}.
struct CacheEntry {
  int32_t flags;
  std::string name;
  std::string file;
};
#if defined(__x86_64__)
constexpr int32_t kMine = 0x0303;
#else
constexpr int32_t kMine = 0x0a03;
#endif
constexpr int32_t kOtherMachine = 0x0003;

std::string Cache(const std::vector<CacheEntry>& entries) {
  std::string bytes = "glibc-ld.so.cache1.1";
  std::string table, strings;
  const auto append = [](uint32_t number, std::string* to) {
    to->append(reinterpret_cast<const char*>(&number), sizeof(number));
  };
  const auto add = [&](const std::string& text) {
    append(static_cast<uint32_t>(48 + 24 * entries.size() + strings.size()), &table);
    strings.append(text.c_str(), text.size() + 1);
  };
  append(static_cast<uint32_t>(entries.size()), &bytes);
  bytes.resize(48);
  for (const CacheEntry& entry : entries) {
    append(static_cast<uint32_t>(entry.flags), &table);
    add(entry.name);
    add(entry.file);
    table.append(12, '\0');  // version of the system, level of the processor
  }
  return bytes + table + strings;
}

TEST(LinkerCache, NamesTheFilesForThisMachine) {
  const std::string cache = Cache({{kMine, "liba.so", "/x/liba.so"},
                                   {kOtherMachine, "libb.so", "/x32/libb.so"},
                                   {kMine, "libb.so", "/v3/libb.so"},
                                   {kMine, "libb.so", "/x/libb.so"}});
  EXPECT_THAT(FilesInCache(cache, "liba.so"), ElementsAre("/x/liba.so"));
  EXPECT_THAT(FilesInCache(cache, "libb.so"), ElementsAre("/v3/libb.so", "/x/libb.so"));
  EXPECT_THAT(FilesInCache(cache, "lib"), ElementsAre());
  EXPECT_THAT(FilesInCache("ld.so-1.7.0 and more" + cache, "liba.so"), ElementsAre("/x/liba.so"));
  for (size_t size = 0; size < cache.size(); ++size) FilesInCache(cache.substr(0, size), "libb.so");
  EXPECT_THAT(FilesInCache("", "liba.so"), ElementsAre());
}

class DependencyCheckTest : public testing::Test {
 protected:
  DependencyCheckTest()
      : folder_(absl::StrCat(testing::TempDir(), "/",
                             testing::UnitTest::GetInstance()->current_test_info()->name())) {
    mkdir(folder_.c_str(), 0777);
    mkdir(absl::StrCat(folder_, "/top").c_str(), 0777);
  }
  std::string InFolder(const std::string& name) const { return absl::StrCat(folder_, "/", name); }
  std::string MessageOf(const LibraryFacts& facts, const std::string& cache = "") const {
    return std::string(CheckDependencies(InFolder("top/x.so"), facts, cache).message());
  }

  const std::string folder_;
};

TEST_F(DependencyCheckTest, LooksIntoTheCacheOfTheLinker) {
  Write(InFolder("libcached_dep.so"), Refused().Build());
  Write(InFolder("cache"), Cache({{kMine, "libcached_dep.so", InFolder("libcached_dep.so")}}));
  LibraryFacts facts;
  facts.needed = {"libcached_dep.so"};
  EXPECT_THAT(MessageOf(facts, InFolder("cache")),
              HasSubstr("needs libcached_dep.so, and '" + InFolder("libcached_dep.so") +
                        "' does not say what it was built with"));
}

TEST_F(DependencyCheckTest, TheFolderOfDtRpathHoldsForWhatIsBroughtToo) {
  Write(InFolder("libmiddle.so"), ElfMaker().Needs("liblow.so").Build());
  Write(InFolder("liblow.so"), Refused().Build());
  LibraryFacts facts;
  facts.needed = {"libmiddle.so"};
  facts.search_path = "$ORIGIN/..";
  facts.is_rpath = true;
  EXPECT_THAT(MessageOf(facts), HasSubstr("libmiddle.so' needs liblow.so, and '"));
  facts.is_rpath = false;  // DT_RUNPATH does not
  EXPECT_THAT(MessageOf(facts),
              HasSubstr("libmiddle.so' needs liblow.so, which is in no folder that dlopen"));
}

TEST_F(DependencyCheckTest, ChecksWhatIsOptionalIfItIsThere) {
  LibraryFacts facts;
  facts.optional = {"libauxiliary.so"};
  facts.search_path = "$ORIGIN/..";
  EXPECT_EQ(MessageOf(facts), "");
  Write(InFolder("libauxiliary.so"), Refused().Build());
  EXPECT_THAT(MessageOf(facts), HasSubstr("needs libauxiliary.so, and '"));
}

TEST_F(DependencyCheckTest, ExpandsANameWithAPath) {
  Write(InFolder("libbeside.so"), Refused().Build());
  LibraryFacts facts;
  facts.needed = {"$ORIGIN/../libbeside.so"};
  EXPECT_THAT(MessageOf(facts), HasSubstr("needs $ORIGIN/../libbeside.so, and '"));
}

TEST_F(DependencyCheckTest, RefusesWhatIsNotFound) {
  LibraryFacts facts;
  facts.needed = {"libnowhere_at_all.so"};
  EXPECT_THAT(MessageOf(facts),
              HasSubstr("x.so' needs libnowhere_at_all.so, which is in no folder that dlopen "
                        "searches. Link it with -Wl,-rpath,FOLDER, or set LD_LIBRARY_PATH."));
}

}  // namespace
}  // namespace opgraft
