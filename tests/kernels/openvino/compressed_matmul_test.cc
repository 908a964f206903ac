// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Beside a plain reference: weights are packed here one by one, and multiplied in double.
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

// OpenVINO's table.
constexpr float kNf4[] = {-1.0f,        -0.69619280f, -0.52507305f, -0.39491749f,
                          -0.28444138f, -0.18477343f, -0.09105004f, 0.0f,
                          0.07958030f,  0.16093020f,  0.24611230f,  0.33791524f,
                          0.44070983f,  0.56261700f,  0.72295684f,  1.0f};

struct Weights {
  std::string type;
  int64_t rows;
  int64_t columns;
  int64_t group;
};

// Weight i as some number that its type has, and packs it.
double Pack(const std::string& type, int64_t i, uint8_t* bytes) {
  const int number = static_cast<int>(i * 37 % 251);
  if (type == "i8") {
    const int8_t signed_number = static_cast<int8_t>(number - 125);
    bytes[i] = static_cast<uint8_t>(signed_number);
    return signed_number;
  }
  if (type == "u8") return bytes[i] = static_cast<uint8_t>(number + 3);
  if (type == "f16") {
    const half small(static_cast<float>(number - 100) / 64);
    std::memcpy(bytes + 2 * i, &small, 2);
    return static_cast<float>(small);
  }
  if (type == "bf16") {
    const bfloat16 small(static_cast<float>(number - 100) / 64);
    std::memcpy(bytes + 2 * i, &small, 2);
    return static_cast<float>(small);
  }
  const int bits = number % 16;
  bytes[i / 2] = static_cast<uint8_t>(bytes[i / 2] | bits << (4 * (i % 2)));
  if (type == "nf4") return double{kNf4[bits]};
  return type == "i4" && bits > 7 ? bits - 16 : bits;
}

int64_t BytesOf(const Weights& weights) {
  const int64_t elements = weights.rows * weights.columns;
  if (weights.type == "f16" || weights.type == "bf16") return 2 * elements;
  return weights.type[1] == '8' ? elements : (elements + 1) / 2;
}

// How far the op is from the reference, in parts of what the terms add up to; -1: it failed.
double Error(const Weights& w, int64_t count, int numbers) {
  Tensor x(DT_FLOAT, {count, w.columns}), packed(DT_UINT8, {BytesOf(w)});
  packed.flat<uint8_t>().setZero();
  const int64_t groups = w.columns / w.group;
  Tensor scale(DT_HALF, {w.rows, groups}), zero(DT_UINT8, {w.rows, groups});
  for (int64_t i = 0; i < x.NumElements(); ++i)
    x.flat<float>()(i) = static_cast<float>(std::sin(static_cast<double>(i)));
  for (int64_t i = 0; i < scale.NumElements(); ++i) {
    scale.flat<half>()(i) = half(static_cast<float>(i % 13 - 6) / 8);
    zero.flat<uint8_t>()(i) = static_cast<uint8_t>(i * 5 % 16);
  }
  std::vector<double> plain;
  for (int64_t i = 0; i < w.rows * w.columns; ++i) {
    const int64_t g = i / w.columns * groups + i % w.columns / w.group;
    double weight = Pack(w.type, i, packed.flat<uint8_t>().data());
    if (numbers > 1) weight -= zero.flat<uint8_t>()(g);
    if (numbers > 0) weight *= static_cast<float>(scale.flat<half>()(g));
    plain.push_back(weight);
  }
  std::vector<Tensor> inputs = {x, packed};
  if (numbers > 0) inputs.push_back(scale);
  if (numbers > 1) inputs.push_back(zero);
  const auto out = CallOp("OpenVINO>CompressedMatMul", inputs,
                          {{"weight_type", StringAttr(w.type)},
                           {"rows", IntAttr(w.rows)},
                           {"columns", IntAttr(w.columns)},
                           {"group_size", IntAttr(w.group)}});
  EXPECT_TRUE(out.ok()) << out.status();
  if (!out.ok()) return -1;
  double worst = 0;
  for (int64_t m = 0; m < count; ++m) {
    for (int64_t n = 0; n < w.rows; ++n) {
      double sum = 0, size = 1e-9;
      for (int64_t k = 0; k < w.columns; ++k) {
        const double term = x.matrix<float>()(m, k) * plain[static_cast<size_t>(n * w.columns + k)];
        sum += term;
        size += std::abs(term);
      }
      worst = std::max(worst, std::abs((*out)[0].matrix<float>()(m, n) - sum) / size);
    }
  }
  return worst;
}

TEST(CompressedMatMul, IsTheProductWithPlainWeights) {
  for (const char* type : {"i4", "u4", "nf4", "i8", "u8", "f16", "bf16"}) {
    for (const Weights& w :
         {Weights{type, 37, 256, 128}, Weights{type, 5, 352, 32}, Weights{type, 33, 192, 64},
          Weights{type, 40, 200, 200}, Weights{type, 7, 100, 20}, Weights{type, 9, 15, 5},
          Weights{type, 1, 1, 1}, Weights{type, 130, 512, 256}}) {
      for (const int64_t count : {1, 3, 6}) {
        for (const int numbers : {0, 1, 2}) {
          EXPECT_LT(Error(w, count, numbers), 1e-6)
              << absl::StrCat(type, " [", w.rows, ",", w.columns, "] by ", w.group, ", ", count,
                              " rows of x, ", numbers, " inputs beside the weights");
        }
      }
    }
  }
}

TEST(CompressedMatMul, KeepsInfinityInItsRow) {
  Tensor scale(DT_FLOAT, {3, 3}), weights(DT_UINT8, {144});
  scale.flat<float>().setConstant(1);
  scale.matrix<float>()(1, 0) = std::numeric_limits<float>::infinity();
  weights.flat<uint8_t>().setConstant(0x11);
  Tensor x(DT_FLOAT, {1, 96});
  x.flat<float>().setConstant(1);
  EXPECT_EQ(CallText("OpenVINO>CompressedMatMul", {x, weights, scale},
                     {{"weight_type", StringAttr("u4")},
                      {"rows", IntAttr(3)},
                      {"columns", IntAttr(96)},
                      {"group_size", IntAttr(32)}}),
            "float[1,3] [96 inf 96]");
}

TEST(CompressedMatMul, ComputesSmallFloatsInFloat) {
  Tensor x(DT_HALF, {2, 1, 2});
  x.flat<half>().setConstant(half(0.5f));
  EXPECT_EQ(CallText("OpenVINO>CompressedMatMul", {x, VectorOf<uint8_t>({0x21, 0x43})},
                     {{"weight_type", StringAttr("u4")},
                      {"rows", IntAttr(2)},
                      {"columns", IntAttr(2)},
                      {"group_size", IntAttr(2)}}),
            "half[2,1,2] [[1.5 3.5]][[1.5 3.5]]");
  EXPECT_EQ(CallText("OpenVINO>CompressedMatMul",
                     {Tensor(DT_FLOAT, {0, 2}), VectorOf<uint8_t>({0x21, 0x43})},
                     {{"weight_type", StringAttr("u4")},
                      {"rows", IntAttr(2)},
                      {"columns", IntAttr(2)},
                      {"group_size", IntAttr(1)}}),
            "float[0,2]");
}

TEST(CompressedMatMul, SaysWhatDoesNotFit) {
  const auto call = [](const Tensor& x, int64_t rows, int64_t columns, int64_t group) {
    return CallText("OpenVINO>CompressedMatMul", {x, VectorOf<uint8_t>({0x21, 0x43})},
                    {{"weight_type", StringAttr("i4")},
                     {"rows", IntAttr(rows)},
                     {"columns", IntAttr(columns)},
                     {"group_size", IntAttr(group)}});
  };
  const Tensor x(DT_FLOAT, {1, 2});
  EXPECT_EQ(call(x, 3, 2, 2), "INVALID_ARGUMENT: weights must have 3 bytes, not 2");
  EXPECT_EQ(call(x, 2, 3, 3), "INVALID_ARGUMENT: x must have 3 columns, not shape [1,2]");
  EXPECT_EQ(call(x, 2, 2, 3),
            "INVALID_ARGUMENT: rows 2, columns 2 and group_size 3 do not fit each other, or there "
            "are more than 4 inputs");
  EXPECT_EQ(call(x, int64_t{1} << 62, 2, 2).substr(0, 40),
            "INVALID_ARGUMENT: rows 46116860184273879");
}

}  // namespace
}  // namespace opgraft
