// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/shape_inference.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// What a recurrent layer has of each kind.
struct Layer {
  int gates;
  int states;
  bool sequence;
  bool attention;
};

// As the inputs tell it.
struct Sizes {
  DimensionHandle batch;
  DimensionHandle times;
  DimensionHandle inputs;
  DimensionHandle cells;
  DimensionHandle directions;
};

absl::Status MergeDim(InferenceContext* c, ShapeHandle shape, int dim, DimensionHandle* with) {
  return c->Merge(c->Dim(shape, dim), *with, with);
}

// [batch, inputs] or [batch, times, inputs].
absl::Status ReadX(InferenceContext* c, const Layer& layer, Sizes* sizes) {
  ShapeHandle x;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(0), layer.sequence ? 3 : 2, &x));
  sizes->batch = c->Dim(x, 0);
  sizes->times = layer.sequence ? c->Dim(x, 1) : c->MakeDim(1);
  sizes->inputs = c->Dim(x, layer.sequence ? 2 : 1);
  return absl::OkStatus();
}

// [batch, cells] or [batch, directions, cells].
absl::Status ReadState(InferenceContext* c, const Layer& layer, int input, Sizes* sizes) {
  ShapeHandle state;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(input), layer.sequence ? 3 : 2, &state));
  OPGRAFT_RETURN_IF_ERROR(MergeDim(c, state, 0, &sizes->batch));
  if (layer.sequence) OPGRAFT_RETURN_IF_ERROR(MergeDim(c, state, 1, &sizes->directions));
  return MergeDim(c, state, layer.sequence ? 2 : 1, &sizes->cells);
}

// W, R or the bias: `vectors` times the cells along the first dimension behind the directions.
absl::Status ReadWeights(InferenceContext* c, const Layer& layer, int input, int64_t vectors,
                         DimensionHandle* columns, Sizes* sizes) {
  const int first = layer.sequence ? 1 : 0;
  ShapeHandle weights;
  OPGRAFT_RETURN_IF_ERROR(
      c->WithRank(c->input(input), first + (columns == nullptr ? 1 : 2), &weights));
  if (layer.sequence) OPGRAFT_RETURN_IF_ERROR(MergeDim(c, weights, 0, &sizes->directions));
  if (columns != nullptr) OPGRAFT_RETURN_IF_ERROR(MergeDim(c, weights, first + 1, columns));
  DimensionHandle cells;
  OPGRAFT_RETURN_IF_ERROR(c->Divide(c->Dim(weights, first), vectors, true, &cells));
  return c->Merge(cells, sizes->cells, &sizes->cells);
}

absl::Status CheckDirections(InferenceContext* c, Sizes* sizes) {
  std::string direction = "forward";
  if (HasNodeAttr(c->attrs(), "direction"))
    OPGRAFT_RETURN_IF_ERROR(c->GetAttr("direction", &direction));
  return c->WithValue(sizes->directions, direction == "bidirectional" ? 2 : 1, &sizes->directions);
}

absl::Status ReadLengthsAndWeights(InferenceContext* c, const Layer& layer, Sizes* sizes) {
  int input = 1 + layer.states;
  if (layer.sequence) {
    ShapeHandle lengths;
    OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(input++), 1, &lengths));
    OPGRAFT_RETURN_IF_ERROR(MergeDim(c, lengths, 0, &sizes->batch));
  }
  OPGRAFT_RETURN_IF_ERROR(ReadWeights(c, layer, input++, layer.gates, &sizes->inputs, sizes));
  OPGRAFT_RETURN_IF_ERROR(ReadWeights(c, layer, input++, layer.gates, &sizes->cells, sizes));
  bool linear = false;
  if (HasNodeAttr(c->attrs(), "linear_before_reset"))
    OPGRAFT_RETURN_IF_ERROR(c->GetAttr("linear_before_reset", &linear));
  if (input < c->num_inputs()) {
    OPGRAFT_RETURN_IF_ERROR(
        ReadWeights(c, layer, input++, layer.gates + (linear ? 1 : 0), nullptr, sizes));
  }
  if (!layer.attention) return absl::OkStatus();
  ShapeHandle attention;
  OPGRAFT_RETURN_IF_ERROR(c->WithRank(c->input(input), layer.sequence ? 3 : 2, &attention));
  OPGRAFT_RETURN_IF_ERROR(MergeDim(c, attention, 0, &sizes->batch));
  if (layer.sequence) OPGRAFT_RETURN_IF_ERROR(MergeDim(c, attention, 1, &sizes->times));
  DimensionHandle one;
  return c->WithValue(c->Dim(attention, layer.sequence ? 2 : 1), 1, &one);
}

absl::Status InferLayer(InferenceContext* c, const Layer& layer) {
  Sizes sizes;
  sizes.cells = c->UnknownDim();
  sizes.directions = c->UnknownDim();
  OPGRAFT_RETURN_IF_ERROR(ReadX(c, layer, &sizes));
  for (int i = 0; i < layer.states; ++i)
    OPGRAFT_RETURN_IF_ERROR(ReadState(c, layer, 1 + i, &sizes));
  OPGRAFT_RETURN_IF_ERROR(ReadLengthsAndWeights(c, layer, &sizes));
  if (!layer.sequence) {
    for (int i = 0; i < layer.states; ++i) c->set_output(i, c->Matrix(sizes.batch, sizes.cells));
    return absl::OkStatus();
  }
  OPGRAFT_RETURN_IF_ERROR(CheckDirections(c, &sizes));
  c->set_output(0, c->MakeShape({sizes.batch, sizes.directions, sizes.times, sizes.cells}));
  for (int i = 0; i < layer.states; ++i)
    c->set_output(1 + i, c->MakeShape({sizes.batch, sizes.directions, sizes.cells}));
  return absl::OkStatus();
}

// `most_behind`: how many of the inputs at the end may be given.
template <int kGates, int kStates, int kMaxBehind>
absl::Status CellShape(InferenceContext* c) {
  constexpr int kMin = 3 + kStates;
  if (c->num_inputs() > kMin + kMaxBehind) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are at most ", kMin + kMaxBehind, " inputs, not ", c->num_inputs()));
  }
  return InferLayer(c, {kGates, kStates, /*sequence=*/false, /*attention=*/false});
}

template <int kGates, int kStates>
absl::Status SequenceShape(InferenceContext* c) {
  return InferLayer(c, {kGates, kStates, /*sequence=*/true, /*attention=*/false});
}

// OpenVINO has attention in the plainest of units alone.
absl::Status CheckPlainUnit(InferenceContext* c) {
  float clip = 0;
  bool linear = false;
  std::string activations;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("clip", &clip));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("linear_before_reset", &linear));
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("activations", &activations));
  if (clip != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("attr 'clip' must be 0 where there is attention, not ", clip));
  }
  if (linear) {
    return absl::InvalidArgumentError(
        "attr 'linear_before_reset' must be false where there is attention");
  }
  const std::string names = absl::StrReplaceAll(absl::AsciiStrToLower(activations), {{" ", ""}});
  if (names == "sigmoid,tanh") return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("attr 'activations' must be sigmoid, tanh where there is attention, not '",
                   absl::CHexEscape(activations), "'"));
}

template <bool kSequence>
absl::Status AttentionGruShape(InferenceContext* c) {
  OPGRAFT_RETURN_IF_ERROR(CheckPlainUnit(c));
  return InferLayer(c, {3, 1, kSequence, /*attention=*/true});
}

}  // namespace

#define OPGRAFT_RECURRENT_ATTRS(activations)           \
  Attr("hidden_size: int")                             \
      .Attr("activations: string = '" activations "'") \
      .Attr("activations_alpha: list(float) = []")     \
      .Attr("activations_beta: list(float) = []")      \
      .Attr("clip: float = 0.0")                       \
      .Attr("T: {half, bfloat16, float, double}")
#define OPGRAFT_SEQUENCE_ATTRS(activations)                  \
  Attr("direction: {'forward', 'reverse', 'bidirectional'}") \
      .OPGRAFT_RECURRENT_ATTRS(activations)                  \
      .Attr("Tlen: {int32, int64}")

#define OPGRAFT_CELL_DOC                                   \
  "x: [batch, inputs].\n"                                  \
  "initial_hidden_state: h before, [batch, cells].\n"      \
  "w: The gates' weights of x, [gates * cells, inputs].\n" \
  "r: The gates' weights of h, [gates * cells, cells].\n"  \
  "ho: h, [batch, cells].\n"
#define OPGRAFT_SEQUENCE_DOC                                                               \
  "x: [batch, times, inputs].\n"                                                           \
  "initial_hidden_state: h before, [batch, directions, cells].\n"                          \
  "sequence_lengths: How many steps each row has. Those behind give 0 in y and keep the\n" \
  "  state, but for a row without steps, whose state becomes 0; a reverse direction\n"     \
  "  starts at the row's own end.\n"                                                       \
  "w: The gates' weights of x, [directions, gates * cells, inputs].\n"                     \
  "r: The gates' weights of h, [directions, gates * cells, cells].\n"                      \
  "b: The gates' bias, [directions, gates * cells].\n"                                     \
  "y: h of each step, [batch, directions, times, cells].\n"                                \
  "ho: h behind the last step, [batch, directions, cells].\n"
#define OPGRAFT_RECURRENT_ATTRS_DOC                                                          \
  "hidden_size: How many cells; the inputs tell it too.\n"                                   \
  "activations: The functions' names, with commas between them: sigmoid, tanh, relu.\n"      \
  "activations_alpha: No function that there is has one.\n"                                  \
  "activations_beta: No function that there is has one.\n"                                   \
  "clip: What the functions are applied to is kept from minus this to this; 0 or less: it\n" \
  "  is not.\n"
#define OPGRAFT_DIRECTION_DOC "direction: Which ways in time to go.\n"
#define OPGRAFT_GRU_DOC                                     \
  "z = f(x Wz' + h Rz' + bz); r = f(x Wr' + h Rr' + br);\n" \
  "g = g(x Wh' + (r * h) Rh' + bh); h = (1 - z) * g + z * h.\n"
#define OPGRAFT_ATTENTION_ATTRS \
  OPGRAFT_RECURRENT_ATTRS("sigmoid, tanh").Attr("linear_before_reset: bool = false")
#define OPGRAFT_ATTENTION_ATTRS_DOC                              \
  "hidden_size: How many cells; the inputs tell it too.\n"       \
  "activations: sigmoid, tanh: OpenVINO takes no others here.\n" \
  "activations_alpha: Neither function has one.\n"               \
  "activations_beta: Neither function has one.\n"                \
  "clip: 0: OpenVINO takes nothing else here.\n"                 \
  "linear_before_reset: false: OpenVINO takes nothing else here.\n"
#define OPGRAFT_LINEAR_DOC                                                                     \
  "linear_before_reset: g = g(x Wh' + r * (h Rh' + bias_h) + bh); bias_h is a fourth vector\n" \
  "  of the bias.\n"

REGISTER_OP("OpenVINO>RNNCell")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("w: T")
    .Input("r: T")
    .Input("rest: N * T")
    .Output("ho: T")
    .OPGRAFT_RECURRENT_ATTRS("tanh")
    .Attr("N: int >= 0")
    .SetShapeFn(CellShape<1, 1, 1>)
    .Doc("A step of a recurrent net: h = f(x W' + h R' + b).\n\n" OPGRAFT_CELL_DOC
         "rest: The bias, [cells]; none: 0.\n" OPGRAFT_RECURRENT_ATTRS_DOC);

REGISTER_OP("OpenVINO>GRUCell")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("w: T")
    .Input("r: T")
    .Input("rest: N * T")
    .Output("ho: T")
    .OPGRAFT_RECURRENT_ATTRS("sigmoid, tanh")
    .Attr("linear_before_reset: bool = false")
    .Attr("N: int >= 0")
    .SetShapeFn(CellShape<3, 1, 1>)
    .Doc("A step of a gated recurrent unit, gates z, r, h:\n" OPGRAFT_GRU_DOC "\n" OPGRAFT_CELL_DOC
         "rest: The bias, [3 * cells] or [4 * cells]; none: 0.\n" OPGRAFT_RECURRENT_ATTRS_DOC
             OPGRAFT_LINEAR_DOC);

REGISTER_OP("OpenVINO>LSTMCell")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("initial_cell_state: T")
    .Input("w: T")
    .Input("r: T")
    .Input("rest: N * T")
    .Output("ho: T")
    .Output("co: T")
    .OPGRAFT_RECURRENT_ATTRS("sigmoid, tanh, tanh")
    .Attr("weights_format: {'fico', 'icof', 'ifco', 'ifoc', 'iofc'} = 'fico'")
    .Attr("input_forget: bool = false")
    .Attr("N: int >= 0")
    .SetShapeFn(CellShape<4, 2, 2>)
    .Doc(
        "A step of long short-term memory, gates f, i, c, o, each of x W' + h R' + b:\n"
        "c = f(f) * c + f(i) * g(c); h = f(o) * h(c).\n\n" OPGRAFT_CELL_DOC
        "initial_cell_state: c before, [batch, cells].\n"
        "rest: The bias, [4 * cells], none: 0; and peepholes, which OpenVINO reads and forgets.\n"
        "co: c, [batch, cells].\n" OPGRAFT_RECURRENT_ATTRS_DOC
        "weights_format: Of opset1. OpenVINO takes the gates in the order f, i, c, o, whatever\n"
        "  this says.\n"
        "input_forget: Of opset1. OpenVINO computes the same either way.");

REGISTER_OP("OpenVINO>AUGRUCell")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("w: T")
    .Input("r: T")
    .Input("b: T")
    .Input("a: T")
    .Output("ho: T")
    .OPGRAFT_ATTENTION_ATTRS.SetShapeFn(AttentionGruShape<false>)
    .Doc("GRUCell whose update gate z is multiplied by 1 - a.\n\n" OPGRAFT_CELL_DOC
         "b: The gates' bias, [3 * cells].\n"
         "a: The attention, [batch, 1].\n" OPGRAFT_ATTENTION_ATTRS_DOC);

REGISTER_OP("OpenVINO>RNNSequence")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("sequence_lengths: Tlen")
    .Input("w: T")
    .Input("r: T")
    .Input("b: T")
    .Output("y: T")
    .Output("ho: T")
    .OPGRAFT_SEQUENCE_ATTRS("tanh")
    .SetShapeFn(SequenceShape<1, 1>)
    .Doc("RNNCell over all steps of sequences.\n\n" OPGRAFT_SEQUENCE_DOC OPGRAFT_DIRECTION_DOC
             OPGRAFT_RECURRENT_ATTRS_DOC);

REGISTER_OP("OpenVINO>GRUSequence")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("sequence_lengths: Tlen")
    .Input("w: T")
    .Input("r: T")
    .Input("b: T")
    .Output("y: T")
    .Output("ho: T")
    .OPGRAFT_SEQUENCE_ATTRS("sigmoid, tanh")
    .Attr("linear_before_reset: bool = false")
    .SetShapeFn(SequenceShape<3, 1>)
    .Doc("GRUCell over all steps of sequences.\n\n" OPGRAFT_SEQUENCE_DOC OPGRAFT_DIRECTION_DOC
             OPGRAFT_RECURRENT_ATTRS_DOC OPGRAFT_LINEAR_DOC);

REGISTER_OP("OpenVINO>LSTMSequence")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("initial_cell_state: T")
    .Input("sequence_lengths: Tlen")
    .Input("w: T")
    .Input("r: T")
    .Input("b: T")
    .Output("y: T")
    .Output("ho: T")
    .Output("co: T")
    .OPGRAFT_SEQUENCE_ATTRS("sigmoid, tanh, tanh")
    .SetShapeFn(SequenceShape<4, 2>)
    .Doc("LSTMCell over all steps of sequences.\n\n" OPGRAFT_SEQUENCE_DOC
         "initial_cell_state: c before, [batch, directions, cells].\n"
         "co: c behind the last step, [batch, directions, cells].\n" OPGRAFT_DIRECTION_DOC
             OPGRAFT_RECURRENT_ATTRS_DOC);

REGISTER_OP("OpenVINO>AUGRUSequence")
    .Input("x: T")
    .Input("initial_hidden_state: T")
    .Input("sequence_lengths: Tlen")
    .Input("w: T")
    .Input("r: T")
    .Input("b: T")
    .Input("a: T")
    .Output("y: T")
    .Output("ho: T")
    .Attr("direction: {'forward'} = 'forward'")
    .OPGRAFT_ATTENTION_ATTRS.Attr("Tlen: {int32, int64}")
    .SetShapeFn(AttentionGruShape<true>)
    .Doc("AUGRUCell over all steps of sequences, forward.\n\n" OPGRAFT_SEQUENCE_DOC
         "a: The attention, [batch, times, 1].\n"
         "direction: OpenVINO goes no other way here.\n" OPGRAFT_ATTENTION_ATTRS_DOC);

}  // namespace opgraft
