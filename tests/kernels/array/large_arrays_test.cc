// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Array ops on more elements than a block, a table or a heap begins with, beside loops that are as
// plain as can be; and sizes that no tensor can have.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

std::vector<int32_t> RandomInts(size_t n, int32_t limit) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int32_t> numbers(0, limit - 1);
  std::vector<int32_t> values(n);
  for (int32_t& value : values) value = numbers(random);
  return values;
}

template <typename T>
std::vector<T> ValuesOf(const Tensor& tensor) {
  const absl::Span<const T> values = tensor.TryFlat<T>().value();
  return std::vector<T>(values.begin(), values.end());
}

TEST(LargeArrays, WhereFindsPlacesInManyBlocks) {
  std::vector<int32_t> values = RandomInts(30000, 3);
  Tensor input = Ints(values);
  Tensor matrix;
  ASSERT_TRUE(matrix.CopyFrom(input, TensorShape({100, 300})));
  std::vector<int64_t> expected;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 0) continue;
    expected.push_back(static_cast<int64_t>(i) / 300);
    expected.push_back(static_cast<int64_t>(i) % 300);
  }
  const auto places = CallOp("Where", {matrix});
  ASSERT_TRUE(places.ok()) << places.status();
  EXPECT_EQ(ValuesOf<int64_t>((*places)[0]), expected);
}

TEST(LargeArrays, TopKIsASortedRow) {
  const std::vector<int32_t> values = RandomInts(200 * 500, 400);
  Tensor matrix;
  ASSERT_TRUE(matrix.CopyFrom(Ints(values), TensorShape({200, 500})));
  for (const int k : {1, 37, 499, 500}) {
    std::vector<int32_t> expected, places;
    for (int row = 0; row < 200; ++row) {
      std::vector<int32_t> order(500);
      for (int i = 0; i < 500; ++i) order[static_cast<size_t>(i)] = i;
      const auto at = [&](int32_t i) { return values[static_cast<size_t>(row * 500 + i)]; };
      std::stable_sort(order.begin(), order.end(),
                       [&](int32_t a, int32_t b) { return at(a) > at(b); });
      for (int i = 0; i < k; ++i) {
        expected.push_back(at(order[static_cast<size_t>(i)]));
        places.push_back(order[static_cast<size_t>(i)]);
      }
    }
    const auto top = CallOp("TopKV2", {matrix, Tensor(k)});
    ASSERT_TRUE(top.ok()) << top.status();
    EXPECT_EQ(ValuesOf<int32_t>((*top)[0]), expected) << k;
    EXPECT_EQ(ValuesOf<int32_t>((*top)[1]), places) << k;
  }
}

TEST(LargeArrays, UniqueNumbersWhatItHasSeen) {
  const std::vector<int32_t> values = RandomInts(50000, 9000);
  std::map<int32_t, int32_t> number;
  std::vector<int32_t> unique, idx;
  for (const int32_t value : values) {
    const auto added = number.emplace(value, static_cast<int32_t>(unique.size()));
    if (added.second) unique.push_back(value);
    idx.push_back(added.first->second);
  }
  const auto found = CallOp("Unique", {Ints(values)});
  ASSERT_TRUE(found.ok()) << found.status();
  EXPECT_EQ(ValuesOf<int32_t>((*found)[0]), unique);
  EXPECT_EQ(ValuesOf<int32_t>((*found)[1]), idx);
}

TEST(LargeArrays, SegmentsAreSummedUp) {
  std::vector<int32_t> ids = RandomInts(20000, 3000);
  const std::vector<int32_t> data = RandomInts(20000, 1000);
  std::vector<int32_t> sums(3000, 0);
  for (size_t i = 0; i < ids.size(); ++i) sums[static_cast<size_t>(ids[i])] += data[i];
  const auto unsorted = CallOp("UnsortedSegmentSum", {Ints(data), Ints(ids), Tensor(3000)});
  ASSERT_TRUE(unsorted.ok()) << unsorted.status();
  EXPECT_EQ(ValuesOf<int32_t>((*unsorted)[0]), sums);
  std::sort(ids.begin(), ids.end());
  std::fill(sums.begin(), sums.end(), 0);
  for (size_t i = 0; i < ids.size(); ++i) sums[static_cast<size_t>(ids[i])] += data[i];
  sums.resize(static_cast<size_t>(ids.back()) + 1);
  const auto sorted = CallOp("SegmentSum", {Ints(data), Ints(ids)});
  ASSERT_TRUE(sorted.ok()) << sorted.status();
  EXPECT_EQ(ValuesOf<int32_t>((*sorted)[0]), sums);
}

TEST(LargeArrays, BatchesAndSpaceAreInverse) {
  const Tensor input = Counting<int32_t>(TensorShape({2, 6, 8, 3}));
  const Tensor none = Tensor::Of<int32_t>({0, 0, 0, 0}, {2, 2});
  const auto batches = CallOp("SpaceToBatchND", {input, Ints({3, 2}), none});
  ASSERT_TRUE(batches.ok()) << batches.status();
  const auto space = CallOp("BatchToSpaceND", {(*batches)[0], Ints({3, 2}), none});
  ASSERT_TRUE(space.ok()) << space.status();
  EXPECT_EQ(TensorText((*space)[0]), TensorText(input));
}

TEST(LargeArrays, DepthAndSpaceAreInverseInBothFormats) {
  for (const char* format : {"NHWC", "NCHW"}) {
    const Tensor input = Counting<int32_t>(TensorShape({2, 6, 9, 6}));
    const TestAttrs attrs = {{"block_size", IntAttr(3)}, {"data_format", StringAttr(format)}};
    const Tensor deep = Counting<int32_t>(
        std::string(format) == "NHWC" ? TensorShape({2, 2, 3, 18}) : TensorShape({2, 18, 2, 3}));
    const auto space = CallOp("DepthToSpace", {deep}, attrs);
    ASSERT_TRUE(space.ok()) << space.status();
    const auto depth = CallOp("SpaceToDepth", {(*space)[0]}, attrs);
    ASSERT_TRUE(depth.ok()) << depth.status();
    EXPECT_EQ(TensorText((*depth)[0]), TensorText(deep));
  }
  // As TensorFlow's picture of NCHW has it: the depth of a block becomes its rows and columns.
  EXPECT_EQ(CallText("DepthToSpace", {Counting<int32_t>(TensorShape({1, 4, 1, 2}))},
                     {{"block_size", IntAttr(2)}, {"data_format", StringAttr("NCHW")}}),
            TensorText(Tensor::Of<int32_t>({0, 2, 1, 3, 4, 6, 5, 7}, {1, 1, 2, 4})));
}

TEST(LargeArrays, ABlockIsMovedInside) {
  const Tensor input = Counting<float>(TensorShape({2, 4}));
  const Tensor update = Tensor::Of<float>({8, 9}, {1, 2});
  EXPECT_EQ(CallText("XlaDynamicUpdateSlice", {input, update, Ints({1, 1})}),
            TensorText(Tensor::Of<float>({0, 1, 2, 3, 4, 8, 9, 7}, {2, 4})));
  EXPECT_EQ(CallText("XlaDynamicUpdateSlice", {input, update, Longs({9, -5})}),
            TensorText(Tensor::Of<float>({0, 1, 2, 3, 8, 9, 6, 7}, {2, 4})));
  EXPECT_EQ(CallText("XlaDynamicSlice", {input, Ints({7, 7}), Ints({1, 3})}),
            TensorText(Tensor::Of<float>({5, 6, 7}, {1, 3})));
  EXPECT_EQ(CallText("XlaDynamicUpdateSlice", {Tensor(1.0f), Tensor(2.0f), Ints({})}),
            TensorText(Tensor(2.0f)));
  for (const auto& wrong : std::vector<std::vector<Tensor>>{{input, input, Ints({0})},
                                                            {input, Tensor(2.0f), Ints({0, 0})},
                                                            {update, input, Ints({0, 0})}}) {
    EXPECT_EQ(CallOp("XlaDynamicUpdateSlice", wrong).status().code(),
              absl::StatusCode::kInvalidArgument);
  }
  EXPECT_EQ(CallOp("XlaDynamicSlice", {input, Ints({0, 0}), Ints({3, 1})}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

// Sizes whose products are no int64, and indices at the ends of their types.
TEST(LargeArrays, SizesThatCannotBeAreErrors) {
  constexpr int64_t kMost = INT64_MAX;
  constexpr int32_t kMost32 = INT32_MAX, kLeast32 = INT32_MIN;
  const Tensor pair = Ints({1, 2});
  const Tensor square = Tensor::Of<int32_t>({1, 2, 3, 4}, {2, 2});
  const struct {
    const char* op;
    std::vector<Tensor> inputs;
    TestAttrs attrs;
  } cases[] = {
      {"Tile", {pair, Longs({kMost})}, {}},
      {"BroadcastTo", {pair, Longs({kMost, kMost, 2})}, {}},
      {"Pad", {pair, Tensor::Of<int64_t>({kMost, kMost}, {1, 2})}, {}},
      {"MirrorPad",
       {pair, Tensor::Of<int64_t>({kMost, 0}, {1, 2})},
       {{"mode", StringAttr("SYMMETRIC")}}},
      {"MirrorPadGrad",
       {pair, Tensor::Of<int64_t>({kMost, kMost}, {1, 2})},
       {{"mode", StringAttr("REFLECT")}}},
      {"SplitV", {pair, Longs({kMost, kMost}), Tensor(0)}, {{"num_split", IntAttr(2)}}},
      {"SpaceToBatchND", {square, Longs({kMost}), Tensor::Of<int64_t>({kMost - 2, 0}, {1, 2})}, {}},
      {"SpaceToBatchND", {square, Longs({2}), Tensor::Of<int64_t>({kMost, kMost}, {1, 2})}, {}},
      {"BatchToSpaceND", {square, Longs({kMost}), Tensor::Of<int64_t>({0, 0}, {1, 2})}, {}},
      {"BatchToSpaceND", {square, Longs({2}), Tensor::Of<int64_t>({kMost, kMost}, {1, 2})}, {}},
      {"MatrixDiagV3", {pair, Tensor(kMost32), Tensor(-1), Tensor(-1), Tensor(0)}, {}},
      {"MatrixDiagV3", {pair, Tensor(kLeast32), Tensor(-1), Tensor(-1), Tensor(0)}, {}},
      {"MatrixDiagPartV3", {square, Ints({kLeast32, kMost32}), Tensor(0)}, {}},
      {"MatrixBandPart", {square, Longs({kMost}), Tensor(0)}, {}},
      {"ScatterNd", {Tensor::Of<int64_t>({0}, {1, 1}), Ints({1}), Longs({kMost})}, {}},
      {"GatherNd", {square, Tensor::Of<int64_t>({kMost, kMost}, {1, 2})}, {}},
      {"UnsortedSegmentSum", {pair, Longs({0, 1}), Tensor(kMost)}, {}},
      {"SegmentSum", {pair, Longs({0, kMost})}, {}},
      {"StridedSliceGrad",
       {Longs({kMost, kMost}), Longs({0}), Longs({1}), Longs({1}), Ints({1})},
       {}},
      {"Empty", {Ints({kMost32, kMost32, kMost32})}, {{"dtype", TypeAttr(DT_FLOAT)}}},
      {"ConcatOffset",
       {Tensor(0), Longs({kMost}), Longs({kMost}), Longs({1})},
       {{"N", IntAttr(3)}}},
  };
  for (const auto& c : cases) {
    const auto outputs = CallOp(c.op, c.inputs, c.attrs);
    EXPECT_TRUE(outputs.status().code() == absl::StatusCode::kInvalidArgument ||
                outputs.status().code() == absl::StatusCode::kResourceExhausted)
        << c.op << ": " << outputs.status();
  }
}

}  // namespace
}  // namespace opgraft
