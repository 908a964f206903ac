// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/tensor_json.h"

#include <limits>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

using nlohmann::json;

TEST(TensorJson, WhatIsWrittenReadsBackTheSame) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const Tensor tensors[] = {
      Tensor::Of({1.5f, inf, -inf}),
      Tensor::Of<int64_t>({INT64_MAX, INT64_MIN}),
      Tensor::Of<uint64_t>({UINT64_MAX}),
      Tensor::Of({true, false}),
      Tensor::Of<tstring>({"a", std::string("\0\xff", 2)}),
      Tensor::Of<complex128>({{1, -2}}),
      Tensor::Of<half>({half(0.5f)}),
      Tensor::Of<bfloat16>({bfloat16(3.0f)}),
      Tensor::Of<int4>({int4(-8), int4(7)}),
      Tensor(DT_INT32, {2, 0}),
  };
  for (const Tensor& tensor : tensors) {
    absl::StatusOr<Tensor> back = TensorFromJson(json::parse(TensorToJson(tensor).dump()));
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_TRUE(back->Identical(tensor)) << tensor.DebugString();
  }
  EXPECT_EQ(TensorToJson(Tensor(nan))["data"][0], "nan");
}

TEST(TensorJson, WrongTensorsAreRefused) {
  const char* const wrong[] = {
      "1",
      R"({"type": "float"})",
      R"({"type": "floot", "shape": [], "data": [1]})",
      R"({"type": "float", "shape": [2], "data": [1]})",
      R"({"type": "float", "shape": [-2], "data": []})",
      R"({"type": "float", "shape": [1], "data": ["x"]})",
      R"({"type": "int8", "shape": [1], "data": [128]})",
      R"({"type": "uint8", "shape": [1], "data": [-1]})",
      R"({"type": "int32", "shape": [1], "data": [1.5]})",
      R"({"type": "bool", "shape": [1], "data": [2]})",
  };
  for (const char* text : wrong)
    EXPECT_EQ(TensorFromJson(json::parse(text)).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
}

}  // namespace
}  // namespace opgraft
