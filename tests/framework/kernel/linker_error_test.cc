// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/linker_error.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(LinkerError, NamesTheCauseInPlainText) {
  const struct {
    const char* error;
    const char* message;
  } kCases[] = {
      {"./roi.so: undefined symbol: _Z20not_defined_anywheref",
       "'./roi.so' needs not_defined_anywhere(float), which neither Opgraft nor its other "
       "libraries define: is a source file or -l... missing from the link?"},
      {"./roi.so: undefined symbol: sqlite3_open",
       "'./roi.so' needs sqlite3_open, which neither Opgraft nor its other libraries define: is a "
       "source file or -l... missing from the link?"},
      {"./roi.so: undefined symbol: _ZN7opgraft12OpDefBuilder6OutputESs",
       "'./roi.so' needs opgraft::OpDefBuilder::Output(std::string), which is of another C++ ABI. "
       "Rebuild it with -D_GLIBCXX_USE_CXX11_ABI=1 (`opgraft flags --compile` prints all "
       "options)."},
      {"./roi.so: undefined symbol: _ZN10tensorflow8OpKernel7ComputeEv, version 1",
       "'./roi.so' needs tensorflow::OpKernel::Compute(), which is TensorFlow's. Build its sources "
       "for Opgraft: opgraft build X.cc."},
      {"./roi.so: undefined symbol: _ZN4absl12lts_202206236Status5UnrefEl",
       "'./roi.so' needs absl::lts_20220623::Status::Unref(long), which is of another Abseil than "
       "Opgraft's. Compile it against the Abseil headers that Opgraft ships."},
      {"./roi.so: undefined symbol: _ZN6google8protobuf7Message5ClearEv",
       "'./roi.so' needs google::protobuf::Message::Clear(), which Opgraft keeps to itself. Leave "
       "Protocol Buffers out, or link its shared library: -lprotobuf."},
      {"./roi.so: undefined symbol: __asan_init",
       "'./roi.so' needs __asan_init, which only a program that is itself compiled with "
       "-fsanitize= has. Rebuild it without."},
      {"./roi.so: undefined symbol: _ZN7opgraft8launcherEi",
       "'./roi.so' needs opgraft::launcher(int), which neither this version of Opgraft nor its "
       "other libraries define: is a source file or -l... missing from the link, or was it built "
       "for another version?"},
      {"/lib/libstdc++.so.6: version `GLIBCXX_3.4.99' not found (required by ./roi.so)",
       "'./roi.so' was built by a newer compiler or system: it needs GLIBCXX_3.4.99 of "
       "/lib/libstdc++.so.6. Rebuild it here."},
      {"libroi_core.so: cannot open shared object file: No such file or directory",
       "'./roi.so' needs libroi_core.so, which is in no folder that dlopen searches. Link it with "
       "-Wl,-rpath,FOLDER, or set LD_LIBRARY_PATH."},
      {"./roi.so: cannot allocate memory in static TLS block",
       "'./roi.so' cannot be loaded: ./roi.so: cannot allocate memory in static TLS block"},
      {"", "'./roi.so' cannot be loaded: "},
  };
  for (const auto& c : kCases) EXPECT_EQ(ExplainLinkerError("./roi.so", c.error), c.message);
}

TEST(LinkerError, SaysWhatMayBeThereLater) {
  const auto of = [](const char* error) { return ExplainLinkerError("./roi.so", error); };
  using ::testing::HasSubstr;
  EXPECT_THAT(of("./roi.so: undefined symbol: roi"), HasSubstr(kSymbolNotFound));
  EXPECT_THAT(of("./roi.so: undefined symbol: _ZN7opgraft8launcherEi"), HasSubstr(kSymbolNotFound));
  EXPECT_THAT(of("./roi.so: undefined symbol: __asan_init"), HasSubstr(kSanitizerNotFound));
  EXPECT_THAT(of("libroi.so: cannot open shared object file"), HasSubstr(kDependencyNotFound));
}

// The text is glibc's, and other versions may word it otherwise.
TEST(LinkerError, AlwaysNamesTheLibraryAndLosesNothing) {
  const std::string full = "./roi.so: undefined symbol: _ZN7opgraft8launcherEi, version X";
  for (size_t length = 0; length <= full.size(); ++length) {
    const std::string error = full.substr(0, length);
    const std::string message = ExplainLinkerError("./roi.so", error);
    EXPECT_EQ(message.find("'./roi.so' "), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    if (message.find(" needs ") == std::string::npos) {
      EXPECT_NE(message.find(error), std::string::npos) << message;
    }
  }
}

TEST(LinkerError, ShowsANameThatCannotBeDemangledAsItIs) {
  for (const char* symbol : {"_Z", "_ZN", "_ZN7opgraft", "_Znonsense", "\xff", "_ZN7opgraft99x"}) {
    const std::string message =
        ExplainLinkerError("./roi.so", std::string("./roi.so: undefined symbol: ") + symbol);
    EXPECT_EQ(message.find(std::string("'./roi.so' needs ") + symbol + ", which "), 0u) << message;
  }
}

}  // namespace
}  // namespace opgraft
