// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/packed_tensor.h"

#include "gtest/gtest.h"

namespace opgraft {
namespace {

struct Case {
  Tensor tensor;
  std::string packed;
};

TEST(PackedTensor, IsAsOpenVinoWritesIt) {
  const Case cases[] = {
      {Tensor::Of({u1(1), u1(0), u1(0), u1(0), u1(0), u1(0), u1(0), u1(1), u1(1)}), "\x81\x80"},
      {Tensor::Of({uint4(1), uint4(2), uint4(15)}), "\x21\x0f"},
      {Tensor::Of({int4(-1), int4(7), int4(-8), int4(1)}, {2, 2}), "\x7f\x18"},
      {Tensor::Of({uint2(1), uint2(2), uint2(3), uint2(0)}), "\x39"},
      {Tensor::Of({int2(-1), int2(1)}), "\x07"},
      {Tensor::Of({float4_e2m1fn(6), float4_e2m1fn(-6)}), "\xf7"},
      {Tensor(DT_INT4, {0}), ""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(*PackTensor(c.tensor), c.packed) << c.tensor;
    const absl::StatusOr<Tensor> read = UnpackTensor(c.tensor.dtype(), c.tensor.shape(), c.packed);
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_TRUE(read->Identical(c.tensor)) << *read;
  }
}

TEST(PackedTensor, RefusesWrongSizesAndTypes) {
  EXPECT_EQ(UnpackTensor(DT_INT4, {3}, "\x21").status().message(),
            "3 elements of int4 take 2 bytes, but there are 1");
  EXPECT_FALSE(UnpackTensor(DT_U1, {8}, "ab").ok());
  EXPECT_FALSE(UnpackTensor(DT_U1, {-1}, "").ok());
  EXPECT_FALSE(UnpackTensor(DT_U1, {INT64_MAX}, "a").ok());
  EXPECT_EQ(UnpackTensor(DT_INT8, {1}, "a").status().message(),
            "int8 takes whole bytes; it is not packed");
  EXPECT_FALSE(PackTensor(Tensor(1.0f)).ok());
}

}  // namespace
}  // namespace opgraft
