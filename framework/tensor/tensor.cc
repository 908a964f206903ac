// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/tensor/tensor.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "framework/tensor/variant_tensor_data.h"
#include "framework/types/status_macros.h"

namespace opgraft {
namespace {

// The number of elements; negative if no shape can have these sizes.
int64_t Product(absl::Span<const int64_t> sizes) { return TensorShape(sizes).num_elements(); }

// The shape of a tensor that holds nothing.
const TensorShape& EmptyVector() {
  static const auto* const shape = new TensorShape({0});
  return *shape;
}

template <typename T>
bool EqualElements(const void* a, const void* b, int64_t n) {
  return std::equal(static_cast<const T*>(a), static_cast<const T*>(a) + n,
                    static_cast<const T*>(b));
}

bool EqualVariants(const Variant& a, const Variant& b) {
  VariantTensorData a_data, b_data;
  return a.TypeId() == b.TypeId() && a.Encode(&a_data) && b.Encode(&b_data) &&
         a_data.Identical(b_data);
}

template <typename T>
void CopyElements(const void* from, void* to, int64_t n) {
  std::copy_n(static_cast<const T*>(from), n, static_cast<T*>(to));
}

}  // namespace

Tensor::Tensor(DataType dtype) : dtype_(dtype), shape_(EmptyVector()) {}

Tensor::Tensor(DataType dtype, const TensorShape& shape) : dtype_(dtype), shape_(shape) {
  const absl::Status status = Allocate();
  if (!status.ok() && AccessScope::Active()) throw AllocationError{std::string(status.message())};
}

absl::StatusOr<Tensor> Tensor::Create(DataType dtype, const TensorShape& shape) {
  Tensor tensor(dtype);
  tensor.shape_ = shape;
  OPGRAFT_RETURN_IF_ERROR(tensor.Allocate());
  return tensor;
}

absl::Status Tensor::Allocate() {
  OPGRAFT_RETURN_IF_ERROR(shape_.Validate());
  if (!DataTypeIsValid(dtype_)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a tensor cannot be of type ", DataTypeString(dtype_)));
  }
  if (NumElements() == 0) return absl::OkStatus();
  buffer_ = TensorBuffer::Allocate(dtype_, NumElements());
  if (buffer_ == nullptr) return NoMemoryError(dtype_, shape_);
  data_ = buffer_->data();
  return absl::OkStatus();
}

absl::Status NoMemoryError(DataType dtype, const TensorShape& shape) {
  std::string text = absl::StrCat("no memory for a tensor of type ", DataTypeString(dtype),
                                  " and shape ", shape.DebugString());
  const int64_t bytes = TensorBuffer::BytesFor(dtype, shape.num_elements());
  if (bytes >= 0) absl::StrAppend(&text, " (", bytes, " bytes)");
  const MemoryBudget* budget = MemoryScope::Current().get();
  if (budget != nullptr) absl::StrAppend(&text, ": ", budget->Describe());
  return absl::ResourceExhaustedError(text);
}

Tensor::Tensor(const Tensor& other)
    : buffer_(other.buffer_), dtype_(other.dtype_), data_(other.data_), shape_(other.shape_) {
  Ref();
}

Tensor::Tensor(Tensor&& other) noexcept
    : buffer_(other.buffer_), dtype_(other.dtype_), data_(other.data_), shape_(other.shape_) {
  if (other.borrowed_) {
    Ref();
  } else {
    other.ForgetBuffer();
  }
}

Tensor& Tensor::operator=(const Tensor& other) {
  other.Ref();  // first: it may be the buffer that View lets go
  View(other.buffer_, other.data_, other.dtype_, other.shape_);
  borrowed_ = false;
  return *this;
}

Tensor& Tensor::operator=(Tensor&& other) noexcept {
  if (this == &other) return *this;
  if (other.borrowed_) return *this = static_cast<const Tensor&>(other);
  View(other.buffer_, other.data_, other.dtype_, other.shape_);
  borrowed_ = false;
  other.ForgetBuffer();
  return *this;
}

void Tensor::ForgetBuffer() {
  buffer_ = nullptr;
  data_ = nullptr;
  shape_ = EmptyVector();
  borrowed_ = false;
}

void Tensor::AdoptAs(TensorBuffer* buffer, const Tensor& like) {
  void* const data = like.data_;
  View(buffer, data, like.dtype_, like.shape_);
  borrowed_ = false;
}

TensorBuffer* Tensor::ReleaseBuffer() {
  if (borrowed_ || buffer_ == nullptr) return nullptr;
  TensorBuffer* const buffer = buffer_;
  ForgetBuffer();
  return buffer;
}

size_t Tensor::TotalBytes() const {
  return static_cast<size_t>(std::max<int64_t>(0, TensorBuffer::BytesFor(dtype_, NumElements())));
}

absl::string_view Tensor::tensor_data() const {
  if (data_ == nullptr || !DataTypeCanUseMemcpy(dtype_)) return absl::string_view();
  return absl::string_view(static_cast<const char*>(data_), TotalBytes());
}

Tensor Tensor::Part(const TensorShape& shape, int64_t first_element) const {
  Tensor part(dtype_);
  part.shape_ = shape;
  if (buffer_ == nullptr) return part;
  buffer_->Ref();
  part.buffer_ = buffer_;
  part.data_ = static_cast<char*>(data_) + TensorBuffer::BytesFor(dtype_, first_element);
  return part;
}

Tensor Tensor::Slice(int64_t start, int64_t limit) const {
  if (dims() < 1 || start < 0 || start > limit || limit > dim_size(0)) {
    Report(absl::StrCat("with Slice(", start, ", ", limit, "), but its shape is ",
                        shape_.DebugString()));
    return Nothing();
  }
  TensorShape shape = shape_;
  shape.set_dim(0, limit - start);
  return Part(shape, dim_size(0) == 0 ? 0 : NumElements() / dim_size(0) * start);
}

Tensor Tensor::SubSlice(int64_t index) const {
  if (dims() < 1 || index < 0 || index >= dim_size(0)) {
    Report(absl::StrCat("with SubSlice(", index, "), but its shape is ", shape_.DebugString()));
    return Nothing();
  }
  TensorShape shape = shape_;
  shape.RemoveDim(0);
  return Part(shape, NumElements() / dim_size(0) * index);
}

Tensor Tensor::Nothing() const {
  Tensor nothing(dtype_);
  nothing.shape_ = TensorShape({-1});
  return nothing;
}

bool Tensor::CopyFrom(const Tensor& other, const TensorShape& shape) {
  if (!shape.IsValid() || shape.num_elements() != other.NumElements()) return false;
  const TensorShape copy = shape;  // may be this one's own
  *this = other;
  shape_ = copy;
  return true;
}

absl::Status Tensor::BitcastFrom(const Tensor& other, DataType dtype, const TensorShape& shape) {
  OPGRAFT_RETURN_IF_ERROR(shape.Validate());
  const bool trivial = DataTypeCanUseMemcpy(dtype) && DataTypeCanUseMemcpy(other.dtype());
  const int64_t bytes = TensorBuffer::BytesFor(dtype, shape.num_elements());
  if (!trivial || bytes != TensorBuffer::BytesFor(other.dtype(), other.NumElements())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "cannot bitcast ", DataTypeString(other.dtype()), other.shape().DebugString(), " to ",
        DataTypeString(dtype), shape.DebugString(), trivial ? ": the sizes differ" : ""));
  }
  const TensorShape copy = shape;  // may be this one's own
  *this = other;
  shape_ = copy;
  dtype_ = dtype;
  return absl::OkStatus();
}

absl::StatusOr<Tensor> Tensor::DeepCopy() const {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor copy, Create(dtype_, shape_));
  if (data_ == nullptr || copy.data_ == nullptr) return copy;
  switch (dtype_) {
    case DT_STRING:
      CopyElements<tstring>(data_, copy.data_, NumElements());
      break;
    case DT_RESOURCE:
      CopyElements<ResourceHandle>(data_, copy.data_, NumElements());
      break;
    case DT_VARIANT:
      CopyElements<Variant>(data_, copy.data_, NumElements());
      break;
    default:
      std::memcpy(copy.data_, data_, TotalBytes());
  }
  return copy;
}

bool Tensor::Identical(const Tensor& other) const {
  if (dtype_ != other.dtype_ || shape_ != other.shape_) return false;
  if (data_ == other.data_ || NumElements() == 0) return true;
  if (data_ == nullptr || other.data_ == nullptr) return false;
  switch (dtype_) {
    case DT_STRING:
      return EqualElements<tstring>(data_, other.data_, NumElements());
    case DT_RESOURCE:
      return EqualElements<ResourceHandle>(data_, other.data_, NumElements());
    case DT_VARIANT: {
      const auto* variants = static_cast<const Variant*>(data_);
      return std::equal(variants, variants + NumElements(),
                        static_cast<const Variant*>(other.data_), EqualVariants);
    }
    default:
      return std::memcmp(data_, other.data_, TotalBytes()) == 0;
  }
}

void Tensor::Report(std::string call) const { ReportAccessError(data_, std::move(call)); }

void Tensor::ReportNoDim(int d) const {
  Report(absl::StrCat("with dim_size(", d, "), but its shape is ", shape_.DebugString()));
}

std::string Tensor::Description() const {
  return absl::StrCat("the tensor is ", DataTypeString(dtype_), shape_.DebugString());
}

std::string Tensor::WhyNotOf(DataType type) const {
  if (HasMemory()) return absl::StrCat(Description(), ", not ", DataTypeString(type));
  return absl::StrCat(Description(),
                      " and has no memory: is it what a wrong name, index or Slice gave, or did "
                      "memory run out?");
}

std::string Tensor::WhyNotOfRank(size_t rank) const {
  return absl::StrCat(Description(), ", not of rank ", rank);
}

std::string Tensor::WhyNoScalar() const {
  return absl::StrCat(Description(), ", not of one element");
}

void Tensor::Refuse(std::string in_kernel, absl::string_view call, absl::string_view why) const {
  FailAccess(
      data_, std::move(in_kernel),
      absl::StrCat("Tensor::", call, ": ", why,
                   ". Where that may be, TryFlat, TryScalar and TryTensor answer a Status."));
}

void Tensor::RefuseType(const char* accessor, DataType wanted) const {
  const std::string type = DataTypeString(wanted);
  Refuse(dtype_ == wanted ? "before it had memory" : absl::StrCat("as ", type),
         absl::StrCat(accessor, "<", type, ">()"), WhyNotOf(wanted));
}

void Tensor::RefuseRank(DataType type, size_t rank) const {
  const absl::string_view accessor = AccessorOf(rank);
  const std::string arg = accessor == "tensor" ? absl::StrCat(", ", rank) : "";
  const std::string args = arg.empty() ? "" : absl::StrCat("<T", arg, ">");
  Refuse(absl::StrCat("with ", accessor, args, "(), but its shape is ", shape_.DebugString()),
         absl::StrCat(accessor, "<", DataTypeString(type), arg, ">()"), WhyNotOfRank(rank));
}

void Tensor::RefuseScalar(DataType type) const {
  Refuse(absl::StrCat("with scalar(), but its shape is ", shape_.DebugString()),
         absl::StrCat("scalar<", DataTypeString(type), ">()"), WhyNoScalar());
}

void Tensor::CheckSizes(DataType type, absl::Span<const int64_t> sizes, size_t rank) const {
  if (ABSL_PREDICT_TRUE(sizes.size() == rank && Product(sizes) == NumElements())) return;
  const std::string args = absl::StrCat(", ", rank, ">({", absl::StrJoin(sizes, ", "), "})");
  Refuse(absl::StrCat("with shaped<T", args, ", but its shape is ", shape_.DebugString()),
         absl::StrCat("shaped<", DataTypeString(type), args),
         absl::StrCat(Description(), ", which has ", NumElements(), " elements"));
}

void Tensor::CheckBits(absl::Span<const int64_t> sizes, size_t rank, size_t size) const {
  const int64_t elements = Product(sizes);
  int64_t bytes = 0;
  const bool fits = elements >= 0 &&
                    !__builtin_mul_overflow(elements, static_cast<int64_t>(size), &bytes) &&
                    static_cast<size_t>(bytes) == TotalBytes();
  if (sizes.size() == rank && fits && DataTypeCanUseMemcpy(dtype_) && HasMemory()) return;
  const std::string wanted = absl::StrCat(elements, " elements of ", size, " bytes");
  Refuse(absl::StrCat("bit-casted to ", wanted, ", but it is ", DataTypeString(dtype_),
                      shape_.DebugString()),
         absl::StrCat("bit cast to ", wanted), Description());
}

void Tensor::FoldDims(int64_t begin, absl::Span<int64_t> sizes) const {
  const int64_t last = static_cast<int64_t>(sizes.size()) - 1;
  const int64_t first = std::clamp<int64_t>(begin, -TensorShape::kMaxDims, TensorShape::kMaxDims);
  std::fill(sizes.begin(), sizes.end(), 1);
  for (int d = 0; d < dims(); ++d)
    sizes[static_cast<size_t>(std::clamp<int64_t>(d - first, 0, last))] *= dim_size(d);
}

}  // namespace opgraft
