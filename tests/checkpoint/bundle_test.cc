// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <fstream>

#include "absl/strings/str_cat.h"
#include "checkpoint/bundle_reader.h"
#include "checkpoint/bundle_writer.h"
#include "checkpoint/crc32c.h"
#include "framework/files/input_file.h"
#include "framework/files/write_file.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

std::string Prefix(const char* name) { return absl::StrCat(testing::TempDir(), "/", name); }

// The check value of the catalogue of CRC algorithms for CRC-32/ISCSI.
TEST(Crc32c, IsCastagnolis) {
  EXPECT_EQ(Crc32c("123456789"), 0xe3069283u);
  EXPECT_EQ(ExtendCrc32c(Crc32c("1234"), "56789"), 0xe3069283u);
}

TEST(Bundle, ReadsWhatItWrote) {
  BundleWriter writer;
  const Tensor floats = Tensor::Of({1.0f, 2.0f, 3.0f, 4.0f}, {2, 2});
  const Tensor texts = Tensor::Of({tstring("a"), tstring(""), tstring(std::string(300, 'x'))});
  for (int i = 0; i < 500; ++i)
    ASSERT_TRUE(writer.Add(absl::StrCat("many/", i), Tensor::Scalar(int64_t{i})).ok());
  ASSERT_TRUE(writer.Add("floats", floats).ok());
  ASSERT_TRUE(writer.Add("texts", texts).ok());
  ASSERT_TRUE(writer.Add("bools", Tensor::Of({true, false})).ok());
  ASSERT_TRUE(writer.Add("empty", Tensor(DT_FLOAT, TensorShape({0, 3}))).ok());
  EXPECT_EQ(writer.Add("floats", floats).code(), absl::StatusCode::kInvalidArgument);
  const std::string prefix = Prefix("whole");
  ASSERT_TRUE(writer.Write(prefix).ok());

  absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
  ASSERT_TRUE(bundle.ok()) << bundle.status();
  EXPECT_EQ(bundle->names().size(), 504u);
  EXPECT_TRUE(bundle->Read("floats")->Identical(floats));
  EXPECT_TRUE(bundle->Read("texts")->Identical(texts));
  EXPECT_EQ(bundle->Read("bools")->SummarizeValue(-1), "1 0");
  EXPECT_EQ(bundle->Read("empty")->shape(), TensorShape({0, 3}));
  EXPECT_EQ(bundle->Read("many/499")->scalar<int64_t>()(), 499);
  EXPECT_EQ(bundle->Read("none").status().code(), absl::StatusCode::kNotFound);
}

TEST(Bundle, LeavesTensorsInTheFile) {
  BundleWriter writer;
  ASSERT_TRUE(writer.Add("a", Tensor::Of({1.0f})).ok());
  ASSERT_TRUE(writer.Add("b", Tensor::Of({2.0f})).ok());
  const std::string prefix = Prefix("mapped");
  ASSERT_TRUE(writer.Write(prefix).ok());
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
  ASSERT_TRUE(bundle.ok());
  const Tensor b = *bundle->Read("b");
  EXPECT_TRUE(b.buffer()->is_wrapped());
  *bundle = *BundleReader::Open(prefix);  // the tensor keeps the file
  EXPECT_EQ(b.SummarizeValue(-1), "2");
}

TEST(Bundle, MergesShards) {
  for (const char* name : {"x", "y"}) {
    BundleWriter writer;
    ASSERT_TRUE(writer.Add(name, Tensor::Scalar(tstring(name))).ok());
    ASSERT_TRUE(writer.Write(Prefix(name)).ok());
  }
  const std::string merged = Prefix("merged");
  ASSERT_TRUE(MergeBundles({Prefix("x"), Prefix("y")}, merged, false).ok());
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(merged);
  ASSERT_TRUE(bundle.ok()) << bundle.status();
  EXPECT_EQ(bundle->num_shards(), 2);
  EXPECT_EQ(bundle->Read("y")->scalar<tstring>()(), "y");
  EXPECT_TRUE(absl::IsNotFound(MergeBundles({Prefix("x")}, Prefix("again"), false)));
  EXPECT_TRUE(MergeBundles({Prefix("x")}, Prefix("again"), true).ok());
}

// Each byte of a checkpoint, changed by itself, is found out, and the file cut off at each place.
TEST(Bundle, FindsOutDamage) {
  BundleWriter writer;
  ASSERT_TRUE(writer.Add("a", Tensor::Of({1.0f, 2.0f})).ok());
  ASSERT_TRUE(writer.Add("t", Tensor::Of({tstring("one"), tstring("two")})).ok());
  const std::string prefix = Prefix("damaged");
  ASSERT_TRUE(writer.Write(prefix).ok());
  const auto reads = [&] {
    absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
    return bundle.ok() && bundle->Read("a").ok() && bundle->Read("t").ok();
  };
  ASSERT_TRUE(reads());
  const std::string index = absl::StrCat(prefix, ".index");
  const std::string bytes = *ReadFile(index, {1 << 20, ""});
  int unseen = 0;
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ 0x41);
    ASSERT_TRUE(WriteFile(index, changed).ok());
    unseen += reads() ? 1 : 0;
    ASSERT_TRUE(WriteFile(index, bytes.substr(0, i)).ok());
    EXPECT_FALSE(reads()) << "cut off at " << i;
  }
  // Padding of the footer, and the metaindex block, which nobody reads.
  EXPECT_LT(unseen, 60);
  ASSERT_TRUE(WriteFile(index, bytes).ok());
  const std::string data = ShardFile(prefix, 0, 1);
  const std::string contents = *ReadFile(data, {1 << 20, ""});
  for (size_t i : {size_t{0}, size_t{7}, size_t{64}, contents.size() - 1}) {
    std::string changed = contents;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    ASSERT_TRUE(WriteFile(data, changed).ok());
    EXPECT_FALSE(reads()) << "byte " << i;
  }
  ASSERT_TRUE(WriteFile(data, contents.substr(0, 70)).ok());
  EXPECT_FALSE(reads());
}

}  // namespace
}  // namespace opgraft_internal
