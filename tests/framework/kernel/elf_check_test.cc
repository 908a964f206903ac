// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/elf_check.h"

#include <algorithm>
#include <cstring>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/types/library_note.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/elf_maker.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

std::string Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream contents;
  contents << file.rdbuf();
  return contents.str();
}

constexpr char kOpLibrary[] = "tests/framework/kernel/testdata/op_library.so";
constexpr char kOwnCopy[] = "tests/framework/kernel/testdata/own_copy.so";

constexpr char kRegisters[] = "_ZN7opgraft12RegisteredOpC1ERKNS_12OpDefBuilderE";

// A library as the headers make it.
ElfMaker Good() {
  return ElfMaker().Wants(kRegisters).Needs("libopgraft.so.0").Note(OPGRAFT_NOTE_TEXT);
}

std::string Message(const ElfMaker& maker) {
  return std::string(CheckLibraryContents(maker.Build(), "roi.so").status().message());
}

TEST(CheckLibrary, AcceptsAnOpLibrary) {
  const auto facts = CheckLibraryContents(Contents(kOpLibrary), "x.so");
  EXPECT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(Message(Good()), "");
  EXPECT_EQ(Message(Good().NeedsVersions("libopgraft.so.0", {"OPGRAFT_0"})), "");
  EXPECT_THAT(CheckLibraryContents(Good().Build(), "roi.so")->needed,
              ::testing::ElementsAre("libopgraft.so.0"));
  EXPECT_EQ(Message(Good().Exports("_ZN6google8protobuf7MessageD1Ev", /*weak=*/true)), "")
      << "an inline function";
  EXPECT_EQ(Message(Good().Wants("_ZN10tensorflow3FooEv")), "")
      << "left to the linker, which says what is missing";
}

TEST(CheckLibrary, RefusesOneWithACopyOfOpgraftOrProtobuf) {
  const auto refused = CheckLibraryContents(Contents(kOwnCopy), "x.so");
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("carries its own copy of "));
  const struct {
    ElfMaker library;
    const char* of;
  } kCases[] = {
      {Good().Exports("_ZN6google8protobuf7Message5ClearEv"), "Protocol Buffers"},
      {Good().Hides("_ZN6google8protobuf14DescriptorPoolC2Ev"), "Protocol Buffers"},
      {Good().Exports("_ZN6google8protobuf9opgraft_17Message5ClearEv"), "Protocol Buffers"},
      {Good().Hides("_ZN6google8protobuf9opgraft_114DescriptorPoolC2Ev"), "Protocol Buffers"},
      {Good().Exports("_ZN7opgraft8OpKernelC2EPNS_20OpKernelConstructionE"), "Opgraft"},
      {Good().Hides("_ZN7opgraft12RegisteredOpC2ERKNS_12OpDefBuilderE"), "Opgraft"},
      {ElfMaker().Hides("_ZN7opgraft12RegisteredOpC2ERKNS_12OpDefBuilderE"), "Opgraft"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(Message(c.library), std::string("'roi.so' carries its own copy of ") + c.of +
                                      ", which would abort the process when loaded. Link it "
                                      "against libopgraft.so.0 alone, not against "
                                      "static libraries of Opgraft or Protocol Buffers.");
  }
}

TEST(CheckLibrary, SaysWhatTheLibraryWasBuiltFor) {
  const struct {
    ElfMaker library;
    const char* message;
  } kCases[] = {
      {ElfMaker().Needs("libtensorflow_framework.so.2").Wants("_ZN10tensorflow8OpKernelC2Ev"),
       "'roi.so' was built for TensorFlow: it needs libtensorflow_framework.so.2. Build its "
       "sources for Opgraft: opgraft build X.cc."},
      {ElfMaker().Needs("_pywrap_tensorflow_internal.so"),
       "'roi.so' was built for TensorFlow: it needs _pywrap_tensorflow_internal.so. Build its "
       "sources for Opgraft: opgraft build X.cc."},
      {ElfMaker().Wants("_ZN10tensorflow8OpKernelC2Ev"),
       "'roi.so' was built for TensorFlow. Build its sources for Opgraft: opgraft build X.cc."},
      {ElfMaker().Needs("libopgraft.so.7").Wants(kRegisters),
       "'roi.so' was linked against another Opgraft: it needs libopgraft.so.7, this is "
       "libopgraft.so.0. Rebuild it: opgraft build."},
      {Good().NeedsVersions("libopgraft.so.0", {"OPGRAFT_0", "OPGRAFT_BUILD_0123456789abcdef"}),
       "'roi.so' uses internals of Opgraft, which are another in each build "
       "(OPGRAFT_BUILD_0123456789abcdef). Use what opgraft/op.h and opgraft/run.h declare, and "
       "rebuild it: opgraft build."},
      {ElfMaker().Wants(kRegisters),
       "'roi.so' does not say what it was built with: it has no note of Opgraft's. Rebuild it: "
       "opgraft build."},
      {ElfMaker().Needs("libm.so.6").Wants("sin"),
       "'roi.so' registered no op (REGISTER_OP missing, or dropped by the linker); it was not "
       "loaded."},
      {ElfMaker().Note(OPGRAFT_NOTE_TEXT),
       "'roi.so' registered no op (REGISTER_OP missing, or dropped by the linker); it was not "
       "loaded."},
      {Good().Note("cxx11_abi=0;compiler=g++ 12.2.0"),
       "'roi.so' was built for another C++ ABI: with -D_GLIBCXX_USE_CXX11_ABI=0 (by g++ 12.2.0). "
       "Rebuild it with -D_GLIBCXX_USE_CXX11_ABI=1 (`opgraft flags --compile` prints all "
       "options)."},
  };
  for (const auto& c : kCases) EXPECT_EQ(Message(c.library), c.message);
}

TEST(CheckLibrary, RefusesOtherFiles) {
  EXPECT_EQ(CheckLibraryContents("", "x.so").status(),
            absl::InvalidArgumentError("'x.so' is not a shared library (no ELF header)"));
}

TEST(CheckLibrary, ACutLibraryIsRefusedAtAnyLength) {
  const std::string good = Contents(kOpLibrary);
  ASSERT_GT(good.size(), 1000u);
  for (size_t size = 0; size < good.size(); size += 1 + good.size() / 200) {
    const auto facts = CheckLibraryContents(absl::string_view(good).substr(0, size), "x.so");
    EXPECT_EQ(facts.status().code(), absl::StatusCode::kInvalidArgument) << size;
  }
}

TEST(CheckDependency, AsksLessOfWhatHasNothingToDoWithOpgraft) {
  const auto message = [](const ElfMaker& maker) {
    return std::string(CheckDependencyContents(maker.Build(), "dep.so").status().message());
  };
  EXPECT_EQ(message(ElfMaker().Needs("libm.so.6").Wants("sin")), "");
  EXPECT_EQ(message(ElfMaker().Exports("_ZN6google8protobuf7Message5ClearEv")), "")
      << "Protocol Buffers' own library";
  EXPECT_EQ(message(Good()), "");
  EXPECT_EQ(message(ElfMaker().Note(OPGRAFT_NOTE_TEXT).Wants("_ZN7opgraft6TensorC1Ev")), "");
  EXPECT_THAT(message(ElfMaker().Wants(kRegisters)), HasSubstr("has no note of Opgraft's"));
  EXPECT_THAT(message(Good().Note("version=0.1.0;abi=1")), HasSubstr("built with Opgraft 0.1.0"));
  EXPECT_THAT(message(Good().Exports("_ZN7opgraft8OpKernelC2EPNS_20OpKernelConstructionE")),
              HasSubstr("carries its own copy of Opgraft"));
  EXPECT_THAT(message(ElfMaker().Needs("libtensorflow_framework.so.2")),
              HasSubstr("was built for TensorFlow"));
}

// A library that a linker made, with one number changed.
class Broken {
 public:
  Broken() : bytes_(Contents(kOpLibrary)) { std::memcpy(&header_, bytes_.data(), sizeof(header_)); }
  // Program header `type`, the first of them.
  Broken& Segment(uint32_t type, uint64_t Elf64_Phdr::*field, uint64_t value) {
    for (size_t i = 0; i < header_.e_phnum; ++i) {
      Elf64_Phdr segment = At<Elf64_Phdr>(header_.e_phoff + i * sizeof(segment));
      if (segment.p_type != type) continue;
      segment.*field = value;
      return Put(header_.e_phoff + i * sizeof(segment), segment);
    }
    ADD_FAILURE() << "no segment " << type;
    return *this;
  }
  Broken& Dynamic(int64_t tag, uint64_t value) {
    const uint64_t at = OffsetOfDynamic(tag);
    Elf64_Dyn entry = At<Elf64_Dyn>(at);
    entry.d_un.d_val = value;
    return Put(at, entry);
  }
  // Adds to a field of the first relocation.
  template <typename Field>
  Broken& Relocation(Field Elf64_Rela::*field, Field value) {
    const uint64_t at = OffsetOf(At<Elf64_Dyn>(OffsetOfDynamic(DT_RELA)).d_un.d_val);
    Elf64_Rela relocation = At<Elf64_Rela>(at);
    relocation.*field = value;
    return Put(at, relocation);
  }
  // The first entry `tag` of the dynamic section becomes one of another kind.
  Broken& Tag(int64_t tag, int64_t other) {
    const uint64_t at = OffsetOfDynamic(tag);
    Elf64_Dyn entry = At<Elf64_Dyn>(at);
    entry.d_tag = other;
    return Put(at, entry);
  }
  Broken& NoSections() {
    Elf64_Ehdr header = header_;
    header.e_shoff = header.e_shnum = header.e_shstrndx = 0;
    return Put(0, header);
  }
  // A table of hashes where each of `buckets` leads to the begin of one long chain, which is the
  // table of `symbols` itself, all of them nameless.
  Broken& OneChain(uint32_t buckets, uint32_t symbols) {
    const uint64_t begin = (bytes_.size() + 4095) / 4096 * 4096;
    const uint64_t address = uint64_t{1} << 32;
    bytes_.resize(begin);
    const uint32_t header[] = {buckets, 1, 1, 0, 0, 0};  // with a filter of one word
    bytes_.append(reinterpret_cast<const char*>(header), sizeof(header));
    for (uint32_t i = 0; i < buckets; ++i) bytes_.append({1, 0, 0, 0});
    bytes_.append(symbols * 4, '\0');
    bytes_[bytes_.size() - 4] = 1;
    bytes_.resize((bytes_.size() + 7) / 8 * 8);
    const uint64_t at_symbols = address + (bytes_.size() - begin);
    bytes_.append((symbols + 1) * sizeof(Elf64_Sym), '\0');
    // In place of a segment that nothing needs.
    Elf64_Phdr segment = {};
    segment.p_type = PT_LOAD;
    segment.p_flags = PF_R;
    segment.p_offset = begin;
    segment.p_vaddr = segment.p_paddr = address;
    segment.p_filesz = segment.p_memsz = bytes_.size() - begin;
    segment.p_align = 4096;
    for (size_t i = 0; i < header_.e_phnum; ++i) {
      const uint64_t at = header_.e_phoff + i * sizeof(segment);
      if (At<Elf64_Phdr>(at).p_type == PT_GNU_STACK) Put(at, segment);
    }
    return Dynamic(DT_GNU_HASH, address).Dynamic(DT_SYMTAB, at_symbols);
  }
  std::string Message() const { return std::string(Check().status().message()); }
  absl::StatusOr<LibraryFacts> Check() const { return CheckLibraryContents(bytes_, "x.so"); }

 private:
  template <typename T>
  T At(uint64_t offset) const {
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(value));
    return value;
  }
  template <typename T>
  Broken& Put(uint64_t offset, const T& value) {
    std::memcpy(&bytes_[offset], &value, sizeof(value));
    return *this;
  }
  uint64_t OffsetOf(uint64_t address) const {
    for (size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = At<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
      if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
          address < segment.p_vaddr + segment.p_filesz)
        return address - segment.p_vaddr + segment.p_offset;
    }
    return 0;
  }
  uint64_t OffsetOfDynamic(int64_t tag) const {
    for (size_t i = 0; i < header_.e_phnum; ++i) {
      const auto segment = At<Elf64_Phdr>(header_.e_phoff + i * sizeof(Elf64_Phdr));
      if (segment.p_type != PT_DYNAMIC) continue;
      uint64_t at = segment.p_offset;
      while (At<Elf64_Dyn>(at).d_tag != tag && At<Elf64_Dyn>(at).d_tag != DT_NULL)
        at += sizeof(Elf64_Dyn);
      return at;
    }
    return 0;
  }
  std::string bytes_;
  Elf64_Ehdr header_;
};

TEST(CheckLibrary, RefusesWhatTheDynamicLinkerWouldTripOver) {
  constexpr uint64_t kFar = uint64_t{1} << 40;
  EXPECT_EQ(Broken().Message(), "");
  const struct {
    Broken library;
    const char* problem;
  } kCases[] = {
      {Broken().Segment(PT_LOAD, &Elf64_Phdr::p_memsz, 16), "a segment lies outside of memory"},
      {Broken().Segment(PT_LOAD, &Elf64_Phdr::p_memsz, ~uint64_t{0}),
       "a segment lies outside of memory"},
      {Broken().Segment(PT_LOAD, &Elf64_Phdr::p_align, 3),
       "a segment does not begin as its page does"},
      {Broken().Segment(PT_LOAD, &Elf64_Phdr::p_vaddr, 8),
       "a segment does not begin as its page does"},
      {Broken().Segment(PT_LOAD, &Elf64_Phdr::p_vaddr, kFar),
       "its segments overlap or are not in order"},
      {Broken().Segment(PT_DYNAMIC, &Elf64_Phdr::p_vaddr, kFar),
       "a segment lies outside of what is loaded"},
      {Broken().Segment(PT_DYNAMIC, &Elf64_Phdr::p_vaddr, 64),
       "its dynamic section is not writable"},
      {Broken().Dynamic(DT_STRTAB, kFar), "its table of names lies outside of the file"},
      {Broken().Dynamic(DT_STRSZ, kFar), "its table of names lies outside of the file"},
      {Broken().Dynamic(DT_SYMTAB, kFar), "its table of symbols lies outside of the file"},
      {Broken().Dynamic(DT_SYMENT, 8), "its table of symbols lies outside of the file"},
      {Broken().Dynamic(DT_NEEDED, kFar), "a name lies outside of its table of names"},
      {Broken().Dynamic(DT_GNU_HASH, 0x18), "its table of hashes points outside of it"},
      {Broken().Dynamic(DT_RELA, kFar), "its table of relocations lies outside of the file"},
      {Broken().Dynamic(DT_RELASZ, kFar), "its table of relocations lies outside of the file"},
      {Broken().Dynamic(DT_RELAENT, 8), "its relocations are of an unknown form"},
      {Broken().Dynamic(DT_VERNEED, kFar), "its table of versions points outside of it"},
      {Broken().Dynamic(DT_VERSYM, kFar), "its table of versions points outside of it"},
      {Broken().Dynamic(DT_INIT, kFar), "it begins outside of its code"},
      {Broken().Dynamic(DT_INIT_ARRAY, kFar), "its table of initialisers lies outside of the file"},
      {Broken().Relocation(&Elf64_Rela::r_offset, kFar),
       "one of its relocations points outside of it"},
      {Broken().Relocation(&Elf64_Rela::r_addend, static_cast<Elf64_Sxword>(kFar)),
       "one of its relocations points outside of it"},
      {Broken().Relocation(&Elf64_Rela::r_info, ELF64_R_INFO(kFar >> 16, R_X86_64_64)),
       "one of its relocations points outside of it"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(c.library.Message(),
              absl::StrCat("'x.so' is broken: ", c.problem, ". Build or copy it again."));
  }
}

// The linker loads it as well, and reads none of the sections.
TEST(CheckLibrary, ALibraryWithoutSectionsIsReadByItsSegments) {
  EXPECT_EQ(Broken().NoSections().Message(), "");
}

TEST(CheckLibrary, FiltersNeedWhatTheyFilter) {
  const std::vector<std::string> needed = Broken().Check()->needed;
  ASSERT_FALSE(needed.empty());
  EXPECT_EQ(Broken().Tag(DT_NEEDED, DT_FILTER).Check()->needed, needed);
  const absl::StatusOr<LibraryFacts> auxiliary = Broken().Tag(DT_NEEDED, DT_AUXILIARY).Check();
  EXPECT_THAT(auxiliary->optional, ::testing::ElementsAre(needed.front()));
  EXPECT_EQ(auxiliary->needed.size(), needed.size() - 1);
}

// Bucket by bucket it would be 4e8 steps.
TEST(CheckLibrary, GoesAlongEachChainOfHashesOnce) {
  EXPECT_EQ(Broken().OneChain(20'000, 20'000).Message(),
            "'x.so' is broken: its table of hashes points outside of it. Build or copy it again.");
}

// Of the flips in what the dynamic linker reads, two in three can be seen (by g++ 784 of these);
// the others change what nobody reads, or a name or a place into another one. None upsets the
// reader.
TEST(CheckLibrary, SeesMostFlippedBitsOfTheProgramHeadersAndTheDynamicSection) {
  const std::string good = Contents(kOpLibrary);
  Elf64_Ehdr header;
  std::memcpy(&header, good.data(), sizeof(header));
  std::vector<std::pair<uint64_t, uint64_t>> places;  // offset and size
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    const uint64_t at = header.e_phoff + i * sizeof(segment);
    std::memcpy(&segment, good.data() + at, sizeof(segment));
    if (segment.p_type == PT_LOAD) places.emplace_back(at, 48);
    if (segment.p_type == PT_DYNAMIC) places.emplace_back(segment.p_offset, segment.p_filesz / 2);
  }
  std::mt19937 random(11);
  int refused = 0;
  for (int i = 0; i < 1200; ++i) {
    std::string flipped = good;
    const auto& place = places[random() % places.size()];
    flipped[place.first + random() % place.second] ^= static_cast<char>(1 << random() % 8);
    refused += CheckLibraryContents(flipped, "x.so").ok() ? 0 : 1;
  }
  EXPECT_GT(refused, 700);
}

// Under AddressSanitizer a read beyond the copy is found.
TEST(CheckLibrary, SurvivesRandomBytes) {
  std::mt19937 random(1);
  const std::string small = Good().Hides("a").Build();
  const std::string originals[] = {Contents(kOpLibrary), Contents(kOwnCopy), small};
  for (const std::string& original : originals) {
    for (int i = 0; i < 100; ++i) {
      const auto broken = std::make_unique<char[]>(original.size());
      std::copy(original.begin(), original.end(), broken.get());
      const size_t tail = std::min<size_t>(original.size(), 2048);  // where the section table is
      for (int j = 0; j < 4; ++j) broken[16 + random() % 48] = static_cast<char>(random());
      for (int j = 0; j < 16; ++j)
        broken[original.size() - 1 - random() % tail] = static_cast<char>(random());
      if (i % 3 == 0) {  // headers whole, so that the rest is read
        std::copy(original.begin(), original.begin() + sizeof(Elf64_Ehdr), broken.get());
      }
      CheckLibraryContents(absl::string_view(broken.get(), original.size()), "x.so")
          .status()
          .IgnoreError();
    }
  }
}

}  // namespace
}  // namespace opgraft
