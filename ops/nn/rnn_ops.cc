// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Cells of recurrent networks, a step or a sequence at once.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

namespace {

// All outputs are [batch, cells]: input 0 tells the batch, input 1 the cells.
absl::Status CellShape(InferenceContext* c) {
  ShapeHandle x, state;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &state));
  const ShapeHandle shape = c->Matrix(c->Dim(x, 0), c->Dim(state, 1));
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, shape);
  return absl::OkStatus();
}

absl::Status CellGradShape(InferenceContext* c) {
  ShapeHandle x, state;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &state));
  const DimensionHandle batch = c->Dim(x, 0), cells = c->Dim(state, 1);
  DimensionHandle gates;
  OPGRAFT_RETURN_IF_ERROR(c->Multiply(cells, 4, &gates));
  c->set_output(0, c->Matrix(batch, cells));
  c->set_output(1, c->Matrix(batch, gates));
  for (int i = 2; i < 5; ++i) c->set_output(i, c->Vector(cells));
  return absl::OkStatus();
}

// All outputs are [times, batch, cells].
absl::Status SequenceShape(InferenceContext* c) {
  ShapeHandle x, b;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 3, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(c->num_inputs() - 1), 1, &b));
  DimensionHandle cells;
  OPGRAFT_RETURN_IF_ERROR(c->Divide(c->Dim(b, 0), 4, /*evenly_divisible=*/true, &cells));
  const ShapeHandle shape = c->MakeShape({c->Dim(x, 0), c->Dim(x, 1), cells});
  for (int i = 0; i < c->num_outputs(); ++i) c->set_output(i, shape);
  return absl::OkStatus();
}

// Outputs are as inputs 1 and following.
absl::Status SequenceGradShape(InferenceContext* c) {
  const int ranks[] = {3, 2, 2, 2, 1, 1, 1, 1};
  for (int i = 0; i < 8; ++i) {
    ShapeHandle shape;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(i + 1), ranks[i], &shape));
    c->set_output(i, shape);
  }
  return absl::OkStatus();
}

absl::Status GruGradShape(InferenceContext* c) {
  ShapeHandle x, h, w;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &x));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(1), 2, &h));
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(2), 2, &w));
  const ShapeHandle state = c->Matrix(c->Dim(x, 0), c->Dim(h, 1));
  c->set_output(0, x);
  c->set_output(1, state);
  c->set_output(2, state);
  c->set_output(3, c->Matrix(c->Dim(x, 0), c->Dim(w, 1)));
  return absl::OkStatus();
}

}  // namespace

#define OPGRAFT_LSTM_STATE_INPUTS \
  Input("cs_prev: T")             \
      .Input("h_prev: T")         \
      .Input("w: T")              \
      .Input("wci: T")            \
      .Input("wcf: T")            \
      .Input("wco: T")            \
      .Input("b: T")
#define OPGRAFT_LSTM_OUTPUTS \
  Output("i: T")             \
      .Output("cs: T")       \
      .Output("f: T")        \
      .Output("o: T")        \
      .Output("ci: T")       \
      .Output("co: T")       \
      .Output("h: T")
#define OPGRAFT_LSTM_MADE_INPUTS \
  Input("i: T").Input("cs: T").Input("f: T").Input("o: T").Input("ci: T").Input("co: T")
#define OPGRAFT_LSTM_GRAD_OUTPUTS \
  Output("x_grad: T")             \
      .Output("cs_prev_grad: T")  \
      .Output("h_prev_grad: T")   \
      .Output("w_grad: T")        \
      .Output("wci_grad: T")      \
      .Output("wcf_grad: T")      \
      .Output("wco_grad: T")      \
      .Output("b_grad: T")

#define OPGRAFT_LSTM_STATE_DOC                                            \
  "cs_prev: The cells' state before, [batch, cells].\n"                   \
  "h_prev: The output before, [batch, cells].\n"                          \
  "w: The gates' weights of x and h, [inputs + cells, 4 * cells].\n"      \
  "wci: With peepholes, what the input gate sees of each cell's state.\n" \
  "wcf: The same of the forget gate.\n"                                   \
  "wco: The same of the output gate.\n"                                   \
  "b: The gates' bias.\n"
#define OPGRAFT_LSTM_OUTPUTS_DOC \
  "i: The input gate.\n"         \
  "cs: The cells' state.\n"      \
  "f: The forget gate.\n"        \
  "o: The output gate.\n"        \
  "ci: What came in.\n"          \
  "co: What goes out, before the output gate.\n"
#define OPGRAFT_LSTM_H_DOC "h: The output.\n"
#define OPGRAFT_LSTM_GRADIENTS_DOC           \
  "cs_grad: What comes back to the state.\n" \
  "h_grad: What comes back to the output.\n"
#define OPGRAFT_LSTM_ATTRS_DOC                                                    \
  "cell_clip: The state is kept from minus this to this; 0 or less: it is not.\n" \
  "use_peephole: Whether the gates see the state."
#define OPGRAFT_STEPS_DOC                                                    \
  "seq_len_max: How many of the steps to take; the others' results are 0.\n" \
  "x: [times, batch, inputs].\n"

REGISTER_OP("LSTMBlockCell")
    .Input("x: T")
    .OPGRAFT_LSTM_STATE_INPUTS.OPGRAFT_LSTM_OUTPUTS.Attr("forget_bias: float = 1.0")
    .Attr("cell_clip: float = 3.0")
    .Attr("use_peephole: bool = false")
    .Attr("T: {half, float}")
    .SetShapeFn(CellShape)
    .Doc(
        "A step of long short-term memory: i, f and o open gates, cs = ci * i + cs_prev * f,\n"
        "h = o * tanh(cs).\n\n"
        "x: [batch, inputs].\n" OPGRAFT_LSTM_STATE_DOC OPGRAFT_LSTM_OUTPUTS_DOC OPGRAFT_LSTM_H_DOC
        "forget_bias: Added to the forget gate's bias.\n" OPGRAFT_LSTM_ATTRS_DOC);

REGISTER_OP("LSTMBlockCellGrad")
    .Input("x: T")
    .OPGRAFT_LSTM_STATE_INPUTS.OPGRAFT_LSTM_MADE_INPUTS.Input("cs_grad: T")
    .Input("h_grad: T")
    .Output("cs_prev_grad: T")
    .Output("dicfo: T")
    .Output("wci_grad: T")
    .Output("wcf_grad: T")
    .Output("wco_grad: T")
    .Attr("use_peephole: bool")
    .Attr("T: {half, float}")
    .SetShapeFn(CellGradShape)
    .Doc(
        "The gradient of LSTMBlockCell.\n\n"
        "x: [batch, inputs].\n" OPGRAFT_LSTM_STATE_DOC OPGRAFT_LSTM_OUTPUTS_DOC
            OPGRAFT_LSTM_GRADIENTS_DOC
        "dicfo: The gradient by what the gates are made of.\n"
        "use_peephole: Whether the gates see the state."
        "\ncs_prev_grad: The gradient of cs_prev."
        "\nwci_grad: The gradient of wci."
        "\nwcf_grad: The gradient of wcf."
        "\nwco_grad: The gradient of wco.");

REGISTER_OP("BlockLSTM")
    .Input("seq_len_max: int64")
    .Input("x: T")
    .OPGRAFT_LSTM_STATE_INPUTS.OPGRAFT_LSTM_OUTPUTS.Attr("forget_bias: float = 1.0")
    .Attr("cell_clip: float = 3.0")
    .Attr("use_peephole: bool = false")
    .Attr("T: {half, float}")
    .SetShapeFn(SequenceShape)
    .Doc("LSTMBlockCell over all steps of sequences.\n\n" OPGRAFT_STEPS_DOC OPGRAFT_LSTM_STATE_DOC
             OPGRAFT_LSTM_OUTPUTS_DOC OPGRAFT_LSTM_H_DOC
         "forget_bias: Added to the forget gate's bias.\n" OPGRAFT_LSTM_ATTRS_DOC);

REGISTER_OP("BlockLSTMV2")
    .Input("seq_len_max: int64")
    .Input("x: T")
    .OPGRAFT_LSTM_STATE_INPUTS.OPGRAFT_LSTM_OUTPUTS.Attr("cell_clip: float = 0.0")
    .Attr("use_peephole: bool = false")
    .Attr("T: {half, float}")
    .SetShapeFn(SequenceShape)
    .Doc(
        "As BlockLSTM, without forget_bias; the columns of the weights are those of i, f, c,\n"
        "o.\n\n" OPGRAFT_STEPS_DOC OPGRAFT_LSTM_STATE_DOC OPGRAFT_LSTM_OUTPUTS_DOC
            OPGRAFT_LSTM_H_DOC OPGRAFT_LSTM_ATTRS_DOC);

#define OPGRAFT_BLOCK_LSTM_GRAD(name, of)                                             \
  REGISTER_OP(name)                                                                   \
      .Input("seq_len_max: int64")                                                    \
      .Input("x: T")                                                                  \
      .OPGRAFT_LSTM_STATE_INPUTS.OPGRAFT_LSTM_MADE_INPUTS.Input("h: T")               \
      .Input("cs_grad: T")                                                            \
      .Input("h_grad: T")                                                             \
      .OPGRAFT_LSTM_GRAD_OUTPUTS.Attr("use_peephole: bool")                           \
      .Attr("T: {half, float}")                                                       \
      .SetShapeFn(SequenceGradShape)                                                  \
      .Doc("The gradient of " of ".\n\n" OPGRAFT_STEPS_DOC OPGRAFT_LSTM_STATE_DOC     \
               OPGRAFT_LSTM_OUTPUTS_DOC OPGRAFT_LSTM_H_DOC OPGRAFT_LSTM_GRADIENTS_DOC \
           "x_grad: The gradient of x.\n"                                             \
           "cs_prev_grad: The gradient of cs_prev.\n"                                 \
           "h_prev_grad: The gradient of h_prev.\n"                                   \
           "w_grad: The gradient of w.\n"                                             \
           "wci_grad: The gradient of wci.\n"                                         \
           "wcf_grad: The gradient of wcf.\n"                                         \
           "wco_grad: The gradient of wco.\n"                                         \
           "b_grad: The gradient of b.\n"                                             \
           "use_peephole: Whether the gates see the state.")

OPGRAFT_BLOCK_LSTM_GRAD("BlockLSTMGrad", "BlockLSTM");
OPGRAFT_BLOCK_LSTM_GRAD("BlockLSTMGradV2", "BlockLSTMV2");

#define OPGRAFT_GRU_INPUTS \
  Input("x: T").Input("h_prev: T").Input("w_ru: T").Input("w_c: T").Input("b_ru: T").Input("b_c: T")
#define OPGRAFT_GRU_DOC                                      \
  "x: [batch, inputs].\n"                                    \
  "h_prev: The output before, [batch, cells].\n"             \
  "w_ru: The gates' weights, [inputs + cells, 2 * cells].\n" \
  "w_c: The candidates' weights, [inputs + cells, cells].\n" \
  "b_ru: The gates' bias.\n"                                 \
  "b_c: The candidates' bias.\n"                             \
  "r: The gate that resets.\n"                               \
  "u: The gate that updates.\n"                              \
  "c: The candidates.\n"

REGISTER_OP("GRUBlockCell")
    .OPGRAFT_GRU_INPUTS.Output("r: T")
    .Output("u: T")
    .Output("c: T")
    .Output("h: T")
    .Attr("T: {float}")
    .SetShapeFn(CellShape)
    .Doc(
        "A step of a gated recurrent unit: h = u * h_prev + (1 - u) * c, where c is made of x\n"
        "and r * h_prev.\n\n" OPGRAFT_GRU_DOC "h: The output.");

REGISTER_OP("GRUBlockCellGrad")
    .OPGRAFT_GRU_INPUTS.Input("r: T")
    .Input("u: T")
    .Input("c: T")
    .Input("d_h: T")
    .Output("d_x: T")
    .Output("d_h_prev: T")
    .Output("d_c_bar: T")
    .Output("d_r_bar_u_bar: T")
    .Attr("T: {float}")
    .SetShapeFn(GruGradShape)
    .Doc("The gradient of GRUBlockCell.\n\n" OPGRAFT_GRU_DOC
         "d_h: What comes back to the output.\n"
         "d_c_bar: The gradient by what the candidates are made of.\n"
         "d_r_bar_u_bar: The gradient by what the gates are made of."
         "\nd_x: The gradient of x."
         "\nd_h_prev: The gradient of h_prev.");

}  // namespace opgraft
