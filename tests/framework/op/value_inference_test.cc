// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/value_inference.h"

#include <utility>
#include <vector>

#include "gtest/gtest.h"
#include "tests/framework/op/test_op.h"

namespace opgraft {
namespace {

using Elements = ValueContext::Elements;
using Numbers = std::vector<int64_t>;

// A node of one input and one output.
class OneInput : public ValueContext {
 public:
  const NodeAttrs& attrs() const override { return attrs_; }
  int num_inputs() const override { return 1; }
  int num_outputs() const override { return 1; }
  const PartialTensorShape& input_shape(int) const override { return unknown_; }
  const PartialTensorShape& output_shape(int) const override { return output_shape_; }
  absl::optional<Elements> input_elements(int) override { return elements_; }
  const Tensor* input_value(int) override { return value_; }
  void set_output(int, Elements elements) override { output_ = std::move(elements); }

  NodeAttrs attrs_;
  PartialTensorShape unknown_, output_shape_;
  absl::optional<Elements> elements_, output_;
  const Tensor* value_ = nullptr;
};

TEST(ValueInference, ShortIntegersAreReadWhateverTheirType) {
  const Tensor scalar(7), longs = Tensor::Of({int64_t{-1}, int64_t{2}}),
                          floats = Tensor::Of({1.0f}), matrix(DT_INT32, {1, 1}),
                          many(DT_INT32, {ValueContext::kMaxElements + 1});
  EXPECT_EQ(ShortIntegers(&scalar), Numbers({7}));
  EXPECT_EQ(ShortIntegers(&longs), Numbers({-1, 2}));
  for (const Tensor* none : {&floats, &matrix, &many, static_cast<const Tensor*>(nullptr)})
    EXPECT_EQ(ShortIntegers(none), absl::nullopt);
}

TEST(ValueInference, ANumberIsAScalarOrAVectorOfOne) {
  OneInput c;
  EXPECT_EQ(c.InputNumber(0), absl::nullopt);
  const Tensor one = Tensor::Of({3}), two = Tensor::Of({3, 4});
  c.value_ = &one;
  EXPECT_EQ(c.InputNumber(0), 3);
  c.value_ = &two;
  EXPECT_EQ(c.InputNumber(0), absl::nullopt);
  EXPECT_EQ(c.InputNumbers(0), Numbers({3, 4}));
}

TEST(ValueInference, AnAttrThatIsMissingCountsAsZero) {
  OneInput c;
  EXPECT_EQ(c.IntAttr("mask"), 0);
  c.attrs_ = c.attrs_.With("mask", FromText<AttrValue>("i: 5"));
  EXPECT_EQ(c.IntAttr("mask"), 5);
}

TEST(ValueInference, ElementsPassOnInTheirOrder) {
  OneInput c;
  PassElementsOn(&c);
  EXPECT_EQ(c.output_, absl::nullopt);
  c.elements_ = Elements{DimRange(2, 5), DimRange(7)};
  for (const PartialTensorShape& shape : {PartialTensorShape({2}), PartialTensorShape({2, 1})}) {
    c.output_.reset();
    c.output_shape_ = shape;
    PassElementsOn(&c);
    EXPECT_EQ(c.output_, c.elements_);
  }
}

}  // namespace
}  // namespace opgraft
