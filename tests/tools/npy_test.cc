// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npy.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

// numpy.save of numpy.arange(6, dtype='<i2').reshape(2, 3), in C and in Fortran order.
std::string Saved(bool fortran, const std::string& data) {
  std::string header = std::string("{'descr': '<i2', 'fortran_order': ") +
                       (fortran ? "True" : "False") + ", 'shape': (2, 3), }";
  header.append(117 - header.size(), ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         data;
}

TEST(Npy, ReadsBothOrders) {
  const Tensor expected = Tensor::Of<int16_t>({0, 1, 2, 3, 4, 5}, {2, 3});
  absl::StatusOr<Tensor> c = ParseNpy(Saved(false, std::string("\0\0\1\0\2\0\3\0\4\0\5\0", 12)));
  ASSERT_TRUE(c.ok()) << c.status();
  EXPECT_TRUE(c->Identical(expected));
  absl::StatusOr<Tensor> fortran =
      ParseNpy(Saved(true, std::string("\0\0\3\0\1\0\4\0\2\0\5\0", 12)));
  ASSERT_TRUE(fortran.ok()) << fortran.status();
  EXPECT_TRUE(fortran->Identical(expected));
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
  const std::string good = Saved(false, std::string("\0\0\1\0\2\0\3\0\4\0\5\0", 12));
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
  std::string big_endian = good;
  big_endian.replace(big_endian.find("<i2"), 3, ">i2");
  EXPECT_FALSE(ParseNpy(big_endian).ok());
  EXPECT_EQ(ReadNpy("no/such/file.npy").status().code(), absl::StatusCode::kNotFound);
}

}  // namespace
}  // namespace opgraft
