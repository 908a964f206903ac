// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/data_movement/strided_copy.h"

#include <algorithm>

#include "framework/kernel/work_sharder.h"
#include "kernels/data_movement/element_move.h"

namespace opgraft_internal {
namespace {

using CopyDims = absl::InlinedVector<CopyDim, 6>;

// Bytes that one thread copies in about a nanosecond.
constexpr int64_t kBytesPerNanosecond = 8;
constexpr int64_t kCacheLine = 64;

// True if `inner` goes on where the next of `outer` begins, on both sides.
bool CanJoin(const CopyDim& outer, const CopyDim& inner) {
  return outer.from_step == inner.size * inner.from_step &&
         outer.to_step == inner.size * inner.to_step;
}

// Where reads are contiguous along another dimension than writes, that dimension becomes the last
// but one: the two are then copied in tiles.
void BringReadDirectionInside(CopyDims* dims) {
  const CopyDim& inner = dims->back();
  // What is repeated is read once.
  if (dims->size() < 2 || inner.to_step != 1 || inner.from_step == 1 || inner.from_step == 0)
    return;
  for (auto dim = dims->begin(); dim != dims->end() - 1; ++dim) {
    if (dim->from_step != 1) continue;
    std::rotate(dim, dim + 1, dims->end() - 1);
    return;
  }
}

// Calls copy(from, to) for every index of the dimensions; steps are in bytes.
template <typename Copy>
void ForEachIndex(absl::Span<const CopyDim> dims, const char* from, char* to, const Copy& copy) {
  absl::InlinedVector<int64_t, 6> index(dims.size(), 0);
  while (true) {
    copy(from, to);
    size_t d = dims.size();
    while (true) {
      if (d == 0) return;
      --d;
      from += dims[d].from_step;
      to += dims[d].to_step;
      if (++index[d] < dims[d].size) break;
      from -= dims[d].size * dims[d].from_step;
      to -= dims[d].size * dims[d].to_step;
      index[d] = 0;
    }
  }
}

template <typename E>
void CopyLine(const CopyDim& line, const char* from, char* to) {
  for (int64_t i = 0; i < line.size; ++i)
    E::CopyOne(from + i * line.from_step, to + i * line.to_step);
}

// Copies a matrix whose reads are contiguous along `outer` and whose writes along `inner`, in
// tiles, so that neither side touches a new cache line with every element. For example, of a 4 x 4
// matrix in tiles of 2 x 2: elements 00 01 10 11, then 02 03 12 13, 20 21 30 31, 22 23 32 33.
template <typename E>
void CopyTiles(const CopyDim& outer, const CopyDim& inner, const char* from, char* to) {
  constexpr int64_t kTile = std::max<int64_t>(kCacheLine / E::kSize, 8);
  for (int64_t i = 0; i < outer.size; i += kTile) {
    const int64_t i_limit = std::min(i + kTile, outer.size);
    for (int64_t j = 0; j < inner.size; j += kTile) {
      const CopyDim line = {std::min(kTile, inner.size - j), inner.from_step, E::kSize};
      for (int64_t k = i; k < i_limit; ++k) {
        CopyLine<E>(line, from + k * E::kSize + j * inner.from_step,
                    to + k * outer.to_step + j * E::kSize);
      }
    }
  }
}

// Steps are in bytes; there is at least one dimension.
template <typename E>
void CopyBox(absl::Span<const CopyDim> dims, const char* from, char* to) {
  const CopyDim inner = dims.back();
  if (inner.from_step == E::kSize && inner.to_step == E::kSize) {
    ForEachIndex(dims.first(dims.size() - 1), from, to,
                 [&](const char* f, char* t) { E::CopyRun(f, t, inner.size); });
  } else if (inner.from_step == 0 && inner.to_step == E::kSize) {
    ForEachIndex(dims.first(dims.size() - 1), from, to,
                 [&](const char* f, char* t) { E::FillRun(f, t, inner.size); });
  } else if (dims.size() > 1 && inner.to_step == E::kSize &&
             dims[dims.size() - 2].from_step == E::kSize) {
    const CopyDim outer = dims[dims.size() - 2];
    ForEachIndex(dims.first(dims.size() - 2), from, to,
                 [&](const char* f, char* t) { CopyTiles<E>(outer, inner, f, t); });
  } else {
    ForEachIndex(dims.first(dims.size() - 1), from, to,
                 [&](const char* f, char* t) { CopyLine<E>(inner, f, t); });
  }
}

}  // namespace

StridedCopy::StridedCopy(absl::Span<const CopyDim> dims) {
  for (const CopyDim& dim : dims) {
    empty_ = empty_ || dim.size == 0;
    if (dim.size == 1) continue;
    if (!dims_.empty() && CanJoin(dims_.back(), dim)) {
      dims_.back() = {dims_.back().size * dim.size, dim.from_step, dim.to_step};
    } else {
      dims_.push_back(dim);
    }
  }
  if (dims_.empty()) dims_.push_back({1, 1, 1});
  BringReadDirectionInside(&dims_);
}

void StridedCopy::Run(DataType dtype, const void* from, void* to) const {
  if (!empty_) RunPart(dtype, from, to, 0, dims_.front().size);
}

void StridedCopy::Run(DataType dtype, const void* from, void* to, DeviceBase* device) const {
  if (empty_) return;
  int64_t row_bytes = std::max(DataTypeSize(dtype), 1);
  for (const CopyDim& dim : dims()) row_bytes *= dim.size;
  row_bytes /= dims_.front().size;
  const DeviceBase::CpuWorkerThreads* threads = device->tensorflow_cpu_worker_threads();
  Shard(threads->num_threads, threads->workers, dims_.front().size,
        row_bytes / kBytesPerNanosecond + 1,
        [&](int64_t start, int64_t limit) { RunPart(dtype, from, to, start, limit); });
}

void StridedCopy::RunPart(DataType dtype, const void* from, void* to, int64_t start,
                          int64_t limit) const {
  const int64_t element_size = ElementSize(dtype);
  CopyDims dims = dims_;
  dims.front().size = limit - start;
  for (CopyDim& dim : dims) {
    dim.from_step *= element_size;
    dim.to_step *= element_size;
  }
  const char* const first = static_cast<const char*>(from) + start * dims.front().from_step;
  char* const target = static_cast<char*>(to) + start * dims.front().to_step;
  const bool runs = dims_.back().from_step == 1 && dims_.back().to_step == 1;
  WithRuns(dtype, runs ? dims.back().size : 1, [&](auto elements, int64_t length) {
    using E = decltype(elements);
    if (runs) dims.back() = {length, E::kSize, E::kSize};
    if (runs && length == 1 && dims.size() > 1) dims.pop_back();
    CopyBox<E>(dims, first, target);
  });
}

absl::InlinedVector<int64_t, 6> RowMajorSteps(absl::Span<const int64_t> sizes) {
  absl::InlinedVector<int64_t, 6> steps(sizes.size(), 1);
  for (size_t d = sizes.size(); d-- > 1;) steps[d - 1] = steps[d] * sizes[d];
  return steps;
}

int64_t ProductOf(absl::Span<const int64_t> sizes, int begin, int end) {
  int64_t product = 1;
  for (int d = begin; d < end; ++d) product *= sizes[static_cast<size_t>(d)];
  return product;
}

const void* ElementAt(const Tensor& tensor, int64_t index) {
  if (tensor.NumElements() == 0) return nullptr;
  return static_cast<const char*>(tensor.data()) + index * ElementSize(tensor.dtype());
}

void* ElementAt(Tensor* tensor, int64_t index) {
  return const_cast<void*>(ElementAt(static_cast<const Tensor&>(*tensor), index));
}

}  // namespace opgraft_internal
