// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What tests/openvino_answers/recurrent.py is too small for, and what OpenVINO's Python cannot
// make.
#include <cmath>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "tests/kernels/op_call.h"

namespace opgraft {
namespace {

// Numbers of both signs that repeat after a while.
Tensor Waves(const TensorShape& shape, float size = 1) {
  Tensor tensor(DT_FLOAT, shape);
  for (int64_t i = 0; i < tensor.NumElements(); ++i)
    tensor.flat<float>()(i) = size * std::sin(static_cast<float>(i * 7 % 1009));
  return tensor;
}

Tensor Filled(const TensorShape& shape, float value) {
  Tensor tensor(DT_FLOAT, shape);
  tensor.flat<float>().setConstant(value);
  return tensor;
}

double Sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

// W x + R h + b of gate `gate` of a row.
double Sum(const std::vector<Tensor>& inputs, int w, int64_t row, int64_t gate, int64_t cell) {
  const auto x = inputs[0].matrix<float>(), h = inputs[1].matrix<float>();
  const auto wm = inputs[static_cast<size_t>(w)].matrix<float>();
  const auto rm = inputs[static_cast<size_t>(w + 1)].matrix<float>();
  const int64_t at = gate * h.dimension(1) + cell;
  double sum = inputs[static_cast<size_t>(w + 2)].vec<float>()(at);
  for (int64_t i = 0; i < x.dimension(1); ++i) sum += double{x(row, i)} * wm(at, i);
  for (int64_t i = 0; i < h.dimension(1); ++i) sum += double{h(row, i)} * rm(at, i);
  return sum;
}

const TestAttrs kAttrs = {{"hidden_size", IntAttr(1)}};

TEST(LstmCell, IsTheFormulaForCellsOfSeveralPieces) {
  for (const int64_t batch : {1, 3, 9}) {
    const int64_t cells = 300, inputs = 40;
    const std::vector<Tensor> in = {
        Waves({batch, inputs}),           Waves({batch, cells}),           Waves({batch, cells}, 2),
        Waves({4 * cells, inputs}, 0.2f), Waves({4 * cells, cells}, 0.1f), Waves({4 * cells})};
    const auto out = CallOp("OpenVINO>LSTMCell", in, kAttrs);
    ASSERT_TRUE(out.ok()) << out.status();
    for (int64_t row = 0; row < batch; ++row) {
      for (int64_t cell = 0; cell < cells; ++cell) {
        const double f = Sigmoid(Sum(in, 3, row, 0, cell)), i = Sigmoid(Sum(in, 3, row, 1, cell));
        const double g = std::tanh(Sum(in, 3, row, 2, cell)), o = Sigmoid(Sum(in, 3, row, 3, cell));
        const double c = f * in[2].matrix<float>()(row, cell) + i * g;
        EXPECT_NEAR((*out)[1].matrix<float>()(row, cell), c, 1e-4);
        EXPECT_NEAR((*out)[0].matrix<float>()(row, cell), o * std::tanh(c), 1e-4);
      }
    }
  }
}

TEST(GruCell, IsTheFormulaForCellsOfSeveralPieces) {
  const int64_t batch = 2, cells = 200, inputs = 3;
  const std::vector<Tensor> in = {Waves({batch, inputs}), Waves({batch, cells}),
                                  Waves({3 * cells, inputs}), Waves({3 * cells, cells}, 0.1f),
                                  Waves({3 * cells})};
  const auto out = CallOp("OpenVINO>GRUCell", in, kAttrs);
  ASSERT_TRUE(out.ok()) << out.status();
  std::vector<Tensor> reset = in;
  reset[1] = Tensor(DT_FLOAT, {batch, cells});
  for (int64_t i = 0; i < batch * cells; ++i) {
    reset[1].flat<float>()(i) =
        static_cast<float>(Sigmoid(Sum(in, 2, i / cells, 1, i % cells)) * in[1].flat<float>()(i));
  }
  for (int64_t i = 0; i < batch * cells; ++i) {
    const double z = Sigmoid(Sum(in, 2, i / cells, 0, i % cells));
    const double g = std::tanh(Sum(reset, 2, i / cells, 2, i % cells));
    EXPECT_NEAR((*out)[0].flat<float>()(i), (1 - z) * g + z * in[1].flat<float>()(i), 1e-4);
  }
}

TEST(Cells, DoWithoutABias) {
  const Tensor x = Filled({1, 1}, 0.5f), h = Filled({1, 1}, 0.25f);
  EXPECT_EQ(CallText("OpenVINO>RNNCell", {x, h, Filled({1, 1}, 2), Filled({1, 1}, 4)},
                     {{"hidden_size", IntAttr(1)}, {"activations", StringAttr("relu")}}),
            "float[1,1] [2]");
  EXPECT_EQ(CallText("OpenVINO>LSTMCell", {x, h, h, Filled({4, 1}, 0), Filled({4, 1}, 0)}, kAttrs),
            CallText("OpenVINO>LSTMCell",
                     {x, h, h, Filled({4, 1}, 0), Filled({4, 1}, 0), Filled({4}, 0)}, kAttrs));
}

// Wide attention leaves the state as it is; none makes a GRU of it.
TEST(AttentionGru, IsAGruWhoseUpdateGateIsScaled) {
  const std::vector<Tensor> gru = {Waves({2, 3}), Waves({2, 4}), Waves({12, 3}), Waves({12, 4}),
                                   Waves({12})};
  std::vector<Tensor> with_attention = gru;
  with_attention.push_back(Filled({2, 1}, 0));
  EXPECT_EQ(CallText("OpenVINO>AUGRUCell", with_attention, kAttrs),
            CallText("OpenVINO>GRUCell", gru, kAttrs));
  // z = 0 leaves g alone: that of a cell whose h was 0, but for R.
  with_attention.back() = Filled({2, 1}, 1);
  std::vector<Tensor> forgetful = gru;
  for (int64_t i = 0; i < 4; ++i) forgetful[4].flat<float>()(i) = -1000;
  EXPECT_EQ(CallText("OpenVINO>AUGRUCell", with_attention, kAttrs),
            CallText("OpenVINO>GRUCell", forgetful, kAttrs));
}

template <typename T>
Tensor FilledOf(const TensorShape& shape, float value) {
  Tensor tensor(DataTypeToEnum<T>::v(), shape);
  tensor.flat<T>().setConstant(static_cast<T>(value));
  return tensor;
}

// Without weights both gates are 1/2 and g is 0: h becomes (1 - a) / 2 * h.
template <typename T>
void ExpectQuarterOfH(const std::string& type) {
  const auto of = [](const TensorShape& shape, float value) { return FilledOf<T>(shape, value); };
  EXPECT_EQ(CallText("OpenVINO>AUGRUCell",
                     {of({1, 1}, 3), of({1, 2}, 6), of({6, 1}, 0), of({6, 2}, 0), of({6}, 0),
                      of({1, 1}, 0.5f)},
                     kAttrs),
            type + "[1,2] [1.5 1.5]");
  EXPECT_EQ(CallText("OpenVINO>AUGRUSequence",
                     {of({1, 2, 1}, 3), of({1, 1, 2}, 32), Longs({2}), of({1, 6, 1}, 0),
                      of({1, 6, 2}, 0), of({1, 6}, 0), of({1, 2, 1}, 0.5f)},
                     kAttrs),
            type + "[1,1,2,2] [[[8 8][2 2]]]; " + type + "[1,1,2] [[2 2]]");
}

TEST(AttentionGru, RunsInAllFloats) {
  ExpectQuarterOfH<float>("float");
  ExpectQuarterOfH<double>("double");
  ExpectQuarterOfH<half>("half");
  ExpectQuarterOfH<bfloat16>("bfloat16");
}

TEST(AttentionGru, TakesTheAttentionOfEachStep) {
  const Tensor x = Waves({2, 3, 2}), a = Waves({2, 3, 1});
  const Tensor w = Waves({1, 6, 2}), r = Waves({1, 6, 2}, 0.5f), b = Waves({1, 6});
  const auto sequence =
      CallOp("OpenVINO>AUGRUSequence", {x, Waves({2, 1, 2}), Longs({3, 2}), w, r, b, a}, kAttrs);
  ASSERT_TRUE(sequence.ok()) << sequence.status();
  Tensor h = Waves({2, 2});
  for (int64_t t = 0; t < 3; ++t) {
    Tensor xt(DT_FLOAT, {2, 2}), at(DT_FLOAT, {2, 1});
    for (int64_t row = 0; row < 2; ++row) {
      at.matrix<float>()(row, 0) = a.tensor<float, 3>()(row, t, 0);
      for (int64_t i = 0; i < 2; ++i) xt.matrix<float>()(row, i) = x.tensor<float, 3>()(row, t, i);
    }
    const auto cell = CallOp("OpenVINO>AUGRUCell",
                             {xt, h, w.SubSlice(0), r.SubSlice(0), b.SubSlice(0), at}, kAttrs);
    ASSERT_TRUE(cell.ok()) << cell.status();
    h = (*cell)[0];
    for (int64_t row = 0; row < 2; ++row) {
      for (int64_t i = 0; i < 2; ++i) {
        const float y = (*sequence)[0].tensor<float, 4>()(row, 0, t, i);
        EXPECT_FLOAT_EQ(y, row == 1 && t == 2 ? 0 : h.matrix<float>()(row, i));
      }
    }
  }
}

TEST(Sequences, SayWhatDoesNotFit) {
  const auto call = [](const std::vector<int64_t>& lengths, const char* direction,
                       const char* activations) {
    return CallText("OpenVINO>RNNSequence",
                    {Waves({1, 3, 2}), Waves({1, 1, 2}), Longs(lengths), Waves({1, 2, 2}),
                     Waves({1, 2, 2}), Waves({1, 2})},
                    {{"hidden_size", IntAttr(2)},
                     {"direction", StringAttr(direction)},
                     {"activations", StringAttr(activations)}});
  };
  EXPECT_EQ(call({4}, "reverse", "tanh"),
            "INVALID_ARGUMENT: sequence_lengths[0] must be in [0, 3], not 4");
  EXPECT_EQ(call({-9000000000}, "forward", "relu").substr(0, 30), "float[1,1,3,2] [[[0 0][0 0][0 ");
  EXPECT_EQ(call({1, 1}, "forward", "tanh"),
            "INVALID_ARGUMENT: input 2 must have shape [1], not [2]");
  EXPECT_EQ(call({1}, "forward", "hard_sigmoid"),
            "INVALID_ARGUMENT: attr 'activations' knows sigmoid, tanh and relu, not "
            "'hard_sigmoid'");
  EXPECT_EQ(call({1}, "forward", ""),
            "INVALID_ARGUMENT: attr 'activations' must name 1 functions, not 0");
}

}  // namespace
}  // namespace opgraft
