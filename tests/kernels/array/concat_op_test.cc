// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

constexpr int64_t kMin = INT64_MIN;

Tensor Floats(const TensorShape& shape) { return Counting<float>(shape); }

struct Case {
  std::vector<Tensor> values;
  Tensor axis;
  std::string result;
};

TEST(ConcatV2, PutsTensorsBehindEachOtherAlongAnyAxis) {
  const std::vector<Case> cases = {
      {{Floats({1, 2}), Floats({2, 2})}, Tensor(0), "float[3,2] [0 1][0 1][2 3]"},
      {{Floats({2, 1}), Floats({2, 2})}, Tensor(-1), "float[2,3] [0 0 1][1 2 3]"},
      {{Floats({2, 1, 2}), Floats({2, 2, 2})},
       Tensor(int64_t{1}),
       "float[2,3,2] [[0 1][0 1][2 3]][[2 3][4 5][6 7]]"},
      {{Floats({0, 2}), Floats({1, 2})}, Tensor(0), "float[1,2] [0 1]"},
      {{Floats({0, 2}), Floats({0, 3})}, Tensor(1), "float[0,5]"},
      {{Floats({2, 0}), Floats({2, 0})}, Tensor(0), "float[4,0]"},
      {{Floats({2}), Floats({1})}, Ints({0}), "float[3] 0 1 0"},
      {{Floats({2})}, Tensor(0), "float[2] 0 1"},
      {{Texts({"a", "b"}), Texts({"c"})}, Tensor(0), "string[3] a b c"},
  };
  for (const Case& c : cases) {
    std::vector<Tensor> inputs = c.values;
    inputs.push_back(c.axis);
    EXPECT_EQ(CallText("ConcatV2", inputs), c.result);
  }
}

TEST(ConcatV2, SaysWhatDoesNotFit) {
  const std::vector<Case> cases = {
      {{Floats({2, 2}), Floats({2, 3})},
       Tensor(0),
       "ConcatOp : Dimension 1 in both shapes must be equal: shape[0] = [2,2] vs. shape[1] = "
       "[2,3]"},
      {{Floats({0, 2}), Floats({0, 3})},
       Tensor(0),
       "ConcatOp : Dimension 1 in both shapes must be equal: shape[0] = [0,2] vs. shape[1] = "
       "[0,3]"},
      {{Floats({2, 2}), Floats({0})},
       Tensor(0),
       "ConcatOp : Ranks of all input tensors should match: shape[0] = [2,2] vs. shape[1] = [0]"},
      {{Tensor(1.f), Floats({2})},
       Tensor(0),
       "ConcatOp : Can't concatenate scalars (use tf.stack instead)"},
      {{Floats({2}), Tensor(1.f)},
       Tensor(0),
       "ConcatOp : Can't concatenate scalars (use tf.stack instead)"},
      {{Tensor(1.f), Tensor(1.f)},
       Tensor(-1),
       "ConcatOp : Expected concatenating dimensions in the range [0, 0), but got -1"},
      {{Floats({1}), Floats({1})},
       Tensor(1),
       "ConcatOp : Expected concatenating dimensions in the range [-1, 1), but got 1"},
      {{Floats({2, 2}), Floats({2, 2})},
       Tensor(kMin),
       "ConcatOp : Expected concatenating dimensions in the range [-2, 2), but got "
       "-9223372036854775808"},
      {{Floats({2}), Floats({2})},
       Ints({0, 1}),
       "axis tensor should be a scalar integer, but got shape [2]"},
      {{Floats({0, INT64_MAX}), Floats({0, 1})},
       Tensor(1),
       "ConcatOp : the sizes of dimension 1 add up to too much"},
  };
  for (const Case& c : cases) {
    std::vector<Tensor> inputs = c.values;
    inputs.push_back(c.axis);
    EXPECT_EQ(CallText("ConcatV2", inputs), "INVALID_ARGUMENT: " + c.result);
  }
}

}  // namespace
}  // namespace opgraft
