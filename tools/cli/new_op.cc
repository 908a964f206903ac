// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cctype>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/files/write_file.h"
#include "framework/types/status_macros.h"
#include "tools/cli/options.h"
#include "tools/cli/sdk.h"
#include "tools/cli/subcommands.h"

namespace opgraft_internal {
namespace {

namespace fs = std::filesystem;

constexpr const char kOp[] =
    R"text(// @Op@: multiplies its input by a factor. Change the spec, the shape function and Compute to what you need.
#include "opgraft/op.h"

REGISTER_OP("@Op@")
    .Attr("T: {float, double, int32, int64}")
    .Attr("factor: int = 2")
    .Input("x: T")
    .Output("y: T")
    .SetShapeFn(opgraft::shape_inference::UnchangedShape)
    .Doc(R"doc(
Multiplies by a factor.

x: What is multiplied.
factor: What it is multiplied by.
)doc");

template <typename T>
class @Op@Op : public opgraft::OpKernel {
 public:
  explicit @Op@Op(opgraft::OpKernelConstruction* c) : OpKernel(c) { OP_REQUIRES_OK(c, c->GetAttr("factor", &factor_)); }

  void Compute(opgraft::OpKernelContext* c) override {
    const opgraft::Tensor& x = c->input(0);
    opgraft::Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, x.shape(), &y));
    y->flat<T>() = x.flat<T>() * static_cast<T>(factor_);
  }

 private:
  int64_t factor_ = 0;
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("@Op@").Device(opgraft::DEVICE_CPU).TypeConstraint<T>("T"), @Op@Op<T>);
TF_CALL_float(REGISTER) TF_CALL_double(REGISTER) TF_CALL_int32(REGISTER) TF_CALL_int64(REGISTER)
)text";

constexpr const char kTest[] =
    R"text(// Tests of @Op@: against numbers worked out by hand, and for faults that show only later.
#include "gtest/gtest.h"
#include "opgraft/testing/check_kernel.h"
#include "opgraft/testing/ops_testutil.h"

namespace {

using opgraft::CheckKernel;
using opgraft::FakeInput;
using opgraft::NodeDefBuilder;
using opgraft::TensorShape;

class @Op@Test : public opgraft::OpsTestBase {};

TEST_F(@Op@Test, MultipliesByTheFactor) {
  TF_ASSERT_OK(
      NodeDefBuilder("y", "@Op@").Input(FakeInput(opgraft::DT_FLOAT)).Attr("factor", 3).Finalize(node_def()));
  TF_ASSERT_OK(InitOp());
  AddInputFromArray<float>(TensorShape({3}), {1, 2, 3});
  TF_ASSERT_OK(RunOpKernel());
  opgraft::test::ExpectTensorEqual<float>(*GetOutput(0), opgraft::test::AsTensor<float>({3, 6, 9}));
}

// Outputs that are not set, inputs that are written, results that differ from run to run, and more.
TEST_F(@Op@Test, HasSoundKernels) {
  const opgraft::KernelCheckReport report = CheckKernel("@Op@");
  EXPECT_TRUE(report.ok()) << report.ToString();
}

}  // namespace
)text";

constexpr const char kBuild[] = R"text(load("@opgraft//:opgraft.bzl", "opgraft_op_library")

# bazel build :@file@.so, then: opgraft kernels @Op@ --load bazel-bin/@file@.so
opgraft_op_library(
    name = "@file@.so",
    srcs = ["@file@.cc"],
)

# The op is compiled into its test.
cc_test(
    name = "@file@_test",
    srcs = [
        "@file@.cc",
        "@file@_test.cc",
    ],
    copts = ["-std=c++17"],
    deps = [
        "@googletest//:gtest_main",
        "@opgraft//opgraft:testing",
    ],
)
)text";

constexpr const char kWorkspace[] = R"text(workspace(name = "@file@")

# Set the path to where your Opgraft is.
local_repository(
    name = "opgraft",
    path = "@root@",
)

load("@opgraft//:deps.bzl", "opgraft_deps")

opgraft_deps()
)text";

constexpr const char kBazelrc[] =
    "# Opgraft's settings: the same compiled dependencies are used.\nimport @root@/.bazelrc\n";

constexpr const char kMakefile[] =
    R"text(# Builds against the Opgraft of the command that wrote this file: seconds.
OPGRAFT := @command@
CXXFLAGS += $(shell $(OPGRAFT) flags --compile)
LDLIBS += $(shell $(OPGRAFT) flags --link)

# The test needs GoogleTest: apt install libgtest-dev.
test: @file@_test @file@.so
	./@file@_test

@file@.so: @file@.cc
	$(OPGRAFT) build $< -o $@

# The op is compiled into its test.
@file@_test: @file@_test.cc @file@.cc
	$(CXX) $(CXXFLAGS) -o $@ $^ $(LDLIBS) -lgtest_main -lgtest

clean:
	rm -f @file@.so @file@_test

.PHONY: test clean
)text";

constexpr const char kCmake[] = R"text(cmake_minimum_required(VERSION 3.13)
project(@file@ CXX)

# cmake -B build -DCMAKE_PREFIX_PATH=@prefix@ && cmake --build build && ctest --test-dir build
find_package(Opgraft REQUIRED)
opgraft_add_op_library(@file@ @file@.cc)

# The op is compiled into its test, which needs GoogleTest: apt install libgtest-dev.
enable_testing()
add_executable(@file@_test @file@_test.cc @file@.cc)
target_link_libraries(@file@_test PRIVATE Opgraft::testing)
add_test(NAME @file@_test COMMAND @file@_test)
)text";

constexpr const char kReadme[] = R"text(# @Op@

    make test                     # builds the library and its test, and runs it
    @command@ ops @Op@ --load ./@file@.so

`@file@.cc` has the op and its kernels, `@file@_test.cc` a test; @other_build@.
See first_op.md and building_ops.md in @docs@.
)text";

// "MyOp2D" to "my_op2d": the name of the files.
std::string SnakeCase(const std::string& name) {
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool starts_word = i > 0 && absl::ascii_isupper(static_cast<unsigned char>(name[i])) &&
                             absl::ascii_islower(static_cast<unsigned char>(name[i - 1]));
    if (starts_word) snake.push_back('_');
    snake.push_back(absl::ascii_tolower(static_cast<unsigned char>(name[i])));
  }
  return snake;
}

absl::Status CheckName(const std::string& name) {
  bool ok = !name.empty() && absl::ascii_isupper(static_cast<unsigned char>(name[0]));
  for (char c : name) ok = ok && absl::ascii_isalnum(static_cast<unsigned char>(c));
  if (ok) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "'", name,
      "' cannot be an op name; write it in CamelCase, with letters and digits only, such as "
      "MyScale"));
}

absl::Status Write(const fs::path& path, const std::string& text) {
  OPGRAFT_RETURN_IF_ERROR(WriteFile(path.string(), text));
  std::cout << "wrote " << path.string() << "\n";
  return absl::OkStatus();
}

absl::Status MakeFolder(const std::string& folder) {
  std::error_code error;
  if (fs::exists(folder, error) && !fs::is_empty(folder, error)) {
    return absl::AlreadyExistsError(absl::StrCat("'", folder, "' exists and is not empty"));
  }
  if (fs::create_directories(folder, error) || fs::is_directory(folder)) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("cannot make '", folder, "': ", error.message()));
}

// The folder of the pages, as the README names it.
std::string DocsOf(const Sdk& sdk) {
  if (!sdk.sources.empty()) return (fs::path(sdk.sources) / "docs").string();
  const fs::path prefix = fs::path(sdk.command).parent_path().parent_path();
  const fs::path installed = prefix / "share" / "doc" / "opgraft" / "docs";
  std::error_code error;
  return fs::exists(installed / "first_op.md", error) ? installed.string() : "Opgraft's docs";
}

// The folder that Bazel takes as @opgraft: the sources, or the tarball of tools/package.sh where it
// was unpacked; "" in another installation.
std::string RepositoryOf(const Sdk& sdk, const fs::path& prefix) {
  if (!sdk.sources.empty()) return sdk.sources;
  std::error_code error;
  const bool is_repository =
      fs::exists(prefix / "opgraft.bzl", error) && fs::exists(prefix / "opgraft" / "BUILD", error);
  return is_repository ? prefix.string() : "";
}

std::string OtherBuilds(const Sdk& sdk, const std::string& repository) {
  if (!sdk.sources.empty()) return "BUILD the same with Bazel, which compiles Opgraft once";
  return absl::StrCat("CMakeLists.txt builds the same with CMake",
                      repository.empty() ? "" : ", BUILD with Bazel");
}

// The files, each with what is between @ in it.
std::vector<std::pair<std::string, const char*>> FilesOf(const std::string& file, bool has_cmake,
                                                         bool has_bazel) {
  std::vector<std::pair<std::string, const char*>> files = {
      {file + ".cc", kOp}, {file + "_test.cc", kTest}, {"Makefile", kMakefile}};
  if (has_cmake) files.emplace_back("CMakeLists.txt", kCmake);
  if (has_bazel) {
    files.emplace_back("BUILD", kBuild);
    files.emplace_back("WORKSPACE", kWorkspace);
  }
  // Bazel builds Opgraft from its sources.
  if (!has_cmake) files.emplace_back(".bazelrc", kBazelrc);
  files.emplace_back("README.md", kReadme);
  return files;
}

absl::Status NewOp(const std::string& name, const std::string& folder) {
  OPGRAFT_RETURN_IF_ERROR(CheckName(name));
  OPGRAFT_ASSIGN_OR_RETURN(const Sdk sdk, FindSdk());
  OPGRAFT_RETURN_IF_ERROR(MakeFolder(folder));
  const std::string file = SnakeCase(name);
  const fs::path prefix = fs::path(sdk.library).parent_path().parent_path();
  const std::string repository = RepositoryOf(sdk, prefix);
  const std::vector<std::pair<absl::string_view, std::string>> words = {
      {"@Op@", name},
      {"@file@", file},
      {"@root@", repository},
      {"@command@", sdk.command},
      {"@docs@", DocsOf(sdk)},
      {"@prefix@", prefix.string()},
      {"@other_build@", OtherBuilds(sdk, repository)}};
  for (const auto& [path, text] : FilesOf(file, sdk.sources.empty(), !repository.empty())) {
    OPGRAFT_RETURN_IF_ERROR(Write(fs::path(folder) / path, absl::StrReplaceAll(text, words)));
  }
  std::cout << "next: cd " << folder << " && make test\n";
  return absl::OkStatus();
}

}  // namespace

void AddNewOp(CLI::App* app, Call* call) {
  struct Arguments {
    std::string name;
    std::string folder;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* new_op =
      app->add_subcommand("new-op", "Write a folder with an op, its kernel and its test")
          ->group("Writing ops");
  new_op->add_option("NAME", arguments->name, "name of the op, in CamelCase")->required();
  new_op->add_option("DIR", arguments->folder, "folder to write; it must not exist, or be empty")
      ->type_name(kFolder)
      ->required();
  new_op->footer(
      "The folder is a working starting point: `make test` in it builds the op and runs its test, "
      "which needs GoogleTest (libgtest-dev). There is a CMakeLists.txt too where the command is "
      "installed, and a BUILD file for Bazel where it runs from a source tree or from the tarball "
      "of a release.\n"
      "\n"
      "Example:\n"
      "  opgraft new-op MyOp my_op && make -C my_op test");
  new_op->callback(
      [=] { call->action = [=] { return NewOp(arguments->name, arguments->folder); }; });
}

}  // namespace opgraft_internal
