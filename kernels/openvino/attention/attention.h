// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_ATTENTION_ATTENTION_H_
#define KERNELS_OPENVINO_ATTENTION_ATTENTION_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel_context.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/cast_loops.h"
#include "kernels/loops/matmul_loops.h"
#include "kernels/loops/online_softmax_loops.h"
#include "kernels/openvino/attention/attention_plan.h"

namespace opgraft_internal {

// One call of an attention: softmax(query key' * scale + mask) value. Elements are of the op's
// type, those of the mask of `mask_type`: the op's or DT_BOOL, where false hides a key.
struct AttentionCall {
  AttentionPlan plan;
  const char* query = nullptr;
  const char* key = nullptr;
  const char* value = nullptr;
  const char* mask = nullptr;  // null: none
  DataType mask_type = DT_INVALID;
  // A score for each row that takes part in the softmax and has no value; null: none.
  const char* sink = nullptr;
  char* out = nullptr;
  double scale = 1;
  // Row i sees keys 0 to i only.
  bool causal = false;
  // What a row gives that the mask hides all keys from. False: NaN, which is 0 / 0. True: as of
  // OpenVINO's CPU over a cache, the mean of all values if the mask is of DT_BOOL, else 0. Prompts
  // that are padded on the left have such rows.
  bool is_over_cache = false;
};

// Attention in blocks, as FlashAttention has it (Dao et al., 2022): a block of rows goes over the
// keys, a block at a time, and keeps what it has summed up, the greatest score and the sum of the
// weights (Milakov and Gimelshein). So there is never more than a block of scores, and keys and
// values are read once for each block of rows. Float and double compute in their type, the smaller
// floats in float. A value; const uses are thread-safe.
//
// One row, for keys that come as blocks with the scores s1 and s2:
//
//     after block 1:  m1 = max(s1)            w1 = sum exp(s1 - m1)
//                     sums = exp(s1 - m1) values1
//     after block 2:  m2 = max(m1, max(s2))   f = exp(m1 - m2)
//                     w2 = w1 f + sum exp(s2 - m2)
//                     sums = sums f + exp(s2 - m2) values2
//     at the end:     out = sums / w2
//
// which is softmax(s1 s2) times the values, whatever the blocks. Threads share blocks of rows; each
// has a Block of its own.
//
// Example: Attention<float>(DT_HALF).Run(context, call) for a call whose plan was made of the
// shapes of its operands.
template <typename T>
class Attention {
 public:
  // `type`: of the operands. Run needs T to be what ComputeTypeOf gives for it.
  explicit Attention(DataType type);

  // RESOURCE_EXHAUSTED if there is no room for the blocks.
  absl::Status Run(OpKernelContext* context, const AttentionCall& call) const;

 private:
  static constexpr int64_t kRows = 64;
  static constexpr int64_t kKeys = 256;

  // A thread's room, and the rows it is at.
  struct Block {
    T* query;   // [rows, depth]
    T* scores;  // [rows, kKeys]
    // [rows, value_depth], of weighted values.
    T* sums;
    // As `sums`, of one block of keys.
    T* part;
    T* key;  // [kKeys, depth] and
    // [kKeys, value_depth], if they have to be widened.
    T* value;
    T* bias;  // [kKeys]
    T greatest[kRows];
    T weight[kRows];

    int64_t offsets[6];  // of the heads' operands
    // Counted over all rows of the heads that share their keys.
    int64_t first_row;
    int64_t rows;
    int64_t first_key;
    int64_t keys;
  };

  // How many elements Place takes for blocks of `rows` rows.
  int64_t ScratchElements(const AttentionPlan& plan, int64_t rows) const;
  // Divides the scratch of a thread among the block's arrays.
  void Place(const AttentionPlan& plan, int64_t rows, T* scratch, Block* block) const;
  // Computes the block's rows of the output.
  void RunBlock(const AttentionCall& call, Block* block) const;
  // Reads the queries and starts sums: at 0, or with the sink's weight.
  void Begin(const AttentionCall& call, Block* block) const;
  // Adds what the block's keys give; Score writes their products with the queries to `scores`.
  void AddKeys(const AttentionCall& call, Block* block) const;
  void Score(const AttentionCall& call, Block* block) const;
  // Divides by the weights and writes the rows.
  void End(const AttentionCall& call, Block* block) const;
  // The part of a row of `operand` that the block's keys are; null: no mask.
  const T* BiasOf(const AttentionCall& call, const Block& block, int64_t row) const;
  // `count` elements at `from` as T: themselves, or widened into `room`.
  const T* Widen(const char* from, int64_t offset, int64_t count, T* room) const;
  // Element `offset` of an operand as T.
  T Number(const char* from, int64_t offset) const;
  // By the loop for one row if there is but one.
  void Multiply(const loops::MatMulProblem& problem) const;
  // Where row `row` of the block lies in `operand`, whose rows are `step` apart.
  static int64_t RowOffset(const AttentionCall& call, const Block& block, int64_t row,
                           AttentionPlan::Operand operand, int64_t step);
  // How many of the keys row `row` may see.
  static int64_t KeysOf(const AttentionCall& call, const Block& block, int64_t row);

  // Bytes of an element of the op's type.
  int64_t size_;
  // From and to the op's type; null where that is T.
  loops::CastLoop widen_;
  loops::CastLoop narrow_;
  loops::MatMulLoop product_;
  loops::MatMulLoop row_product_;
  loops::OnlineSoftmaxLoop softmax_;
  loops::RescaleLoop rescale_;
};

extern template class Attention<float>;
extern template class Attention<double>;

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_ATTENTION_ATTENTION_H_
