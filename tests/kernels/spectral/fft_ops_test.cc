// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

std::string Code(const std::string& text) { return text.substr(0, text.find(':')); }

// Cases in which TensorFlow 2.21 aborts, or gives what lay in memory.
TEST(FftOps, TakeNoLengthForNothing) {
  const Tensor x = Counting<float>({5}), y = Counting<complex64>({3});
  EXPECT_EQ(CallText("RFFT", {x, Ints({0})}), "complex64[0]");
  EXPECT_EQ(CallText("IRFFT", {y, Ints({0})}), "float[0]");
  EXPECT_EQ(CallText("RFFT2D", {Counting<float>({2, 2}), Ints({0, 2})}), "complex64[0,2]");
}

TEST(FftOps, TakeNothingForZeros) {
  EXPECT_EQ(CallText("IRFFT", {Tensor(DT_COMPLEX64, {2, 0}), Ints({2})}), "float[2,2] [0 0][0 0]");
  EXPECT_EQ(CallText("RFFT", {Tensor(DT_FLOAT, {0}), Ints({2})}), "complex64[2] (0,0) (0,0)");
}

TEST(FftOps, RefuseLengthsThatAreNone) {
  const Tensor x = Counting<float>({5});
  EXPECT_EQ(CallText("RFFT", {x, Ints({-1})}),
            "INVALID_ARGUMENT: fft_length[0] must >= 0, but got: -1");
  EXPECT_EQ(CallText("RFFT", {x, Ints({8})}),
            "INVALID_ARGUMENT: Input dimension 0 must have length of at least 8 but got: 5");
  const Tensor nothing(DT_COMPLEX64, {int64_t{1} << 40, 0});
  EXPECT_EQ(Code(CallText("IRFFT", {nothing, Ints({2147483647})})), "INVALID_ARGUMENT");
}

// Lines are shared by rows, columns and planes; a transform and its inverse give the input back.
TEST(FftOps, LargeOnesComeBack) {
  const Tensor x = Counting<complex64>({30, 40, 50});
  for (const char* const suffix : {"", "2D", "3D"}) {
    const auto there = CallOp(std::string("FFT") + suffix, {x});
    ASSERT_TRUE(there.ok()) << there.status();
    const auto back = CallOp(std::string("IFFT") + suffix, *there);
    ASSERT_TRUE(back.ok()) << back.status();
    for (int64_t i = 0; i < x.NumElements(); i += 7) {
      EXPECT_NEAR((*back)[0].flat<complex64>()(i).real(), static_cast<float>(i), 0.1);
      EXPECT_NEAR((*back)[0].flat<complex64>()(i).imag(), 0, 0.1);
    }
  }
}

}  // namespace
}  // namespace opgraft
