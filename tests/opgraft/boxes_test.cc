// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The libraries on top of libopgraft.so.0, the test kit, the generators and the command, each
// linked dynamically, with an op library beside them.
#include <dlfcn.h>

#include <string>

#include "gtest/gtest.h"
#include "opgraft/run.h"
#include "testing/check_kernel.h"
#include "tools/cli/command.h"
#include "tools/tensor_io/npy.h"

namespace {

// The file that the code at `address` is in, without its folders.
template <typename Function>
std::string LibraryOf(Function* address) {
  Dl_info info;
  if (dladdr(reinterpret_cast<const void*>(address), &info) == 0) return "?";
  const std::string path = info.dli_fname;
  return path.substr(path.rfind('/') + 1);
}

TEST(Boxes, EachIsInALibraryOfItsOwn) {
  EXPECT_EQ(LibraryOf(&opgraft::LoadLibrary), "libopgraft.so.0");
  EXPECT_EQ(LibraryOf(&opgraft::CheckKernel), "libopgraft_testing.so.0");
  EXPECT_EQ(LibraryOf(&opgraft_internal::FormatNpy), "libopgraft_generators.so.0");
  EXPECT_EQ(LibraryOf(&opgraft_internal::CommandMain), "libopgraft_command.so.0");
}

TEST(Boxes, WorkTogetherOnAnOpThatWasLoaded) {
  ASSERT_TRUE(opgraft::LoadLibrary("examples/first_op/zero_out.so").ok());
  const opgraft::KernelCheckReport checked = opgraft::CheckKernel("ZeroOut");
  EXPECT_TRUE(checked.ok()) << checked.ToString();
  const auto npy = opgraft_internal::FormatNpy(opgraft::Tensor::Of({1.0f, 2.0f}));
  ASSERT_TRUE(npy.ok()) << npy.status();
  const auto read = opgraft_internal::ParseNpy(*npy);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(read->Identical(opgraft::Tensor::Of({1.0f, 2.0f})));
  std::string kernels[] = {"opgraft", "kernels", "ZeroOut"};
  char* arguments[] = {kernels[0].data(), kernels[1].data(), kernels[2].data(), nullptr};
  testing::internal::CaptureStdout();
  EXPECT_EQ(opgraft_internal::CommandMain(3, arguments), 0);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "ZeroOut  CPU  T: float double int32 int64\n");
}

}  // namespace
