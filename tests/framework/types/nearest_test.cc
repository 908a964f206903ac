// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/nearest.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace opgraft {
namespace {

struct Case {
  const char* word;
  std::vector<std::string> candidates;
  const char* nearest;
};

TEST(Nearest, FindsWhatWasMeant) {
  const Case cases[] = {
      {"doubel", {"bool", "double", "uint8"}, "double"},        // neighbours swapped
      {"floot", {"float", "half"}, "float"},                    // wrong letter
      {"alpa", {"beta", "alpha"}, "alpha"},                     // missing letter
      {"KernelTypos", {"KernelTypo", "Kernel"}, "KernelTypo"},  // letter too many
      {"head/wieghts", {"head/weights", "head/bias"}, "head/weights"},
      {"relu", {"Relu6", "ReLU", "Relu"}, "ReLU"},  // only case differs: the first
      {"Roy", {"Roi", "Relu"}, "Roi"},
      {"CropAndPad", {"Pad", "Add", "PadV2"}, "Pad"},                       // how the word ends
      {"MatMulWithBias", {"Mat", "MatMul", "Mul"}, "MatMul"},               // the longest beginning
      {"Conv", {"Conv2DBackpropInput", "Conv3D2", "Conv2D99"}, "Conv3D2"},  // adds least
      {"AddV2", {"AddV3", "AddN2"}, "AddV3"},                               // the first of equals
      {"Const", {"Constant"}, "Constant"},
      {"x", {"y"}, ""},  // every letter wrong
      {"abc", {"xyz"}, ""},
      {"in", {"input"}, ""},  // two letters say nothing
      {"", {"a", "b"}, ""},
      {"Add", {}, ""},
      {"Add", {""}, ""},
  };
  for (const Case& c : cases) EXPECT_EQ(Nearest(c.word, c.candidates), c.nearest) << c.word;
}

TEST(Nearest, DoesNotDependOnTheOrderOfDifferentErrors) {
  EXPECT_EQ(Nearest("weigths", std::vector<std::string>{"eights", "weights"}), "weights");
  EXPECT_EQ(Nearest("weigths", std::vector<std::string>{"weights", "eights"}), "weights");
  EXPECT_EQ(Nearest("MatMulWithBias", std::vector<std::string>{"MatMul", "MatMulWithBios", "Mat"}),
            "MatMulWithBios");
}

TEST(Nearest, LongNamesCostNothing) {
  const std::string word(100000, 'a');
  EXPECT_EQ(Nearest(word, std::vector<std::string>{word + "b", "aaa"}), "");
  EXPECT_EQ(Nearest("aaa", std::vector<std::string>{word}), "");
  const std::string longest(256, 'b');
  EXPECT_EQ(Nearest(longest, std::vector<std::string>{longest.substr(1)}), longest.substr(1));
}

TEST(Nearest, HintGoesOnWithASentence) {
  EXPECT_EQ(NearestHint(""), "");
  EXPECT_EQ(NearestHint("b"), "; nearest: 'b'");
}

}  // namespace
}  // namespace opgraft
