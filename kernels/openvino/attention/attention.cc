// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/attention/attention.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "framework/types/data_type_info.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/nn/share_with_scratch.h"

namespace opgraft_internal {

template <typename T>
Attention<T>::Attention(DataType type)
    : size_(DataTypeSize(type)),
      widen_(FindElementCast(type, ComputeTypeOf(type))),
      narrow_(FindElementCast(ComputeTypeOf(type), type)),
      product_(loops::FindMatMulLoop(ComputeTypeOf(type))),
      row_product_(loops::FindRowMatMulLoop(ComputeTypeOf(type))),
      softmax_(loops::FindOnlineSoftmaxLoop(ComputeTypeOf(type))),
      rescale_(loops::FindRescaleLoop(ComputeTypeOf(type))) {}

template <typename T>
absl::Status Attention<T>::Run(OpKernelContext* context, const AttentionCall& call) const {
  const AttentionPlan& plan = call.plan;
  const int64_t all_rows = plan.group.size * plan.rows;
  const int64_t rows = std::min(all_rows, kRows);
  const int64_t blocks = (all_rows - 1) / rows + 1;
  const double unit_ns = 0.05 * static_cast<double>(rows + 1) * static_cast<double>(plan.keys) *
                         static_cast<double>(plan.depth + plan.value_depth + 8);
  const int64_t bytes = ScratchElements(plan, rows) * static_cast<int64_t>(sizeof(T));
  return ShareWithScratch(context, plan.positions * blocks, unit_ns, bytes,
                          [&](int64_t unit, char* scratch) {
                            Block block;
                            Place(plan, rows, reinterpret_cast<T*>(scratch), &block);
                            const Odometer<6> position(plan.outer, unit / blocks);
                            for (int operand = 0; operand < 6; ++operand)
                              block.offsets[operand] = position.offset(operand);
                            block.first_row = unit % blocks * rows;
                            block.rows = std::min(rows, all_rows - block.first_row);
                            RunBlock(call, &block);
                          });
}

template <typename T>
void Attention<T>::RunBlock(const AttentionCall& call, Block* block) const {
  Begin(call, block);
  int64_t seen = 0;
  for (int64_t row = 0; row < block->rows; ++row) seen = std::max(seen, KeysOf(call, *block, row));
  for (block->first_key = 0; block->first_key < seen; block->first_key += kKeys) {
    block->keys = std::min(kKeys, seen - block->first_key);
    AddKeys(call, block);
  }
  End(call, block);
}

template <typename T>
int64_t Attention<T>::ScratchElements(const AttentionPlan& plan, int64_t rows) const {
  const int64_t widened = widen_ == nullptr ? 0 : kKeys * (plan.depth + plan.value_depth);
  return rows * (plan.depth + kKeys + 2 * plan.value_depth) + widened + kKeys;
}

template <typename T>
void Attention<T>::Place(const AttentionPlan& plan, int64_t rows, T* scratch, Block* block) const {
  const auto take = [&](int64_t elements) {
    T* room = scratch;
    scratch += elements;
    return room;
  };
  block->scores = take(rows * kKeys);
  block->bias = take(kKeys);
  block->query = take(rows * plan.depth);
  block->sums = take(rows * plan.value_depth);
  block->part = take(rows * plan.value_depth);
  block->key = widen_ == nullptr ? nullptr : take(kKeys * plan.depth);
  block->value = widen_ == nullptr ? nullptr : take(kKeys * plan.value_depth);
}

template <typename T>
void Attention<T>::Begin(const AttentionCall& call, Block* block) const {
  const AttentionPlan& plan = call.plan;
  for (int64_t row = 0; row < block->rows; ++row) {
    const int64_t at = RowOffset(call, *block, row, AttentionPlan::kQuery, plan.query_row);
    T* to = block->query + row * plan.depth;
    const T* from = Widen(call.query, at, plan.depth, to);
    if (from != to) std::memcpy(to, from, static_cast<size_t>(plan.depth) * sizeof(T));
    block->greatest[row] = -std::numeric_limits<T>::infinity();
    block->weight[row] = 0;
    if (call.sink == nullptr) continue;
    block->greatest[row] =
        Number(call.sink, RowOffset(call, *block, row, AttentionPlan::kSink, plan.sink_row));
    block->weight[row] = 1;
  }
  std::fill_n(block->sums, block->rows * plan.value_depth, T{0});
}

template <typename T>
void Attention<T>::Score(const AttentionCall& call, Block* block) const {
  const AttentionPlan& plan = call.plan;
  const T* key =
      Widen(call.key, block->offsets[AttentionPlan::kKey] + block->first_key * plan.depth,
            block->keys * plan.depth, block->key);
  if (plan.depth > 0) {
    Multiply({block->query, key, block->scores, block->rows, block->keys, plan.depth, plan.depth,
              plan.depth, kKeys, /*transpose_b=*/true});
  } else {
    std::fill_n(block->scores, block->rows * kKeys, T{0});
  }
}

template <typename T>
void Attention<T>::AddKeys(const AttentionCall& call, Block* block) const {
  const AttentionPlan& plan = call.plan;
  Score(call, block);
  const T* value =
      Widen(call.value, block->offsets[AttentionPlan::kValue] + block->first_key * plan.value_depth,
            block->keys * plan.value_depth, block->value);
  T factors[kRows];
  for (int64_t row = 0; row < block->rows; ++row) {
    T* scores = block->scores + row * kKeys;
    const int64_t seen =
        std::clamp<int64_t>(KeysOf(call, *block, row) - block->first_key, 0, block->keys);
    softmax_({scores, BiasOf(call, *block, row), seen, call.scale, &block->greatest[row],
              &block->weight[row], &factors[row]});
    std::fill(scores + seen, scores + block->keys, T{0});
  }
  Multiply({block->scores, value, block->part, block->rows, plan.value_depth, block->keys, kKeys,
            plan.value_depth, plan.value_depth, /*transpose_b=*/false});
  for (int64_t row = 0; row < block->rows; ++row) {
    rescale_(block->sums + row * plan.value_depth, &factors[row],
             block->part + row * plan.value_depth, plan.value_depth);
  }
}

// A row none of whose keys may be seen has no weights, and 0 / 0 is what comes out, as in OpenVINO,
// but not over a cache; a row without any keys gives 0.
template <typename T>
void Attention<T>::End(const AttentionCall& call, Block* block) const {
  const AttentionPlan& plan = call.plan;
  for (int64_t row = 0; row < block->rows; ++row) {
    T* sums = block->sums + row * plan.value_depth;
    const bool gives_zero = plan.keys == 0 || (call.is_over_cache && block->weight[row] == 0);
    const T weight = gives_zero ? T{1} : block->weight[row];
    for (int64_t i = 0; i < plan.value_depth; ++i) sums[i] /= weight;
    const int64_t at = RowOffset(call, *block, row, AttentionPlan::kOut, plan.value_depth);
    char* to = call.out + at * size_;
    if (narrow_ == nullptr) {
      std::memcpy(to, sums, static_cast<size_t>(plan.value_depth * size_));
    } else {
      narrow_(sums, to, plan.value_depth);
    }
  }
}

template <typename T>
const T* Attention<T>::BiasOf(const AttentionCall& call, const Block& block, int64_t row) const {
  const AttentionPlan& plan = call.plan;
  if (call.mask == nullptr) return nullptr;
  const int64_t at = RowOffset(call, block, row, AttentionPlan::kMask, plan.mask_row) +
                     block.first_key * plan.mask_column;
  const int64_t count = plan.mask_column == 0 ? 1 : block.keys;
  const T* bias = block.bias;
  if (call.mask_type == DT_BOOL) {
    const bool* seen = reinterpret_cast<const bool*>(call.mask) + at;
    // Scores are lost in the lowest number: where there is no greater one, all weigh the same.
    const T hidden =
        call.is_over_cache ? std::numeric_limits<T>::lowest() : -std::numeric_limits<T>::infinity();
    for (int64_t i = 0; i < count; ++i) block.bias[i] = seen[i] ? T{0} : hidden;
  } else {
    bias = Widen(call.mask, at, count, block.bias);
  }
  if (plan.mask_column != 0) return bias;
  const T one = bias[0];
  std::fill_n(block.bias, block.keys, one);
  return block.bias;
}

template <typename T>
const T* Attention<T>::Widen(const char* from, int64_t offset, int64_t count, T* room) const {
  const char* at = from + offset * size_;
  if (widen_ == nullptr) return reinterpret_cast<const T*>(at);
  widen_(at, room, count);
  return room;
}

template <typename T>
T Attention<T>::Number(const char* from, int64_t offset) const {
  T number;
  return *Widen(from, offset, 1, &number);
}

// A product of matrices packs its operands first, which a few rows do not pay for.
template <typename T>
void Attention<T>::Multiply(const loops::MatMulProblem& problem) const {
  constexpr int64_t kFewRows = 4;
  if (problem.m > kFewRows) return product_(problem);
  loops::MatMulProblem one = problem;
  one.m = 1;
  for (int64_t row = 0; row < problem.m; ++row) {
    one.a = static_cast<const T*>(problem.a) + row * problem.a_stride;
    one.c = static_cast<T*>(problem.c) + row * problem.c_stride;
    row_product_(one);
  }
}

template <typename T>
int64_t Attention<T>::RowOffset(const AttentionCall& call, const Block& block, int64_t row,
                                AttentionPlan::Operand operand, int64_t step) {
  const int64_t at = block.first_row + row;
  return block.offsets[operand] + at / call.plan.rows * call.plan.group.strides[operand] +
         at % call.plan.rows * step;
}

template <typename T>
int64_t Attention<T>::KeysOf(const AttentionCall& call, const Block& block, int64_t row) {
  if (!call.causal) return call.plan.keys;
  return std::min(call.plan.keys, (block.first_row + row) % call.plan.rows + 1);
}

template class Attention<float>;
template class Attention<double>;

}  // namespace opgraft_internal
