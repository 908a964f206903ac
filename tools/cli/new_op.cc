// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <cctype>
#include <filesystem>
#include <iostream>
#include <memory>

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

# Opgraft's sources; set the path to where yours are.
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
See Opgraft's docs/first_op.md and docs/building_ops.md.
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
  return absl::InvalidArgumentError(
      absl::StrCat("'", name, "' is no op name: CamelCase, letters and digits"));
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

absl::Status NewOp(const std::string& name, const std::string& folder) {
  OPGRAFT_RETURN_IF_ERROR(CheckName(name));
  OPGRAFT_ASSIGN_OR_RETURN(const Sdk sdk, FindSdk());
  OPGRAFT_RETURN_IF_ERROR(MakeFolder(folder));
  const std::string file = SnakeCase(name);
  const bool installed = sdk.sources.empty();
  auto write = [&](const std::string& path, const char* text) {
    return Write(
        fs::path(folder) / path,
        absl::StrReplaceAll(
            text, {{"@Op@", name},
                   {"@file@", file},
                   {"@root@", sdk.sources},
                   {"@command@", sdk.command},
                   {"@prefix@", fs::path(sdk.library).parent_path().parent_path().string()},
                   {"@other_build@",
                    installed ? "CMakeLists.txt builds the same with CMake"
                              : "BUILD the same with Bazel, which compiles Opgraft once"}}));
  };
  OPGRAFT_RETURN_IF_ERROR(write(file + ".cc", kOp));
  OPGRAFT_RETURN_IF_ERROR(write(file + "_test.cc", kTest));
  OPGRAFT_RETURN_IF_ERROR(write("Makefile", kMakefile));
  if (installed) {
    OPGRAFT_RETURN_IF_ERROR(write("CMakeLists.txt", kCmake));
  } else {  // Bazel builds Opgraft from its sources
    OPGRAFT_RETURN_IF_ERROR(write("BUILD", kBuild));
    OPGRAFT_RETURN_IF_ERROR(write("WORKSPACE", kWorkspace));
    OPGRAFT_RETURN_IF_ERROR(write(".bazelrc", kBazelrc));
  }
  OPGRAFT_RETURN_IF_ERROR(write("README.md", kReadme));
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
      "The folder is a start to copy from; `make test` in it builds the op and runs its test, "
      "which "
      "needs GoogleTest (libgtest-dev). There is a CMakeLists.txt too or, where the command runs "
      "from a source tree, a BUILD file for Bazel.\n"
      "\n"
      "Example:\n"
      "  opgraft new-op MyOp my_op && make -C my_op test");
  new_op->callback(
      [=] { call->action = [=] { return NewOp(arguments->name, arguments->folder); }; });
}

}  // namespace opgraft_internal
