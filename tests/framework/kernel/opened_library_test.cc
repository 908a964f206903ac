// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/library/opened_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

namespace fs = std::filesystem;

constexpr char kOpLibrary[] = "tests/framework/kernel/testdata/op_library.so";
constexpr char kPlain[] = "tests/framework/kernel/testdata/plain_dependency.so";

std::string NewFolder(const std::string& name) {
  const std::string folder = ::testing::TempDir() + "/" + name;
  fs::create_directories(folder);
  return fs::canonical(folder).string();
}

TEST(OpenedLibrary, TellsWhyItCannotBeRead) {
  EXPECT_EQ(
      OpenedLibrary::Open("no/such/file.so").status(),
      absl::NotFoundError("cannot read library 'no/such/file.so': No such file or directory"));
  const std::string empty = NewFolder("empty") + "/empty.so";
  std::ofstream(empty).flush();
  EXPECT_EQ(OpenedLibrary::Open(empty)->contents(), "");
}

TEST(OpenedLibrary, KnowsWhetherItIsWhatWasLoaded) {
  const std::string folder = NewFolder("swapped");
  const std::string link = folder + "/current.so";
  fs::remove(link);
  fs::create_symlink(fs::absolute(kOpLibrary), link);
  const auto checked = OpenedLibrary::Open(link);
  ASSERT_TRUE(checked.ok()) << checked.status();
  // Meanwhile somebody turns the link.
  fs::remove(link);
  fs::create_symlink(fs::absolute(kPlain), link);
  void* const swapped = dlopen(link.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(swapped, nullptr) << dlerror();
  EXPECT_FALSE(checked->IsLoadedAs(swapped));
  EXPECT_TRUE(OpenedLibrary::Open(kPlain)->IsLoadedAs(swapped));
  // Which does not help him where the library is loaded from its own place.
  EXPECT_EQ(checked->path_to_load(/*uses_origin=*/false), fs::canonical(kOpLibrary).string());
}

TEST(OpenedLibrary, IsLoadedFromWhereItsDependenciesAreLookedFor) {
  const std::string folder = NewFolder("links"), other = NewFolder("links/other");
  fs::copy_file(kPlain, folder + "/plain.so.1", fs::copy_options::overwrite_existing);
  for (const std::string& link : {folder + "/plain.so", other + "/plain.so"}) {
    fs::remove(link);
    fs::create_symlink(folder + "/plain.so.1", link);
  }
  EXPECT_EQ(OpenedLibrary::Open(folder + "/plain.so")->path_to_load(true), folder + "/plain.so.1");
  EXPECT_EQ(OpenedLibrary::Open(other + "/plain.so")->path_to_load(true), other + "/plain.so");
  EXPECT_EQ(OpenedLibrary::Open(other + "/plain.so")->path_to_load(false), folder + "/plain.so.1");
}

}  // namespace
}  // namespace opgraft
