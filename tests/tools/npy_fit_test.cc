// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npy_fit.h"

#include <limits>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::HasSubstr;

constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(NpyFit, AnotherTypeIsRefused) {
  const struct {
    Tensor stored;
    DataType dtype;
    const char* says;
  } kCases[] = {
      {Tensor::Of<int32_t>({1}), DT_FLOAT,
       "the file holds int32, it must be float (--cast converts it)"},
      {Tensor::Of({1.0f}), DT_INT32, "the file holds float, it must be int32"},
      {Tensor::Of<int16_t>({15360}), DT_HALF,
       "the file holds int16, it must be half (--cast converts it)"},
      {Tensor::Of<half>({half(1.0f)}), DT_BFLOAT16,
       "the file holds half, it must be bfloat16 (--cast converts it)"},
      {Tensor::Of<uint8_t>({1}), DT_BOOL, "the file holds uint8, it must be bool"},
      {Tensor::Of<int8_t>({1}), DT_UINT8, "the file holds int8, it must be uint8"},
      {Tensor::Of<int8_t>({1}), DT_STRING, "the file holds int8, it must be string"},
      {Tensor::Of<tstring>({"a"}), DT_FLOAT, "the file holds string, it must be float"},
      {Tensor::Of<int8_t>({1}), DT_QUINT8, "the file holds int8, it must be quint8"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(FitNpy(c.stored, c.dtype, NpyCast::kNone).status(),
              absl::InvalidArgumentError(c.says));
  }
}

TEST(NpyFit, TheSameTypeAndTheBitsOfTypesWithoutANameAreTaken) {
  const struct {
    Tensor stored;
    Tensor fitting;
  } kCases[] = {
      {Tensor::Of({1.0f, 2.0f}), Tensor::Of({1.0f, 2.0f})},
      {Tensor::Of<tstring>({"a"}), Tensor::Of<tstring>({"a"})},
      {Tensor::Of<uint16_t>({0x3fc0}), Tensor::Of<bfloat16>({bfloat16(1.5f)})},
      {Tensor::Of<int8_t>({-8, 7}), Tensor::Of<int4>({int4(-8), int4(7)})},
      {Tensor::Of<uint8_t>({0, 1}), Tensor::Of<u1>({u1(0), u1(1)})},
      {Tensor::Of<int8_t>({-3}), Tensor::Of<qint8>({qint8(-3)})},
  };
  for (const auto& c : kCases) {
    const auto fitting = FitNpy(c.stored, c.fitting.dtype(), NpyCast::kNone);
    ASSERT_TRUE(fitting.ok()) << fitting.status();
    EXPECT_TRUE(fitting->Identical(c.fitting)) << fitting->DebugString();
  }
  EXPECT_EQ(FitNpy(Tensor::Of<int8_t>({1, 8}), DT_INT4, NpyCast::kNone).status().message(),
            "element 1 of the file, a int8, has no value in int4");
}

// numpy.can_cast(from, to, "same_kind"), printed by NumPy 1.24.
TEST(NpyFit, CastsWhatNumPyCallsTheSameKind) {
  const DataType kTypes[] = {DT_BOOL, DT_UINT8, DT_UINT64, DT_INT8,      DT_INT64,
                             DT_HALF, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128};
  const char* const kCanCast[] = {
      "1111111111",  // bool
      "0111111111",  // uint8
      "0111111111",  // uint64
      "0001111111",  // int8
      "0001111111",  // int64
      "0000011111",  // half
      "0000011111",  // float
      "0000011111",  // double
      "0000000011",  // complex64
      "0000000011",  // complex128
  };
  for (size_t from = 0; from < 10; ++from) {
    for (size_t to = 0; to < 10; ++to) {
      const auto cast = FitNpy(Tensor(kTypes[from], {2}), kTypes[to], NpyCast::kSameKind);
      EXPECT_EQ(cast.ok(), kCanCast[from][to] == '1')
          << DataTypeString(kTypes[from]) << " to " << DataTypeString(kTypes[to]);
    }
  }
}

TEST(NpyFit, ACastRoundsOnceAndRefusesWhatTheTypeHasNot) {
  const struct {
    Tensor stored;
    Tensor cast;
  } kGood[] = {
      {Tensor::Of({true, false}), Tensor::Of({1.0f, 0.0f})},
      {Tensor::Of<int64_t>({-300, 300}, {2, 1}), Tensor::Of<int16_t>({-300, 300}, {2, 1})},
      {Tensor::Of<uint64_t>({5}), Tensor::Of<int8_t>({5})},
      {Tensor::Of({0.1, -1e-300}), Tensor::Of({0.1f, -0.0f})},
      {Tensor::Of<int64_t>({(int64_t{1} << 60) + (int64_t{1} << 36) + 1}),
       Tensor::Of({1152921642045800448.0f})},  // by way of double it would be rounded down
      {Tensor::Of<uint64_t>({UINT64_MAX}), Tensor::Of({18446744073709551616.0f})},
      {Tensor::Of({-kInf, kInf}), Tensor::Of<half>({half(-kInf), half(kInf)})},
      {Tensor::Of({1.5}), Tensor::Of<bfloat16>({bfloat16(1.5f)})},
      {Tensor::Of<int32_t>({-7}), Tensor::Of<complex64>({{-7, 0}})},
      {Tensor::Of<complex128>({{1.5, -2}}), Tensor::Of<complex64>({{1.5, -2}})},
  };
  for (const auto& c : kGood) {
    const auto cast = FitNpy(c.stored, c.cast.dtype(), NpyCast::kSameKind);
    ASSERT_TRUE(cast.ok()) << cast.status();
    EXPECT_TRUE(cast->Identical(c.cast)) << cast->DebugString() << c.cast.DebugString();
  }
  const struct {
    Tensor stored;
    DataType dtype;
  } kBad[] = {{Tensor::Of<int64_t>({128}), DT_INT8},
              {Tensor::Of<uint64_t>({UINT64_MAX}), DT_INT64},
              {Tensor::Of<uint16_t>({256}), DT_UINT8},
              {Tensor::Of({1e300}), DT_FLOAT},
              {Tensor::Of({70000.0f}), DT_HALF},
              {Tensor::Of<int32_t>({70000}), DT_HALF},
              {Tensor::Of<complex128>({{0, 1e300}}), DT_COMPLEX64}};
  for (const auto& c : kBad) {
    EXPECT_THAT(std::string(FitNpy(c.stored, c.dtype, NpyCast::kSameKind).status().message()),
                HasSubstr("has no value in"));
  }
}

}  // namespace
}  // namespace opgraft_internal
