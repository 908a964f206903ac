// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// StringToHashBucket, StringToHashBucketFast, StringToHashBucketStrong.
#include <cstdint>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/op/fingerprint.h"
#include "framework/op/hash64.h"
#include "kernels/strings/sip_hash.h"
#include "kernels/strings/text_map.h"

namespace opgraft_internal {
namespace {

constexpr double kHashNs = 20;

// Which of `num_buckets` each text belongs into, by hash(text).
template <typename Hash>
void PutBuckets(OpKernelContext* context, int64_t num_buckets, const Hash& hash) {
  MapTexts<int64_t>(context, kHashNs, [&](const tstring& text, int64_t* bucket) {
    *bucket = static_cast<int64_t>(hash(text) % static_cast<uint64_t>(num_buckets));
    return absl::OkStatus();
  });
}

template <uint64_t (*Hash)(absl::string_view)>
class HashBucketOp : public OpKernel {
 public:
  explicit HashBucketOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("num_buckets", &num_buckets_));
  }

  void Compute(OpKernelContext* context) override { PutBuckets(context, num_buckets_, Hash); }

 private:
  int64_t num_buckets_ = 1;
};

class KeyedHashBucketOp : public OpKernel {
 public:
  explicit KeyedHashBucketOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("num_buckets", &num_buckets_));
    std::vector<int64_t> key;
    OP_REQUIRES_OK(context, context->GetAttr("key", &key));
    OP_REQUIRES(context, key.size() == 2, absl::InvalidArgumentError("Key must have 2 elements"));
    for (size_t i = 0; i < 2; ++i) key_.words[i] = static_cast<uint64_t>(key[i]);
  }

  void Compute(OpKernelContext* context) override {
    PutBuckets(context, num_buckets_,
               [this](absl::string_view text) { return SipHash(key_, text); });
  }

 private:
  int64_t num_buckets_ = 1;
  SipKey key_;
};

REGISTER_KERNEL_BUILDER(Name("StringToHashBucket").Device(DEVICE_CPU), HashBucketOp<Hash64>);
REGISTER_KERNEL_BUILDER(Name("StringToHashBucketFast").Device(DEVICE_CPU),
                        HashBucketOp<Fingerprint64>);
REGISTER_KERNEL_BUILDER(Name("StringToHashBucketStrong").Device(DEVICE_CPU), KeyedHashBucketOp);

}  // namespace
}  // namespace opgraft_internal
