// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "examples/language_model/decoder.h"

#include <algorithm>
#include <cmath>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace {

using opgraft::Tensor;
using opgraft::TensorShape;

template <typename T>
absl::StatusOr<Tensor> TensorOf(const std::vector<T>& values, const TensorShape& shape) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(opgraft::DataTypeToEnum<T>::value, shape));
  absl::c_copy(values, tensor.flat<T>().data());
  return tensor;
}

// Scores of tokens -> logarithms of their probabilities.
std::vector<float> LogSoftmax(const float* scores, int64_t count) {
  const float most = *std::max_element(scores, scores + count);
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += std::exp(static_cast<double>(scores[i] - most));
  std::vector<float> logs(scores, scores + count);
  for (float& value : logs) value -= most + static_cast<float>(std::log(sum));
  return logs;
}

}  // namespace

absl::StatusOr<Decoder> Decoder::Load(const std::string& path, int threads) {
  OPGRAFT_ASSIGN_OR_RETURN(opgraft::LoadedIr ir, opgraft::LoadIr(path));
  ir.options.num_threads = threads;
  OPGRAFT_ASSIGN_OR_RETURN(opgraft::CompiledModel model,
                           opgraft::CompiledModel::Compile(ir.graph, ir.options));
  std::vector<std::string> inputs;
  for (const opgraft::IrPort& input : ir.inputs) inputs.push_back(input.names[0]);
  if (!absl::c_linear_search(inputs, "input_ids"))
    return absl::InvalidArgumentError("the model has no input 'input_ids'");
  return Decoder(std::move(model), std::move(inputs));
}

absl::StatusOr<std::vector<std::vector<float>>> Decoder::Step(
    const std::vector<std::vector<int64_t>>& tokens, const std::vector<int64_t>& parents) {
  if (!absl::c_linear_search(inputs_, "beam_idx")) OPGRAFT_RETURN_IF_ERROR(Reorder(parents));
  std::vector<opgraft::NamedTensor> feeds;
  for (const std::string& name : inputs_) {
    OPGRAFT_ASSIGN_OR_RETURN(Tensor feed, Feed(name, tokens, parents));
    feeds.emplace_back(name, std::move(feed));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const opgraft::Outputs outputs, request_.Run(feeds));
  length_ += static_cast<int64_t>(tokens[0].size());
  const Tensor& logits = outputs["logits"];
  if (!logits.IsInitialized() || logits.dtype() != opgraft::DT_FLOAT || logits.dims() != 3 ||
      logits.dim_size(0) != static_cast<int64_t>(tokens.size()) || logits.dim_size(1) < 1 ||
      logits.dim_size(2) < 1) {
    return absl::InvalidArgumentError(
        "the model has no output 'logits' of floats [batch, tokens, vocabulary]");
  }
  const int64_t count = logits.dim_size(1), vocabulary = logits.dim_size(2);
  const float* const scores = logits.flat<float>().data();
  std::vector<std::vector<float>> next;
  for (int64_t i = 0; i < logits.dim_size(0); ++i)
    next.push_back(LogSoftmax(scores + ((i + 1) * count - 1) * vocabulary, vocabulary));
  return next;
}

absl::Status Decoder::Reset() {
  length_ = 0;
  return request_.reset_state();
}

int64_t Decoder::cache_bytes() {
  int64_t bytes = 0;
  for (const opgraft::VariableState& state : request_.query_state())
    bytes += static_cast<int64_t>(state.get().TotalBytes());
  return bytes;
}

absl::StatusOr<Tensor> Decoder::Feed(const std::string& name,
                                     const std::vector<std::vector<int64_t>>& tokens,
                                     const std::vector<int64_t>& parents) const {
  const int64_t batch = static_cast<int64_t>(tokens.size());
  const int64_t count = static_cast<int64_t>(tokens[0].size());
  if (name == "beam_idx") {
    std::vector<int32_t> from(parents.begin(), parents.end());
    if (from.empty()) from.resize(tokens.size());
    return TensorOf(from, {batch});
  }
  std::vector<int64_t> values;
  for (const std::vector<int64_t>& sequence : tokens) {
    if (name == "input_ids") values.insert(values.end(), sequence.begin(), sequence.end());
    for (int64_t i = 0; name == "position_ids" && i < count; ++i) values.push_back(length_ + i);
  }
  if (name == "attention_mask") {
    values.assign(static_cast<size_t>(batch * (length_ + count)), 1);
    return TensorOf(values, {batch, length_ + count});
  }
  if (values.empty()) return absl::UnimplementedError(absl::StrCat("no value for input ", name));
  return TensorOf(values, {batch, count});
}

absl::Status Decoder::Reorder(const std::vector<int64_t>& parents) {
  if (parents.empty()) return absl::OkStatus();
  for (const opgraft::VariableState& state : request_.query_state())
    OPGRAFT_RETURN_IF_ERROR(opgraft::ReorderState(state, 0, parents));
  return absl::OkStatus();
}
