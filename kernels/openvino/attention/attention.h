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
  const char* sink =
      nullptr;  // a score that takes part in the softmax and has no value; null: none
  char* out = nullptr;
  double scale = 1;
  bool causal = false;  // row i sees keys 0 to i only
};

// Attention in blocks, as FlashAttention has it (Dao et al., 2022): a block of rows goes over the
// keys, a block at a time, and keeps what it has summed up, the greatest score and the sum of the
// weights (Milakov and Gimelshein). So there is never more than a block of scores, and keys and
// values are read once for each block of rows. Float and double compute in their type, the smaller
// floats in float. A value; const uses are thread-safe.
template <typename T>
class Attention {
 public:
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
    T* sums;    // [rows, value_depth], of weighted values
    T* part;    // the same of one block of keys
    T* key;     // [kKeys, depth] and
    T* value;   // [kKeys, value_depth], if they have to be widened
    T* bias;    // [kKeys]
    T greatest[kRows];
    T weight[kRows];

    int64_t offsets[6];  // of the heads' operands
    int64_t first_row;   // of all rows of the heads that share their keys
    int64_t rows;
    int64_t first_key;
    int64_t keys;
  };

  int64_t ScratchElements(const AttentionPlan& plan, int64_t rows) const;
  void Place(const AttentionPlan& plan, int64_t rows, T* scratch, Block* block) const;
  void Begin(const AttentionCall& call, Block* block) const;
  void AddKeys(const AttentionCall& call, Block* block) const;
  void MakeWeights(const AttentionCall& call, Block* block) const;
  void End(const AttentionCall& call, Block* block) const;
  // The part of a row of `operand` that the block's keys are; null: no mask.
  const T* BiasOf(const AttentionCall& call, const Block& block, int64_t row) const;
  // `count` elements at `from` as T: themselves, or widened into `room`.
  const T* Widen(const char* from, int64_t offset, int64_t count, T* room) const;
  T Number(const char* from, int64_t offset) const;
  void Multiply(const loops::MatMulProblem& problem) const;
  // Where row `row` of the block lies in `operand`, whose rows are `step` apart.
  static int64_t RowOffset(const AttentionCall& call, const Block& block, int64_t row,
                           AttentionPlan::Operand operand, int64_t step);
  // How many of the keys row `row` may see.
  static int64_t KeysOf(const AttentionCall& call, const Block& block, int64_t row);

  int64_t size_;           // of an element of the op's type
  loops::CastLoop widen_;  // null: nothing to do
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
