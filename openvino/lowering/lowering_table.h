// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_LOWERING_LOWERING_TABLE_H_
#define OPENVINO_LOWERING_LOWERING_TABLE_H_

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"
#include "openvino/layer_lowering.h"

namespace opgraft_internal {

// What a type of layer becomes. Types without a row become the op `OpenVINO>TYPE` (LowerToOp).
//
// A row is for a type whose meaning TensorFlow's ops have already, as Add is AddV2, or that depends
// on the opset or the types of the inputs. Example:
//
//   constexpr LoweringRow kRows[] = {{"Relu", "Relu"}, {"MatMul", &LowerMatMul}};
struct LoweringRow {
  using Function = absl::Status (*)(LayerLowering* layer);

  // LowerToOp of an op of another name.
  constexpr LoweringRow(const char* of_type, const char* to_op) : type(of_type), op(to_op) {}
  // What the function makes; its error is one of the layer.
  constexpr LoweringRow(const char* of_type, Function function) : type(of_type), lower(function) {}

  const char* type;  // as the classes of the opsets are called
  const char* op = nullptr;
  Function lower = nullptr;
};

// The rows of each domain.
absl::Span<const LoweringRow> MathLowerings();
absl::Span<const LoweringRow> ArrayLowerings();
absl::Span<const LoweringRow> NnLowerings();
absl::Span<const LoweringRow> StateLowerings();

// The row of a type; null if it has none.
const LoweringRow* FindLowering(absl::string_view type);
// The same, whatever the case of its letters; slower.
const LoweringRow* FindLoweringInAnyCase(absl::string_view type);

}  // namespace opgraft_internal

#endif  // OPENVINO_LOWERING_LOWERING_TABLE_H_
