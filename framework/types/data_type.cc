// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/data_type.h"

#include <array>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/types/data_type_info.h"
#include "framework/types/nearest.h"

namespace opgraft {
namespace {

// The types of the table that `picks`, in order of their numbers.
using Predicate = bool (*)(const DataTypeInfo& type);

constexpr size_t Count(Predicate picks) {
  size_t count = 0;
  for (const DataTypeInfo& type : kDataTypeTable) count += picks(type) ? 1 : 0;
  return count;
}

template <size_t kCount>
constexpr std::array<DataType, kCount> Pick(Predicate picks) {
  std::array<DataType, kCount> types{};
  size_t count = 0;
  for (const DataTypeInfo& type : kDataTypeTable) {
    if (picks(type)) types[count++] = type.dtype;
  }
  return types;
}

constexpr bool IsAny(const DataTypeInfo&) { return true; }
constexpr bool IsNumber(const DataTypeInfo& type) { return type.is_number; }
constexpr bool IsQuantized(const DataTypeInfo& type) {
  return type.family == TypeFamily::kQuantized;
}
constexpr bool IsRealNumber(const DataTypeInfo& type) {
  return type.is_number && !IsQuantized(type) && type.family != TypeFamily::kComplex;
}

constexpr auto kAllTypes = Pick<Count(IsAny)>(IsAny);
constexpr auto kNumberTypes = Pick<Count(IsNumber)>(IsNumber);
constexpr auto kRealNumberTypes = Pick<Count(IsRealNumber)>(IsRealNumber);
constexpr auto kQuantizedTypes = Pick<Count(IsQuantized)>(IsQuantized);

struct NamedType {
  absl::string_view name;
  DataType dtype;
};
constexpr NamedType kSynonyms[] = {
    {"float32", DT_FLOAT}, {"float64", DT_DOUBLE}, {"float16", DT_HALF}};

// The names by their length: most look-ups miss (a spec's attrs), and are
// compared with few.
class NamesByLength {
 public:
  NamesByLength() {
    for (DataType dtype : AllTypes()) Add({InfoOf(dtype).name, dtype});
    for (const NamedType& synonym : kSynonyms) Add(synonym);
  }
  bool Find(absl::string_view name, DataType* dtype) const {
    if (name.size() >= names_.size()) return false;
    for (const NamedType& known : names_[name.size()]) {
      if (known.name != name) continue;
      *dtype = known.dtype;
      return true;
    }
    return false;
  }

 private:
  void Add(const NamedType& type) {
    if (names_.size() <= type.name.size()) names_.resize(type.name.size() + 1);
    names_[type.name.size()].push_back(type);
  }

  std::vector<std::vector<NamedType>> names_;
};

bool BaseTypeFromString(absl::string_view name, DataType* dtype) {
  static const auto* const names = new NamesByLength;
  return names->Find(name, dtype);
}

}  // namespace

std::string DataTypeString(DataType dtype) {
  if (dtype == DT_INVALID) return "INVALID";
  const char* name = InfoOf(BaseType(dtype)).name;
  if (name == nullptr) return absl::StrCat("unknown dtype enum (", static_cast<int>(dtype), ")");
  return IsRefType(dtype) ? absl::StrCat(name, "_ref") : std::string(name);
}

std::string DataTypeSliceString(DataTypeSlice dtypes) {
  return absl::StrJoin(
      dtypes, ", ", [](std::string* out, DataType dtype) { out->append(DataTypeString(dtype)); });
}

bool DataTypeFromString(absl::string_view name, DataType* dtype) {
  if (!absl::ConsumeSuffix(&name, "_ref")) return BaseTypeFromString(name, dtype);
  DataType base;
  if (!BaseTypeFromString(name, &base)) return false;
  *dtype = MakeRefType(base);
  return true;
}

std::string NearestDataTypeName(absl::string_view name) {
  // Of C++ and NumPy: what is meant is not what is spelt most alike.
  constexpr std::pair<absl::string_view, DataType> kElsewhere[] = {
      {"int", DT_INT32},   {"long", DT_INT64},    {"short", DT_INT16}, {"char", DT_INT8},
      {"uint", DT_UINT32}, {"int64_t", DT_INT64}, {"str", DT_STRING},  {"bytes", DT_STRING}};
  for (const auto& [word, meant] : kElsewhere) {
    if (word == name) return DataTypeString(meant);
  }
  NearestName nearest(name);
  for (DataType dtype : AllTypes()) nearest.Offer(InfoOf(dtype).name);
  return nearest.best();
}

std::ostream& operator<<(std::ostream& out, DataType dtype) { return out << DataTypeString(dtype); }

bool DataTypeIsValid(DataType dtype) { return InfoOf(dtype).name != nullptr; }
int DataTypeSize(DataType dtype) { return InfoOf(dtype).size; }
bool DataTypeIsInteger(DataType dtype) {
  return DataTypeIsSigned(dtype) || DataTypeIsUnsigned(dtype);
}
bool DataTypeIsSigned(DataType dtype) { return InfoOf(dtype).family == TypeFamily::kSigned; }
bool DataTypeIsUnsigned(DataType dtype) { return InfoOf(dtype).family == TypeFamily::kUnsigned; }
bool DataTypeIsFloating(DataType dtype) { return InfoOf(dtype).family == TypeFamily::kFloating; }
bool DataTypeIsComplex(DataType dtype) { return InfoOf(dtype).family == TypeFamily::kComplex; }
bool DataTypeIsQuantized(DataType dtype) { return InfoOf(dtype).family == TypeFamily::kQuantized; }

DataTypeSlice AllTypes() { return kAllTypes; }
DataTypeSlice NumberTypes() { return kNumberTypes; }
DataTypeSlice RealNumberTypes() { return kRealNumberTypes; }
DataTypeSlice QuantizedTypes() { return kQuantizedTypes; }

}  // namespace opgraft
