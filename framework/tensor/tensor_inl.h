// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The bodies of tensor.h's templates.
#ifndef FRAMEWORK_TENSOR_TENSOR_INL_H_
#define FRAMEWORK_TENSOR_TENSOR_INL_H_

#include <algorithm>
#include <array>

#include "framework/tensor/tensor.h"

namespace opgraft {

template <typename T, typename>
Tensor::Tensor(T value) : Tensor(DataTypeToEnum<T>::v(), TensorShape()) {
  if (data_ != nullptr) *static_cast<T*>(data_) = std::move(value);
}

template <typename T>
Tensor Tensor::Scalar(T value) {
  using Element = std::conditional_t<std::is_convertible_v<T, absl::string_view>, tstring, T>;
  return Tensor(Element(std::move(value)));
}

template <typename T>
Tensor Tensor::Of(std::initializer_list<T> values) {
  return Of(values, TensorShape({static_cast<int64_t>(values.size())}));
}

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

// A map of `sizes` over the elements. REQUIRES: the dtype was checked, and that there are so many.
template <typename Map, typename T>
Map Tensor::MapOf(absl::Span<const int64_t> sizes) const {
  constexpr size_t kRank = Map::NumIndices;
  Eigen::array<Eigen::DenseIndex, kRank> dims{};
  for (size_t i = 0; i < kRank; ++i) dims[i] = sizes[i];
  return Map(static_cast<T*>(data_), dims);
}

template <typename Map, typename T>
Map Tensor::ScalarOf() const {
  CheckType<T>("scalar");
  if (ABSL_PREDICT_FALSE(NumElements() != 1)) RefuseScalar(DataTypeToEnum<T>::v());
  return Map(static_cast<T*>(data_));
}

template <typename Map, typename T>
Map Tensor::ShapedOf(absl::Span<const int64_t> sizes) const {
  CheckType<T>("shaped");
  CheckSizes(DataTypeToEnum<T>::v(), sizes, Map::NumIndices);
  return MapOf<Map, T>(sizes);
}

template <typename Map, typename T>
Map Tensor::FlatDimsOf(const char* accessor, int64_t begin) const {
  constexpr size_t kRank = Map::NumIndices;
  static_assert(kRank > 0, "no dimension would be left");
  CheckType<T>(accessor);
  std::array<int64_t, kRank> sizes;
  FoldDims(begin, absl::MakeSpan(sizes));
  return MapOf<Map, T>(sizes);
}

template <typename Map, typename T>
Map Tensor::BitCastOf(absl::Span<const int64_t> sizes) const {
  CheckBits(sizes, Map::NumIndices, sizeof(T));
  return MapOf<Map, T>(sizes);
}

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

template <typename Map, typename T>
absl::StatusOr<Map> Tensor::TryMapOf() const {
  if (!Holds<T>()) return absl::InvalidArgumentError(WhyNotOf(DataTypeToEnum<T>::v()));
  if (dims() != Map::NumIndices) return absl::InvalidArgumentError(WhyNotOfRank(Map::NumIndices));
  return MapOf<Map, T>(shape_.sizes());
}

template <typename T>
absl::StatusOr<absl::Span<T>> Tensor::TrySpanOf() const {
  if (!Holds<T>()) return absl::InvalidArgumentError(WhyNotOf(DataTypeToEnum<T>::v()));
  return absl::Span<T>(static_cast<T*>(data_), static_cast<size_t>(NumElements()));
}

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

template <typename T>
typename TTypes<T>::Scalar Tensor::scalar() {
  return ScalarOf<typename TTypes<T>::Scalar, T>();
}
template <typename T>
typename TTypes<T>::ConstScalar Tensor::scalar() const {
  return ScalarOf<typename TTypes<T>::ConstScalar, T>();
}

template <typename T>
absl::StatusOr<absl::Span<T>> Tensor::TryFlat() {
  return TrySpanOf<T>();
}
template <typename T>
absl::StatusOr<absl::Span<const T>> Tensor::TryFlat() const {
  return TrySpanOf<T>();
}
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
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_outer_dims() {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>("flat_outer_dims", 0);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_outer_dims() const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>("flat_outer_dims", 0);
}
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_inner_outer_dims(int64_t begin) {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>("flat_inner_outer_dims", begin);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_inner_outer_dims(int64_t begin) const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>("flat_inner_outer_dims", begin);
}

template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::bit_casted_tensor() {
  return BitCastOf<typename TTypes<T, N>::Tensor, T>(shape_.sizes());
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::bit_casted_tensor() const {
  return BitCastOf<typename TTypes<T, N>::ConstTensor, T>(shape_.sizes());
}
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::bit_casted_shaped(absl::Span<const int64_t> sizes) {
  return BitCastOf<typename TTypes<T, N>::Tensor, T>(sizes);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::bit_casted_shaped(
    absl::Span<const int64_t> sizes) const {
  return BitCastOf<typename TTypes<T, N>::ConstTensor, T>(sizes);
}

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
