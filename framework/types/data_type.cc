// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/data_type.h"

#include <array>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "framework/types/nearest.h"

namespace opgraft {
namespace {

enum class Kind { kNone, kSigned, kUnsigned, kFloating, kComplex, kQuantized, kOther };

struct TypeInfo {
  const char* name = nullptr;
  int size = 0;
  Kind kind = Kind::kNone;
};

constexpr int kNumTypes = DT_U1 + 1;

// By number; numbers without a type have no name.
constexpr std::array<TypeInfo, kNumTypes> MakeTypes() {
  std::array<TypeInfo, kNumTypes> types{};
  types[DT_FLOAT] = {"float", 4, Kind::kFloating};
  types[DT_DOUBLE] = {"double", 8, Kind::kFloating};
  types[DT_INT32] = {"int32", 4, Kind::kSigned};
  types[DT_UINT8] = {"uint8", 1, Kind::kUnsigned};
  types[DT_INT16] = {"int16", 2, Kind::kSigned};
  types[DT_INT8] = {"int8", 1, Kind::kSigned};
  types[DT_STRING] = {"string", 0, Kind::kOther};
  types[DT_COMPLEX64] = {"complex64", 8, Kind::kComplex};
  types[DT_INT64] = {"int64", 8, Kind::kSigned};
  types[DT_BOOL] = {"bool", 1, Kind::kOther};
  types[DT_QINT8] = {"qint8", 1, Kind::kQuantized};
  types[DT_QUINT8] = {"quint8", 1, Kind::kQuantized};
  types[DT_QINT32] = {"qint32", 4, Kind::kQuantized};
  types[DT_BFLOAT16] = {"bfloat16", 2, Kind::kFloating};
  types[DT_QINT16] = {"qint16", 2, Kind::kQuantized};
  types[DT_QUINT16] = {"quint16", 2, Kind::kQuantized};
  types[DT_UINT16] = {"uint16", 2, Kind::kUnsigned};
  types[DT_COMPLEX128] = {"complex128", 16, Kind::kComplex};
  types[DT_HALF] = {"half", 2, Kind::kFloating};
  types[DT_RESOURCE] = {"resource", 0, Kind::kOther};
  types[DT_VARIANT] = {"variant", 0, Kind::kOther};
  types[DT_UINT32] = {"uint32", 4, Kind::kUnsigned};
  types[DT_UINT64] = {"uint64", 8, Kind::kUnsigned};
  types[DT_FLOAT8_E5M2] = {"float8_e5m2", 1, Kind::kFloating};
  types[DT_FLOAT8_E4M3FN] = {"float8_e4m3fn", 1, Kind::kFloating};
  types[DT_FLOAT8_E4M3FNUZ] = {"float8_e4m3fnuz", 1, Kind::kFloating};
  types[DT_FLOAT8_E4M3B11FNUZ] = {"float8_e4m3b11fnuz", 1, Kind::kFloating};
  types[DT_FLOAT8_E5M2FNUZ] = {"float8_e5m2fnuz", 1, Kind::kFloating};
  types[DT_INT4] = {"int4", 1, Kind::kSigned};
  types[DT_UINT4] = {"uint4", 1, Kind::kUnsigned};
  types[DT_INT2] = {"int2", 1, Kind::kSigned};
  types[DT_UINT2] = {"uint2", 1, Kind::kUnsigned};
  types[DT_FLOAT4_E2M1FN] = {"float4_e2m1fn", 1, Kind::kFloating};
  types[DT_U1] = {"u1", 1, Kind::kUnsigned};
  return types;
}

constexpr std::array<TypeInfo, kNumTypes> kTypes = MakeTypes();
constexpr TypeInfo kNoType;

const TypeInfo& InfoOf(DataType dtype) {
  return static_cast<unsigned>(dtype) < static_cast<unsigned>(kNumTypes)
             ? kTypes[static_cast<size_t>(dtype)]
             : kNoType;
}

struct NamedType {
  absl::string_view name;
  DataType dtype;
};
constexpr NamedType kSynonyms[] = {
    {"float32", DT_FLOAT}, {"float64", DT_DOUBLE}, {"float16", DT_HALF}};

// The names by their length: most words that are asked for are none (a spec's attrs), and are
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

constexpr DataType kAllTypes[] = {DT_FLOAT,
                                  DT_DOUBLE,
                                  DT_INT32,
                                  DT_UINT8,
                                  DT_INT16,
                                  DT_INT8,
                                  DT_STRING,
                                  DT_COMPLEX64,
                                  DT_INT64,
                                  DT_BOOL,
                                  DT_QINT8,
                                  DT_QUINT8,
                                  DT_QINT32,
                                  DT_BFLOAT16,
                                  DT_QINT16,
                                  DT_QUINT16,
                                  DT_UINT16,
                                  DT_COMPLEX128,
                                  DT_HALF,
                                  DT_RESOURCE,
                                  DT_VARIANT,
                                  DT_UINT32,
                                  DT_UINT64,
                                  DT_FLOAT8_E5M2,
                                  DT_FLOAT8_E4M3FN,
                                  DT_FLOAT8_E4M3FNUZ,
                                  DT_FLOAT8_E4M3B11FNUZ,
                                  DT_FLOAT8_E5M2FNUZ,
                                  DT_INT4,
                                  DT_UINT4,
                                  DT_INT2,
                                  DT_UINT2,
                                  DT_FLOAT4_E2M1FN,
                                  DT_U1};

constexpr DataType kNumberTypes[] = {DT_FLOAT,      DT_DOUBLE,    DT_INT32,  DT_UINT8,   DT_INT16,
                                     DT_INT8,       DT_COMPLEX64, DT_INT64,  DT_QINT8,   DT_QUINT8,
                                     DT_QINT32,     DT_BFLOAT16,  DT_QINT16, DT_QUINT16, DT_UINT16,
                                     DT_COMPLEX128, DT_HALF,      DT_UINT32, DT_UINT64};

constexpr DataType kRealNumberTypes[] = {DT_FLOAT,  DT_DOUBLE, DT_INT32,  DT_UINT8,
                                         DT_INT16,  DT_INT8,   DT_INT64,  DT_BFLOAT16,
                                         DT_UINT16, DT_HALF,   DT_UINT32, DT_UINT64};

constexpr DataType kQuantizedTypes[] = {DT_QINT8, DT_QUINT8, DT_QINT32, DT_QINT16, DT_QUINT16};

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
bool DataTypeIsSigned(DataType dtype) { return InfoOf(dtype).kind == Kind::kSigned; }
bool DataTypeIsUnsigned(DataType dtype) { return InfoOf(dtype).kind == Kind::kUnsigned; }
bool DataTypeIsFloating(DataType dtype) { return InfoOf(dtype).kind == Kind::kFloating; }
bool DataTypeIsComplex(DataType dtype) { return InfoOf(dtype).kind == Kind::kComplex; }
bool DataTypeIsQuantized(DataType dtype) { return InfoOf(dtype).kind == Kind::kQuantized; }

DataTypeSlice AllTypes() { return kAllTypes; }
DataTypeSlice NumberTypes() { return kNumberTypes; }
DataTypeSlice RealNumberTypes() { return kRealNumberTypes; }
DataTypeSlice QuantizedTypes() { return kQuantizedTypes; }

}  // namespace opgraft
