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

// A map of `sizes` over the elements; an empty one unless the call is `right`.
template <typename Map, typename T>
Map Tensor::MapOf(absl::Span<const int64_t> sizes, bool right) const {
  constexpr size_t kRank = Map::NumIndices;
  Eigen::array<Eigen::DenseIndex, kRank> dims{};
  if (ABSL_PREDICT_FALSE(!right)) return Map(nullptr, dims);
  for (size_t i = 0; i < kRank; ++i) dims[i] = sizes[i];
  return Map(static_cast<T*>(data_), dims);
}

template <typename Map, typename T>
Map Tensor::ScalarOf() const {
  if (ABSL_PREDICT_TRUE(CheckType<T>() && CheckScalar())) return Map(static_cast<T*>(data_));
  // A scalar cannot be empty: reads give zero, writes go nowhere.
  static thread_local T nowhere;
  nowhere = T();
  return Map(&nowhere);
}

template <typename Map, typename T>
Map Tensor::ShapedOf(absl::Span<const int64_t> sizes) const {
  return MapOf<Map, T>(sizes, CheckType<T>() && CheckSizes(sizes, Map::NumIndices));
}

template <typename Map, typename T>
Map Tensor::FlatDimsOf(int64_t begin) const {
  constexpr size_t kRank = Map::NumIndices;
  static_assert(kRank > 0, "no dimension would be left");
  std::array<int64_t, kRank> sizes;
  FoldDims(begin, absl::MakeSpan(sizes));
  return MapOf<Map, T>(sizes, CheckType<T>());
}

template <typename Map, typename T>
Map Tensor::BitCastOf(absl::Span<const int64_t> sizes) const {
  return MapOf<Map, T>(sizes, CheckBits(sizes, Map::NumIndices, sizeof(T)));
}

template <typename Map, typename T>
Map Tensor::LastDimensionOf() const {
  constexpr size_t kRank = Map::NumIndices;
  if (dims() == static_cast<int>(kRank)) return MapOf<Map, T>(shape_.sizes(), CheckType<T>());
  const absl::Span<const int64_t> sizes =
      shape_.sizes().subspan(0, std::min(kRank, shape_.sizes().size()));
  return BitCastOf<Map, T>(sizes);
}

template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::tensor() {
  return MapOf<typename TTypes<T, N>::Tensor, T>(shape_.sizes(), CheckType<T>() && CheckRank(N));
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::tensor() const {
  return MapOf<typename TTypes<T, N>::ConstTensor, T>(shape_.sizes(),
                                                      CheckType<T>() && CheckRank(N));
}

template <typename T>
typename TTypes<T>::Flat Tensor::flat() {
  return MapOf<typename TTypes<T>::Flat, T>({shape_.num_elements()}, CheckType<T>());
}
template <typename T>
typename TTypes<T>::ConstFlat Tensor::flat() const {
  return MapOf<typename TTypes<T>::ConstFlat, T>({shape_.num_elements()}, CheckType<T>());
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
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>(dims() - static_cast<int64_t>(N));
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_inner_dims() const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>(dims() - static_cast<int64_t>(N));
}
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_outer_dims() {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>(0);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_outer_dims() const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>(0);
}
template <typename T, size_t N>
typename TTypes<T, N>::Tensor Tensor::flat_inner_outer_dims(int64_t begin) {
  return FlatDimsOf<typename TTypes<T, N>::Tensor, T>(begin);
}
template <typename T, size_t N>
typename TTypes<T, N>::ConstTensor Tensor::flat_inner_outer_dims(int64_t begin) const {
  return FlatDimsOf<typename TTypes<T, N>::ConstTensor, T>(begin);
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
