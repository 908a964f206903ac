// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npy.h"

#include "absl/strings/str_cat.h"
#include "framework/files/write_file.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

// What numpy.save writes of an array.
std::string Saved(const std::string& descr, const std::string& shape, const std::string& data,
                  bool fortran = false) {
  std::string header =
      absl::StrCat("{'descr': '", descr, "', 'fortran_order': ", fortran ? "True" : "False",
                   ", 'shape': ", shape, ", }");
  header.append(117 - header.size(), ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         data;
}

std::string Bytes(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text.push_back(static_cast<char>(byte));
  return text;
}

// numpy.arange(6).reshape(2, 3).
std::string Arange(bool fortran, const std::string& data) {
  return Saved("<i2", "(2, 3)", data, fortran);
}

TEST(Npy, ReadsBothOrders) {
  const Tensor expected = Tensor::Of<int16_t>({0, 1, 2, 3, 4, 5}, {2, 3});
  absl::StatusOr<Tensor> c = ParseNpy(Arange(false, std::string("\0\0\1\0\2\0\3\0\4\0\5\0", 12)));
  ASSERT_TRUE(c.ok()) << c.status();
  EXPECT_TRUE(c->Identical(expected));
  absl::StatusOr<Tensor> fortran =
      ParseNpy(Arange(true, std::string("\0\0\3\0\1\0\4\0\2\0\5\0", 12)));
  ASSERT_TRUE(fortran.ok()) << fortran.status();
  EXPECT_TRUE(fortran->Identical(expected));
}

TEST(Npy, ReadsWhatNumPySaves) {
  const struct {
    std::string file;
    Tensor tensor;
  } cases[] = {
      {Saved("<f4", "(1,)", Bytes({0, 0, 0xc0, 0x3f})), Tensor::Of({1.5f})},
      {Saved(">f4", "(1,)", Bytes({0x3f, 0xc0, 0, 0})), Tensor::Of({1.5f})},
      {Saved("=f4", "(1,)", Bytes({0, 0, 0xc0, 0x3f})), Tensor::Of({1.5f})},
      {Saved(">i8", "(2,)",
             Bytes({0, 0, 0, 0, 0, 0, 1, 2, 255, 255, 255, 255, 255, 255, 255, 254})),
       Tensor::Of<int64_t>({258, -2})},
      {Saved(">i2", "(2, 3)", Bytes({0, 0, 0, 3, 0, 1, 0, 4, 0, 2, 0, 5}), /*fortran=*/true),
       Tensor::Of<int16_t>({0, 1, 2, 3, 4, 5}, {2, 3})},
      {Saved("|i1", "()", Bytes({255})), Tensor(int8_t{-1})},
      {Saved(">c8", "(1,)", Bytes({0x3f, 0x80, 0, 0, 0xc0, 0, 0, 0})),
       Tensor::Of<complex64>({{1, -2}})},
      {Saved("|b1", "(3,)", Bytes({0, 1, 2})), Tensor::Of({false, true, true})},
      {Saved("|S3", "(3,)", Bytes({'a', 'b', 'c', 'd', 0, 0, 0, 0, 0})),
       Tensor::Of<tstring>({"abc", "d", ""})},
      {Saved("|S1", "(2, 2)", "acbd", /*fortran=*/true),
       Tensor::Of<tstring>({"a", "b", "c", "d"}, {2, 2})},
      {Saved("<U2", "(2,)", Bytes({0xe9, 0, 0, 0, 'a', 0, 0, 0, 0xac, 0x20, 0, 0, 0, 0, 0, 0})),
       Tensor::Of<tstring>({"\xc3\xa9"
                            "a",
                            "\xe2\x82\xac"})},
      {Saved(">U1", "(1,)", Bytes({0, 1, 0xf6, 0})), Tensor::Of<tstring>({"\xf0\x9f\x98\x80"})},
  };
  for (const auto& c : cases) {
    const absl::StatusOr<Tensor> tensor = ParseNpy(c.file);
    ASSERT_TRUE(tensor.ok()) << tensor.status() << c.file;
    EXPECT_TRUE(tensor->Identical(c.tensor)) << tensor->DebugString() << c.tensor.DebugString();
  }
}

TEST(Npy, ReadsOneArrayOfAFileAndNoMore) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/two.npy");
  ASSERT_EQ(WriteFile(path, Saved("|u1", "(2,)", Bytes({1, 2})) + "another array"),
            absl::OkStatus());
  const absl::StatusOr<Tensor> tensor = ReadNpy(path);
  ASSERT_TRUE(tensor.ok()) << tensor.status();
  EXPECT_TRUE(tensor->Identical(Tensor::Of<uint8_t>({1, 2})));
  EXPECT_EQ(ReadNpy(path, 1).status(), absl::ResourceExhaustedError(absl::StrCat(
                                           path, ": the array takes 2 bytes, the limit is 1")));
  ASSERT_EQ(WriteFile(path, Saved("<f8", "(999999999,)", "")), absl::OkStatus());
  EXPECT_THAT(std::string(ReadNpy(path).status().message()), HasSubstr("its data is cut off"));
}

TEST(Npy, TypesThatItCannotNameAreIntegersOfTheirBits) {
  const struct {
    DataType dtype;
    DataType stored;
  } kCases[] = {{DT_FLOAT, DT_FLOAT},       {DT_BOOL, DT_BOOL},           {DT_BFLOAT16, DT_UINT16},
                {DT_INT4, DT_INT8},         {DT_UINT2, DT_UINT8},         {DT_U1, DT_UINT8},
                {DT_QINT8, DT_INT8},        {DT_QUINT16, DT_UINT16},      {DT_QINT32, DT_INT32},
                {DT_FLOAT8_E5M2, DT_UINT8}, {DT_FLOAT4_E2M1FN, DT_UINT8}, {DT_STRING, DT_INVALID},
                {DT_RESOURCE, DT_INVALID}};
  for (const auto& c : kCases) EXPECT_EQ(NpyTypeOf(c.dtype), c.stored) << DataTypeString(c.dtype);
}

TEST(Npy, WhatIsWrittenReadsBackTheSame) {
  const Tensor tensors[] = {Tensor::Of({1.5f, -2.0f}),
                            Tensor(int64_t{7}),
                            Tensor::Of({true, false}),
                            Tensor(DT_DOUBLE, {0, 3}),
                            Tensor::Of<tstring>({"a", "", "longer"}),
                            Tensor::Of<complex64>({{1, 2}, {3, -4}})};
  for (const Tensor& tensor : tensors) {
    absl::StatusOr<std::string> bytes = FormatNpy(tensor);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_EQ(bytes->find('\n') % 64, 63) << "data begins at a multiple of 64";
    absl::StatusOr<Tensor> back = ParseNpy(*bytes);
    ASSERT_TRUE(back.ok()) << back.status();
    EXPECT_TRUE(back->Identical(tensor)) << tensor.DebugString();
  }
}

TEST(Npy, WrongFilesAreRefused) {
  const std::string good = Arange(false, std::string("\0\0\1\0\2\0\3\0\4\0\5\0", 12));
  for (size_t cut = 0; cut < good.size(); ++cut)
    EXPECT_FALSE(ParseNpy(good.substr(0, cut)).ok()) << cut;
  std::string huge = good;
  huge.replace(huge.find("(2, 3)"), 6, "(99999999999, 99999999999)");
  EXPECT_FALSE(ParseNpy(huge).ok());
  std::string empty_strings = good;
  empty_strings.replace(empty_strings.find("(2, 3)"), 6, "(999999999,)");
  empty_strings.replace(empty_strings.find("<i2"), 3, "<U0");
  EXPECT_THAT(ParseNpy(empty_strings).status().message(),
              testing::HasSubstr("999999999 strings of no characters"));
  std::string negative = good;
  negative.replace(negative.find("(2, 3)"), 6, "(-2,3)");
  EXPECT_FALSE(ParseNpy(negative).ok());
  const struct {
    std::string file;
    const char* says;
  } kCases[] = {
      {Saved("<V2", "(1,)", "ab"), "save a view of integers, x.view('uint8') or 'uint16'"},
      {Saved("[('a'", "(1,)", "ab"), "elements of type"},
      {Saved("|O", "(1,)", "ab"), "the array holds Python objects"},
      {Saved("\x1b", "(1,)", "ab"), "elements of type '\\033'"},
      {Saved("<U1", "(1,)", Bytes({0, 0xd8, 0, 0})), "a character that is not in Unicode"},
      {Saved("<U1", "(1,)", Bytes({0, 0, 0x11, 0})), "a character that is not in Unicode"},
      {Saved("<f8", "(4611686018427387904,)", ""), "a shape of 4611686018427387904 elements"},
  };
  for (const auto& c : kCases)
    EXPECT_THAT(std::string(ParseNpy(c.file).status().message()), HasSubstr(c.says));
  std::string maybe = good;
  maybe.replace(maybe.find("False"), 5, "Maybe");
  EXPECT_FALSE(ParseNpy(maybe).ok());
  EXPECT_FALSE(FormatNpy(Tensor::Of<tstring>({std::string("a\0", 2)})).ok())
      << "the zero would be lost";
  EXPECT_EQ(ReadNpy("no/such/file.npy").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace opgraft
