// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TENSOR_TENSOR_H_
#define FRAMEWORK_TENSOR_TENSOR_H_

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "framework/tensor/access_error.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/tensor/tensor_types.h"
#include "framework/types/data_type.h"
#include "framework/types/tensor_shape.h"

namespace opgraft_internal {
struct TensorAccess;
}

namespace opgraft {

class Allocator;
class BufferRegion;
class TensorProto;

// A typed, shaped view of a counted TensorBuffer: {buffer, data, dtype, shape}.
//
// Copying a Tensor shares the buffer and counts; who copies one keeps its contents for ever. A
// tensor inside a plan's slot *borrows*: it does not count (BufferRegion), and copying it makes a
// counting one. Slices share the buffer, without copy. Thread-compatible; concurrent reads are
// safe.
//
//     t           {buffer, data, float, [2,3]}  ---> TensorBuffer (count 2): 0 1 2 3 4 5
//     t.SubSlice(1)  {buffer, data, float, [3]} ------------------------------------^
//
// Accessors check dtype and rank. A wrong call in a kernel or a shape function is an error of the
// run that names node, input and call. In a program's own code it is that code's mistake: a line on
// stderr names the call and what the tensor is, and the process aborts. Where a tensor comes from
// outside, TryFlat, TryScalar and TryTensor answer a Status instead.
//
// Example:
//   Tensor t(DT_FLOAT, {2, 3});
//   t.matrix<float>()(1, 2) = 5;           // row 1, column 2
//   t.flat<float>().setConstant(1);        // all six
//   const Tensor row = t.SubSlice(1);      // [3]; shares the buffer
//   const Tensor v = Tensor::Of({1.0f, 2.0f});
//   OPGRAFT_ASSIGN_OR_RETURN(absl::Span<const float> values, outputs["y"].TryFlat<float>());
class Tensor {
 public:
  // DT_FLOAT of shape [0], as TensorFlow's; not initialised.
  Tensor() : Tensor(DT_FLOAT) {}
  explicit Tensor(DataType dtype);
  // Trivial elements are not initialised. If there is no memory (or the shape is absurd): in a
  // kernel the run fails with RESOURCE_EXHAUSTED; elsewhere the tensor is not IsInitialized().
  // Create says why.
  Tensor(DataType dtype, const TensorShape& shape);
  // TensorFlow's form: memory is the process's, whatever the allocator.
  Tensor(Allocator*, DataType dtype, const TensorShape& shape) : Tensor(dtype, shape) {}
  // Scalars.
  template <typename T, typename = std::enable_if_t<IsValidDataType<T>::value>>
  explicit Tensor(T value);
  explicit Tensor(const char* value) : Tensor(tstring(value)) {}

  // Moving leaves an empty tensor; but from a borrowing one it copies, since what it views stays
  // its owner's.
  Tensor(const Tensor& other);
  Tensor(Tensor&& other) noexcept;
  Tensor& operator=(const Tensor& other);
  Tensor& operator=(Tensor&& other) noexcept;
  ~Tensor() { Release(); }

  // As the constructor; RESOURCE_EXHAUSTED or INVALID_ARGUMENT tells why it cannot be.
  static absl::StatusOr<Tensor> Create(DataType dtype, const TensorShape& shape);
  // A scalar, e.g. Scalar(1.5f), Scalar<int64_t>(5), Scalar("text").
  template <typename T>
  static Tensor Scalar(T value);
  // A vector, e.g. Of({1.0f, 2.0f}); a tensor of `shape` filled row by row, e.g. Of({1, 2, 3, 4},
  // {2, 2}).
  template <typename T>
  static Tensor Of(std::initializer_list<T> values);
  template <typename T>
  static Tensor Of(std::initializer_list<T> values, const TensorShape& shape);

  DataType dtype() const { return dtype_; }
  const TensorShape& shape() const { return shape_; }
  int dims() const { return shape_.dims(); }
  // In a kernel a dimension that is not there fails the run; elsewhere it is -1.
  int64_t dim_size(int d) const {
    if (ABSL_PREDICT_FALSE(static_cast<unsigned>(d) >= static_cast<unsigned>(dims())))
      ReportNoDim(d);
    return shape_.dim_size(d);
  }
  int64_t NumElements() const { return shape_.num_elements(); }
  bool IsSameSize(const Tensor& other) const { return shape_ == other.shape_; }
  // False only for a tensor with elements that got no memory.
  bool IsInitialized() const { return buffer_ != nullptr || NumElements() == 0; }
  bool SharesBufferWith(const Tensor& other) const {
    return buffer_ != nullptr && buffer_ == other.buffer_;
  }
  // True if this is the only Tensor that counts on the buffer: it may then be written in place.
  bool RefCountIsOne() const {
    return buffer_ != nullptr && !borrowed_ && buffer_->RefCountIsOne();
  }
  // The bytes of the elements; of strings and other objects the objects themselves, without what
  // they own.
  size_t TotalBytes() const;
  const TensorBuffer* buffer() const { return buffer_; }  // null: no elements, or no memory
  // The bytes of the whole buffer, of which a slice views a part.
  size_t AllocatedBytes() const { return buffer_ == nullptr ? 0 : buffer_->bytes(); }
  bool IsAligned() const { return reinterpret_cast<uintptr_t>(data_) % EIGEN_MAX_ALIGN_BYTES == 0; }

  // Eigen maps over the elements, by C++ type and rank. They view the tensor's memory and own
  // nothing: good as long as the tensor keeps its buffer. T must be the C++ type of dtype().
  //
  // For exactly one, two, N dimensions.
  template <typename T>
  typename TTypes<T>::Vec vec() {
    return tensor<T, 1>();
  }
  template <typename T>
  typename TTypes<T>::Matrix matrix() {
    return tensor<T, 2>();
  }
  template <typename T, size_t N>
  typename TTypes<T, N>::Tensor tensor();
  // All elements in row-major order, as a vector. No map demands alignment, so `unaligned_flat` is
  // the same.
  template <typename T>
  typename TTypes<T>::Flat flat();
  template <typename T>
  typename TTypes<T>::UnalignedFlat unaligned_flat();
  // The one element. The tensor may have any number of dimensions.
  template <typename T>
  typename TTypes<T>::Scalar scalar();
  // In another shape of as many elements.
  template <typename T, size_t N>
  typename TTypes<T, N>::Tensor shaped(absl::Span<const int64_t> sizes);
  template <typename T, size_t N>
  typename TTypes<T, N>::UnalignedTensor unaligned_shaped(absl::Span<const int64_t> sizes);
  // The last N dimensions, those before folded into the first: [2,3,4] is [6,4] for N = 2. The
  // first N, those behind folded into the last: [2,12]. N dimensions from `begin` on, both ends
  // folded; a negative `begin` puts ones in front.
  template <typename T, size_t N = 2>
  typename TTypes<T, N>::Tensor flat_inner_dims();
  template <typename T, size_t N = 2>
  typename TTypes<T, N>::Tensor flat_outer_dims();
  template <typename T, size_t N = 3>
  typename TTypes<T, N>::Tensor flat_inner_outer_dims(int64_t begin);
  // The bytes as elements of T, in the tensor's shape or in another: as many bytes in all.
  template <typename T, size_t N>
  typename TTypes<T, N>::Tensor bit_casted_tensor();
  template <typename T, size_t N>
  typename TTypes<T, N>::Tensor bit_casted_shaped(absl::Span<const int64_t> sizes);
  // The bytes of the last dimension as one element: [3,4] of uint8 is [3] of int32. A tensor that
  // has N dimensions already is viewed as it is.
  template <typename T, size_t N>
  typename TTypes<T, N>::Tensor reinterpret_last_dimension();
  // The same, read-only.
  template <typename T>
  typename TTypes<T>::ConstVec vec() const {
    return tensor<T, 1>();
  }
  template <typename T>
  typename TTypes<T>::ConstMatrix matrix() const {
    return tensor<T, 2>();
  }
  template <typename T, size_t N>
  typename TTypes<T, N>::ConstTensor tensor() const;
  template <typename T>
  typename TTypes<T>::ConstFlat flat() const;
  template <typename T>
  typename TTypes<T>::UnalignedConstFlat unaligned_flat() const;
  template <typename T>
  typename TTypes<T>::ConstScalar scalar() const;
  template <typename T, size_t N>
  typename TTypes<T, N>::ConstTensor shaped(absl::Span<const int64_t> sizes) const;
  template <typename T, size_t N>
  typename TTypes<T, N>::UnalignedConstTensor unaligned_shaped(
      absl::Span<const int64_t> sizes) const;
  template <typename T, size_t N = 2>
  typename TTypes<T, N>::ConstTensor flat_inner_dims() const;
  template <typename T, size_t N = 2>
  typename TTypes<T, N>::ConstTensor flat_outer_dims() const;
  template <typename T, size_t N = 3>
  typename TTypes<T, N>::ConstTensor flat_inner_outer_dims(int64_t begin) const;
  template <typename T, size_t N>
  typename TTypes<T, N>::ConstTensor bit_casted_tensor() const;
  template <typename T, size_t N>
  typename TTypes<T, N>::ConstTensor bit_casted_shaped(absl::Span<const int64_t> sizes) const;
  template <typename T, size_t N>
  typename TTypes<T, N>::ConstTensor reinterpret_last_dimension() const;

  // The same for tensors that may be of another dtype or rank: INVALID_ARGUMENT says what they are.
  template <typename T>
  absl::StatusOr<absl::Span<T>> TryFlat();
  template <typename T>
  absl::StatusOr<absl::Span<const T>> TryFlat() const;
  template <typename T>
  absl::StatusOr<T> TryScalar() const;
  template <typename T, size_t N>
  absl::StatusOr<typename TTypes<T, N>::Tensor> TryTensor();
  template <typename T, size_t N>
  absl::StatusOr<typename TTypes<T, N>::ConstTensor> TryTensor() const;

  // Unchecked element pointer; null when empty.
  void* data() const { return data_; }
  // The raw bytes of a trivial dtype; empty for others.
  absl::string_view tensor_data() const;

  // Rows [start, limit) of dimension 0, and row `index` without that dimension. Share the buffer.
  // In a kernel a wrong range fails the run, elsewhere the result is not IsInitialized().
  Tensor Slice(int64_t start, int64_t limit) const;
  Tensor SubSlice(int64_t index) const;
  // Shares `other`'s buffer under another shape of as many elements; false if it has not as many.
  [[nodiscard]] bool CopyFrom(const Tensor& other, const TensorShape& shape);
  // Shares `other`'s buffer as another dtype and shape of as many bytes; INVALID_ARGUMENT if it
  // cannot be: another number of bytes, or a type whose elements are objects.
  absl::Status BitcastFrom(const Tensor& other, DataType dtype, const TensorShape& shape);
  // A copy with a buffer of its own; RESOURCE_EXHAUSTED.
  absl::StatusOr<Tensor> DeepCopy() const;

  // Replaces this by the tensor of `proto`: both encodings, broadcast of the last value. False if
  // sizes lie (FromProto in tensor_proto.h says why). Unchanged on failure.
  [[nodiscard]] bool FromProto(const TensorProto& proto);
  void AsProtoField(TensorProto* proto) const;
  void AsProtoTensorContent(TensorProto* proto) const;

  // At most `max_entries` elements (negative: all), as TensorFlow prints them: "1 2 3...", "[1 2][3
  // 4]"; with `print_v2` nested, the first and the last `max_entries` of each dimension: "[[1 2]\n
  // [3 4]]".
  std::string SummarizeValue(int64_t max_entries, bool print_v2 = false) const;
  // "Tensor<type: float shape: [2] values: 1 2>".
  std::string DebugString(int num_values = 3) const;
  // Byte for byte the same: dtype, shape, elements (strings by contents).
  bool Identical(const Tensor& other) const;

 private:
  friend class BufferRegion;
  friend struct opgraft_internal::TensorAccess;

  // --- Slots: for the runtime, which reaches them by TensorAccess ---
  bool is_borrowed() const { return borrowed_; }
  // Makes this a view of `other` without counting: valid while somebody else keeps the buffer.
  void Borrow(const Tensor& other) { BorrowAs(other, other.shape_); }
  // The same in another shape. REQUIRES: as many elements.
  void BorrowAs(const Tensor& other, const TensorShape& shape) {
    View(other.buffer_, other.data_, other.dtype_, shape);
    borrowed_ = true;
  }
  // Makes this a borrowed tensor over the start of `buffer`.
  void BorrowBuffer(TensorBuffer* buffer, DataType dtype, const TensorShape& shape) {
    View(buffer, buffer->data(), dtype, shape);
    borrowed_ = true;
  }
  // Make this view another place; dtype stays, and shape if not given. REQUIRES: is_borrowed(), and
  // that so many elements are there.
  void Retarget(TensorBuffer* buffer) {
    buffer_ = buffer;
    data_ = buffer->data();
  }
  void Retarget(TensorBuffer* buffer, const TensorShape& shape) {
    Retarget(buffer);
    shape_ = shape;
  }
  void Retarget(const Tensor& other) {
    buffer_ = other.buffer_;
    data_ = other.data_;
  }
  void Retarget(const Tensor& other, const TensorShape& shape) {
    Retarget(other);
    shape_ = shape;
  }
  // Takes the caller's reference to `buffer` and gives it that to the buffer so far; dtype and
  // shape stay. REQUIRES: this counts, and so many elements lie at the start of `buffer`.
  TensorBuffer* ExchangeBuffer(TensorBuffer* buffer) {
    TensorBuffer* const before = buffer_;
    Retarget(buffer);
    return before;
  }
  // Takes the caller's reference to `buffer`; afterwards this counts. REQUIRES: `like` views
  // `buffer`.
  void AdoptAs(TensorBuffer* buffer, const Tensor& like);
  // The buffer with this tensor's reference, or null if it has none of its own; afterwards this is
  // empty.
  TensorBuffer* ReleaseBuffer();

  void Release() {
    if (buffer_ != nullptr && !borrowed_) buffer_->Unref();
  }
  void Ref() const {
    if (buffer_ != nullptr) buffer_->Ref();
  }
  // Lets go of the buffer and looks at another. The reference to that one is the caller's.
  void View(TensorBuffer* buffer, void* data, DataType dtype, const TensorShape& shape) {
    Release();
    buffer_ = buffer;
    data_ = data;
    shape_ = shape;
    dtype_ = dtype;
  }
  // Gets memory for dtype_ and shape_. REQUIRES: no buffer yet.
  absl::Status Allocate();
  // Becomes empty without letting go of the buffer.
  void ForgetBuffer();
  // What a wrong slice is: not IsInitialized().
  Tensor Nothing() const;
  // A tensor over a part of this one's memory.
  Tensor Part(const TensorShape& shape, int64_t first_element) const;
  bool HasMemory() const { return data_ != nullptr || shape_.num_elements() == 0; }

  // The accessors' checks. `accessor` is its name, for what is said of a wrong call.
  template <typename T>
  bool Holds() const {
    return ABSL_PREDICT_TRUE(dtype_ == DataTypeToEnum<T>::v() && HasMemory());
  }
  template <typename T>
  void CheckType(const char* accessor) const {
    if (!Holds<T>()) RefuseType(accessor, DataTypeToEnum<T>::v());
  }
  template <typename T>
  void CheckRank(size_t rank) const {
    CheckType<T>(AccessorOf(rank));
    if (ABSL_PREDICT_FALSE(static_cast<size_t>(dims()) != rank))
      RefuseRank(DataTypeToEnum<T>::v(), rank);
  }
  void CheckSizes(DataType type, absl::Span<const int64_t> sizes, size_t rank) const;
  // As many bytes as the elements have, as elements of `size` bytes each.
  void CheckBits(absl::Span<const int64_t> sizes, size_t rank, size_t size) const;
  // How tensor<T, rank>() is best known.
  static constexpr const char* AccessorOf(size_t rank) {
    constexpr const char* kNames[] = {"tensor", "vec", "matrix"};
    return kNames[rank < 3 ? rank : 0];
  }
  [[noreturn]] void RefuseType(const char* accessor, DataType wanted) const;
  [[noreturn]] void RefuseRank(DataType type, size_t rank) const;
  [[noreturn]] void RefuseScalar(DataType type) const;
  // `in_kernel` follows "read input 0 'x' (float) "; `call` is what was written, `why` what is
  // wrong with it.
  [[noreturn]] void Refuse(std::string in_kernel, absl::string_view call,
                           absl::string_view why) const;
  void ReportNoDim(int d) const;
  void Report(std::string call) const;
  // "the tensor is float[2,3]".
  std::string Description() const;
  // Why this cannot be read as `type`, or with that many dimensions, or as a scalar.
  std::string WhyNotOf(DataType type) const;
  std::string WhyNotOfRank(size_t rank) const;
  std::string WhyNoScalar() const;
  // The sizes from dimension `begin` on; those before are folded into the first, those behind into
  // the last.
  void FoldDims(int64_t begin, absl::Span<int64_t> sizes) const;

  // What the accessors share; Map is one of TTypes<T, N>.
  template <typename Map, typename T>
  Map MapOf(absl::Span<const int64_t> sizes) const;
  template <typename Map, typename T>
  Map ScalarOf() const;
  template <typename Map, typename T>
  Map ShapedOf(absl::Span<const int64_t> sizes) const;
  template <typename Map, typename T>
  Map FlatDimsOf(const char* accessor, int64_t begin) const;
  template <typename Map, typename T>
  Map BitCastOf(absl::Span<const int64_t> sizes) const;
  template <typename Map, typename T>
  Map LastDimensionOf() const;
  template <typename Map, typename T>
  absl::StatusOr<Map> TryMapOf() const;
  template <typename T>
  absl::StatusOr<absl::Span<T>> TrySpanOf() const;

  // In this order a slot is pointed at another place by two plain stores, which the reads that
  // follow at once can see.
  TensorBuffer* buffer_ = nullptr;
  DataType dtype_ = DT_FLOAT;
  // True if the reference belongs to another Tensor or region: this does not count.
  bool borrowed_ = false;
  void* data_ = nullptr;
  TensorShape shape_;
};

std::ostream& operator<<(std::ostream& out, const Tensor& tensor);

// RESOURCE_EXHAUSTED for a tensor that got no memory: names its type, shape and bytes, and the
// limits in force.
absl::Status NoMemoryError(DataType dtype, const TensorShape& shape);

}  // namespace opgraft

#include "framework/tensor/tensor_inl.h"  // template bodies

#endif  // FRAMEWORK_TENSOR_TENSOR_H_
