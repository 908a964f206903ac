// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/initialiser_probe.h"

#include <cstdlib>

#include "framework/kernel/kernel_registry.h"
#include "framework/library/library_loader.h"
#include "framework/op/op_registry.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr char kLibrary[] = "tests/framework/kernel/testdata/throwing_library.so";

// A refused library is as if nobody had tried it: when its initialiser thinks better of it, it
// loads.
TEST(InitialiserProbe, AnInitialiserThatDoesNotReturnIsAnError) {
  const struct Case {
    const char* what;
    const char* told;
  } cases[] = {
      {"error", "threw std::runtime_error: no licence"},
      {"int", "threw int, which is not a std::exception"},
      {"crash", "crashed: Segmentation fault"},
      {"exit", "called exit(3)"},
  };
  for (const Case& c : cases) {
    setenv("LOADER_TEST_INITIALISER", c.what, 1);
    EXPECT_EQ(LoadLibrary(kLibrary).status(),
              absl::InvalidArgumentError(
                  absl::StrCat("'", kLibrary, "' cannot be loaded: one of its static initialisers ",
                               c.told, ". Move what can fail to a kernel's constructor.")));
    EXPECT_EQ(OpRegistry::Global()->Find("LoaderTestThrowing"), nullptr);
  }
  unsetenv("LOADER_TEST_INITIALISER");
  testing::internal::CaptureStderr();
  const auto loaded = LoadLibrary(kLibrary);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "initialising\n");  // once
  EXPECT_TRUE(loaded.ok()) << loaded.status();
}

TEST(InitialiserProbe, LeavesAFileThatIsNoLibraryToOthers) {
  EXPECT_TRUE(ProbeInitialisers("no_such_file.so", "x").ok());
}

}  // namespace
}  // namespace opgraft
