// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorProto messages: any bytes make a tensor within the limit or are refused; a tensor survives
// both encodings.
#include "framework/tensor/tensor_proto.h"

#include "absl/strings/str_cat.h"
#include "framework/tensor/tensor.h"
#include "opgraft/proto/tensor.pb.h"
#include "tests/fuzz/fuzz_target.h"

namespace opgraft {
namespace {

constexpr int64_t kMaxBytes = 1 << 20;

void TryEncoding(const Tensor& tensor, TensorEncoding encoding) {
  TensorProto proto;
  if (!TensorToProto(tensor, encoding, &proto).ok())
    return;  // a Variant of a type that cannot be written
  // One value repeated is written, and charged, an element at a time.
  absl::StatusOr<Tensor> again = TensorFromProto(proto, kMaxBytes * 1024);
  Demand(again.ok(), absl::StrCat("what was written can be read: ", again.status().ToString()));
  // Variants and handles are compared by what they are written as.
  const bool is_comparable = tensor.dtype() != DT_VARIANT && tensor.dtype() != DT_RESOURCE;
  Demand(!is_comparable || again->Identical(tensor), "what is read is what was written");
}

void TryTensor(const uint8_t* data, size_t size) {
  TensorProto proto;
  if (!proto.ParseFromArray(data, static_cast<int>(size))) return;
  absl::StatusOr<Tensor> tensor = TensorFromProto(proto, kMaxBytes);
  if (!tensor.ok()) {
    Demand(!tensor.status().message().empty(), "a refusal says why");
    return;
  }
  Demand(tensor->IsInitialized(), "a tensor has memory");
  Demand(!tensor->DebugString().empty(), "a tensor can be shown");
  TryEncoding(*tensor, TensorEncoding::kFields);
  TryEncoding(*tensor, TensorEncoding::kContent);
}

}  // namespace
}  // namespace opgraft

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  opgraft::TryTensor(data, size);
  return 0;
}
