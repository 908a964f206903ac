// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Einsum.
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/einsum_equation.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {
namespace {

using opgraft_internal::EinsumEquation;
using shape_inference::DimensionHandle;
using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;

// The sizes that the labels have, and what "..." stands for, as one operand after the other tells.
class LabelSizes {
 public:
  LabelSizes(InferenceContext* c, bool broadcasts)
      : c_(c), broadcasts_(broadcasts), ellipsis_(c->Scalar()) {}

  absl::Status Add(const std::string& labels, int input) {
    const ShapeHandle shape = c_->input(input);
    const bool known = c_->RankKnown(shape);
    const int rank = known ? c_->Rank(shape) : static_cast<int>(labels.size());
    OPGRAFT_RETURN_IF_ERROR(opgraft_internal::CheckEinsumRank(labels, rank, input));
    for (int i = 0, d = 0; i < static_cast<int>(labels.size()); ++i) {
      const char label = labels[static_cast<size_t>(i)];
      if (label != EinsumEquation::kEllipsis) {
        OPGRAFT_RETURN_IF_ERROR(Merge(label, known ? c_->Dim(shape, d) : c_->UnknownDim()));
        ++d;
        continue;
      }
      const int behind = d + rank - static_cast<int>(labels.size()) + 1;
      ShapeHandle part = c_->UnknownShape();
      if (known) OPGRAFT_RETURN_IF_ERROR(c_->Subshape(shape, d, behind, &part));
      OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
          c_, ellipsis_, part, /*incompatible_shape_error=*/true, &ellipsis_));
      d = behind;
    }
    return absl::OkStatus();
  }

  absl::Status ShapeOf(const std::string& labels, ShapeHandle* out) {
    if (!opgraft_internal::HasEllipsis(labels) && c_->RankKnown(ellipsis_) &&
        c_->Rank(ellipsis_) > 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Output contains ", c_->Rank(ellipsis_),
          " broadcasting dimension(s) but no ellipsis (...) was found in the output subscripts."));
    }
    *out = c_->Scalar();
    for (const char label : labels) {
      const bool ellipsis = label == EinsumEquation::kEllipsis;
      const ShapeHandle part = ellipsis ? ellipsis_ : c_->Vector(dims_[Index(label)]);
      OPGRAFT_RETURN_IF_ERROR(c_->Concatenate(*out, part, out));
    }
    return absl::OkStatus();
  }

 private:
  static size_t Index(char label) { return static_cast<unsigned char>(label); }

  absl::Status Merge(char label, DimensionHandle dim) {
    DimensionHandle& known = dims_[Index(label)];
    if (is_known_[Index(label)])
      return broadcasts_ ? Broadcast(dim, &known) : c_->Merge(known, dim, &known);
    is_known_[Index(label)] = true;
    known = dim;
    return absl::OkStatus();
  }

  absl::Status Broadcast(DimensionHandle dim, DimensionHandle* known) const {
    ShapeHandle both;
    OPGRAFT_RETURN_IF_ERROR(shape_inference::BroadcastBinaryOpOutputShapeFnHelper(
        c_, c_->Vector(*known), c_->Vector(dim), /*incompatible_shape_error=*/true, &both));
    *known = c_->Dim(both, 0);
    return absl::OkStatus();
  }

  InferenceContext* const c_;
  const bool broadcasts_;  // along labels too
  ShapeHandle ellipsis_;
  std::array<DimensionHandle, 256> dims_;
  std::array<bool, 256> is_known_ = {};
};

absl::Status FindShape(bool broadcasts, InferenceContext* c) {
  std::string text;
  OPGRAFT_RETURN_IF_ERROR(c->GetAttr("equation", &text));
  OPGRAFT_ASSIGN_OR_RETURN(const EinsumEquation equation, EinsumEquation::Parse(text));
  if (static_cast<int>(equation.inputs.size()) != c->num_inputs()) {
    return absl::InvalidArgumentError(absl::StrCat("Expected ", equation.inputs.size(),
                                                   " inputs for equation ", text,
                                                   " but got: ", c->num_inputs()));
  }
  LabelSizes sizes(c, broadcasts);
  for (int i = 0; i < c->num_inputs(); ++i)
    OPGRAFT_RETURN_IF_ERROR(sizes.Add(equation.inputs[static_cast<size_t>(i)], i));
  ShapeHandle out;
  OPGRAFT_RETURN_IF_ERROR(sizes.ShapeOf(equation.output, &out));
  c->set_output(0, out);
  return absl::OkStatus();
}

absl::Status EinsumShape(InferenceContext* c) { return FindShape(/*broadcasts=*/false, c); }
absl::Status BroadcastingEinsumShape(InferenceContext* c) {
  return FindShape(/*broadcasts=*/true, c);
}

}  // namespace

REGISTER_OP("Einsum")
    .Input("inputs: N * T")
    .Output("output: T")
    .Attr("equation: string")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .SetShapeFn(EinsumShape)
    .Doc(R"doc(
Products and sums by Einstein's convention: each element of the output is the sum, over all values
of the labels that the output leaves out, of the products of the inputs' elements.

inputs: One or two tensors.
output: A dimension for each label behind the arrow.
equation: A character for each dimension, e.g. `ij,jk->ik`, a product of matrices. A label that
  stands twice in an operand means its diagonal; `...` stands for dimensions that broadcast.
)doc");

REGISTER_OP("OpenVINO>Einsum")
    .Input("inputs: N * T")
    .Output("output: T")
    .Attr("equation: string")
    .Attr("N: int >= 1")
    .Attr("T: type")
    .SetShapeFn(BroadcastingEinsumShape)
    .Doc(R"doc(
Einsum whose dimensions of one label broadcast: where one operand has 1, the other may have more.

inputs: One or two tensors.
output: A dimension for each label behind the arrow.
equation: As that of Einsum.
)doc");

}  // namespace opgraft
