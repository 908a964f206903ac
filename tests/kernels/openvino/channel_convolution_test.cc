// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Convolutions of each channel alone, by the definition. Numbers are small and whole, so that sums
// are exact in any order.
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

using Sizes = std::vector<int64_t>;

struct Case {
  std::string name;
  int64_t batch;
  int64_t channels;
  int64_t outputs;  // of each channel
  Sizes image;
  Sizes window;
  Sizes strides;
  Sizes dilations;
  Sizes before;
  Sizes after;
};

template <typename T>
Tensor Numbers(const Sizes& sizes, std::mt19937* random) {
  TensorShape shape;
  for (const int64_t size : sizes) shape.AddDim(size);
  Tensor tensor(DataTypeToEnum<T>::v(), shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<T>()(i) = static_cast<T>(static_cast<int>((*random)() % 9) - 4);
  return tensor;
}

Sizes Joined(Sizes first, const Sizes& rest) {
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

int64_t ProductOf(const Sizes& sizes) {
  int64_t product = 1;
  for (const int64_t size : sizes) product *= size;
  return product;
}

// The place of the i-th element of a box.
Sizes PlaceOf(int64_t i, const Sizes& sizes) {
  Sizes place(sizes.size());
  for (size_t d = sizes.size(); d-- > 0; i /= sizes[d]) place[d] = i % sizes[d];
  return place;
}

// What the window at `place` sees by `tap`, in a plane; 0 if it is padding.
template <typename T>
T Seen(const Case& c, const T* plane, const Sizes& place, const Sizes& tap) {
  int64_t element = 0;
  for (size_t d = 0; d < place.size(); ++d) {
    const int64_t at = place[d] * c.strides[d] - c.before[d] + tap[d] * c.dilations[d];
    if (at < 0 || at >= c.image[d]) return 0;
    element = element * c.image[d] + at;
  }
  return plane[element];
}

template <typename T>
T Expected(const Case& c, const Tensor& data, const Tensor& filter, const Sizes& places,
           int64_t i) {
  const int64_t plane = i / ProductOf(places), taps = ProductOf(c.window);
  const int64_t channel = plane / c.outputs % c.channels;
  const int64_t image = plane / c.outputs / c.channels;
  const T* from = data.flat<T>().data() + (image * c.channels + channel) * ProductOf(c.image);
  const T* weights = filter.flat<T>().data() + (channel * c.outputs + plane % c.outputs) * taps;
  T sum = 0;
  for (int64_t t = 0; t < taps; ++t)
    sum += weights[t] * Seen(c, from, PlaceOf(i % ProductOf(places), places), PlaceOf(t, c.window));
  return sum;
}

template <typename T>
void ExpectByDefinition(const Case& c) {
  SCOPED_TRACE(c.name);
  std::mt19937 random(5);
  const Tensor data = Numbers<T>(Joined({c.batch, c.channels}, c.image), &random);
  const Tensor filter = Numbers<T>(Joined({c.channels, c.outputs, 1}, c.window), &random);
  const auto out = CallOp("OpenVINO>GroupConvolution", {data, filter},
                          {{"strides", IntListAttr(c.strides)},
                           {"dilations", IntListAttr(c.dilations)},
                           {"pads_begin", IntListAttr(c.before)},
                           {"pads_end", IntListAttr(c.after)}});
  ASSERT_TRUE(out.ok()) << out.status();
  const auto sizes = (*out)[0].shape().sizes();
  const Sizes places(sizes.begin() + 2, sizes.end());
  ASSERT_EQ((*out)[0].NumElements(), c.batch * c.channels * c.outputs * ProductOf(places));
  for (int64_t i = 0; i < (*out)[0].NumElements(); ++i)
    ASSERT_EQ((*out)[0].flat<T>()(i), Expected<T>(c, data, filter, places, i)) << i;
}

// What is turned comes in squares of four, places in sevens, fours, twos and ones; 32 floats are
// done together, or 16 doubles.
TEST(ChannelConvolution, IsTheDefinition) {
  const std::vector<Case> cases = {
      {"the end of a MobileNet", 1, 64, 1, {7, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
      {"channels that are left over", 2, 45, 1, {7, 7}, {5, 5}, {1, 1}, {1, 1}, {2, 2}, {2, 2}},
      {"a single pixel", 1, 33, 1, {1, 1}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
      {"no padding", 3, 8, 1, {6, 9}, {2, 3}, {1, 1}, {1, 1}, {0, 0}, {0, 0}},
      {"strides", 1, 40, 1, {14, 15}, {5, 3}, {2, 3}, {1, 1}, {2, 1}, {1, 1}},
      {"strides beyond the window", 1, 16, 1, {9, 9}, {1, 2}, {3, 4}, {1, 1}, {0, 0}, {0, 0}},
      {"dilations", 1, 35, 1, {12, 11}, {3, 2}, {1, 2}, {2, 3}, {2, 0}, {3, 1}},
      {"padding on one side", 1, 32, 1, {5, 6}, {3, 3}, {1, 1}, {1, 1}, {0, 2}, {2, 0}},
      {"elements that no window sees", 1, 32, 1, {10, 9}, {2, 2}, {3, 4}, {1, 1}, {0, 1}, {0, 0}},
      {"windows in padding alone", 1, 9, 1, {2, 2}, {2, 2}, {1, 1}, {1, 1}, {4, 4}, {3, 3}},
      {"several outputs of a channel", 2, 12, 3, {4, 5}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}},
      {"lines", 1, 50, 1, {31}, {7}, {2}, {1}, {3}, {3}},
      {"volumes", 1, 17, 2, {3, 4, 5}, {2, 3, 2}, {1, 2, 1}, {1, 1, 2}, {1, 1, 0}, {0, 1, 1}},
      {"large images, which go another way",
       1,
       9,
       1,
       {70, 70},
       {3, 3},
       {1, 1},
       {1, 1},
       {1, 1},
       {1, 1}},
      {"few channels, which do", 1, 3, 1, {7, 7}, {3, 3}, {1, 1}, {1, 1}, {1, 1}, {1, 1}}};
  for (const Case& c : cases) {
    ExpectByDefinition<float>(c);
    ExpectByDefinition<double>(c);
  }
}

}  // namespace
}  // namespace opgraft
