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
// MemoryScope too, are looked at before anything is allocated. Thread-safe.
//
// Example: shape [3] with float_val: [1, 2] is {1, 2, 2}.
absl::StatusOr<Tensor> TensorFromProto(const TensorProto& proto, int64_t max_bytes);

// Contents of a tensor that lie outside of its proto: what would be its tensor_content.
struct TensorContent {
  absl::string_view bytes;
  // Of the bytes; null: they are lent for the call and copied.
  std::shared_ptr<const void> owner;
  // Bytes that are less aligned are copied. 0: those that are less than their elements have to be.
  size_t alignment = TensorBuffer::kAlignment;
};
// TensorFromProto with other contents. If there is an owner, and type and alignment allow it, the
// tensor views the bytes and keeps the owner; the bytes
// must be writable memory then, e.g. a private mapping.
absl::StatusOr<Tensor> TensorFromContent(const TensorProto& proto, const TensorContent& content,
                                         int64_t max_bytes);

// How a tensor is written.
enum class TensorEncoding {
  // Every element in the field of its type.
  kFields,
  // tensor_content: as in memory; for objects their lengths as varints, then their bytes.
  kContent,
};
// Replaces `*proto`. FAILED_PRECONDITION for a Variant whose type cannot be written, or a tensor
// without memory. TensorFromProto of it gives an equal tensor. Thread-safe.
absl::Status TensorToProto(const Tensor& tensor, TensorEncoding encoding, TensorProto* proto);

absl::StatusOr<ResourceHandle> ResourceHandleFromProto(const ResourceHandleProto& proto);
void ToProto(const ResourceHandle& handle, ResourceHandleProto* proto);

}  // namespace opgraft_internal

#endif  // FRAMEWORK_TENSOR_TENSOR_PROTO_H_
