// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/fusions/norm_layers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/match.h"
#include "openvino/fusions/ir_constants.h"
#include "openvino/ir_text.h"

namespace opgraft_internal {

bool NormLayers::Lower(int index) const {
  const IrSource source{0, index, 0};
  return find_.At(source, "Add", 2) != nullptr ? LowerSum(source) : LowerProduct(source);
}

int NormLayers::RankOf(const IrSource& source) const {
  const GraphDraft& draft = *lowering_->draft();
  const Value value = value_of_(source);
  return draft.IsFailed(value) ? -1 : draft.ShapeOf(value).dims();
}

int NormLayers::LastAxes(const IrSource& axes, int rank) const {
  const auto values = ConstantIntegers(find_.net(), find_.weights(), axes.layer);
  if (!values.has_value() || rank < 1) return 0;
  int64_t first = rank;
  std::vector<bool> along(static_cast<size_t>(rank));
  for (const int64_t value : *values) {
    const int64_t axis = value < 0 ? value + rank : value;
    if (axis < 0 || axis >= rank) return 0;
    along[static_cast<size_t>(axis)] = true;
    first = std::min(first, axis);
  }
  const bool are_last = std::find(along.begin() + first, along.end(), false) == along.end();
  return are_last ? static_cast<int>(rank - first) : 0;
}

absl::optional<NormLayers::Norm> NormLayers::FindNorm(const IrSource& source) const {
  if (const IrLayer* const mvn = find_.At(source, "MVN", 2); mvn != nullptr) return FindMvn(*mvn);
  const IrLayer* const product = find_.At(source, "Multiply", 2);
  const IrLayer* const quotient = find_.At(source, "Divide", 2);
  const IrLayer* const layer = product != nullptr ? product : quotient;
  for (size_t i = 0; layer != nullptr && i < 2; ++i) {
    const IrSource& x = Operand(*layer, i);
    const int rank = RankOf(x);
    if (rank < 1 || (quotient != nullptr && i > 0)) continue;
    absl::optional<IrSource> sum;
    if (product != nullptr) {
      sum = FindRootOf(OtherOperand(*layer, i), rank);
    } else if (const IrLayer* const root = find_.At(layer->inputs[1], "Sqrt", 1); root != nullptr) {
      sum = root->inputs[0];
    }
    const auto norm = sum.has_value() ? FindMean(*sum, rank) : absl::nullopt;
    if (!norm.has_value()) continue;
    const Rows rows = RowsOf(x, norm->axes, rank);
    if (IsSame(rows.x, norm->rows.x) && rows.are_centred == norm->rows.are_centred) return norm;
  }
  return absl::nullopt;
}

absl::optional<NormLayers::Norm> NormLayers::FindMvn(const IrLayer& mvn) const {
  const auto epsilon = ParseIrFloat(IrAttr(mvn, "eps"));
  const absl::string_view mode = IrAttr(mvn, "eps_mode");
  const bool is_inside = absl::EqualsIgnoreCase(mode, "inside_sqrt");
  const int axes = LastAxes(mvn.inputs[1], RankOf(mvn.inputs[0]));
  if (!epsilon.ok() || (!is_inside && !absl::EqualsIgnoreCase(mode, "outside_sqrt")) || axes == 0 ||
      !IrAttrIsTrue(mvn, "normalize_variance"))
    return absl::nullopt;
  return Norm{{mvn.inputs[0], true}, axes, *epsilon, is_inside};
}

absl::optional<IrSource> NormLayers::FindRootOf(const IrSource& source, int rank) const {
  if (const IrLayer* const power = find_.At(source, "Power", 2); power != nullptr) {
    if (find_.IsNumber(power->inputs[1], -0.5, rank)) return power->inputs[0];
  } else if (const IrLayer* const divide = find_.At(source, "Divide", 2); divide != nullptr) {
    const IrLayer* const root = find_.At(divide->inputs[1], "Sqrt", 1);
    if (root != nullptr && find_.IsNumber(divide->inputs[0], 1, rank)) return root->inputs[0];
  }
  return absl::nullopt;
}

absl::optional<NormLayers::Norm> NormLayers::FindMean(const IrSource& sum, int rank) const {
  const IrLayer* const add = find_.At(sum, "Add", 2);
  if (add == nullptr) return absl::nullopt;
  for (size_t i = 0; i < 2; ++i) {
    const auto epsilon = ConstantNumber(find_.net(), find_.weights(), OtherOperand(*add, i), rank);
    const IrLayer* const mean = find_.At(Operand(*add, i), "ReduceMean", 2);
    if (!epsilon.has_value() || mean == nullptr || !IrAttrIsTrue(*mean, "keep_dims")) continue;
    const int axes = LastAxes(mean->inputs[1], rank);
    const auto rows = axes > 0 ? FindSquareOf(mean->inputs[0], axes, rank) : absl::nullopt;
    if (rows.has_value()) return Norm{*rows, axes, static_cast<float>(*epsilon), true};
  }
  return absl::nullopt;
}

absl::optional<NormLayers::Rows> NormLayers::FindSquareOf(const IrSource& source, int axes,
                                                          int rank) const {
  if (const IrLayer* const power = find_.At(source, "Power", 2); power != nullptr) {
    if (find_.IsNumber(power->inputs[1], 2, rank)) return RowsOf(power->inputs[0], axes, rank);
  } else if (const IrLayer* const product = find_.At(source, "Multiply", 2); product != nullptr) {
    if (IsSame(product->inputs[0], product->inputs[1]))
      return RowsOf(product->inputs[0], axes, rank);
  } else if (const IrLayer* const squares = find_.At(source, "SquaredDifference", 2);
             squares != nullptr) {
    for (size_t i = 0; i < 2; ++i) {
      const auto x = FindMeanOf(OtherOperand(*squares, i), axes, rank);
      if (x.has_value() && IsSame(*x, Operand(*squares, i))) return Rows{*x, true};
    }
  }
  return absl::nullopt;
}

absl::optional<IrSource> NormLayers::FindMeanOf(const IrSource& source, int axes, int rank) const {
  const IrLayer* const mean = find_.At(source, "ReduceMean", 2);
  if (mean == nullptr || !IrAttrIsTrue(*mean, "keep_dims") ||
      LastAxes(mean->inputs[1], rank) != axes)
    return absl::nullopt;
  return mean->inputs[0];
}

NormLayers::Rows NormLayers::RowsOf(const IrSource& source, int axes, int rank) const {
  if (const IrLayer* const difference = find_.At(source, "Subtract", 2); difference != nullptr) {
    const auto x = FindMeanOf(difference->inputs[1], axes, rank);
    if (x.has_value() && IsSame(*x, difference->inputs[0])) return {*x, true};
  }
  return {source, false};
}

bool NormLayers::LowerProduct(const IrSource& source) const {
  if (const auto norm = FindNorm(source); norm.has_value()) return Make(*norm, {});
  const IrLayer* const product = find_.At(source, "Multiply", 2);
  for (size_t i = 0; product != nullptr && i < 2; ++i) {
    const auto norm = FindNorm(Operand(*product, i));
    if (norm.has_value() && Make(*norm, {OtherOperand(*product, i)})) return true;
  }
  return false;
}

bool NormLayers::LowerSum(const IrSource& source) const {
  const IrLayer* const sum = find_.At(source, "Add", 2);
  for (size_t i = 0; sum != nullptr && i < 2; ++i) {
    const IrLayer* const product = find_.At(Operand(*sum, i), "Multiply", 2);
    for (size_t j = 0; product != nullptr && j < 2; ++j) {
      const auto norm = FindNorm(Operand(*product, j));
      if (norm.has_value() && norm->rows.are_centred &&
          Make(*norm, {OtherOperand(*product, j), OtherOperand(*sum, i)}))
        return true;
    }
  }
  return sum != nullptr && LowerFolded(*sum);
}

bool NormLayers::LowerFolded(const IrLayer& sum) const {
  for (size_t i = 0; i < 8; ++i) {
    const size_t x_place = i / 2 % 2, root_place = i % 2;
    const IrLayer* const product = find_.At(Operand(sum, i / 4), "Multiply", 2);
    if (product == nullptr) continue;
    const IrSource& x = Operand(*product, x_place);
    const IrSource& factor = OtherOperand(*product, x_place);
    const IrLayer* const scaled = find_.At(factor, "Multiply", 2);
    const int rank = RankOf(x);
    if (scaled == nullptr || rank < 1) continue;
    const auto squares = FindRootOf(Operand(*scaled, root_place), rank);
    const auto norm = squares.has_value() ? FindMean(*squares, rank) : absl::nullopt;
    if (!norm.has_value() || !norm->rows.are_centred || !IsSame(norm->rows.x, x)) continue;
    const auto shift = FindShift(OtherOperand(sum, i / 4), factor, *norm, rank);
    if (shift.has_value() && Make(*norm, {OtherOperand(*scaled, root_place), *shift})) return true;
  }
  return false;
}

absl::optional<IrSource> NormLayers::FindShift(const IrSource& source, const IrSource& factor,
                                               const Norm& norm, int rank) const {
  const IrLayer* const difference = find_.At(source, "Subtract", 2);
  const IrLayer* const sum = find_.At(source, "Add", 2);
  const IrLayer* const layer = difference != nullptr ? difference : sum;
  for (size_t i = 0; layer != nullptr && i < 4; ++i) {
    const size_t place = i / 2, mean_place = i % 2;
    const IrLayer* const product = find_.At(Operand(*layer, place), "Multiply", 2);
    if (product == nullptr || !IsSame(OtherOperand(*product, mean_place), factor)) continue;
    if (difference != nullptr && place == 0) continue;
    absl::optional<IrSource> mean = Operand(*product, mean_place);
    if (difference == nullptr) mean = find_.FindNegated(*mean, rank);
    const auto x = mean.has_value() ? FindMeanOf(*mean, norm.axes, rank) : absl::nullopt;
    if (x.has_value() && IsSame(*x, norm.rows.x)) return OtherOperand(*layer, place);
  }
  return absl::nullopt;
}

bool NormLayers::IsWeight(const IrSource& source, const Norm& norm) const {
  const GraphDraft& draft = *lowering_->draft();
  const PartialTensorShape shape = draft.ShapeOf(value_of_(norm.rows.x));
  const Value value = value_of_(source);
  if (draft.IsFailed(value)) return false;
  const PartialTensorShape weight = draft.ShapeOf(value);
  if (!weight.IsFullyDefined() || weight.dims() < norm.axes || weight.dims() > shape.dims())
    return false;
  int64_t length = 1;
  for (int d = 1; d <= norm.axes; ++d) {
    const int64_t size = shape.dim_size(shape.dims() - d);
    if (size <= 0 || weight.dim_size(weight.dims() - d) != size) return false;
    length *= size;
  }
  return weight.num_elements() == length;
}

bool NormLayers::Make(const Norm& norm, const std::vector<IrSource>& weights) const {
  const bool fit = std::all_of(weights.begin(), weights.end(),
                               [&](const IrSource& weight) { return IsWeight(weight, norm); });
  if (!fit || (!norm.rows.are_centred && norm.axes != 1)) return false;
  std::vector<Value> values;
  for (const IrSource& weight : weights) values.push_back(value_of_(weight));
  LayerLowering::Attrs attrs = {{"epsilon", norm.epsilon},
                                {"N", static_cast<int64_t>(values.size())},
                                {"T", lowering_->input_type(0)}};
  if (norm.rows.are_centred) {
    attrs.emplace_back("axes", static_cast<int64_t>(norm.axes));
    attrs.emplace_back("eps_mode", norm.is_epsilon_inside ? "inside_sqrt" : "outside_sqrt");
  }
  const std::string op = norm.rows.are_centred ? "OpenVINO>LayerNorm" : "OpenVINO>RMSNorm";
  lowering_->SetOutput(0, lowering_->Add(op, {value_of_(norm.rows.x), Input(values)}, attrs));
  return true;
}

}  // namespace opgraft_internal
