// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Rotations of halves of rows (rotary embeddings), however the halves are cut.
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tests/openvino/layer_group.h"

namespace opgraft {
namespace {

constexpr int64_t kToTheEnd = std::numeric_limits<int64_t>::max();

int Rotation(Net* net, int x, int cos, int sin, int first, int second) {
  const int turned =
      net->Add("Concat", R"(axis="-1")", {net->Multiply(second, net->Number(-1)), first});
  return net->Add("Add", "", {net->Multiply(x, cos), net->Multiply(turned, sin)});
}
// The halves by StridedSlice, of `begin` to `end` each; `masks`: begin_mask, end_mask and such.
struct Cut {
  std::vector<int64_t> begin, end;
  const char* masks;
  int64_t stride = 1;
};
constexpr char kRows[] = R"(begin_mask="1,0" end_mask="1,0")";
int StridedRotation(Net* net, const std::vector<int>& in, const Cut& first, const Cut& second) {
  const auto half = [&](const Cut& cut) {
    std::vector<int64_t> strides(cut.begin.size(), 1);
    strides.back() = cut.stride;
    return net->Add("StridedSlice", cut.masks,
                    {in[0], net->Ints(cut.begin), net->Ints(cut.end), net->Ints(strides)});
  };
  return Rotation(net, in[0], in[1], in[2], half(first), half(second));
}
// Pairs of elements turned, as GPT-J has them. `sizes`: what makes rows of them again, of the layer
// that has them.
int PairRotation(Net* net, const std::vector<int>& in, int even, int odd,
                 const std::function<int(int)>& sizes) {
  const auto wide = [&](int x) { return net->Add("Unsqueeze", "", {x, net->Ints({-1})}); };
  const int pairs =
      net->Add("Concat", R"(axis="-1")", {wide(net->Multiply(odd, net->Number(-1))), wide(even)});
  const int rows = net->Add("Reshape", R"(special_zero="true")", {pairs, sizes(pairs)});
  return net->Add("Add", "", {net->Multiply(in[0], in[1]), net->Multiply(rows, in[2])});
}
// The halves as outputs 0 and 1 of a layer.
int SplitRotation(Net* net, const std::vector<int>& in, int split) {
  const int minus = net->text().AddFrom("Negative", "", {absl::StrCat(split, ":1")}, "opset1", 1);
  const int turned = net->text().AddFrom(
      "Concat", R"(axis="1")", {absl::StrCat(minus), absl::StrCat(split, ":0")}, "opset1", 1);
  return net->Add("Add", "", {net->Multiply(in[2], turned), net->Multiply(in[1], in[0])});
}
int VariadicSplit(Net* net, int x, const std::vector<int64_t>& lengths) {
  return net->text().AddFrom(
      "VariadicSplit", "",
      {absl::StrCat(x), absl::StrCat(net->Ints({-1})), absl::StrCat(net->Ints(lengths))}, "opset1",
      static_cast<int>(lengths.size()));
}
int Split(Net* net, int x, int64_t axis) {
  return net->text().AddFrom("Split", R"(num_splits="2")",
                             {absl::StrCat(x), absl::StrCat(net->Scalar(axis))}, "opset1", 2);
}
const std::vector<Group>& Groups() {
  using Inputs = const std::vector<int>&;
  static const auto* const groups = new std::vector<Group>{
      {"rotation",
       "RotaryEmbedding",
       {{2, 3, 5, 6}, {2, 1, 5, 6}, {5, 6}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 3),
                         net->Slice(in[0], 3, kToTheEnd));
       }},
      {"rotation_that_makes_more_rows",
       "RotaryEmbedding",
       {{1, 4}, {5, 4}, {3, 1, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 2, 1, 1),
                         net->Slice(in[0], 2, 4, 1, 1));
       }},
      {"rotation_of_long_rows",
       "RotaryEmbedding",
       {{3, 1030}, {3, 1030}, {1030}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 515),
                         net->Slice(in[0], 515, kToTheEnd));
       }},
      {"rotation_of_a_split",
       "RotaryEmbedding",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return SplitRotation(net, in, VariadicSplit(net, in[0], {2, 2}));
       }},
      {"rotation_of_a_split_with_a_rest",
       "RotaryEmbedding",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return SplitRotation(net, in, VariadicSplit(net, in[0], {2, -1}));
       }},
      {"rotation_of_an_even_split",
       "RotaryEmbedding",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) { return SplitRotation(net, in, Split(net, in[0], -1)); }},
      {"split_of_other_lengths",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return SplitRotation(net, in, VariadicSplit(net, in[0], {1, 3}));
       }},
      {"strided_rotation",
       "RotaryEmbedding",
       {{2, 3, 5, 6}, {2, 1, 5, 6}, {5, 6}},
       [](Net* net, Inputs in) {
         const char* const masks =
             R"(begin_mask="1, 1, 1, 0" end_mask="1,1,1,0" new_axis_mask="" shrink_axis_mask="")";
         return StridedRotation(net, in, {{0, 0, 0, 0}, {0, 0, 0, 3}, masks},
                                {{0, 0, 0, 3}, {0, 0, 0, kToTheEnd}, masks});
       }},
      {"strided_rotation_behind_an_ellipsis",
       "RotaryEmbedding",
       {{2, 3, 6}, {2, 3, 6}, {6}},
       [](Net* net, Inputs in) {
         return StridedRotation(
             net, in, {{0, 0}, {0, -3}, R"(begin_mask="0,1" end_mask="0,0" ellipsis_mask="1,0")"},
             {{0, -3}, {0, 0}, R"(begin_mask="0,0" end_mask="0,1" ellipsis_mask="1,0")"});
       }},
      {"strided_rotation_without_masks",
       "RotaryEmbedding",
       {{3, 6}, {3, 6}, {6}},
       [](Net* net, Inputs in) {
         const char* const masks = R"(begin_mask="0,0" end_mask="0,0")";
         return StridedRotation(net, in, {{0, 0}, {kToTheEnd, 3}, masks},
                                {{0, 3}, {kToTheEnd, 6}, masks});
       }},
      {"strided_rotation_of_some_rows",
       "",
       {{3, 6}, {1, 6}, {6}},
       [](Net* net, Inputs in) {
         const char* const masks = R"(begin_mask="1,0" end_mask="0,0")";
         return StridedRotation(net, in, {{0, 0}, {1, 3}, masks}, {{0, 3}, {1, 6}, masks});
       }},
      {"rotation_of_every_second_element",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return StridedRotation(net, in, {{0, 0}, {0, 4}, kRows, 2}, {{0, 1}, {0, 4}, kRows, 2});
       }},
      {"rotation_of_pairs",
       "RotaryEmbedding",
       {{2, 5, 3, 6}, {2, 5, 1, 6}, {5, 1, 6}},
       [](Net* net, Inputs in) {
         return PairRotation(net, in, net->Slice(in[0], 0, kToTheEnd, 2),
                             net->Slice(in[0], 1, kToTheEnd, 2), [net](int) {
                               return net->Ints({0, 0, 0, -1});
                             });
       }},
      {"rotation_of_pairs_by_their_shape",
       "RotaryEmbedding",
       {{2, 5, 6}, {2, 5, 6}, {6}},
       [](Net* net, Inputs in) {
         return PairRotation(net, in, net->Slice(in[0], 0, 2147483647, 2, 2),
                             net->Slice(in[0], 1, 2147483647, 2, 2), [net](int pairs) {
                               const int shape =
                                   net->Add("ShapeOf", R"(output_type="i64")", {pairs}, "opset3");
                               return net->Add("Concat", R"(axis="0")",
                                               {net->Slice(shape, 0, 2, 1, 0), net->Ints({-1})});
                             });
       }},
      {"rotation_of_pairs_to_heads_and_rows",
       "RotaryEmbedding",
       {{2, 5, 3, 6}, {2, 5, 1, 6}, {5, 1, 6}},
       [](Net* net, Inputs in) {
         return PairRotation(net, in, net->Slice(in[0], 0, kToTheEnd, 2),
                             net->Slice(in[0], 1, kToTheEnd, 2), [net](int) {
                               return net->Ints({0, 0, 3, 6});
                             });
       }},
      {"strided_rotation_of_pairs",
       "RotaryEmbedding",
       {{3, 4}, {3, 4}, {3, 4}},
       [](Net* net, Inputs in) {
         const auto every_second = [&](int64_t first) {
           return net->Add("StridedSlice", kRows,
                           {in[0], net->Ints({0, first}), net->Ints({0, 4}), net->Ints({1, 2})});
         };
         return PairRotation(net, in, every_second(0), every_second(1), [net](int) {
           return net->Ints({0, 4});
         });
       }},
      {"pairs_in_their_own_order",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return PairRotation(net, in, net->Slice(in[0], 1, kToTheEnd, 2),
                             net->Slice(in[0], 0, kToTheEnd, 2), [net](int) {
                               return net->Ints({0, -1});
                             });
       }},
      {"pairs_in_other_rows",
       "",
       {{2, 3, 4}, {1, 4}, {1, 4}},
       [](Net* net, Inputs in) {
         return PairRotation(net, in, net->Slice(in[0], 0, kToTheEnd, 2),
                             net->Slice(in[0], 1, kToTheEnd, 2), [net](int) {
                               return net->Ints({2, 3, 4});
                             });
       }},
      {"halves_in_their_own_order",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 2, 4),
                         net->Slice(in[0], 0, 2));
       }},
      {"halves_that_are_none",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 1),
                         net->Slice(in[0], 1, 4));
       }},
      {"halves_of_another",
       "",
       {{2, 4}, {2, 4}, {2, 4}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[2], 0, 2),
                         net->Slice(in[2], 2, 4));
       }},
      {"one_angle_a_row",
       "",
       {{2, 4}, {2, 1}, {2, 1}},
       [](Net* net, Inputs in) {
         return Rotation(net, in[0], in[1], in[2], net->Slice(in[0], 0, 2),
                         net->Slice(in[0], 2, 4));
       }},
  };
  return *groups;
}

class RotationLayers : public GroupTest {};

TEST_P(RotationLayers, BecomeOneNodeWithTheNumbersOfTheLayers) {
  ExpectOneNodeWithTheNumbersOfTheLayers();
}

INSTANTIATE_TEST_SUITE_P(All, RotationLayers, ::testing::ValuesIn(Groups()),
                         [](const auto& group) { return group.param.name; });

}  // namespace
}  // namespace opgraft
