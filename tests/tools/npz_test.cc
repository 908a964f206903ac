// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/npz.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/tensor_io/npy.h"
#include "tools/tensor_io/zip_file.h"

namespace opgraft_internal {
namespace {

using ::testing::HasSubstr;

// numpy.savez_compressed("c.npz", x=numpy.zeros((2, 300), "f4") + 1.5, n=numpy.int64(7)).
constexpr const char kCompressed[] =
    "UEsDBC0AAAAIAAAAIQBsCNT8//////////8FABQAeC5ucHkBABAA4AkAAAAAAABdAAAAAAAAAJvsF+obEMnIUMZQrZ"
    "6SWpxcpG6loG6TZqKuo6Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GkY6CsYGBpo6CrUKZAIuBoYD9qN4FI/i"
    "UTyKR/EoHsWjmHoYAFBLAwQtAAAACAAAACEAI7jwbP//////////BQAUAG4ubnB5AQAQAIgAAAAAAAAARgAAAAAAAA"
    "Cb7BfqGxDJyFDGUK2eklqcXKRupaBuk2mhrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RqaOgq1ChQBLnYG"
    "CAAAUEsBAi0DLQAAAAgAAAAhAGwI1PxdAAAA4AkAAAUAAAAAAAAAAAAAAIABAAAAAHgubnB5UEsBAi0DLQAAAAgAAA"
    "AhACO48GxGAAAAiAAAAAUAAAAAAAAAAAAAAIABlAAAAG4ubnB5UEsFBgAAAAACAAIAZgAAABEBAAAAAA==";
// numpy.savez("s.npz", x=numpy.arange(3, dtype="i4")).
constexpr const char kPlain[] =
    "UEsDBC0AAAAAAAAAIQAC7L2p//////////8FABQAeC5ucHkBABAAjAAAAAAAAACMAAAAAAAAAJNOVU1QWQEAdgB7J2"
    "Rlc2NyJzogJzxpNCcsICdmb3J0cmFuX29yZGVyJzogRmFsc2UsICdzaGFwZSc6ICgzLCksIH0gICAgICAgICAgICAg"
    "ICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAKAAAAAAEAAAACAAAAUEsBAi0DLQ"
    "AAAAAAAAAhAALsvamMAAAAjAAAAAUAAAAAAAAAAAAAAIABAAAAAHgubnB5UEsFBgAAAAABAAEAMwAAAMMAAAAAAA==";

std::string Decoded(absl::string_view base64) {
  std::string bytes;
  EXPECT_TRUE(absl::Base64Unescape(base64, &bytes));
  return bytes;
}

TEST(Npz, ReadsWhatNumPySaves) {
  const absl::StatusOr<NamedArrays> plain = ParseNpz(Decoded(kPlain));
  ASSERT_TRUE(plain.ok()) << plain.status();
  ASSERT_EQ(plain->size(), 1u);
  EXPECT_EQ((*plain)[0].first, "x");
  EXPECT_TRUE((*plain)[0].second.Identical(Tensor::Of<int32_t>({0, 1, 2})));

  const absl::StatusOr<NamedArrays> compressed = ParseNpz(Decoded(kCompressed));
  ASSERT_TRUE(compressed.ok()) << compressed.status();
  ASSERT_EQ(compressed->size(), 2u);
  EXPECT_EQ((*compressed)[0].first, "x");
  EXPECT_EQ((*compressed)[0].second.shape(), TensorShape({2, 300}));
  EXPECT_EQ((*compressed)[0].second.flat<float>()(599), 1.5f);
  EXPECT_TRUE((*compressed)[1].second.Identical(Tensor(int64_t{7})));
}

TEST(Npz, WhatIsWrittenReadsBackTheSame) {
  const NamedArrays arrays = {{"x", Tensor::Of({1.5f, 2.5f})},
                              {"a/b:1", Tensor::Of<tstring>({"hello"})},
                              {"", Tensor(true)}};
  const absl::StatusOr<std::string> bytes = FormatNpz(arrays);
  ASSERT_TRUE(bytes.ok()) << bytes.status();
  const absl::StatusOr<NamedArrays> back = ParseNpz(*bytes);
  ASSERT_TRUE(back.ok()) << back.status();
  ASSERT_EQ(back->size(), arrays.size());
  for (size_t i = 0; i < arrays.size(); ++i) {
    EXPECT_EQ((*back)[i].first, arrays[i].first);
    EXPECT_TRUE((*back)[i].second.Identical(arrays[i].second));
  }
  EXPECT_EQ(*FormatNpz(arrays), *bytes) << "the same arrays give the same bytes";
  EXPECT_TRUE(ParseNpz(*FormatNpz({}))->empty());
  EXPECT_FALSE(FormatNpz({{"x", Tensor(1)}, {"x", Tensor(2)}}).ok());
}

TEST(Npz, WrongFilesAreRefused) {
  const std::string good = Decoded(kPlain);
  for (size_t cut = 0; cut < good.size(); ++cut)
    EXPECT_FALSE(ParseNpz(absl::string_view(good).substr(0, cut)).ok()) << cut;
  const std::string compressed = Decoded(kCompressed);
  for (size_t at = 0; at < compressed.size(); ++at) {  // whatever a byte becomes, nothing breaks
    std::string other = compressed;
    other[at] = static_cast<char>(~other[at]);
    (void)ParseNpz(other);
  }
  const auto changed = [&](absl::string_view record, size_t at, std::string bytes) {
    std::string other = good;
    return other.replace(other.rfind(record) + at, bytes.size(), bytes);
  };
  const struct {
    std::string file;
    const char* says;
  } kCases[] = {
      {"", "not a .npz file: not a zip file: it has no directory; is it cut off?"},
      {"x", "it has no directory"},
      {changed("PK\1\2", 8, "\1"), "'x.npy' is encrypted"},
      {changed("PK\1\2", 10, "\xc"), "'x.npy' is compressed by method 12, only DEFLATE is known"},
      {changed("PK\1\2", 24, "\xff\xff\xff\xff"), "'x.npy' has 4 GiB or more: save it as .npy"},
      {changed("PK\1\2", 16, "abcd"), "array 'x': its checksum is wrong"},
      {changed("PK\1\2", 42, "\1"), "a member is not where the directory says"},
      {changed("PK\5\6", 16, "\1"), "its directory is not where the end says"},
      {changed("NUMPY", 0, "numpy"), "array 'x': its checksum is wrong"},
  };
  for (const auto& c : kCases)
    EXPECT_THAT(std::string(ParseNpz(c.file).status().message()), HasSubstr(c.says));
  ZipWriter text;
  ASSERT_EQ(text.Add("note.txt", "hello"), absl::OkStatus());
  EXPECT_EQ(ParseNpz(std::move(text).Finish()).status().message(),
            "array 'note.txt': not a .npy file: bad magic number");
  ZipWriter twice;
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(twice.Add("x.npy", *FormatNpy(Tensor(1))), absl::OkStatus());
  EXPECT_EQ(ParseNpz(std::move(twice).Finish()).status().message(), "array 'x' is there twice");
  EXPECT_EQ(ReadNpz("no/such/file.npz").status().code(), absl::StatusCode::kNotFound);
}

TEST(Npz, ASmallFileDoesNotGetMuchMemory) {
  std::string bomb = Decoded(kCompressed);
  bomb.replace(bomb.find("PK\1\2") + 24, 4, std::string("\0\0\0\x7f", 4));
  EXPECT_EQ(ParseNpz(bomb).status().message(), "array 'x': its compressed data is damaged");
}

}  // namespace
}  // namespace opgraft_internal
