// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <map>
#include <random>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

using Sizes = std::map<char, int64_t>;

// Random equations over four labels, and what they mean by definition.
class Equations {
 public:
  explicit Equations(uint32_t seed) : random_(seed) {}

  int Below(int n) { return static_cast<int>(random_() % static_cast<uint32_t>(n)); }

  // Up to `most` labels of `from`, any of them more than once.
  std::string Labels(const std::string& from, int most) {
    std::string labels;
    for (int left = from.empty() ? 0 : Below(most + 1); left > 0; --left)
      labels += from[static_cast<size_t>(Below(static_cast<int>(from.size())))];
    return labels;
  }

  Tensor Operand(const std::string& labels, const Sizes& sizes) {
    TensorShape shape;
    for (const char label : labels) shape.AddDim(sizes.at(label));
    Tensor tensor(DT_FLOAT, shape);
    for (int64_t i = 0; i < tensor.NumElements(); ++i)
      tensor.flat<float>()(i) = static_cast<float>(1 + Below(5));
    return tensor;
  }

 private:
  std::mt19937 random_;
};

int64_t Offset(const std::string& labels, const Sizes& sizes, const Sizes& at) {
  int64_t offset = 0;
  for (const char label : labels) offset = offset * sizes.at(label) + at.at(label);
  return offset;
}

// The sum of products over every value of every label.
Tensor ByDefinition(const std::vector<std::string>& labels, const std::vector<Tensor>& operands,
                    const std::string& output, const Sizes& sizes) {
  TensorShape shape;
  for (const char label : output) shape.AddDim(sizes.at(label));
  Tensor out(DT_FLOAT, shape);
  out.flat<float>().setZero();
  Sizes used;
  int64_t positions = 1;
  for (const std::string& of_one : labels) {
    for (const char label : of_one) used[label] = sizes.at(label);
  }
  for (const auto& [label, size] : used) positions *= size;
  for (int64_t position = 0; position < positions; ++position) {
    Sizes at;
    int64_t rest = position;
    for (const auto& [label, size] : used) {
      at[label] = rest % size;
      rest /= size;
    }
    float product = 1;
    for (size_t i = 0; i < operands.size(); ++i)
      product *= operands[i].flat<float>()(Offset(labels[i], sizes, at));
    out.flat<float>()(Offset(output, sizes, at)) += product;
  }
  return out;
}

TEST(Einsum, IsWhatItsEquationSays) {
  Equations equations(1);
  for (int i = 0; i < 4000; ++i) {
    Sizes sizes;
    for (const char label : {'a', 'b', 'c', 'd'})
      sizes[label] = equations.Below(8) == 0 ? 0 : 1 + equations.Below(3);
    std::vector<std::string> labels;
    std::vector<Tensor> operands;
    for (int count = 1 + equations.Below(2); count > 0; --count) {
      labels.push_back(equations.Labels("abcd", 4));
      operands.push_back(equations.Operand(labels.back(), sizes));
    }
    const std::string all = labels[0] + (labels.size() > 1 ? labels[1] : "");
    const std::string output = equations.Labels(all, 4);
    const std::string equation =
        labels[0] + (labels.size() > 1 ? "," + labels[1] : "") + "->" + output;
    const auto out = CallOp("Einsum", operands, {{"equation", StringAttr(equation)}});
    ASSERT_TRUE(out.ok()) << equation << out.status();
    EXPECT_EQ(TensorText((*out)[0]), TensorText(ByDefinition(labels, operands, output, sizes)))
        << equation << " of " << operands[0].shape().DebugString();
  }
}

TEST(Einsum, RefusesAnOutputThatIsTooLarge) {
  const Tensor wide(DT_FLOAT, {int64_t{1} << 40, 0});
  const auto code = [&](const std::string& equation) {
    const std::string text = CallText("Einsum", {wide, wide}, {{"equation", StringAttr(equation)}});
    return text.substr(0, text.find(':'));
  };
  EXPECT_EQ(code("ab,cb->ac"), "INVALID_ARGUMENT");
  EXPECT_EQ(code("ab,cd->ac"), "RESOURCE_EXHAUSTED");
}

}  // namespace
}  // namespace opgraft
