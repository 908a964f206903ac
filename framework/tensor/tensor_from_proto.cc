// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/tensor/shape_proto.h"
#include "framework/tensor/tensor_access.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/tensor/tensor_proto_fields.h"
#include "framework/tensor/variant_tensor_data.h"
#include "framework/tensor/varint_list.h"
#include "framework/types/status_macros.h"
#include "framework/types/visit_type.h"

namespace opgraft_internal {
namespace {

// Tensors in variants in tensors; TensorFlow writes a handful.
constexpr int kMaxDepth = 32;

// Reads one TensorProto and what is nested in it, within one limit of bytes.
class Reader {
 public:
  explicit Reader(int64_t max_bytes) : max_bytes_(max_bytes), bytes_left_(max_bytes) {
    if (const auto& budget = MemoryScope::Current(); budget != nullptr) {
      const int64_t allowed =
          std::min(budget->max_tensor_bytes(), budget->max_total_bytes() - budget->used());
      bytes_left_ = std::min(bytes_left_, std::max<int64_t>(allowed, 0));
    }
  }

  // With `content` in place of the tensor_content of the proto itself.
  absl::StatusOr<Tensor> Read(const TensorProto& proto, const TensorContent& content) {
    if (++depth_ > kMaxDepth) {
      return absl::InvalidArgumentError(
          absl::StrCat("tensors are nested more than ", kMaxDepth, " deep in variants"));
    }
    absl::StatusOr<Tensor> tensor = ReadFlat(proto, content);
    --depth_;
    return tensor;
  }
  absl::StatusOr<Tensor> Read(const TensorProto& proto) {
    return Read(proto, {proto.tensor_content(), nullptr});
  }

 private:
  absl::StatusOr<Tensor> ReadFlat(const TensorProto& proto, const TensorContent& content);
  // A tensor over the bytes themselves; not IsInitialized() if they cannot be used as they are.
  static Tensor ViewContent(DataType dtype, const TensorShape& shape, const TensorContent& content);
  template <typename T>
  absl::Status ReadElements(const TensorProto& proto, absl::string_view content, Tensor* tensor);
  template <typename T>
  absl::Status ReadContent(absl::string_view content, Tensor* tensor);
  template <typename T>
  absl::Status ReadFields(const TensorProto& proto, Tensor* tensor);
  template <typename T, typename Message>
  absl::Status ReadObjects(const google::protobuf::RepeatedPtrField<Message>& values,
                           Tensor* tensor);

  absl::Status ReadObject(const std::string& value, std::string* out);
  absl::Status ReadObject(const ResourceHandleProto& value, ResourceHandle* out);
  absl::Status ReadObject(const VariantTensorDataProto& value, Variant* out);
  static absl::Status ParseObject(absl::string_view bytes, std::string* out);
  template <typename Message>
  static absl::Status ParseObject(absl::string_view bytes, Message* out);

  // RESOURCE_EXHAUSTED if `n` times `bytes` are more than is left.
  absl::Status Charge(int64_t n, int64_t bytes) {
    int64_t total;
    if (__builtin_mul_overflow(n, bytes, &total) || total > bytes_left_) {
      const auto& budget = MemoryScope::Current();
      return absl::ResourceExhaustedError(
          absl::StrCat("it takes more than the limit of ", max_bytes_, " bytes",
                       budget == nullptr ? "" : absl::StrCat("; ", budget->Describe())));
    }
    bytes_left_ -= total;
    return absl::OkStatus();
  }

  const int64_t max_bytes_;
  int64_t bytes_left_;
  int depth_ = 0;
};

template <typename T>
T* Elements(Tensor* tensor) {
  return static_cast<T*>(tensor->data());
}

template <typename T>
constexpr bool kIsObject =
    std::is_same<T, tstring>::value || std::is_same<T, ResourceHandle>::value ||
    std::is_same<T, Variant>::value;

// Bytes that a copy of an object takes in addition to its element.
int64_t HeapBytes(const std::string& value) { return static_cast<int64_t>(value.size()); }
int64_t HeapBytes(const ResourceHandleProto& value) {
  return static_cast<int64_t>(value.ByteSizeLong());
}
int64_t HeapBytes(const VariantTensorDataProto& value) {
  return static_cast<int64_t>(sizeof(VariantTensorData) + value.type_name().size() +
                              value.metadata().size()) +
         value.tensors_size() * static_cast<int64_t>(sizeof(Tensor));
}

// The message whose list a type's field is.
const auto& ObjectField(const TensorProto& proto, TypeTag<tstring>) { return proto.string_val(); }
const auto& ObjectField(const TensorProto& proto, TypeTag<ResourceHandle>) {
  return proto.resource_handle_val();
}
const auto& ObjectField(const TensorProto& proto, TypeTag<Variant>) { return proto.variant_val(); }

// Refuses contents of the wrong length before memory is asked for.
absl::Status CheckContent(DataType dtype, absl::string_view content, int64_t elements,
                          int64_t bytes) {
  const auto size = static_cast<int64_t>(content.size());
  if (size == 0 || elements == 0) return absl::OkStatus();
  // Of objects each has a length at least.
  if (DataTypeCanUseMemcpy(dtype) ? size == bytes : size >= elements) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("tensor_content has ", size,
                                                 " bytes, but the shape has ", elements,
                                                 " elements of type ", DataTypeString(dtype)));
}

// True if every pattern of bits is a value of the type as it lies in memory.
template <typename T>
constexpr bool kTakesAnyBits =
    !kIsObject<T> && !std::is_same<T, bool>::value && !proto_fields::IsSmallInt<T>::value &&
    !proto_fields::IsSmallFloat<T>::value;

Tensor Reader::ViewContent(DataType dtype, const TensorShape& shape, const TensorContent& content) {
  Tensor tensor(dtype, TensorShape({0}));
  bool takes_any_bits = false;
  size_t alignment = content.alignment;
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    takes_any_bits = kTakesAnyBits<T>;
    alignment = std::max(alignment, alignof(T));
  });
  const bool is_aligned = reinterpret_cast<uintptr_t>(content.bytes.data()) % alignment == 0;
  if (content.owner == nullptr || content.bytes.empty() || !takes_any_bits || !is_aligned)
    return tensor;
  auto* owner = new std::shared_ptr<const void>(content.owner);
  const auto release = [](void* arg) { delete static_cast<std::shared_ptr<const void>*>(arg); };
  TensorBuffer* buffer = TensorBuffer::Wrap(const_cast<char*>(content.bytes.data()),
                                            content.bytes.size(), release, owner);
  Tensor view;
  TensorAccess::BorrowBuffer(&view, buffer, dtype, shape);
  TensorAccess::AdoptAs(&tensor, buffer, view);
  return tensor;
}

absl::StatusOr<Tensor> Reader::ReadFlat(const TensorProto& proto, const TensorContent& content) {
  if (!DataTypeIsValid(proto.dtype())) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor cannot be of type ", DataTypeString(proto.dtype())));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, TensorShapeFromProto(proto.tensor_shape()));
  const int64_t bytes = TensorBuffer::BytesFor(proto.dtype(), shape.num_elements());
  OPGRAFT_RETURN_IF_ERROR(Charge(1, bytes < 0 ? INT64_MAX : bytes));
  OPGRAFT_RETURN_IF_ERROR(CheckContent(proto.dtype(), content.bytes, shape.num_elements(), bytes));
  if (shape.num_elements() > 0) {
    if (Tensor view = ViewContent(proto.dtype(), shape, content); view.NumElements() > 0)
      return view;
  }
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(proto.dtype(), shape));
  if (shape.num_elements() == 0) return tensor;
  absl::Status status;
  VisitType(proto.dtype(), [&](auto tag) {
    status = ReadElements<typename decltype(tag)::Type>(proto, content.bytes, &tensor);
  });
  OPGRAFT_RETURN_IF_ERROR(status);
  if (!tensor.buffer()->ChargeContents()) return NoMemoryError(proto.dtype(), shape);
  return tensor;
}

template <typename T>
absl::Status Reader::ReadElements(const TensorProto& proto, absl::string_view content,
                                  Tensor* tensor) {
  if constexpr (!kIsObject<T>) {
    return content.empty() ? ReadFields<T>(proto, tensor) : ReadContent<T>(content, tensor);
  } else {
    const auto& field = ObjectField(proto, TypeTag<T>());
    if (content.empty()) return ReadObjects<T>(field, tensor);
    OPGRAFT_ASSIGN_OR_RETURN(const std::vector<absl::string_view> pieces,
                             SplitVarintList(content, tensor->NumElements()));
    for (size_t i = 0; i < pieces.size(); ++i) {
      typename std::decay_t<decltype(field)>::value_type value;
      OPGRAFT_RETURN_IF_ERROR(ParseObject(pieces[i], &value));
      OPGRAFT_RETURN_IF_ERROR(Charge(1, HeapBytes(value)));
      OPGRAFT_RETURN_IF_ERROR(ReadObject(value, Elements<T>(tensor) + i));
    }
    return absl::OkStatus();
  }
}

bool AreBools(absl::string_view bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](char byte) { return byte == 0 || byte == 1; });
}

template <typename T>
absl::Status Reader::ReadContent(absl::string_view content, Tensor* tensor) {
  if constexpr (std::is_same<T, bool>::value) {
    if (!AreBools(content))
      return absl::InvalidArgumentError("tensor_content has a bool that is neither 0 nor 1");
  }
  if constexpr (kTakesAnyBits<T> || std::is_same<T, bool>::value) {
    std::memcpy(tensor->data(), content.data(), content.size());
  } else {
    // Bits that the type has not are dropped.
    std::transform(content.begin(), content.end(), Elements<T>(tensor),
                   [](char byte) { return proto_fields::FromField<T>(byte); });
  }
  return absl::OkStatus();
}

// False for a half_val that is not the bits of a half.
template <typename T, typename V>
bool IsBitsOf(V value) {
  if constexpr (proto_fields::kIsHalf<T>) return value >= 0 && value <= UINT16_MAX;
  return true;
}

template <typename T>
absl::Status Reader::ReadFields(const TensorProto& proto, Tensor* tensor) {
  const auto& field = proto_fields::FieldOf<T>().Get(proto);
  constexpr int kValues = proto_fields::kIsComplex<T> ? 2 : 1;
  const auto given = static_cast<int64_t>(field.size());
  if (given % kValues != 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("complex elements need pairs of values, but there are ", given));
  }
  T* out = Elements<T>(tensor);
  const int64_t n = std::min(tensor->NumElements(), given / kValues);
  for (int64_t i = 0; i < n; ++i) {
    const int at = static_cast<int>(i);
    if constexpr (proto_fields::kIsComplex<T>) {
      out[i] = T(field[2 * at], field[2 * at + 1]);
    } else {
      if (!IsBitsOf<T>(field[at])) {
        return absl::InvalidArgumentError(
            absl::StrCat("half_val ", +field[at], " does not fit into 16 bits"));
      }
      out[i] = proto_fields::FromField<T>(field[at]);
    }
  }
  std::fill_n(out + n, tensor->NumElements() - n, n > 0 ? out[n - 1] : T());
  return absl::OkStatus();
}

template <typename T, typename Message>
absl::Status Reader::ReadObjects(const google::protobuf::RepeatedPtrField<Message>& values,
                                 Tensor* tensor) {
  T* out = Elements<T>(tensor);
  const int64_t n = std::min<int64_t>(tensor->NumElements(), values.size());
  for (int i = 0; i < n; ++i) {
    const int64_t copies = i + 1 == n ? tensor->NumElements() - i : 1;
    OPGRAFT_RETURN_IF_ERROR(Charge(copies, HeapBytes(values[i])));
    OPGRAFT_RETURN_IF_ERROR(ReadObject(values[i], out + i));
  }
  if (n > 0) std::fill_n(out + n, tensor->NumElements() - n, out[n - 1]);
  return absl::OkStatus();
}

absl::Status Reader::ReadObject(const std::string& value, std::string* out) {
  *out = value;
  return absl::OkStatus();
}

absl::Status Reader::ReadObject(const ResourceHandleProto& value, ResourceHandle* out) {
  OPGRAFT_ASSIGN_OR_RETURN(*out, ResourceHandleFromProto(value));
  return absl::OkStatus();
}

absl::Status Reader::ReadObject(const VariantTensorDataProto& value, Variant* out) {
  VariantTensorData data;
  data.set_type_name(value.type_name());
  data.set_metadata(value.metadata());
  std::vector<Tensor> tensors;
  for (const TensorProto& tensor : value.tensors()) {
    OPGRAFT_ASSIGN_OR_RETURN(tensors.emplace_back(), Read(tensor));
  }
  data.set_tensors(std::move(tensors));
  OPGRAFT_ASSIGN_OR_RETURN(*out, DecodeVariant(data));
  return absl::OkStatus();
}

absl::Status Reader::ParseObject(absl::string_view bytes, std::string* out) {
  out->assign(bytes.data(), bytes.size());
  return absl::OkStatus();
}

template <typename Message>
absl::Status Reader::ParseObject(absl::string_view bytes, Message* out) {
  if (bytes.size() <= INT32_MAX &&
      out->ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("tensor_content holds no ", out->GetDescriptor()->name()));
}

}  // namespace

absl::StatusOr<Tensor> TensorFromProto(const TensorProto& proto, int64_t max_bytes) {
  return Reader(max_bytes).Read(proto);
}

absl::StatusOr<Tensor> TensorFromContent(const TensorProto& proto, const TensorContent& content,
                                         int64_t max_bytes) {
  return Reader(max_bytes).Read(proto, content);
}

absl::StatusOr<ResourceHandle> ResourceHandleFromProto(const ResourceHandleProto& proto) {
  ResourceHandle handle;
  handle.set_device(proto.device());
  handle.set_container(proto.container());
  handle.set_name(proto.name());
  handle.set_hash_code(proto.hash_code());
  handle.set_maybe_type_name(proto.maybe_type_name());
  std::vector<DtypeAndPartialTensorShape> items;
  for (const auto& item : proto.dtypes_and_shapes()) {
    OPGRAFT_ASSIGN_OR_RETURN(PartialTensorShape shape, PartialTensorShapeFromProto(item.shape()));
    items.push_back({item.dtype(), std::move(shape)});
  }
  handle.set_dtypes_and_shapes(std::move(items));
  return handle;
}

}  // namespace opgraft_internal

namespace opgraft {

bool Tensor::FromProto(const TensorProto& proto) {
  absl::StatusOr<Tensor> tensor = TensorFromProto(proto, MemoryBudget::kUnlimited);
  if (tensor.ok()) *this = *std::move(tensor);
  return tensor.ok();
}

}  // namespace opgraft
