// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The bodies of tensor.h's templates.
#ifndef FRAMEWORK_TENSOR_TENSOR_INL_H_
#define FRAMEWORK_TENSOR_TENSOR_INL_H_

#include <algorithm>
#include <array>

#include "framework/tensor/tensor.h"

namespace opgraft {

// --- Tensors made of values ---
//
// Where there is no memory the tensor is left without any, as by the constructor.
template <typename T, typename>
Tensor::Tensor(T value) : Tensor(DataTypeToEnum<T>::v(), TensorShape()) {
  if (data_ != nullptr) *static_cast<T*>(data_) = std::move(value);
}

// Text of any kind becomes a string tensor; all other types keep their C++ type.
template <typename T>
Tensor Tensor::Scalar(T value) {
  using Element = std::conditional_t<std::is_convertible_v<T, absl::string_view>, tstring, T>;
  return Tensor(Element(std::move(value)));
}

template <typename T>
Tensor Tensor::Of(std::initializer_list<T> values) {
  return Of(values, TensorShape({static_cast<int64_t>(values.size())}));
}

// Values beyond the shape are dropped; elements without a value are T().
template <typename T>
Tensor Tensor::Of(std::initializer_list<T> values, const TensorShape& shape) {
  using Element = std::conditional_t<std::is_convertible<T, const char*>::value, tstring, T>;
  Tensor tensor(DataTypeToEnum<Element>::v(), shape);
  if (tensor.data_ == nullptr) return tensor;
  auto* elements = static_cast<Element*>(tensor.data_);
  const auto room = static_cast<size_t>(shape.num_elements());
  const size_t given = std::min(values.size(), room);
  std::copy_n(values.begin(), given, elements);
  std::fill_n(elements + given, room - given, Element());
  return tensor;
}

// --- What the accessors share ---
//
// The public accessors below come in pairs, one for a const Tensor, one not. Each pair forwards to
// one of these, with the Eigen map that it is to give: `Map` is TTypes<T, N>::Tensor or
// ConstTensor.
//
//     t.matrix<float>() --> tensor<float, 2>() --> CheckRank<float>(2) --> MapOf(shape.sizes())
//     t.shaped<float, 1>({6}) --> ShapedOf --> CheckType, CheckSizes --> MapOf({6})
//
// The checks are inline and cost a few comparisons; what a failed one says is out of line
// (tensor.cc).
//
// A map of `sizes` over the elements. REQUIRES: the dtype was checked, and that there are so many.
template <typename Map, typename T>
Map Tensor::MapOf(absl::Span<const int64_t> sizes) const {
  constexpr size_t kRank = Map::NumIndices;
  Eigen::array<Eigen::DenseIndex, kRank> dims{};
  for (size_t i = 0; i < kRank; ++i) dims[i] = sizes[i];
  return Map(static_cast<T*>(data_), dims);
}

// One element, whatever the number of dimensions: TensorFlow reads [1] and [1,1] as scalars, too.
template <typename Map, typename T>
Map Tensor::ScalarOf() const {
  CheckType<T>("scalar");
  if (ABSL_PREDICT_FALSE(NumElements() != 1)) RefuseScalar(DataTypeToEnum<T>::v());
  return Map(static_cast<T*>(data_));
}

// Another shape of as many elements.
template <typename Map, typename T>
Map Tensor::ShapedOf(absl::Span<const int64_t> sizes) const {
  CheckType<T>("shaped");
  CheckSizes(DataTypeToEnum<T>::v(), sizes, Map::NumIndices);
  return MapOf<Map, T>(sizes);
}

// N dimensions, beginning with dimension `begin`; those outside are folded into the outer ones
// (FoldDims). Of [2,3,4] with N = 2 and begin = 1: [6,4].
template <typename Map, typename T>
Map Tensor::FlatDimsOf(const char* accessor, int64_t begin) const {
  constexpr size_t kRank = Map::NumIndices;
  static_assert(kRank > 0, "no dimension would be left");
  CheckType<T>(accessor);
  std::array<int64_t, kRank> sizes;
  FoldDims(begin, absl::MakeSpan(sizes));
  return MapOf<Map, T>(sizes);
}

// The bytes as elements of T; their number must come out even.
template <typename Map, typename T>
Map Tensor::BitCastOf(absl::Span<const int64_t> sizes) const {
  CheckBits(sizes, Map::NumIndices, sizeof(T));
  return MapOf<Map, T>(sizes);
}

// With the rank that is asked for, the tensor itself; with one dimension more, that last one
// becomes the bytes of an element: [3,4] of uint8 is [3] of int32.
template <typename Map, typename T>
Map Tensor::LastDimensionOf() const {
  constexpr size_t kRank = Map::NumIndices;
  if (dims() == static_cast<int>(kRank)) {
    CheckType<T>("reinterpret_last_dimension");
    return MapOf<Map, T>(shape_.sizes());
  }
  const absl::Span<const int64_t> sizes =
      shape_.sizes().subspan(0, std::min(kRank, shape_.sizes().size()));
  return BitCastOf<Map, T>(sizes);
}

// The accessors that answer a Status; see tensor.h.
template <typename Map, typename T>
absl::StatusOr<Map> Tensor::TryMapOf() const {
  if (!Holds<T>()) return absl::InvalidArgumentError(WhyNotOf(DataTypeToEnum<T>::v()));
  if (dims() != Map::NumIndices) return absl::InvalidArgumentError(WhyNotOfRank(Map::NumIndices));
  return MapOf<Map, T>(shape_.sizes());
}

// All elements, row by row.
template <typename T>
absl::StatusOr<absl::Span<T>> Tensor::TrySpanOf() const {
  if (!Holds<T>()) return absl::InvalidArgumentError(WhyNotOf(DataTypeToEnum<T>::v()));
  return absl::Span<T>(static_cast<T*>(data_), static_cast<size_t>(NumElements()));
}

// --- By dtype and rank ---
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::tensor() {
  CheckRank<T>(N);
  return MapOf<typename TTypes<T, N>::Tensor, T>(shape_.sizes());
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::tensor() const {
  CheckRank<T>(N);
  return MapOf<typename TTypes<T, N>::ConstTensor, T>(shape_.sizes());
}

// --- As one dimension. No map demands alignment, so the unaligned ones are the same ---
template <typename T>
typename TTypes<T>::Flat Tensor::flat() {
  CheckType<T>("flat");
  return MapOf<typename TTypes<T>::Flat, T>({shape_.num_elements()});
}
template <typename T>
typename TTypes<T>::ConstFlat Tensor::flat() const {
  CheckType<T>("flat");
  return MapOf<typename TTypes<T>::ConstFlat, T>({shape_.num_elements()});
}
template <typename T>
typename TTypes<T>::UnalignedFlat Tensor::unaligned_flat() {
  return flat<T>();
}
template <typename T>
typename TTypes<T>::UnalignedConstFlat Tensor::unaligned_flat() const {
  return flat<T>();
}

// --- As a scalar ---
template <typename T>
typename TTypes<T>::Scalar Tensor::scalar() {
  return ScalarOf<typename TTypes<T>::Scalar, T>();
}
template <typename T>
typename TTypes<T>::ConstScalar Tensor::scalar() const {
  return ScalarOf<typename TTypes<T>::ConstScalar, T>();
}

// --- For tensors that may be of another dtype or rank ---
template <typename T>
absl::StatusOr<absl::Span<T>> Tensor::TryFlat() {
  return TrySpanOf<T>();
}
template <typename T>
absl::StatusOr<absl::Span<const T>> Tensor::TryFlat() const {
  return TrySpanOf<T>();
}
// Unlike scalar(), for a tensor whose type and size are not known to be right.
template <typename T>
absl::StatusOr<T> Tensor::TryScalar() const {
  if (!Holds<T>()) return absl::InvalidArgumentError(WhyNotOf(DataTypeToEnum<T>::v()));
  if (NumElements() != 1) return absl::InvalidArgumentError(WhyNoScalar());
  return *static_cast<const T*>(data_);
}
template <typename T, size_t N>
absl::StatusOr<typename TTypes<T, N>::Tensor> Tensor::TryTensor() {
  return TryMapOf<typename TTypes<T, N>::Tensor, T>();
}
template <typename T, size_t N>
absl::StatusOr<typename TTypes<T, N>::ConstTensor> Tensor::TryTensor() const {
  return TryMapOf<typename TTypes<T, N>::ConstTensor, T>();
}

// --- In another shape ---
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::shaped(absl::Span<const int64_t> sizes) {
  return ShapedOf<typename TTypes<T, N>::Tensor, T>(sizes);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::shaped(absl::Span<const int64_t> sizes) const {
  return ShapedOf<typename TTypes<T, N>::ConstTensor, T>(sizes);
}
template <typename T, size_t N>
typename TTypes<T, N>::UnalignedTensor Tensor::unaligned_shaped(absl::Span<const int64_t> sizes) {
  return shaped<T, N>(sizes);
}
template <typename T, size_t N>
typename TTypes<T, N>::UnalignedConstTensor Tensor::unaligned_shaped(
    absl::Span<const int64_t> sizes) const {
  return shaped<T, N>(sizes);
}

// --- With dimensions folded. For N = 2, [2,3,4] is [6,4] by flat_inner_dims and [2,12] by
// flat_outer_dims ---
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_inner_dims() {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>("flat_inner_dims",
                                                      dims() - static_cast<int64_t>(N));
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_inner_dims() const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>("flat_inner_dims",
                                                           dims() - static_cast<int64_t>(N));
}
// The first N - 1 dimensions as they are, the others folded into the last.
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_outer_dims() {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>("flat_outer_dims", 0);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_outer_dims() const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>("flat_outer_dims", 0);
}
// Dimensions [begin, begin + N), those before folded into the first, those behind into the last.
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_inner_outer_dims(int64_t begin) {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>("flat_inner_outer_dims", begin);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_inner_outer_dims(int64_t begin) const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>("flat_inner_outer_dims", begin);
}

// --- As another type of elements ---
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::bit_casted_tensor() {
  return BitCastOf<typename TTypes<T, N>::Tensor, T>(shape_.sizes());
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::bit_casted_tensor() const {
  return BitCastOf<typename TTypes<T, N>::ConstTensor, T>(shape_.sizes());
}
// The same in another shape.
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::bit_casted_shaped(absl::Span<const int64_t> sizes) {
  return BitCastOf<typename TTypes<T, N>::Tensor, T>(sizes);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::bit_casted_shaped(
    absl::Span<const int64_t> sizes) const {
  return BitCastOf<typename TTypes<T, N>::ConstTensor, T>(sizes);
}

// See LastDimensionOf.
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::reinterpret_last_dimension() {
  return LastDimensionOf<typename TTypes<T, N>::Tensor, T>();
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::reinterpret_last_dimension() const {
  return LastDimensionOf<typename TTypes<T, N>::ConstTensor, T>();
}

}  // namespace opgraft

#endif  // FRAMEWORK_TENSOR_TENSOR_INL_H_
