// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/feeds.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/files/standard_streams.h"
#include "tools/tensor_io/npy.h"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kPattern = 16;                          // made-up values repeat after so many
constexpr int64_t kMaxMadeUpElements = int64_t{1} << 28;  // a file may declare any shape

absl::StatusOr<TensorShape> MakeUpShape(const PartialTensorShape& shape, int64_t dimension) {
  if (shape.unknown_rank()) return TensorShape({dimension});
  TensorShape made;
  for (const DimRange& dim : shape.ranges()) {
    OPGRAFT_RETURN_IF_ERROR(made.AddDimWithStatus(std::clamp(dimension, dim.min(), dim.max())));
  }
  if (made.num_elements() <= kMaxMadeUpElements) return made;
  return absl::ResourceExhaustedError(
      absl::StrCat("shape ", made.DebugString(), " is too large to make up a value"));
}

// Copies the first elements over all others, in ever larger pieces.
void RepeatFirst(size_t filled, Tensor* tensor) {
  auto* const bytes = static_cast<char*>(tensor->data());
  for (const size_t all = tensor->TotalBytes(); filled < all;) {
    const size_t piece = std::min(filled, all - filled);
    std::memcpy(bytes + filled, bytes, piece);
    filled += piece;
  }
}

}  // namespace

absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(const std::string& text,
                                                                    const char* option) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    return absl::InvalidArgumentError(absl::StrCat(option, " ", text, ": write NAME=VALUES"));
  }
  return std::make_pair(text.substr(0, equals), text.substr(equals + 1));
}

absl::Status CheckFedOnce(const std::vector<std::string>& assignments) {
  std::set<absl::string_view> names;
  for (const std::string& assignment : assignments) {
    const absl::string_view given = absl::string_view(assignment).substr(0, assignment.find('='));
    if (!names.insert(absl::StripSuffix(given, ":0")).second)
      return absl::InvalidArgumentError(absl::StrCat(Quoted(given), " is fed twice"));
  }
  return absl::OkStatus();
}

absl::StatusOr<FeedSpec> FeedSpecOf(const Graph& graph, const std::string& name) {
  OPGRAFT_ASSIGN_OR_RETURN(const Endpoint tensor, graph.FindTensor(name));
  const Node node = graph.node(tensor.node);
  return FeedSpec{BaseType(node.output_type(tensor.port)), node.output_shape(tensor.port)};
}

absl::StatusOr<Tensor> TensorOfValues(const std::vector<std::string>& values,
                                      const FeedSpec& spec) {
  const auto count = static_cast<int64_t>(values.size());
  TensorShape shape({count});
  if (spec.shape.unknown_rank() && count == 1) {
    shape = TensorShape();
  } else if (spec.shape.IsFullyDefined()) {
    spec.shape.AsTensorShape(&shape);
  } else if (!spec.shape.unknown_rank() && spec.shape.dims() != 1) {
    // With one unknown dimension, any number of values that the known ones divide.
    const TensorShape least = spec.shape.MinShape();
    return absl::InvalidArgumentError(absl::StrCat("the shape ", spec.shape.DebugString(),
                                                   " is open: give a .npy file, @FILE (",
                                                   least.dims(), " dimensions)"));
  }
  if (count != shape.num_elements() && count != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat(count, " values for shape ", shape.DebugString()));
  }
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(spec.dtype, shape));
  for (int64_t i = 0; i < shape.num_elements(); ++i) {
    OPGRAFT_RETURN_IF_ERROR(
        SetElement(values[static_cast<size_t>(count == 1 ? 0 : i)], i, &tensor));
  }
  return tensor;
}

absl::StatusOr<NamedTensor> ParseInput(const std::string& text, const Graph& graph, NpyCast cast) {
  OPGRAFT_ASSIGN_OR_RETURN(auto assignment, SplitAssignment(text, "--input"));
  auto& [name, values] = assignment;
  OPGRAFT_ASSIGN_OR_RETURN(const FeedSpec spec, FeedSpecOf(graph, name));
  absl::StatusOr<Tensor> tensor;
  if (absl::StartsWith(values, "@")) {
    OPGRAFT_ASSIGN_OR_RETURN(const std::string file, InputPath(values.substr(1)));
    tensor = ReadNpy(file);
    if (tensor.ok()) tensor = FitNpy(*tensor, spec.dtype, cast);
  } else {
    tensor = TensorOfValues(
        values.empty() ? std::vector<std::string>() : absl::StrSplit(values, ','), spec);
  }
  if (!tensor.ok())
    return absl::Status(tensor.status().code(),
                        absl::StrCat("--input ", name, ": ", tensor.status().message()));
  return NamedTensor(name, *std::move(tensor));
}

absl::StatusOr<Tensor> MakeUpFeed(const FeedSpec& spec, int64_t dimension) {
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, MakeUpShape(spec.shape, dimension));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(spec.dtype, shape));
  if (spec.dtype == DT_STRING) return tensor;
  if (!DataTypeCanUseMemcpy(spec.dtype)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a value of type ", DataTypeString(spec.dtype), " cannot be made up"));
  }
  const bool is_floating = DataTypeIsFloating(spec.dtype);
  const int64_t first = std::min(kPattern, shape.num_elements());
  for (int64_t i = 0; i < first; ++i) {
    const nlohmann::json value =
        is_floating ? nlohmann::json(static_cast<double>(i) / kPattern) : nlohmann::json(1);
    OPGRAFT_RETURN_IF_ERROR(SetElement(value, i, &tensor));
  }
  if (first > 0) RepeatFirst(static_cast<size_t>(first * DataTypeSize(spec.dtype)), &tensor);
  return tensor;
}

}  // namespace opgraft_internal
