// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "checkpoint/bundle_reader.h"
#include "checkpoint/bundle_writer.h"
#include "checkpoint/crc32c.h"
#include "checkpoint/tensor_slice.h"
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

TensorSlice Slice(absl::string_view text) {
  absl::StatusOr<TensorSlice> slice = ParseShapeAndSlice(text);
  EXPECT_TRUE(slice.ok()) << slice.status();
  return slice.ok() ? *slice : TensorSlice(TensorShape());
}

constexpr char kSlices[] = "tests/checkpoint/data/slices";  // TensorFlow wrote it: make_slices.py

TEST(TensorSlice, HasTensorFlowsKeys) {
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(kSlices);
  ASSERT_TRUE(bundle.ok()) << bundle.status();
  std::set<std::string> keys;
  for (const std::string& name : bundle->names()) {
    if (name[0] == '\0') keys.insert(name);
  }
  const std::string odd("n\0\xff", 3);
  for (const auto& [name, slice] : std::vector<std::pair<std::string, const char*>>{
           {"rows", "4 3 0,3:-"},
           {"rows", "4 3 3,1:-"},
           {"tiles", "4 3 0,4:0,1"},
           {"tiles", "4 3 0,2:1,2"},
           {"tiles", "4 3 2,2:1,2"},
           {"gap", "200 0,100"},
           {"gap", "200 150,50"},
           {"far", "9000000 8999999,1"},
           {"far", "9000000 70000,1"},
           {"farther", "1099511627776 1099511627775,1"},
           {odd, "2 1,1"},
           {odd, "2 0,1"}}) {
    EXPECT_EQ(keys.erase(Slice(slice).KeyOf(name)), 1u) << name << " " << slice;
  }
  EXPECT_TRUE(keys.empty());
}

TEST(Bundle, ReadsTensorFlowsSlices) {
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(kSlices);
  ASSERT_TRUE(bundle.ok()) << bundle.status();
  for (const char* name : {"rows", "tiles", "whole"}) {
    const absl::StatusOr<Tensor> all = bundle->Read(name);
    ASSERT_TRUE(all.ok()) << all.status();
    EXPECT_EQ(all->SummarizeValue(-1), "[0 1 2][3 4 5][6 7 8][9 10 11]") << name;
    EXPECT_EQ(bundle->ReadSlice(name, Slice("4 3 1,3:1,1"))->SummarizeValue(-1), "[4][7][10]")
        << name;
  }
  EXPECT_EQ(bundle->Read(std::string("n\0\xff", 3))->SummarizeValue(-1), "6 7");
  EXPECT_EQ(bundle->Read("gap").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(bundle->ReadSlice("gap", Slice("200 160,40"))->NumElements(), 40);
  EXPECT_EQ(bundle->ReadSlice("gap", Slice("200 90,20")).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(bundle->Read("farther").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(TensorSlice, RefusesWhatIsNone) {
  for (const char* text :
       {"", "4", "4 ", "x 0,1", "4 0", "4 0,x", "4 -1,2", "4 3,2", "4 0,0", "4 -:-", "4 4 -",
        "-4 -", "4 9223372036854775807,1", "4 1,9223372036854775807"}) {
    EXPECT_EQ(ParseShapeAndSlice(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

TEST(Bundle, ReadsSlicesOfAnyTensor) {
  BundleWriter writer;
  const Tensor numbers = Tensor::Of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {2, 3, 2});
  ASSERT_TRUE(writer.Add("whole", numbers).ok());
  ASSERT_TRUE(writer.AddSlice("all", Slice("2 3 2 0,2:-:-"), numbers).ok());
  // In three slices: of the first row, two and one columns, and the second row.
  ASSERT_TRUE(
      writer.AddSlice("parts", Slice("2 3 2 0,1:0,2:-"), Tensor::Of({0, 1, 2, 3}, {1, 2, 2})).ok());
  ASSERT_TRUE(
      writer.AddSlice("parts", Slice("2 3 2 0,1:2,1:-"), Tensor::Of({4, 5}, {1, 1, 2})).ok());
  ASSERT_TRUE(
      writer.AddSlice("parts", Slice("2 3 2 1,1:-:-"), Tensor::Of({6, 7, 8, 9, 10, 11}, {1, 3, 2}))
          .ok());
  const std::string prefix = Prefix("sliced");
  ASSERT_TRUE(writer.Write(prefix).ok());
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
  ASSERT_TRUE(bundle.ok()) << bundle.status();
  for (const char* name : {"whole", "all", "parts"}) {
    EXPECT_EQ(bundle->Read(name)->SummarizeValue(-1), numbers.SummarizeValue(-1)) << name;
    EXPECT_EQ(bundle->ReadSlice(name, Slice("2 3 2 -:1,2:1,1"))->SummarizeValue(-1),
              "[[3][5]][[9][11]]")
        << name;
    EXPECT_EQ(bundle->ReadSlice(name, Slice("2 3 2 1,1:1,1:-"))->SummarizeValue(-1), "[[8 9]]")
        << name;
    EXPECT_EQ(bundle->ReadSlice(name, Slice("3 2 2 -:-:-")).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
}

TEST(Bundle, RefusesSlicesThatDoNotFit) {
  BundleWriter writer;
  const Tensor one = Tensor::Of({1.0f});
  ASSERT_TRUE(writer.AddSlice("v", Slice("3 0,1"), one).ok());
  for (const char* other : {"3 0,1", "3 1,2", "4 1,1"}) {
    EXPECT_EQ(writer.AddSlice("v", Slice(other), one).code(), absl::StatusCode::kInvalidArgument)
        << other;
  }
  EXPECT_EQ(writer.AddSlice("v", Slice("3 1,1"), Tensor::Of({1})).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(writer.Add("v", one).code(), absl::StatusCode::kInvalidArgument);
  ASSERT_TRUE(writer.AddSlice("over", Slice("3 0,2"), Tensor::Of({1.0f, 2.0f})).ok());
  ASSERT_TRUE(writer.AddSlice("over", Slice("3 1,2"), Tensor::Of({1.0f, 2.0f})).ok());
  const std::string prefix = Prefix("unfit");
  ASSERT_TRUE(writer.Write(prefix).ok());
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(prefix);
  ASSERT_TRUE(bundle.ok());
  EXPECT_EQ(bundle->Read("v").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(bundle->Read("over").status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(bundle->ReadSlice("v", Slice("3 0,1"))->SummarizeValue(-1), "1");
}

TEST(Bundle, MergesSlicesOfOneTensor) {
  for (int i : {0, 1}) {
    BundleWriter writer;
    const TensorSlice slice = Slice(absl::StrCat("2 2 ", i, ",1:-"));
    ASSERT_TRUE(writer.AddSlice("v", slice, Tensor::Of({10 * i, 10 * i + 1}, {1, 2})).ok());
    ASSERT_TRUE(writer.Write(Prefix(i == 0 ? "s0" : "s1")).ok());
  }
  const std::string merged = Prefix("merged_slices");
  ASSERT_TRUE(MergeBundles({Prefix("s0"), Prefix("s1")}, merged, false).ok());
  absl::StatusOr<BundleReader> bundle = BundleReader::Open(merged);
  ASSERT_TRUE(bundle.ok()) << bundle.status();
  EXPECT_EQ(bundle->Read("v")->SummarizeValue(-1), "[0 1][10 11]");
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
