// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/cast_function.h"

#include <algorithm>
#include <complex>
#include <limits>
#include <memory>
#include <vector>

#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "framework/types/visit_type.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

template <typename To, typename From>
std::vector<To> Cast(const std::vector<From>& in, bool truncate = false) {
  std::vector<To> out(in.size());
  CastFunction(DataTypeToEnum<From>::v(), DataTypeToEnum<To>::v(), truncate)
      .Run(in.data(), out.data(), static_cast<int64_t>(in.size()));
  return out;
}

// 1, as an element of any type.
template <typename T>
T One() {
  if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
    return T(1.f);
  } else {
    return static_cast<T>(1);
  }
}

// n ones of the type, as bytes.
std::vector<char> Ones(DataType type, size_t n) {
  std::vector<char> bytes;
  VisitType(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_trivially_copyable_v<T>) {
      const T one = One<T>();
      const char* from = reinterpret_cast<const char*>(&one);
      for (size_t i = 0; i < n; ++i) bytes.insert(bytes.end(), from, from + sizeof(T));
    }
  });
  return bytes;
}

TEST(CastFunction, OneStaysOneBetweenAllPairsOfTypes) {
  constexpr size_t kSize = 700;  // more than a block
  for (DataType from : CastableTypes()) {
    for (DataType to : CastableTypes()) {
      const std::vector<char> in = Ones(from, kSize), want = Ones(to, kSize);
      std::vector<char> out(want.size());
      CastFunction(from, to).Run(in.data(), out.data(), kSize);
      EXPECT_EQ(out, want) << from << " to " << to;
    }
  }
}

TEST(CastFunction, AllButStringsAndHandlesCanBeCast) {
  for (DataType type : AllTypes()) {
    const bool castable = std::count(CastableTypes().begin(), CastableTypes().end(), type) == 1;
    EXPECT_EQ(castable, DataTypeCanUseMemcpy(type)) << type;
  }
}

TEST(CastFunction, SmallFloatsRoundAsTensorFlowDoes) {
  const std::vector<float> in = {0.f, 1.f, -1.5f, 3.14159f, 0.001f, 448.f, 240.f, -0.07f};
  const std::vector<float> e5m2 = {0.f, 1.f, -1.5f, 3.f, 0.0009765625f, 448.f, 256.f, -0.0625f};
  const std::vector<float> e4m3 = {0.f, 1.f, -1.5f, 3.25f, 0.001953125f, 448.f, 240.f, -0.0703125f};
  EXPECT_EQ(Cast<float>(Cast<float8_e5m2>(in)), e5m2);
  EXPECT_EQ(Cast<float>(Cast<float8_e4m3fn>(in)), e4m3);
}

TEST(CastFunction, SmallIntegersWrapAround) {
  const std::vector<int32_t> in = {-9, -8, 7, 8, 15, 16, -1};
  EXPECT_EQ(Cast<int32_t>(Cast<int4>(in)), (std::vector<int32_t>{7, -8, 7, -8, -1, 0, -1}));
  EXPECT_EQ(Cast<int32_t>(Cast<uint4>(in)), (std::vector<int32_t>{7, 8, 7, 8, 15, 0, 15}));
  EXPECT_EQ(Cast<int32_t>(Cast<int4>(Cast<uint4>(in))), Cast<int32_t>(Cast<int4>(in)));
  EXPECT_EQ(Cast<int32_t>(Cast<u1>(std::vector<float>{0.f, 0.5f, -2.f})),
            (std::vector<int32_t>{0, 1, 1}));
}

TEST(CastFunction, OnlyTheRealPartIsCastFromComplexNumbers) {
  const std::vector<complex64> in = {{0, 2}, {0, 0}, {1, 0}, {2.75f, -1}};
  EXPECT_EQ(Cast<int32_t>(in), (std::vector<int32_t>{0, 0, 1, 2}));
  EXPECT_EQ(Cast<complex128>(in), (std::vector<complex128>{{0, 2}, {0, 0}, {1, 0}, {2.75, -1}}));
  EXPECT_EQ(Cast<complex64>(std::vector<half>{half(1.5f)}), (std::vector<complex64>{{1.5f, 0}}));
  std::unique_ptr<bool[]> out(new bool[4]);
  CastFunction(DT_COMPLEX64, DT_BOOL).Run(in.data(), out.get(), 4);
  EXPECT_TRUE(!out[0] && !out[1] && out[2] && out[3]);
}

TEST(CastFunction, IntegersReachHalfThroughFloat) {
  const std::vector<int64_t> in = {2049, 2051, 65519, 65520, (1 << 24) + 1};
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(Cast<float>(Cast<half>(in)), (std::vector<float>{2048, 2052, 65504, inf, inf}));
  EXPECT_EQ(Cast<float>(Cast<bfloat16>(in)),
            (std::vector<float>{2048, 2048, 65536, 65536, 16777216}));
}

TEST(CastFunction, TruncationCutsTheMantissaOff) {
  const std::vector<float> in = {300.7f, 70000.5f, 65520.f, -1.99999f};
  EXPECT_EQ(Cast<float>(Cast<bfloat16>(in, true)),
            (std::vector<float>{300, 69632, 65280, -1.9921875f}));
  EXPECT_EQ(Cast<float>(Cast<half>(std::vector<float>{300.7f, 65520.f}, true)),
            (std::vector<float>{300.5f, 65504.f}));
  EXPECT_EQ(Cast<float>(std::vector<double>{0.4, 300.7}, true),
            (std::vector<float>{0.3999999761581421f, 300.6999816894531f}));
  EXPECT_EQ(Cast<float>(Cast<float8_e5m2>(std::vector<float>{300.7f}, true)),
            (std::vector<float>{256}));
}

}  // namespace
}  // namespace opgraft
