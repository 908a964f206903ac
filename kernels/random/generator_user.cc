// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/random/generator_user.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/random/random_source.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kThreeFryAlgorithm = 2;

// Adds to a counter of two words as TensorFlow does: by words of 32 bits, where the carry is lost
// if it makes the upper half of `draws` zero. So a generator may be moved back by a negative
// number.
void Skip(uint64_t draws, uint64_t* counter) {
  const uint64_t before = counter[0];
  counter[0] += draws;
  const bool carries = static_cast<uint32_t>(counter[0]) < static_cast<uint32_t>(draws);
  const bool is_lost = carries && draws >> 32 == UINT32_MAX;
  if (counter[0] < before && !is_lost) ++counter[1];
}

absl::Status CheckAlgorithm(const Tensor& algorithm) {
  if (algorithm.dims() != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("algorithm must be of shape [], not ", algorithm.shape().DebugString()));
  }
  const int64_t id = IndexAt(algorithm, 0);
  if (id == kPhiloxAlgorithm || id == kAnyAlgorithm) return absl::OkStatus();
  if (id == kThreeFryAlgorithm)
    return absl::UnimplementedError("algorithm 2, ThreeFry, is not there for CPUs; 1 is Philox");
  return absl::InvalidArgumentError(absl::StrCat("Unsupported algorithm id: ", id));
}

absl::Status CheckState(const TensorShape& shape) {
  if (shape.dims() != 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("RNG state must have one and only one dimension, not ", shape.dims()));
  }
  if (shape.dim_size(0) >= kGeneratorStateSize) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("For the Philox algorithm, the size of state must be at least ",
                   kGeneratorStateSize, "; got ", shape.dim_size(0)));
}

}  // namespace

absl::Status GeneratorUser::Reserve(OpKernelContext* ctx, uint64_t draws,
                                    GeneratorState* before) const {
  OPGRAFT_RETURN_IF_ERROR(CheckAlgorithm(ctx->input(1)));
  OPGRAFT_ASSIGN_OR_RETURN(TensorCell* const cell, Find(ctx, 0, DT_INT64));
  OPGRAFT_RETURN_IF_ERROR(CheckState(cell->value().shape()));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor* const state, cell->Write());
  auto* const words = static_cast<uint64_t*>(state->data());
  std::copy_n(words, kGeneratorStateSize, before->begin());
  Skip(draws, words);
  return absl::OkStatus();
}

}  // namespace opgraft_internal
