// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "openvino/writing/writing_table.h"

#include <algorithm>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "openvino/layer_types.h"

namespace opgraft_internal {
namespace {

constexpr WritingRow kChecks[] = {WritingRow("Assert"), WritingRow("CheckNumerics"),
                                  WritingRow("CheckNumericsV2"), WritingRow("EnsureShape"),
                                  WritingRow("_LiveTensor")};

using RowsByOp = absl::flat_hash_map<absl::string_view, const WritingRow*>;

const RowsByOp& AllRows() {
  static const RowsByOp* const rows = [] {
    auto* const made = new RowsByOp();
    for (const auto& domain :
         {MathRows(), PreciseRows(), AxesRows(), ArrayRows(), SliceRows(), NnRows(), ImageRows(),
          StateRows(), OwnRows(), absl::Span<const WritingRow>(kChecks)}) {
      for (const WritingRow& row : domain) made->emplace(row.op, &row);
    }
    return made;
  }();
  return *rows;
}

const WritingRow* FindRow(absl::string_view op) {
  const auto found = AllRows().find(op);
  return found == AllRows().end() ? nullptr : found->second;
}

bool IsCheck(const WritingRow& row) { return row.type == nullptr && row.write == nullptr; }

}  // namespace

std::vector<absl::string_view> OpsWithRows() {
  std::vector<absl::string_view> ops;
  for (const auto& [op, row] : AllRows()) ops.push_back(op);
  std::sort(ops.begin(), ops.end());
  return ops;
}

bool OnlyChecks(absl::string_view op) {
  const WritingRow* const row = FindRow(op);
  return row != nullptr && IsCheck(*row);
}

absl::Status WriteByRow(NodeWriting* node) {
  const WritingRow* const row = FindRow(node->op());
  if (row == nullptr) {
    if (absl::StartsWith(node->op(), kOpenVinoOps)) return WriteOwn(node);
    return absl::UnimplementedError("OpenVINO has no layer for it, or none is known here");
  }
  if (row->write != nullptr) return row->write(node);
  if (row->type != nullptr) {
    if (row->broadcasts && node->input_type(0) == DT_STRING)
      return absl::UnimplementedError("OpenVINO's layer takes no texts");
    node->Write(row->type, row->opset, node->inputs(), row->broadcasts ? Numpy() : LayerData());
  } else if (node->node().num_outputs() > 0) {
    node->SetOutput(0, node->input(0));  // what is checked goes through
  }
  return absl::OkStatus();
}

}  // namespace opgraft_internal
