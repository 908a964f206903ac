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

TEST(TensorJson, TextIsItself) {
  const Tensor text = Tensor::Of<tstring>({"h\xc3\xa9", "\xff", ""});
  EXPECT_EQ(TensorToJson(text)["data"].dump(), "[\"h\xc3\xa9\",{\"b64\":\"/w==\"},\"\"]");
  Tensor typed(DT_STRING, {1});
  ASSERT_EQ(SetElement("h\xc3\xa9", 0, &typed), absl::OkStatus());
  EXPECT_EQ(typed.flat<tstring>()(0), "h\xc3\xa9");
  const json latin1 = {{"type", "string"}, {"shape", {1}}, {"data", {"\xc3\xa9"}}};
  EXPECT_EQ(TensorFromJson(latin1, "", JsonText::kLatin1)->flat<tstring>()(0), "\xe9");
}

TEST(TensorJson, WhatATypeHasNotIsRefused) {
  const struct {
    DataType dtype;
    const char* text;
    bool has;
  } kCases[] = {
      {DT_FLOAT, "3.4e38", true},  {DT_FLOAT, "3.5e38", false},
      {DT_FLOAT, "-inf", true},    {DT_DOUBLE, "1e308", true},
      {DT_DOUBLE, "1e309", false}, {DT_DOUBLE, "Infinity", true},
      {DT_HALF, "65504", true},    {DT_HALF, "1e6", false},
      {DT_HALF, "nan", true},      {DT_BFLOAT16, "1e39", false},
      {DT_INT4, "-8", true},       {DT_INT4, "8", false},
      {DT_U1, "1", true},          {DT_U1, "2", false},
      {DT_U1, "0.5", false},       {DT_COMPLEX64, "1e39", false},
      {DT_FLOAT8_E5M2, "1", true}, {DT_FLOAT8_E5M2, "1e9", false},
  };
  for (const auto& c : kCases) {
    Tensor tensor(c.dtype, TensorShape());
    EXPECT_EQ(SetElement(c.text, 0, &tensor).ok(), c.has) << DataTypeString(c.dtype) << c.text;
  }
}

TEST(TensorJson, WrongTensorsAreRefused) {
  const char* const wrong[] = {
      "1",
      R"({"type": "float"})",
      R"({"type": "floot", "shape": [], "data": [1]})",
      R"({"type": 1, "shape": [1], "data": [1]})",
      R"({"type": "float", "shape": [1], "data": 1})",
      R"({"type": "float", "shape": [1], "file": 1})",
      R"({"type": "float", "shape": [2], "data": [1]})",
      R"({"type": "float", "shape": [-2], "data": []})",
      R"({"type": "float", "shape": [1], "data": ["x"]})",
      R"({"type": "int8", "shape": [1], "data": [128]})",
      R"({"type": "uint8", "shape": [1], "data": [-1]})",
      R"({"type": "int32", "shape": [1], "data": [1.5]})",
      R"({"type": "bool", "shape": [1], "data": [2]})",
      R"({"type": "string", "shape": [1], "data": [{"b64": "!"}]})",
      R"({"type": "string", "shape": [1], "data": [{"b64": 1}]})",
      R"({"type": "string", "shape": [1], "data": [{"b46": ""}]})",
  };
  for (const char* text : wrong)
    EXPECT_EQ(TensorFromJson(json::parse(text)).status().code(), absl::StatusCode::kInvalidArgument)
        << text;
}

}  // namespace
}  // namespace opgraft
