// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Feeds as the command's options write them, and feeds made up where none are given.
#ifndef TOOLS_CLI_FEEDS_H_
#define TOOLS_CLI_FEEDS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/graph/data/graph.h"
#include "framework/runtime/infer_request.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"
#include "tools/tensor_io/npy_fit.h"

namespace opgraft_internal {

// What a feed must be, from the graph.
struct FeedSpec {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
};

// "NAME=TEXT"; INVALID_ARGUMENT names `option` if it is not that.
absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(const std::string& text,
                                                                    const char* option);
// NOT_FOUND if the graph has no such tensor.
absl::StatusOr<FeedSpec> FeedSpecOf(const Graph& graph, const std::string& name);
// The values as a tensor of the static shape; one value fills it. An open vector has as many
// elements as there are values; so has a feed of unknown rank, but one value is a scalar.
absl::StatusOr<Tensor> TensorOfValues(const std::vector<std::string>& values, const FeedSpec& spec);
// The value of one --input: "x=1,2,3" or "y=@file.npy", cast to the feed's type as `cast` says.
absl::StatusOr<NamedTensor> ParseInput(const std::string& text, const Graph& graph, NpyCast cast);
// INVALID_ARGUMENT if two assignments "NAME=..." feed one tensor ("x" and "x:0" are one).
absl::Status CheckFedOnce(const std::vector<std::string>& assignments);
// A tensor that suits most models: floats spread over [0, 1), ones of other numbers, `true`, empty
// strings. Unknown dimensions become `dimension`, within their bounds. INVALID_ARGUMENT for a type
// for which nothing can be made up.
absl::StatusOr<Tensor> MakeUpFeed(const FeedSpec& spec, int64_t dimension);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_FEEDS_H_
