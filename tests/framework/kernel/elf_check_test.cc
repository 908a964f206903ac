// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/elf_check.h"

#include <algorithm>
#include <fstream>
#include <memory>
#include <random>
#include <sstream>

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
  const auto facts = CheckLibraryFile(kOpLibrary);
  EXPECT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(Message(Good()), "");
  EXPECT_THAT(CheckLibraryContents(Good().Build(), "roi.so")->needed,
              ::testing::ElementsAre("libopgraft.so.0"));
  EXPECT_EQ(Message(Good().Exports("_ZN6google8protobuf7MessageD1Ev", /*weak=*/true)), "")
      << "an inline function";
  EXPECT_EQ(Message(Good().Wants("_ZN10tensorflow3FooEv")), "")
      << "left to the linker, which says what is missing";
}

TEST(CheckLibrary, RefusesOneWithACopyOfOpgraftOrProtobuf) {
  const auto refused = CheckLibraryFile(kOwnCopy);
  EXPECT_EQ(refused.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(refused.status().message()), HasSubstr("carries its own copy of "));
  const struct {
    ElfMaker library;
    const char* of;
  } kCases[] = {
      {Good().Exports("_ZN6google8protobuf7Message5ClearEv"), "Protocol Buffers"},
      {Good().Hides("_ZN6google8protobuf14DescriptorPoolC2Ev"), "Protocol Buffers"},
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
  EXPECT_EQ(
      CheckLibraryFile("no/such/file.so").status(),
      absl::NotFoundError("cannot read library 'no/such/file.so': No such file or directory"));
  EXPECT_EQ(CheckLibraryContents("", "x.so").status(),
            absl::InvalidArgumentError("'x.so' is no shared library (no ELF header)"));
}

TEST(CheckLibrary, ACutLibraryIsRefusedAtAnyLength) {
  const std::string good = Contents(kOpLibrary);
  ASSERT_GT(good.size(), 1000u);
  for (size_t size = 0; size < good.size(); size += 1 + good.size() / 200) {
    const auto facts = CheckLibraryContents(absl::string_view(good).substr(0, size), "x.so");
    EXPECT_EQ(facts.status().code(), absl::StatusCode::kInvalidArgument) << size;
  }
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
