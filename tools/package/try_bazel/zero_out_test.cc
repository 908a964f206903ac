// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "opgraft/run.h"
#include "opgraft/testing/check_kernel.h"

TEST(ZeroOut, LoadsAndPassesCheckKernel) {
  const auto loaded = opgraft::LoadLibrary("./zero_out.so");
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  const opgraft::KernelCheckReport report = opgraft::CheckKernel("ZeroOut");
  EXPECT_TRUE(report.ok()) << report.ToString();
}
