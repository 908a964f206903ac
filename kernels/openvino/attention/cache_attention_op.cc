// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Attention over keys and values as they lie in caches.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/openvino/attention/attention_kernel.h"
#include "kernels/openvino/cache/cache_operand.h"

namespace opgraft_internal {
namespace {

constexpr int kKey = 1;
constexpr int kValue = 2;
constexpr int kTargets = 3;

int NumTargets(OpKernelConstruction* context) {
  DataTypeVector types;
  return context->GetAttr("Ttargets", &types).ok() ? static_cast<int>(types.size()) : 0;
}

class CacheAttentionOp : public AttentionKernel {
 public:
  explicit CacheAttentionOp(OpKernelConstruction* context)
      : AttentionKernel(context, kTargets + NumTargets(context)),
        has_targets_(NumTargets(context) > 0) {
    OP_REQUIRES(context, !has_targets_ || NumTargets(context) == 2,
                absl::InvalidArgumentError("targets must be none, or key's and value's"));
    OP_REQUIRES_OK(context, context->GetAttr("heads", &sharing_.heads));
    OP_REQUIRES_OK(context, context->GetAttr("bidirectional", &sharing_.is_bidirectional));
  }

  void Compute(OpKernelContext* context) override {
    const GrowingTensor* key = nullptr;
    const GrowingTensor* value = nullptr;
    OP_REQUIRES_OK(context, FindCache(context, kKey, &key));
    OP_REQUIRES_OK(context, FindCache(context, kValue, &value));
    const int64_t shared = SharedBy(context, *key, *value);
    CacheOperand keys, values;
    OP_REQUIRES_OK(context, ReadOperand(context, kKey, shared, *key, &keys));
    OP_REQUIRES_OK(context, ReadOperand(context, kValue, shared, *value, &values));
    OP_REQUIRES_OK(context, Run(context, shared, keys, values));
  }

 private:
  absl::Status FindCache(const OpKernelContext* context, int input,
                         const GrowingTensor** cache) const {
    *cache = FindGrowingTensor(context->input(input));
    if (*cache != nullptr && (*cache)->dtype() == type()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("input ", input, " is not a cache of ", DataTypeString(type())));
  }

  const Tensor& Target(const OpKernelContext* context, int input) const {
    return context->input(kTargets + input - kKey);
  }

  // How many heads of the queries share one of the caches without a copy; 0: none.
  int64_t SharedBy(const OpKernelContext* context, const GrowingTensor& key,
                   const GrowingTensor& value) const {
    if (!has_targets_) return 0;
    const TensorShape& query = context->input(0).shape();
    const int64_t shared = HeadsShared(key, Target(context, kKey), sharing_);
    const bool fits = shared > 0 && HeadsShared(value, Target(context, kValue), sharing_) == shared;
    return fits && query.dims() == 4 && query.dim_size(1) == sharing_.heads ? shared : 0;
  }

  absl::Status ReadOperand(OpKernelContext* context, int input, int64_t shared,
                           const GrowingTensor& cache, CacheOperand* operand) const {
    if (has_targets_ && shared == 0)
      return ExpandCache(context, cache, Target(context, input), sharing_, operand);
    OPGRAFT_RETURN_IF_ERROR(ReadCache(cache, operand));
    if (shared == 0) return absl::OkStatus();
    return TensorShape::BuildTensorShape(WithHeadDim(operand->shape), &operand->shape);
  }

  absl::Status Run(OpKernelContext* context, int64_t shared, const CacheOperand& keys,
                   const CacheOperand& values) const {
    AttentionCall call;
    AttentionShapes shapes;
    TensorShape query = context->input(0).shape(), mask, sink;
    shapes.query = &query;
    shapes.key = &keys.shape;
    shapes.key_rows_apart = keys.rows_apart;
    shapes.value = &values.shape;
    shapes.value_rows_apart = values.rows_apart;
    call.query = static_cast<const char*>(context->input(0).data());
    call.key = keys.data;
    call.value = values.data;
    call.is_over_cache = true;
    ReadRest(context, &shapes, &call);
    if (shared == 0) return Attend(context, shapes, /*joins_heads=*/false, &call);
    OPGRAFT_RETURN_IF_ERROR(SplitHeads(shared, &query));
    for (const auto& [given, split] : {std::pair(&shapes.mask, &mask), {&shapes.sink, &sink}}) {
      if (*given == nullptr) continue;
      *split = **given;
      OPGRAFT_RETURN_IF_ERROR(SplitHeads(shared, split));
      *given = split;
    }
    return Attend(context, shapes, /*joins_heads=*/true, &call);
  }

  HeadSharing sharing_;
  const bool has_targets_;
};

REGISTER_KERNEL_BUILDER(Name("OpenVINO>CacheAttention").Device(DEVICE_CPU), CacheAttentionOp);

}  // namespace
}  // namespace opgraft_internal
