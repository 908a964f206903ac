// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/library_loader.h"

#include <unistd.h>

#include <fstream>

#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "framework/kernel/kernel_registry.h"
#include "framework/kernel/standalone_kernel_call.h"
#include "framework/op/op_registry.h"
#include "framework/types/library_note.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/framework/kernel/test_node.h"

namespace opgraft {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kFolder = "tests/framework/kernel/testdata/";  // NOLINT: a test's

std::string ErrorOf(const std::string& path, absl::StatusCode code) {
  const auto loaded = LoadLibrary(path);
  EXPECT_EQ(loaded.status().code(), code) << loaded.status();
  return std::string(loaded.status().message());
}

TEST(LoadLibrary, BringsOpsAndKernelsOnce) {
  EXPECT_EQ(OpRegistry::Global()->Find("LoaderTestDouble"), nullptr);
  const auto before = KernelRegistry::Global();
  const auto loaded = LoadLibrary(kFolder + "op_library.so");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(loaded->ops, ElementsAre("LoaderTestDouble"));
  EXPECT_EQ(loaded->num_kernels, 2);
  EXPECT_THAT(loaded->warnings, ElementsAre(HasSubstr("has no shape function")));
  EXPECT_TRUE(before->KernelsOf("LoaderTestDouble").empty());

  const auto registry = KernelRegistry::Global();
  const auto node = TestNode(registry->ops(), "LoaderTestDouble", {{"T", TypeAttr(DT_FLOAT)}});
  const auto result = RunKernel(*registry, node, {Tensor::Of({1.0f, 2.0f})});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ((*result)[0].flat<float>()(1), 4.0f);

  const auto again = LoadLibrary("./" + kFolder + "op_library.so");
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_THAT(again->ops, ElementsAre("LoaderTestDouble"));
  EXPECT_EQ(KernelRegistry::Global(), registry);
}

TEST(LoadLibrary, TakesACopyForWhatItIsACopyOf) {
  ASSERT_TRUE(LoadLibrary(kFolder + "op_library.so").ok());
  const auto registry = KernelRegistry::Global();
  const std::string copy = ::testing::TempDir() + "/op_library_2.so";
  std::ofstream(copy, std::ios::binary)
      << std::ifstream(kFolder + "op_library.so", std::ios::binary).rdbuf();
  const auto loaded = LoadLibrary(copy);
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_EQ(loaded->path, copy);
  EXPECT_THAT(loaded->ops, ElementsAre("LoaderTestDouble"));
  EXPECT_EQ(loaded->num_kernels, 2);
  EXPECT_EQ(KernelRegistry::Global()->KernelsOf("LoaderTestDouble").size(),
            registry->KernelsOf("LoaderTestDouble").size());
}

// Its registrations are taken for those of the library that is loaded, which has other code.
TEST(LoadLibrary, RefusesAnotherBuildOfWhatIsLoaded) {
  ASSERT_TRUE(LoadLibrary(kFolder + "op_library.so").ok());
  const std::string other = ::testing::TempDir() + "/op_library_3.so";
  std::ofstream(other, std::ios::binary)
      << std::ifstream(kFolder + "op_library.so", std::ios::binary).rdbuf() << "x";
  EXPECT_THAT(ErrorOf(other, absl::StatusCode::kInvalidArgument),
              AllOf(HasSubstr("' registers nothing new: op 'LoaderTestDouble' is there already, "
                              "from '"),
                    HasSubstr("A process keeps the code that it loaded first; load one of them.")));
}

TEST(LoadLibrary, WarnsOfWhatIsSeldomMeant) {
  ASSERT_TRUE(LoadLibrary(kFolder + "op_library.so").ok());
  const auto loaded = LoadLibrary(kFolder + "unfinished_library.so");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const std::string file = kFolder + "unfinished_library.cc";
  EXPECT_THAT(loaded->warnings,
              ElementsAre("op 'LoaderTestBare' (" + file +
                              ":9) has no kernel: its nodes cannot run. "
                              "REGISTER_KERNEL_BUILDER is missing, or its file is not linked",
                          "op 'LoaderTestBare' (" + file +
                              ":9) has no shape function: shapes behind it are unknown "
                              "before a run",
                          "a kernel of op 'LoaderTestDouble' (" + file +
                              ":18) is for GPU; Opgraft runs on the CPU only, so it is never used",
                          "2 kernels of op 'LoaderTestSink' (" + file +
                              ":20) are for GPU; Opgraft runs on the CPU only, so they are never "
                              "used"));
}

TEST(LoadLibrary, LeavesNothingBehindOfARefusedLibrary) {
  ASSERT_TRUE(LoadLibrary(kFolder + "op_library.so").ok());
  const auto before = KernelRegistry::Global();
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::string error =
        ErrorOf(kFolder + "clashing_library.so", absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(error, HasSubstr("LoaderTestDouble: registered differently at "));
    EXPECT_THAT(error, HasSubstr("clashing_library.cc:10"));
    EXPECT_THAT(error, HasSubstr("op_library.cc:10"));
    EXPECT_THAT(error, HasSubstr("there is no op 'LoaderTestFin'; nearest: 'LoaderTestFine'"));
    EXPECT_EQ(KernelRegistry::Global(), before);
    EXPECT_EQ(OpRegistry::Global()->Find("LoaderTestFine"), nullptr);
  }
}

TEST(LoadLibrary, ExplainsFilesThatCannotBeLoaded) {
  EXPECT_EQ(ErrorOf("./no_such.so", absl::StatusCode::kNotFound),
            "library './no_such.so' does not exist");
  EXPECT_EQ(ErrorOf("no_such.so", absl::StatusCode::kNotFound),
            "library 'no_such.so' is in no folder that dlopen searches");
  const std::string text = ::testing::TempDir() + "/text.so";
  std::ofstream(text) << "op: 'NoOp'";
  EXPECT_THAT(ErrorOf(text, absl::StatusCode::kInvalidArgument),
              HasSubstr("is not a shared library (no ELF header)"));
  EXPECT_THAT(ErrorOf(::testing::TempDir(), absl::StatusCode::kNotFound),
              HasSubstr("is not a regular file"));
}

TEST(LoadLibrary, PointsAtTheCurrentFolder) {
  char folder[4096];
  ASSERT_NE(getcwd(folder, sizeof(folder)), nullptr);
  ASSERT_EQ(chdir(::testing::TempDir().c_str()), 0);
  std::ofstream("v13.so") << "x";
  EXPECT_EQ(ErrorOf("v13.so", absl::StatusCode::kNotFound),
            "'v13.so' exists in the current folder, but libraries are searched like dlopen does: "
            "write './v13.so'");
  ASSERT_EQ(chdir(folder), 0);
}

TEST(LoadLibrary, SaysThatNothingWasRegistered) {
  EXPECT_EQ(ErrorOf(kFolder + "empty_library.so", absl::StatusCode::kInvalidArgument),
            "'" + kFolder +
                "empty_library.so' registered no op (REGISTER_OP missing, or dropped by the "
                "linker); it was not loaded.");
  EXPECT_EQ(ErrorOf(kFolder + "late_library.so", absl::StatusCode::kInvalidArgument),
            "'" + kFolder +
                "late_library.so' loaded, but it registered no op (REGISTER_OP missing, or dropped "
                "by the linker).");
}

// The process would end: what runs first aborts.
TEST(LoadLibrary, RefusesAnotherAbiBeforeAnyCodeRuns) {
  const std::string error =
      ErrorOf(kFolder + "old_abi_library.so", absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(error,
              HasSubstr("was built for another C++ ABI: with -D_GLIBCXX_USE_CXX11_ABI=0 (by "));
  EXPECT_THAT(error, HasSubstr("Rebuild it with -D_GLIBCXX_USE_CXX11_ABI=1"));
}

// The process would end: the constructor of what is needed aborts.
TEST(LoadLibrary, RefusesWhatNeedsALibraryThatIsRefusedBeforeAnyCodeRuns) {
  EXPECT_EQ(ErrorOf(kFolder + "betrayed_library.so", absl::StatusCode::kInvalidArgument),
            "'" + kFolder + "betrayed_library.so' needs noteless_library.so, and '" + kFolder +
                "noteless_library.so' does not say what it was built with: it has no note of "
                "Opgraft's. Rebuild it: opgraft build.");
}

TEST(LoadLibrary, RefusesALibraryOfAnOlderOpgraftBeforeAnyCodeRuns) {
  EXPECT_EQ(ErrorOf(kFolder + "abi_1_library.so", absl::StatusCode::kInvalidArgument),
            "'" + kFolder +
                "abi_1_library.so' was built with Opgraft " OPGRAFT_VERSION
                " (abi 1); this is " OPGRAFT_VERSION
                " (abi " OPGRAFT_QUOTE(OPGRAFT_ABI_VERSION) "). Rebuild it: opgraft build.");
}

// The report without the long name of the file, and each caret's line moved back by as much.
std::string Shortened(const std::string& report, const std::string& file) {
  std::vector<std::string> lines;
  for (absl::string_view line : absl::StrSplit(report, '\n')) {
    lines.push_back(absl::StartsWith(line, "  ") ? std::string(line.substr(file.size() - 6))
                                                 : absl::StrReplaceAll(line, {{file, "roi.cc"}}));
  }
  return absl::StrJoin(lines, "\n");
}

TEST(LoadLibrary, TellsAllThatIsWrongWithTheRegistrations) {
  const std::string report =
      ErrorOf(kFolder + "misspelt_library.so", absl::StatusCode::kInvalidArgument);
  std::string expected = R"(
roi.cc:11: REGISTER_OP("LoaderTestRoi") .Attr("T: {float, doubel}")
                                                          ^~~~~~ 'doubel' is not a type; nearest: double
roi.cc:12: REGISTER_OP("LoaderTestRoi") .Input("boxes: floot")
                                                       ^~~~~ 'floot' is neither a type (nearest: float) nor an attr of LoaderTestRoi (T)
roi.cc:21: REGISTER_KERNEL_BUILDER(Name("LoaderTestRoy")): there is no op 'LoaderTestRoy'; nearest: 'LoaderTestRoi' (roi.cc:10)
roi.cc:23: REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop")): TypeConstraint<float>("dtype"): the op has no attr 'dtype'; it has: T (type)
roi.cc:24: REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop")): HostMemory("shape"): the op has no input or output 'shape'; it has: x, y
roi.cc:25: REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop")): TypeConstraint<double>("T"): attr 'T' of the op cannot be double; it allows float, int32
roi.cc:27: REGISTER_KERNEL_BUILDER(Name("LoaderTestCrop")): LoaderTestCrop CPU T=float is registered twice: roi.cc:26 and roi.cc:27. Remove one, or give one a Priority or Label.)";
#if defined(__clang__)  // tells the line that the macro begins in, g++ that of the call
  expected =
      absl::StrReplaceAll(expected, {{"roi.cc:11:", "roi.cc:10:"}, {"roi.cc:12:", "roi.cc:10:"}});
#endif
  EXPECT_EQ("\n" + Shortened(report, kFolder + "misspelt_library.cc"), expected);
}

TEST(LoadLibrary, RefusesASecondOpgraftInAProgramThatHasOneInside) {
  EXPECT_EQ(ErrorOf("examples/first_op/zero_out.so", absl::StatusCode::kFailedPrecondition),
            "'examples/first_op/zero_out.so' takes Opgraft from libopgraft.so.0, but this program "
            "has another copy inside. "
            "Link the program against libopgraft.so.0 (in Bazel: //opgraft).");
}

TEST(LoadLibrary, AnUnknownOpIsToldOfTheLibrariesThatAreLoaded) {
  ASSERT_TRUE(LoadLibrary(kFolder + "op_library.so").ok());
  // How many are known and loaded depends on the tests before this one.
  EXPECT_THAT(std::string(OpRegistry::Global()->LookUp("Roi").status().message()),
              HasSubstr(" known (built in; loaded: op_library.so, 1 op"));
}

TEST(LoadLibrary, NamesMissingSymbolsInPlainText) {
  EXPECT_THAT(ErrorOf(kFolder + "incomplete_library.so", absl::StatusCode::kInvalidArgument),
              HasSubstr("needs not_defined_anywhere(float), which neither Opgraft nor its other "
                        "libraries define: is a source file "
                        "or -l... missing from the link?"));
  EXPECT_EQ(OpRegistry::Global()->Find("LoaderTestIncomplete"), nullptr);
}

TEST(LoadLibrary, RefusesACopyOfOpgraftBeforeItIsLoaded) {
  EXPECT_THAT(ErrorOf(kFolder + "own_copy.so", absl::StatusCode::kInvalidArgument),
              HasSubstr("carries its own copy of"));
}

// Last: another test counts the ops.
TEST(LoadLibrary, FindsDependenciesBesideTheLibrary) {
  const auto loaded = LoadLibrary(kFolder + "dependent_library.so");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  EXPECT_THAT(loaded->ops, ElementsAre("LoaderTestDependent"));
}

}  // namespace
}  // namespace opgraft
