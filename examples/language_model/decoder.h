// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef EXAMPLES_LANGUAGE_MODEL_DECODER_H_
#define EXAMPLES_LANGUAGE_MODEL_DECODER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "opgraft/run.h"

// A language model whose cache of keys and values is its state, as exports to OpenVINO have it:
// inputs input_ids, and where the model has them position_ids, attention_mask and beam_idx; the
// output is logits, [batch, tokens, vocabulary]. Not for several threads.
class Decoder {
 public:
  static absl::StatusOr<Decoder> Load(const std::string& path, int threads);

  // Feeds each sequence its next tokens, as many for all, and returns for each the logarithms of
  // the probabilities of what comes next. Sequence i goes on from sequence parents[i] of the last
  // step, so parents reorder, repeat or drop sequences; the first step has none.
  absl::StatusOr<std::vector<std::vector<float>>> Step(
      const std::vector<std::vector<int64_t>>& tokens, const std::vector<int64_t>& parents);
  // Forgets all sequences.
  absl::Status Reset();

  // Tokens that each sequence has had.
  int64_t length() const { return length_; }
  // What the variables hold.
  int64_t cache_bytes();

 private:
  Decoder(opgraft::CompiledModel model, std::vector<std::string> inputs)
      : model_(std::move(model)), request_(model_.CreateRequest()), inputs_(std::move(inputs)) {}

  // The value of an input, by its name.
  absl::StatusOr<opgraft::Tensor> Feed(const std::string& name,
                                       const std::vector<std::vector<int64_t>>& tokens,
                                       const std::vector<int64_t>& parents) const;
  // For models without beam_idx.
  absl::Status Reorder(const std::vector<int64_t>& parents);

  opgraft::CompiledModel model_;
  opgraft::InferRequest request_;
  std::vector<std::string> inputs_;
  int64_t length_ = 0;
};

#endif  // EXAMPLES_LANGUAGE_MODEL_DECODER_H_
