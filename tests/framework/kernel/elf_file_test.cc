// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/elf_file.h"

#include <algorithm>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/elf_maker.h"

namespace opgraft {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Symbols(const ElfFile& file, bool all) {
  std::vector<std::string> names;
  file.VisitSymbols(all, [&](const ElfFile::Symbol& symbol) {
    names.push_back(std::string(symbol.name) + (symbol.defined ? "" : "?") +
                    (symbol.weak ? "w" : ""));
    return true;
  });
  return names;
}

TEST(ElfFile, ReadsWhatALibraryNeedsHasAndSays) {
  const std::string bytes = ElfMaker()
                                .Needs("libm.so.6")
                                .Needs("libc.so.6")
                                .Wants("puts")
                                .Exports("mine")
                                .Exports("inlined", /*weak=*/true)
                                .Hides("secret")
                                .Note("a=1")
                                .NoteGap(20)
                                .Note("b=2;c=3")
                                .Note("another's", "GNU")
                                .Build();
  const auto file = ElfFile::Parse(bytes, "x.so");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_THAT(file->NeededLibraries(), ElementsAre("libm.so.6", "libc.so.6"));
  EXPECT_THAT(Symbols(*file, /*all=*/false), ElementsAre("puts?", "mine", "inlinedw"));
  EXPECT_THAT(Symbols(*file, /*all=*/true), ElementsAre("secret"));
  EXPECT_THAT(file->Notes("Opgraft"), ElementsAre("a=1", "b=2;c=3"));
}

TEST(ElfFile, ReadsTheVersionsThatALibraryNeeds) {
  const std::string bytes = ElfMaker()
                                .NeedsVersions("libm.so.6", {"GLIBC_2.2.5", "GLIBC_2.29"})
                                .NeedsVersions("libopgraft.so.0", {"OPGRAFT_0"})
                                .Build();
  EXPECT_THAT(ElfFile::Parse(bytes, "x.so")->NeededVersions(),
              ElementsAre("GLIBC_2.2.5", "GLIBC_2.29", "OPGRAFT_0"));
  EXPECT_THAT(ElfFile::Parse(ElfMaker().Build(), "x.so")->NeededVersions(), ElementsAre());
}

// Lists that run into each other: every version of every library names the same bytes.
TEST(ElfFile, ReadsNoMoreVersionsThanThereIsRoomFor) {
  std::string bytes(4096, '\0');
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) bytes[i] = 4;
  const std::string file = ElfMaker().VersionBytes(bytes).Build();
  EXPECT_EQ(ElfFile::Parse(file, "x.so")->NeededVersions().size(),
            bytes.size() / sizeof(Elf64_Vernaux));
}

TEST(ElfFile, StopsVisitingWhenTold) {
  const std::string bytes = ElfMaker().Wants("a").Wants("b").Build();
  int seen = 0;
  ElfFile::Parse(bytes, "x.so")->VisitSymbols(false, [&](const ElfFile::Symbol&) {
    return ++seen > 1;
  });
  EXPECT_EQ(seen, 1);
}

TEST(ElfFile, SaysWhatAFileIsInstead) {
  const struct {
    const char* what;
    std::string bytes;
    const char* message;
  } kCases[] = {
      {"nothing", "", "'x.so' is not a shared library (no ELF header)"},
      {"a text", "op: 'NoOp'", "'x.so' is not a shared library (no ELF header)"},
      {"an archive", "!<arch>\nstuff",
       "'x.so' is a static archive, not a shared library. Link it: -shared -Wl,--whole-archive "
       "FILE.a "
       "-Wl,--no-whole-archive."},
      {"half a header", ElfMaker().Build().substr(0, 40),
       "'x.so' is cut off within its header. Build or copy it again."},
      {"an object", ElfMaker().Type(ET_REL).Build(),
       "'x.so' is an object file, not a shared library. Link it with -shared."},
      {"a program", ElfMaker().Type(ET_EXEC).Build(),
       "'x.so' is a program, not a shared library. Link it with -shared."},
      {"a program of today", ElfMaker().AddSegment(PT_INTERP, 0, 1).Build(),
       "'x.so' is a program, not a shared library. Link it with -shared."},
      {"another machine", ElfMaker().Machine(EM_ARM).Build(),
       "'x.so' is built for another kind of machine (32-bit ARM); this is x86-64."},
      {"an unknown machine", ElfMaker().Machine(999).Build(),
       "'x.so' is built for another kind of machine (ELF machine 999); this is x86-64."},
      {"a cut file", ElfMaker().AddSegment(PT_LOAD, 4096, 100).Build(),
       "'x.so' is cut off: it has only 634 bytes. Build or copy it again."},
  };
  for (const auto& c : kCases)
    EXPECT_EQ(ElfFile::Parse(c.bytes, "x.so").status().message(), c.message) << c.what;
}

TEST(ElfFile, TakesNoOffsetOnTrust) {
  const std::string good = ElfMaker().Needs("libm.so.6").Wants("puts").Note("a=1").Build();
  for (size_t table : {offsetof(Elf64_Ehdr, e_shoff), offsetof(Elf64_Ehdr, e_phoff)}) {
    std::string bytes = good;
    std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(table), 8, '\xff');
    EXPECT_EQ(ElfFile::Parse(bytes, "x.so").status().message(),
              "'x.so' is cut off: it has only " + std::to_string(good.size()) +
                  " bytes. Build or copy it again.");
  }
  // Without sections it may be loaded, but says nothing.
  std::string stripped = good;
  std::fill_n(stripped.begin() + offsetof(Elf64_Ehdr, e_shnum), 2, '\0');
  const auto file = ElfFile::Parse(stripped, "x.so");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_THAT(file->NeededLibraries(), ElementsAre());
  EXPECT_THAT(Symbols(*file, false), ElementsAre());
  EXPECT_THAT(file->Notes("Opgraft"), ElementsAre());
}

}  // namespace
}  // namespace opgraft
