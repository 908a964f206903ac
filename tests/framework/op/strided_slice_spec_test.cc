// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/strided_slice_spec.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

constexpr int64_t kMin = INT64_MIN;
constexpr int64_t kMax = INT64_MAX;

using Values = std::vector<int64_t>;

// "begin:stride:size" of each dimension of the input, "*" where it is whole, " -> " and "size<input
// dimension" of the output. Null: not known.
std::string UnderstandPartly(const Values& sizes, const Values* begin, const Values* end,
                             const Values& strides, const StridedSliceMasks& masks = {}) {
  StridedSliceArgs args;
  args.input_sizes = sizes;
  args.strides = strides;
  args.begin = begin == nullptr ? nullptr : begin->data();
  args.end = end == nullptr ? nullptr : end->data();
  args.masks = masks;
  StridedSliceSpec spec;
  const absl::Status status = UnderstandStridedSlice(args, &spec);
  if (!status.ok()) return std::string(status.message());
  std::string text;
  for (const auto& r : spec.ranges) {
    absl::StrAppend(&text, r.begin, ":", r.stride, ":", r.size, r.whole ? "* " : " ");
  }
  absl::StrAppend(&text, "->");
  for (const auto& dim : spec.output) absl::StrAppend(&text, " ", dim.size, "<", dim.input_dim);
  return text;
}

std::string Understand(const Values& sizes, const Values& begin, const Values& end,
                       const Values& strides, const StridedSliceMasks& masks = {}) {
  return UnderstandPartly(sizes, &begin, &end, strides, masks);
}

TEST(StridedSliceSpec, CountsTheElementsOfARange) {
  EXPECT_EQ(Understand({10}, {1}, {9}, {3}), "1:3:3 -> 3<0");
  EXPECT_EQ(Understand({10}, {-1}, {0}, {-4}), "9:-4:3 -> 3<0");
  EXPECT_EQ(Understand({10}, {5}, {2}, {1}), "5:1:0 -> 0<0");
  EXPECT_EQ(Understand({10}, {-99}, {99}, {1}), "0:1:10* -> 10<0");
  EXPECT_EQ(Understand({10}, {0}, {0}, {-1}, {1, 1}), "9:-1:10* -> 10<0");
  EXPECT_EQ(Understand({4}, {kMax}, {kMin}, {kMin}), "3:-9223372036854775808:1 -> 1<0");
  EXPECT_EQ(Understand({0}, {kMin}, {kMax}, {1}), "0:1:0* -> 0<0");
}

TEST(StridedSliceSpec, LaysEntriesOutOverDimensions) {
  EXPECT_EQ(Understand({2, 3, 4}, {1}, {2}, {1}), "1:1:1 0:1:3* 0:1:4* -> 1<0 3<1 4<2");
  EXPECT_EQ(Understand({2, 3, 4}, {0, 1}, {0, 2}, {1, 1}, {0, 0, 1, 0, 2}),
            "0:1:2* 0:1:3* 1:1:1 -> 2<0 3<1");
  EXPECT_EQ(Understand({2, 3}, {0, 0, 1}, {0, 0, 2}, {1, 1, 1}, {0, 0, 2, 1, 4}),
            "0:1:2* 1:1:1 -> 1<-1 2<0");
  EXPECT_EQ(Understand({2, 3}, {0, 0, 0}, {1, 1, 1}, {1, 1, 1}, {0, 0, 2}),
            "0:1:1 0:1:1 -> 1<0 1<1");
  EXPECT_EQ(Understand({}, {0}, {0}, {1}, {0, 0, 0, 1}), "-> 1<-1");
}

TEST(StridedSliceSpec, SaysWhatFollowsFromWhatIsKnown) {
  const Values one = {1};
  EXPECT_EQ(Understand({-1}, {0}, {5}, {1}), "0:1:-1 -> -1<0");
  EXPECT_EQ(Understand({-1}, {0}, {0}, {1}, {1, 1}), "0:1:-1* -> -1<0");
  EXPECT_EQ(Understand({-1}, {7}, {8}, {1}, {0, 0, 0, 0, 1}), "0:1:1 ->");
  EXPECT_EQ(UnderstandPartly({5}, nullptr, &one, {1}), "0:1:-1 -> -1<0");
  EXPECT_EQ(UnderstandPartly({5}, nullptr, &one, {1}, {1}), "0:1:1 -> 1<0");
  EXPECT_EQ(UnderstandPartly({5}, nullptr, nullptr, {2}, {1, 1}), "0:2:3 -> 3<0");
  EXPECT_EQ(UnderstandPartly({5, 6}, nullptr, nullptr, {1, 1}, {0, 0, 0, 0, 1}),
            "0:1:1 0:1:-1 -> -1<1");
}

TEST(StridedSliceSpec, RefusesWhatMeansNothing) {
  EXPECT_EQ(Understand({3}, {0}, {1}, {0}), "strides[0] must be non-zero");
  EXPECT_EQ(Understand({3}, {3}, {4}, {1}, {0, 0, 0, 0, 1}),
            "slice index 3 of dimension 0 out of bounds.");
  EXPECT_EQ(Understand({3}, {kMin}, {0}, {1}, {0, 0, 0, 0, 1}),
            "slice index -9223372036854775805 of dimension 0 out of bounds.");
  EXPECT_EQ(Understand({3}, {0}, {1}, {-1}, {0, 0, 0, 0, 1}),
            "only stride 1 allowed on non-range indexing.");
  EXPECT_EQ(Understand({3}, {0, 0}, {1, 1}, {1, 1}),
            "Index out of range using input dim 1; input has only 1 dims");
  EXPECT_EQ(Understand({}, {0}, {1}, {1}), "Attempting to slice scalar input.");
  EXPECT_EQ(Understand({3}, {0, 0}, {1, 1}, {1, 1}, {0, 0, 3}),
            "Multiple ellipses in slice spec not allowed");
  const Values many(32, 1);
  EXPECT_EQ(Understand({3}, many, many, many), "a slice has at most 31 indices, but got 32");
}

}  // namespace
}  // namespace opgraft
