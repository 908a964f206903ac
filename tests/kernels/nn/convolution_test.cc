// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Convolutions that are large enough to be cut into panels, columns and planes, beside the sum that
// defines them. All numbers are small and whole, so that sums are exact in any order.

#include <cstdint>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

struct Case {
  const char* name;
  int64_t batch, size, channels, window, groups, outputs, stride, dilation;

  int64_t out_size() const { return (size + stride - 1) / stride; }
  // Padding SAME.
  int64_t before() const {
    const int64_t reach = (out_size() - 1) * stride + (window - 1) * dilation + 1;
    return reach > size ? (reach - size) / 2 : 0;
  }
  TensorShape images() const { return {batch, size, size, channels}; }
  TensorShape filter() const { return {window, window, channels / groups, outputs}; }
  TensorShape results() const { return {batch, out_size(), out_size(), outputs}; }
};

const Case kCases[] = {
    {"columns of packed patches", 2, 14, 64, 3, 1, 256, 1, 1},
    {"several panels", 3, 40, 8, 3, 1, 16, 2, 1},
    {"one pixel", 1, 40, 32, 1, 1, 256, 1, 1},
    {"groups", 2, 14, 64, 3, 2, 256, 1, 1},
    {"gaps", 1, 33, 4, 3, 1, 24, 1, 2},
    {"a group a channel", 2, 9, 20, 3, 20, 20, 2, 1},
    {"two outputs a channel", 1, 11, 6, 3, 6, 12, 1, 2},
};

Tensor SmallNumbers(const TensorShape& shape, int64_t seed) {
  Tensor tensor(DT_FLOAT, shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<float>()(i) = static_cast<float>((i * 7 + i / 5 + seed) % 5 - 2);
  return tensor;
}

// Calls visit(result, image, filter) with the elements of all products that are added up.
template <typename Visit>
void ForEachTerm(const Case& c, const Visit& visit) {
  const int64_t per_group = c.channels / c.groups, outputs = c.outputs / c.groups;
  const int64_t places = c.batch * c.out_size() * c.out_size();
  for (int64_t place = 0; place < places; ++place) {
    const int64_t column = place % c.out_size(), row = place / c.out_size() % c.out_size();
    const int64_t image = place / c.out_size() / c.out_size();
    for (int64_t tap = 0; tap < c.window * c.window; ++tap) {
      const int64_t y = row * c.stride - c.before() + tap / c.window * c.dilation;
      const int64_t x = column * c.stride - c.before() + tap % c.window * c.dilation;
      if (y < 0 || y >= c.size || x < 0 || x >= c.size) continue;
      const int64_t pixel = (image * c.size + y) * c.size + x;
      for (int64_t k = 0; k < per_group; ++k) {
        for (int64_t o = 0; o < c.outputs; ++o) {
          visit(place * c.outputs + o, pixel * c.channels + o / outputs * per_group + k,
                (tap * per_group + k) * c.outputs + o);
        }
      }
    }
  }
}

TestAttrs AttrsOf(const Case& c) {
  const std::vector<int64_t> strides = {1, c.stride, c.stride, 1};
  const std::vector<int64_t> dilations = {1, c.dilation, c.dilation, 1};
  return {{"strides", IntListAttr(strides)},
          {"dilations", IntListAttr(dilations)},
          {"padding", StringAttr("SAME")}};
}

Tensor Sizes(const TensorShape& shape) {
  std::vector<int32_t> sizes;
  for (int64_t size : shape.sizes()) sizes.push_back(static_cast<int32_t>(size));
  return Ints(sizes);
}

void ExpectSame(const absl::StatusOr<std::vector<Tensor>>& actual,
                const std::vector<float>& expected) {
  ASSERT_TRUE(actual.ok()) << actual.status();
  ASSERT_EQ((*actual)[0].NumElements(), static_cast<int64_t>(expected.size()));
  const auto values = (*actual)[0].flat<float>();
  for (size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(values(static_cast<int64_t>(i)), expected[i]) << "element " << i;
}

std::vector<float> Zeros(const TensorShape& shape) {
  return std::vector<float>(static_cast<size_t>(shape.num_elements()));
}

TEST(Convolution, IsTheSumThatDefinesIt) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Tensor images = SmallNumbers(c.images(), 1), filter = SmallNumbers(c.filter(), 3);
    std::vector<float> expected = Zeros(c.results());
    ForEachTerm(c, [&](int64_t result, int64_t image, int64_t weight) {
      expected[static_cast<size_t>(result)] +=
          images.flat<float>()(image) * filter.flat<float>()(weight);
    });
    ExpectSame(CallOp("Conv2D", {images, filter}, AttrsOf(c)), expected);
  }
}

TEST(Convolution, GradientsAreTheSumsThatDefineThem) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(c.name);
    const Tensor images = SmallNumbers(c.images(), 1), filter = SmallNumbers(c.filter(), 3);
    const Tensor gradient = SmallNumbers(c.results(), 2);
    std::vector<float> by_images = Zeros(c.images()), by_filter = Zeros(c.filter());
    ForEachTerm(c, [&](int64_t result, int64_t image, int64_t weight) {
      const float back = gradient.flat<float>()(result);
      by_images[static_cast<size_t>(image)] += back * filter.flat<float>()(weight);
      by_filter[static_cast<size_t>(weight)] += back * images.flat<float>()(image);
    });
    ExpectSame(CallOp("Conv2DBackpropInput", {Sizes(c.images()), filter, gradient}, AttrsOf(c)),
               by_images);
    ExpectSame(CallOp("Conv2DBackpropFilter", {images, Sizes(c.filter()), gradient}, AttrsOf(c)),
               by_filter);
  }
}

// TensorFlow leaves what stands behind them unset.
TEST(BlockLstm, TakesAsManyStepsAsTold) {
  const Tensor x = SmallNumbers({3, 1, 2}, 1), state = SmallNumbers({1, 2}, 2);
  const Tensor w = SmallNumbers({4, 8}, 3), peephole = SmallNumbers({2}, 1);
  const std::vector<Tensor> more = {x,        state,    state,    w,
                                    peephole, peephole, peephole, SmallNumbers({8}, 4)};
  const auto call = [&](int64_t steps) {
    std::vector<Tensor> inputs = {Tensor(steps)};
    inputs.insert(inputs.end(), more.begin(), more.end());
    return CallOp("BlockLSTM", inputs);
  };
  const auto all = call(3), two = call(2);
  ASSERT_TRUE(all.ok() && two.ok()) << all.status() << two.status();
  for (size_t output = 0; output < 7; ++output) {
    for (int64_t i = 0; i < 6; ++i) {
      EXPECT_EQ((*two)[output].flat<float>()(i), i < 4 ? (*all)[output].flat<float>()(i) : 0.f);
    }
  }
  EXPECT_EQ(call(-1).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace opgraft
