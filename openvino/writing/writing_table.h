// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef OPENVINO_WRITING_WRITING_TABLE_H_
#define OPENVINO_WRITING_WRITING_TABLE_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/types/internal_namespace.h"
#include "openvino/writing/node_writing.h"

namespace opgraft_internal {

// What nodes of an op become. Ops of OpenVINO's name space without a row become the layer that they
// are called after (own.cc). Plain data.
//
// Example:
//   constexpr WritingRow kRows[] = {
//       {"Abs", "Abs", 1},                // one layer of opset1
//       {"AddV2", "Add", 1, true},        // with auto_broadcast="numpy"
//       {"Tile", &WriteTile},             // what a function writes
//       WritingRow("Assert")};            // nothing
struct WritingRow {
  using Function = absl::Status (*)(NodeWriting* node);

  // One layer of the same inputs and outputs, without attributes but how operands broadcast.
  constexpr WritingRow(const char* of_op, const char* to_type, int of_opset,
                       bool with_broadcast = false)
      : op(of_op), type(to_type), opset(of_opset), broadcasts(with_broadcast) {}
  // What the function writes, which sets the outputs of the node.
  constexpr WritingRow(const char* of_op, Function function) : op(of_op), write(function) {}
  // Nothing: nodes of the op only check.
  constexpr explicit WritingRow(const char* of_op) : op(of_op) {}

  const char* op;
  const char* type = nullptr;
  int opset = 0;
  bool broadcasts = false;
  Function write = nullptr;
};

// The rows of each domain.
absl::Span<const WritingRow> MathRows();
absl::Span<const WritingRow> PreciseRows();
absl::Span<const WritingRow> AxesRows();
absl::Span<const WritingRow> ArrayRows();
absl::Span<const WritingRow> SliceRows();
absl::Span<const WritingRow> NnRows();
absl::Span<const WritingRow> ImageRows();
absl::Span<const WritingRow> StateRows();
absl::Span<const WritingRow> OwnRows();

// All ops that have a row, in order.
std::vector<absl::string_view> OpsWithRows();

// True of ops whose nodes check and have no part in what a model computes.
bool OnlyChecks(absl::string_view op);

// Writes a node by its row. UNIMPLEMENTED if its op has none.
absl::Status WriteByRow(NodeWriting* node);

// Writes a node of OpenVINO's name space as the layer of its name, with its attrs. UNIMPLEMENTED if
// no opset has such a layer.
absl::Status WriteOwn(NodeWriting* node);
// The same as a layer of this type.
absl::Status WriteOwnAs(absl::string_view type, int opset, NodeWriting* node);

}  // namespace opgraft_internal

#endif  // OPENVINO_WRITING_WRITING_TABLE_H_
