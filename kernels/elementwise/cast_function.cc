// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/cast_function.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "framework/types/data_type_info.h"
#include "kernels/elementwise/small_type_casts.h"

namespace opgraft_internal {
namespace {

constexpr int64_t kBlock = 256;
constexpr int64_t kLargestElement = 16;

// The type with loops that elements of `type` go through; of complex numbers the real part.
DataType WiderType(DataType type) { return ComputeTypeOf(PartTypeOf(type)); }

// Zeroes the bits of in[i] that a mantissa of kKept bits does not have.
template <typename Bits, int kCut>
void CutMantissa(const void* in_data, void* out_data, int64_t n) {
  const Bits* in = static_cast<const Bits*>(in_data);
  Bits* out = static_cast<Bits*>(out_data);
  for (int64_t i = 0; i < n; ++i) out[i] = in[i] & ~((Bits{1} << kCut) - 1);
}

loops::CastLoop FindMantissaCut(DataType type, int kept) {
  const bool wide = type == DT_DOUBLE;
  switch (kept) {
    case 23:
      return wide ? &CutMantissa<uint64_t, 52 - 23> : nullptr;
    case 10:
      return wide ? &CutMantissa<uint64_t, 52 - 10> : &CutMantissa<uint32_t, 23 - 10>;
    case 7:
      return wide ? &CutMantissa<uint64_t, 52 - 7> : &CutMantissa<uint32_t, 23 - 7>;
    case 3:
      return wide ? &CutMantissa<uint64_t, 52 - 3> : &CutMantissa<uint32_t, 23 - 3>;
    case 2:
      return wide ? &CutMantissa<uint64_t, 52 - 2> : &CutMantissa<uint32_t, 23 - 2>;
    case 1:
      return wide ? &CutMantissa<uint64_t, 52 - 1> : &CutMantissa<uint32_t, 23 - 1>;
    default:
      return nullptr;
  }
}

}  // namespace

absl::Span<const DataType> CastableTypes() {
  static const auto* const types = [] {
    auto* of_bytes = new std::vector<DataType>;
    for (DataType type : AllTypes()) {
      if (DataTypeCanUseMemcpy(type)) of_bytes->push_back(type);
    }
    return of_bytes;
  }();
  return *types;
}

loops::CastLoop FindElementCast(DataType from, DataType to) {
  if (from == to) return nullptr;
  const loops::CastLoop loop = loops::FindCastLoop(from, to);
  return loop != nullptr ? loop : FindSmallTypeCast(from, to);
}

CastFunction::CastFunction(DataType from, DataType to, bool truncate)
    : in_size_(DataTypeSize(from)), out_size_(DataTypeSize(to)) {
  if (from == to) return;
  DataType type = WiderType(from);
  const DataType target = WiderType(to);
  if (DataTypeIsComplex(from) && DataTypeIsComplex(to)) {
    elements_ = 2;
    if (truncate) AddTruncation(type, to);
    AddStage(FindElementCast(type, target), target);
    return;
  }
  AddStage(FindElementCast(from, type), type);
  if (truncate) AddTruncation(type, to);
  AddStage(FindElementCast(type, target), target);
  AddStage(FindElementCast(target, to), to);
}

void CastFunction::AddStage(loops::CastLoop loop, DataType to) {
  if (loop != nullptr) stages_.push_back({loop, DataTypeSize(to)});
}

void CastFunction::AddTruncation(DataType type, DataType to) {
  if (type == DT_FLOAT || type == DT_DOUBLE)
    AddStage(FindMantissaCut(type, InfoOf(to).mantissa_bits), type);
}

void CastFunction::Run(const void* in, void* out, int64_t n) const {
  const char* from = static_cast<const char*>(in);
  char* to = static_cast<char*>(out);
  if (n == 0) return;
  if (stages_.empty()) {
    std::memcpy(to, from, static_cast<size_t>(n * in_size_));
    return;
  }
  if (stages_.size() == 1) return stages_[0].loop(in, out, n * elements_);
  alignas(16) char blocks[2][kBlock * kLargestElement];
  for (int64_t i = 0; i < n; i += kBlock / elements_) {
    const int64_t size = std::min(kBlock / elements_, n - i) * elements_;
    const void* source = from + i * in_size_;
    for (size_t s = 0; s < stages_.size(); ++s) {
      void* destination =
          s + 1 == stages_.size() ? static_cast<void*>(to + i * out_size_) : blocks[s % 2];
      stages_[s].loop(source, destination, size);
      source = destination;
    }
  }
}

}  // namespace opgraft_internal
