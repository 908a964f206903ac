// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/random/random_source.h"

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/index_input.h"

namespace opgraft_internal {
namespace {

using random::PhiloxRandom;

void SetPair(uint64_t value, uint32_t* low, uint32_t* high) {
  *low = static_cast<uint32_t>(value);
  *high = static_cast<uint32_t>(value >> 32);
}

}  // namespace

// The seeds are the counter of a generator with a fixed key; what it draws there is the key and the
// upper half of the counter.
absl::Status PhiloxOfSeeds(const Tensor& seeds, PhiloxRandom* numbers) {
  if (seeds.dims() != 1 || seeds.dim_size(0) != 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("seed must have shape [2], not ", seeds.shape().DebugString()));
  }
  if (!IsIndexTensor(seeds)) {
    return absl::InvalidArgumentError(
        absl::StrCat("Invalid seed type: ", DataTypeString(seeds.dtype())));
  }
  PhiloxRandom::ResultType counter;
  PhiloxRandom::Key key;
  key[0] = 0x3ec8f720;
  key[1] = 0x02461e29;
  SetPair(static_cast<uint64_t>(IndexAt(seeds, 0)), &counter[0], &counter[1]);
  SetPair(static_cast<uint64_t>(IndexAt(seeds, 1)), &counter[2], &counter[3]);
  const auto mixed = PhiloxRandom(counter, key)();
  key[0] = mixed[0];
  key[1] = mixed[1];
  counter[0] = counter[1] = 0;
  counter[2] = mixed[2];
  counter[3] = mixed[3];
  *numbers = PhiloxRandom(counter, key);
  return absl::OkStatus();
}

absl::Status PhiloxOfKey(const Tensor& key, const Tensor& counter, const Tensor& algorithm,
                         PhiloxRandom* numbers) {
  if (algorithm.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("The algorithm must have shape [], not ", algorithm.shape().DebugString()));
  }
  if (key.dims() != 1 || key.dim_size(0) != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("key must have shape [1], not ", key.shape().DebugString()));
  }
  if (counter.dims() != 1 || counter.dim_size(0) < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("counter must be a vector with length at least 2; got shape: ",
                     counter.shape().DebugString()));
  }
  const auto id = static_cast<int32_t>(IndexAt(algorithm, 0));
  if (id != kPhiloxAlgorithm && id != kAnyAlgorithm)
    return absl::InvalidArgumentError(absl::StrCat("Unsupported algorithm id: ", id));
  *numbers = PhiloxAt(static_cast<const uint64_t*>(counter.data()),
                      *static_cast<const uint64_t*>(key.data()));
  return absl::OkStatus();
}

PhiloxRandom PhiloxAt(const uint64_t* counter, uint64_t key) {
  PhiloxRandom::ResultType start;
  PhiloxRandom::Key halves;
  SetPair(counter[0], &start[0], &start[1]);
  SetPair(counter[1], &start[2], &start[3]);
  SetPair(key, &halves[0], &halves[1]);
  return PhiloxRandom(start, halves);
}

absl::Status ReadRandomRange(const Tensor& minval, const Tensor& maxval, RandomRange* range) {
  for (const Tensor* end : {&minval, &maxval}) {
    if (end->dims() == 0) continue;
    return absl::InvalidArgumentError(absl::StrCat(end == &minval ? "minval" : "maxval",
                                                   " must be 0-D, got shape ",
                                                   end->shape().DebugString()));
  }
  *range = {IndexAt(minval, 0), IndexAt(maxval, 0)};
  return absl::OkStatus();
}

absl::Status CheckNotEmpty(const RandomRange& range) {
  if (range.lo < range.hi) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("Need minval < maxval, got ", range.lo, " >= ", range.hi));
}

absl::Status ReadRandomShape(const Tensor& tensor, TensorShape* shape) {
  if (tensor.dims() != 1 || (tensor.dtype() != DT_INT32 && tensor.dtype() != DT_INT64)) {
    return absl::InvalidArgumentError(absl::StrCat("shape must be a vector of {int32,int64}, got ",
                                                   DataTypeString(tensor.dtype()), " of shape ",
                                                   tensor.shape().DebugString()));
  }
  return TensorShape::BuildTensorShape(ReadIndices(tensor), shape);
}

}  // namespace opgraft_internal
