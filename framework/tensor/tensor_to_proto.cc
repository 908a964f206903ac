// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/tensor/tensor_proto_fields.h"
#include "framework/tensor/variant_tensor_data.h"
#include "framework/tensor/varint_list.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"

namespace opgraft_internal {
namespace {

void Append(std::string* field, char value) { field->push_back(value); }
template <typename V>
void Append(google::protobuf::RepeatedField<V>* field, V value) {
  field->Add(value);
}

template <typename T>
void WriteFields(const T* elements, int64_t n, TensorProto* proto) {
  auto* field = proto_fields::FieldOf<T>().Mutable(proto);
  for (int64_t i = 0; i < n; ++i) {
    if constexpr (proto_fields::kIsComplex<T>) {
      Append(field, elements[i].real());
      Append(field, elements[i].imag());
    } else {
      Append(field, proto_fields::ToField(elements[i]));
    }
  }
}

absl::Status WriteObject(const tstring& value, TensorEncoding, std::string* out) {
  *out = value;
  return absl::OkStatus();
}

absl::Status WriteObject(const ResourceHandle& value, TensorEncoding, ResourceHandleProto* out) {
  ToProto(value, out);
  return absl::OkStatus();
}

absl::Status WriteObject(const Variant& value, TensorEncoding encoding,
                         VariantTensorDataProto* out) {
  VariantTensorData data;
  if (!value.Encode(&data)) {
    return absl::FailedPreconditionError(
        absl::StrCat("a variant cannot be written: ", value.DebugString()));
  }
  out->set_type_name(data.type_name());
  out->set_metadata(data.metadata_string());
  for (const Tensor& tensor : data.tensors()) {
    OPGRAFT_RETURN_IF_ERROR(TensorToProto(tensor, encoding, out->add_tensors()));
  }
  return absl::OkStatus();
}

google::protobuf::RepeatedPtrField<std::string>* ObjectField(TensorProto* proto, const tstring*) {
  return proto->mutable_string_val();
}
auto* ObjectField(TensorProto* proto, const ResourceHandle*) {
  return proto->mutable_resource_handle_val();
}
auto* ObjectField(TensorProto* proto, const Variant*) { return proto->mutable_variant_val(); }

const std::string& Bytes(const std::string& message) { return message; }
template <typename Message>
std::string Bytes(const Message& message) {
  return message.SerializeAsString();
}

template <typename T>
absl::Status WriteObjects(const T* elements, int64_t n, TensorEncoding encoding,
                          TensorProto* proto) {
  auto* field = ObjectField(proto, elements);
  for (int64_t i = 0; i < n; ++i) {
    OPGRAFT_RETURN_IF_ERROR(WriteObject(elements[i], encoding, field->Add()));
  }
  if (encoding == TensorEncoding::kFields) return absl::OkStatus();
  std::string* content = proto->mutable_tensor_content();
  std::string bytes;
  for (const auto& message : *field) {
    const std::string& piece = Bytes(message);
    AppendVarint(piece.size(), content);
    bytes += piece;
  }
  *content += bytes;
  field->Clear();
  return absl::OkStatus();
}

}  // namespace

absl::Status TensorToProto(const Tensor& tensor, TensorEncoding encoding, TensorProto* proto) {
  if (!tensor.IsInitialized())
    return absl::FailedPreconditionError("a tensor without memory cannot be written");
  proto->Clear();
  proto->set_dtype(tensor.dtype());
  ToProto(tensor.shape(), proto->mutable_tensor_shape());
  const int64_t n = tensor.NumElements();
  if (n == 0) return absl::OkStatus();
  absl::Status status;
  VisitType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const auto* elements = static_cast<const T*>(tensor.data());
    if constexpr (!std::is_trivially_copyable<T>::value && !proto_fields::kIsComplex<T>) {
      status = WriteObjects(elements, n, encoding, proto);
    } else if (encoding == TensorEncoding::kContent) {
      proto->set_tensor_content(std::string(tensor.tensor_data()));
    } else {
      WriteFields(elements, n, proto);
    }
  });
  return status;
}

void ToProto(const ResourceHandle& handle, ResourceHandleProto* proto) {
  proto->Clear();
  proto->set_device(handle.device());
  proto->set_container(handle.container());
  proto->set_name(handle.name());
  proto->set_hash_code(handle.hash_code());
  proto->set_maybe_type_name(handle.maybe_type_name());
  for (const DtypeAndPartialTensorShape& item : handle.dtypes_and_shapes()) {
    auto* written = proto->add_dtypes_and_shapes();
    written->set_dtype(item.dtype);
    ToProto(item.shape, written->mutable_shape());
  }
}

}  // namespace opgraft_internal

namespace opgraft {

void Tensor::AsProtoField(TensorProto* proto) const {
  TensorToProto(*this, TensorEncoding::kFields, proto).IgnoreError();
}

void Tensor::AsProtoTensorContent(TensorProto* proto) const {
  TensorToProto(*this, TensorEncoding::kContent, proto).IgnoreError();
}

}  // namespace opgraft
