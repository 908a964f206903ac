// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_check/tensorflow_ops.h"

#include <fnmatch.h>

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_split.h"

namespace opgraft_internal {
namespace {

std::set<DataType> ParseDTypes(absl::string_view names) {
  std::set<DataType> types;
  for (absl::string_view name : absl::StrSplit(names, ',')) {
    DataType type = DT_INVALID;
    if (DataTypeFromString(name, &type)) types.insert(type);
  }
  return types;
}

// "Cast DstT=bool,float SrcT=float", "NoOp *", "TPUExecute".
TensorFlowOp ParseOp(absl::string_view line) {
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
  TensorFlowOp op;
  op.name = words[0];
  op.has_kernel = words.size() > 1;
  for (size_t i = 1; i < words.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> attr =
        absl::StrSplit(words[i], absl::MaxSplits('=', 1));
    if (!attr.second.empty()) op.dtypes[attr.first] = ParseDTypes(attr.second);
  }
  return op;
}

std::vector<TensorFlowOp> ParseOps() {
  std::vector<TensorFlowOp> ops;
  for (absl::string_view line : absl::StrSplit(TensorFlowOpsText(), '\n', absl::SkipEmpty()))
    ops.push_back(ParseOp(line));
  std::sort(ops.begin(), ops.end(),
            [](const TensorFlowOp& a, const TensorFlowOp& b) { return a.name < b.name; });
  return ops;
}

// What the patterns of a line mean: "TPUs: TPU* *TPUEmbedding*".
struct Reason {
  absl::string_view reason;
  std::vector<std::string> patterns;
};

std::vector<Reason> ParseReasons() {
  std::vector<Reason> reasons;
  for (absl::string_view line : absl::StrSplit(LeftOutText(), '\n', absl::SkipEmpty())) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits(": ", 1));
    reasons.push_back({parts.first, absl::StrSplit(parts.second, ' ', absl::SkipEmpty())});
  }
  return reasons;
}

}  // namespace

const std::vector<TensorFlowOp>& TensorFlowOps() {
  static const auto* const kOps = new std::vector<TensorFlowOp>(ParseOps());
  return *kOps;
}

const TensorFlowOp* FindTensorFlowOp(absl::string_view name) {
  const std::vector<TensorFlowOp>& ops = TensorFlowOps();
  const auto found = std::lower_bound(
      ops.begin(), ops.end(), name,
      [](const TensorFlowOp& op, absl::string_view sought) { return op.name < sought; });
  return found != ops.end() && found->name == name ? &*found : nullptr;
}

const std::vector<absl::string_view>& OpenVinoLayers() {
  static const auto* const kLayers = new std::vector<absl::string_view>(
      absl::StrSplit(OpenVinoLayersText(), '\n', absl::SkipEmpty()));
  return *kLayers;
}

absl::string_view WhyLeftOut(absl::string_view op) {
  static const auto* const kReasons = new std::vector<Reason>(ParseReasons());
  const std::string name(op);
  for (const Reason& reason : *kReasons) {
    for (const std::string& pattern : reason.patterns) {
      if (fnmatch(pattern.c_str(), name.c_str(), 0) == 0) return reason.reason;
    }
  }
  return "";
}

}  // namespace opgraft_internal
