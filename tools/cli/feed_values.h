// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Values of feeds: as they are typed, random ones, and some made up where none are given.
#ifndef TOOLS_CLI_FEED_VALUES_H_
#define TOOLS_CLI_FEED_VALUES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "framework/tensor/tensor.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "framework/types/partial_tensor_shape.h"

namespace opgraft_internal {

// The type and the shape, perhaps known in part, that a feed must have by the graph.
struct FeedSpec {
  DataType dtype = DT_INVALID;
  PartialTensorShape shape;
};

// The values as a tensor of the static shape; one value fills it. Where one dimension is open, it
// follows from the number of values. A feed of unknown rank is a vector, of one value a scalar.
absl::StatusOr<Tensor> TensorOfValues(const std::vector<std::string>& values, const FeedSpec& spec);

// What a user types: "1,2,3"; "[[1,2],[3,4]]"; "shape:2x8=1.5", filled with one value;
// "random:2x8", or "random" if the static shape is known. Random floats are in [0, 1), whole
// numbers from 0 to 9, texts have eight letters; the same `seed` gives the same ones on every
// machine.
absl::StatusOr<Tensor> TensorOfText(const std::string& text, const FeedSpec& spec, uint64_t seed);

// A tensor that suits most models: floats spread over [0, 1), ones of other numbers, `true`, empty
// strings. Unknown dimensions become `dimension`, within their bounds. INVALID_ARGUMENT for a type
// for which nothing can be made up.
absl::StatusOr<Tensor> MakeUpFeed(const FeedSpec& spec, int64_t dimension);

}  // namespace opgraft_internal

#endif  // TOOLS_CLI_FEED_VALUES_H_
