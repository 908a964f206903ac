// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that lose their digits where they are small when they are computed by their
// definition: exp(x) - 1 is 0 in float for |x| < 3e-8, where the function is x. OpenVINO has no
// layers for them; here they are composed of layers that keep the digits.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "openvino/element_type.h"
#include "openvino/writing/writing_table.h"

namespace opgraft_internal {
namespace {

// A formula of the node's operand. Each step would round a small float anew, so it is computed in
// 32 bits at least.
class Formula {
 public:
  explicit Formula(NodeWriting* node)
      : node_(node),
        type_(node->input_type(0) == DT_DOUBLE ? DT_DOUBLE : DT_FLOAT),
        x_(node->Converted("x", node->input(0), type_)) {}

  LayerPort x() const { return x_; }
  LayerPort Number(absl::string_view end, double number) {
    return node_->Number(end, type_, number);
  }
  LayerPort Unary(absl::string_view end, absl::string_view type, LayerPort a, int opset = 1) {
    return node_->PartLike(end, type, opset, {a});
  }
  LayerPort Binary(absl::string_view end, absl::string_view type, LayerPort a, LayerPort b) {
    return node_->Binary(end, type, a, b);
  }
  LayerPort Less(absl::string_view end, LayerPort a, LayerPort b) {
    return node_->Part(end, "Less", 1, {a, b}, Numpy(), DT_BOOL, node_->input_shape(0));
  }

  // The last layer, which has the node's name and type.
  absl::Status Finish(absl::string_view type, std::vector<LayerPort> inputs) {
    if (type_ == node_->output_type(0)) {
      node_->Write(type, 1, std::move(inputs), Numpy());
      return absl::OkStatus();
    }
    const LayerPort result =
        node_->Part("result", type, 1, std::move(inputs), Numpy(), type_, node_->output_shape(0));
    node_->Write("Convert", 1, {result},
                 {{"destination_type", std::string(ElementTypeName(node_->output_type(0)))}});
    return absl::OkStatus();
  }

 private:
  NodeWriting* const node_;
  const DataType type_;
  const LayerPort x_;
};

// exp(x) - 1 = tanh(x / 2) * (exp(x) + 1).
absl::Status WriteExpm1(NodeWriting* node) {
  Formula f(node);
  const LayerPort half = f.Binary("half", "Multiply", f.x(), f.Number("one_half", 0.5));
  const LayerPort sum = f.Binary("sum", "Add", f.Unary("exp", "Exp", f.x()), f.Number("one", 1));
  return f.Finish("Multiply", {f.Unary("tanh", "Tanh", half), sum});
}

// log(1 + x) = 2 * atanh(x / (x + 2)), which is used where x is small.
absl::Status WriteLog1p(NodeWriting* node) {
  Formula f(node);
  const LayerPort two = f.Number("two", 2);
  const LayerPort ratio = f.Binary("ratio", "Divide", f.x(), f.Binary("next", "Add", f.x(), two));
  const LayerPort small = f.Binary("small", "Multiply", f.Unary("atanh", "Atanh", ratio, 4), two);
  const LayerPort sum = f.Binary("sum", "Add", f.x(), f.Number("one", 1));
  const LayerPort is_small =
      f.Less("is_small", f.Unary("size", "Abs", f.x()), f.Number("one_half", 0.5));
  return f.Finish("Select", {is_small, small, f.Unary("log", "Log", sum)});
}

// 1 - erf(x) below 0.5. Above it is exp(-x^2) * t * p(t) with t = 1 / (1 + x / 2) and this
// polynomial, which was fitted to exp(x^2) * erfc(x) / t for a relative error of 6e-8.
constexpr double kErfcTail[] = {0.28209158813908586,  0.28221753266280303,  0.24494860564763654,
                                0.19154980989956688,  0.012056397226777227, 0.19786960066372644,
                                -0.38930632419707367, 0.21973818795227248,  -0.04111325129083413};

LayerPort ErfcTail(Formula* f, LayerPort one) {
  const LayerPort half = f->Binary("half", "Multiply", f->x(), f->Number("one_half", 0.5));
  const LayerPort t = f->Binary("t", "Divide", one, f->Binary("next", "Add", half, one));
  LayerPort sum = f->Number("a0", kErfcTail[8]);
  for (int power = 7; power >= 0; --power) {
    const std::string end = absl::StrCat("_t", power);
    sum = f->Binary(absl::StrCat("sum", end), "Add",
                    f->Binary(absl::StrCat("product", end), "Multiply", t, sum),
                    f->Number(absl::StrCat("a", end), kErfcTail[power]));
  }
  const LayerPort square = f->Binary("square", "Multiply", f->x(), f->x());
  const LayerPort power = f->Unary("exp", "Exp", f->Unary("minus_square", "Negative", square));
  return f->Binary("tail", "Multiply", power, f->Binary("factor", "Multiply", t, sum));
}

absl::Status WriteErfc(NodeWriting* node) {
  if (node->input_type(0) == DT_DOUBLE)
    return absl::UnimplementedError("of double it would lose digits");
  Formula f(node);
  const LayerPort one = f.Number("one", 1);
  const LayerPort erf = f.Unary("erf", "Erf", f.x());
  const LayerPort middle = f.Binary("middle", "Subtract", one, erf);
  const LayerPort is_middle = f.Less("is_middle", f.x(), f.Number("border", 0.5));
  return f.Finish("Select", {is_middle, middle, ErfcTail(&f, one)});
}

constexpr WritingRow kRows[] = {
    {"Erfc", &WriteErfc},
    {"Expm1", &WriteExpm1},
    {"Log1p", &WriteLog1p},
};

}  // namespace

absl::Span<const WritingRow> PreciseRows() { return kRows; }

}  // namespace opgraft_internal
