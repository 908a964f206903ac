// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_TENSOR_PROTO_H_
#define FRAMEWORK_TENSOR_TENSOR_PROTO_H_

#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/tensor.h"
#include "framework/tensor/variant.h"
#include "framework/types/internal_namespace.h"
#include "opgraft/proto/resource_handle.pb.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {

// The tensor that `proto` describes, in either encoding. In the fields, fewer values than elements
// repeat the last one, none are zeros, surplus ones are ignored. INVALID_ARGUMENT: the type is not
// valid; the shape cannot be; contents of the wrong length; a bool that is neither 0 nor 1; a
// half_val beyond 16 bits. RESOURCE_EXHAUSTED: the tensor takes more than `max_bytes` with its
// strings and what is nested in variants, or the memory is refused. Limits, those of the
// MemoryScope too, are looked at before anything is allocated.
absl::StatusOr<Tensor> TensorFromProto(const TensorProto& proto, int64_t max_bytes);

// Contents of a tensor that lie outside of its proto: what would be its tensor_content.
struct TensorContent {
  absl::string_view bytes;
  std::shared_ptr<const void> owner;  // of the bytes; null: they are lent for the call and copied
};
// TensorFromProto with other contents. If there is an owner, and type and alignment
// (TensorBuffer::kAlignment) allow it, the tensor views the bytes and keeps the owner; the bytes
// must be writable memory then, e.g. a private mapping.
absl::StatusOr<Tensor> TensorFromContent(const TensorProto& proto, const TensorContent& content,
                                         int64_t max_bytes);

// How a tensor is written.
enum class TensorEncoding {
  kFields,   // every element in the field of its type
  kContent,  // tensor_content: as in memory; for objects their lengths as varints, then their bytes
};
// Replaces `*proto`. FAILED_PRECONDITION for a Variant whose type cannot be written, or a tensor
// without memory.
absl::Status TensorToProto(const Tensor& tensor, TensorEncoding encoding, TensorProto* proto);

absl::StatusOr<ResourceHandle> ResourceHandleFromProto(const ResourceHandleProto& proto);
void ToProto(const ResourceHandle& handle, ResourceHandleProto* proto);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_TENSOR_PROTO_H_
