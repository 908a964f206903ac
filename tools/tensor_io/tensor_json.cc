// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/tensor_io/tensor_json.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/variant.h"
#include "framework/types/status_macros.h"
#include "framework/types/utf8.h"
#include "framework/types/visit_type.h"
#include "tools/tensor_io/npy.h"
#include "tools/tensor_io/npy_fit.h"

namespace opgraft_internal {
namespace {

using nlohmann::json;

// A byte for each character, of the code points 0 to 255.
std::string Latin1FromUtf8(const std::string& text) {
  std::string bytes;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0xc0 && i + 1 < text.size()) {
      bytes.push_back(
          static_cast<char>(((c & 0x1f) << 6) | (static_cast<unsigned char>(text[++i]) & 0x3f)));
    } else {
      bytes.push_back(static_cast<char>(c));
    }
  }
  return bytes;
}

// As TensorFlow Serving writes bytes that are not text.
constexpr char kBase64[] = "b64";

json TextToJson(const std::string& bytes) {
  if (IsUtf8(bytes)) return bytes;
  return {{kBase64, absl::Base64Escape(bytes)}};
}

bool ReadText(const json& value, tstring* out) {
  if (value.is_string()) {
    *out = value.get<std::string>();
    return true;
  }
  if (!value.is_object() || value.size() != 1 || !value.contains(kBase64)) return false;
  std::string bytes;
  const json& coded = value[kBase64];
  if (!coded.is_string() || !absl::Base64Unescape(coded.get<std::string>(), &bytes)) return false;
  *out = bytes;
  return true;
}

json NumberToJson(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

template <typename T>
json ElementToJson(const T& value) {
  if constexpr (std::is_same_v<T, tstring>) {
    return TextToJson(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    return json::array({NumberToJson(value.real()), NumberToJson(value.imag())});
  } else if constexpr (std::is_integral_v<T>) {
    return value;
  } else if constexpr (std::is_floating_point_v<T>) {
    return NumberToJson(static_cast<double>(value));
  } else if constexpr (std::numeric_limits<T>::is_integer) {
    return static_cast<int>(value);
  } else {
    return NumberToJson(static_cast<double>(static_cast<float>(value)));
  }
}

bool ReadNumber(const json& value, double* number) {
  if (value.is_number()) {
    *number = value.get<double>();
    return true;
  }
  if (value.is_boolean()) {
    *number = value.get<bool>() ? 1 : 0;
    return true;
  }
  if (!value.is_string()) return false;
  const std::string text = value.get<std::string>();
  // What is too large for a double is not infinite.
  return absl::SimpleAtod(text, number) &&
         (!std::isinf(*number) || absl::StrContains(absl::AsciiStrToLower(text), "inf"));
}

// False where a number has become infinite.
template <typename T>
bool IsFinite(double number, T held) {
  return std::isfinite(held) || !std::isfinite(number);
}

// An integer within [lowest, highest] of T; exact for all 64 bits.
template <typename T>
bool ReadInteger(const json& value, T* out) {
  if (value.is_boolean()) {
    *out = value.get<bool>() ? 1 : 0;
    return true;
  }
  if (value.is_string()) {
    if constexpr (sizeof(T) >= 4) {
      return absl::SimpleAtoi(value.get<std::string>(), out);
    } else {
      int32_t wide = 0;
      if (!absl::SimpleAtoi(value.get<std::string>(), &wide)) return false;
      *out = static_cast<T>(wide);
      return wide >= std::numeric_limits<T>::lowest() && wide <= std::numeric_limits<T>::max();
    }
  }
  if (value.is_number_unsigned()) {
    const uint64_t wide = value.get<uint64_t>();
    *out = static_cast<T>(wide);
    return wide <= static_cast<uint64_t>(std::numeric_limits<T>::max());
  }
  if (value.is_number_integer()) {
    const int64_t wide = value.get<int64_t>();
    *out = static_cast<T>(wide);
    return std::is_signed_v<T> && wide >= static_cast<int64_t>(std::numeric_limits<T>::lowest());
  }
  return false;
}

template <typename T>
bool ReadElement(const json& value, T* out) {
  double number = 0;
  if constexpr (std::is_same_v<T, tstring>) {
    return ReadText(value, out);
  } else if constexpr (std::is_same_v<T, bool>) {
    if (value.is_boolean()) {
      *out = value.get<bool>();
      return true;
    }
    return value.is_string()
               ? absl::SimpleAtob(value.get<std::string>(), out)
               : ReadNumber(value, &number) && (*out = number != 0, number == 0 || number == 1);
  } else if constexpr (std::is_same_v<T, complex64> || std::is_same_v<T, complex128>) {
    double imaginary = 0;
    const bool pair = value.is_array() && value.size() == 2;
    if (!ReadNumber(pair ? value[0] : value, &number) ||
        (pair && !ReadNumber(value[1], &imaginary)))
      return false;
    using Part = typename T::value_type;
    *out = T(static_cast<Part>(number), static_cast<Part>(imaginary));
    return IsFinite(number, out->real()) && IsFinite(imaginary, out->imag());
  } else if constexpr (std::is_integral_v<T>) {
    return ReadInteger(value, out);
  } else if constexpr (std::is_floating_point_v<T>) {
    if (!ReadNumber(value, &number)) return false;
    *out = static_cast<T>(number);
    return IsFinite(number, *out);
  } else if constexpr (std::is_same_v<T, half>) {
    if (!ReadNumber(value, &number)) return false;
    *out = RoundToHalf(number);
    return IsFinite(number, static_cast<float>(*out));
  } else if constexpr (std::is_same_v<T, bfloat16>) {
    if (!ReadNumber(value, &number)) return false;
    *out = RoundToBfloat16(number);
    return IsFinite(number, static_cast<float>(*out));
  } else if constexpr (std::numeric_limits<T>::is_integer) {
    using Limits = std::numeric_limits<T>;
    if (!ReadNumber(value, &number)) return false;
    if (!(number >= int{Limits::lowest()} && number <= int{Limits::max()})) return false;
    *out = T(static_cast<int>(number));
    return int{*out} == number;
  } else {
    if (!ReadNumber(value, &number)) return false;
    *out = T(number);
    return IsFinite(number, static_cast<float>(*out));
  }
}

// The quantized types hold their integer in a member.
template <typename T>
struct StorageOf {
  using type = T;
};
template <typename Storage>
struct StorageOf<Quantized<Storage>> {
  using type = Storage;
};

// Calls `fn` with a pointer to the elements as their C++ type; false for dtypes that have no JSON
// form.
template <typename Fn>
bool WithElements(const Tensor& tensor, Fn fn) {
  bool known = false;
  VisitType(tensor.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (!std::is_same_v<T, ResourceHandle> && !std::is_same_v<T, Variant>) {
      fn(static_cast<typename StorageOf<T>::type*>(tensor.data()));
      known = true;
    }
  });
  return known;
}

absl::StatusOr<Tensor> FromFile(const std::string& path, DataType dtype, const TensorShape& shape) {
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor stored, ReadNpy(path));
  OPGRAFT_ASSIGN_OR_RETURN(const Tensor fitting, FitNpy(stored, dtype, NpyCast::kNone));
  Tensor tensor;
  if (tensor.CopyFrom(fitting, shape)) return tensor;
  return absl::InvalidArgumentError(
      absl::StrCat(path, " has another number of elements than its shape says"));
}

}  // namespace

json TensorToJson(const Tensor& tensor) {
  json shape = json::array();
  for (int d = 0; d < tensor.dims(); ++d) shape.push_back(tensor.dim_size(d));
  json data = json::array();
  WithElements(tensor, [&](auto* elements) {
    for (int64_t i = 0; i < tensor.NumElements(); ++i) data.push_back(ElementToJson(elements[i]));
  });
  return {{"type", DataTypeString(tensor.dtype())}, {"shape", shape}, {"data", data}};
}

absl::Status SetElement(const json& value, int64_t i, Tensor* tensor) {
  bool ok = false;
  const bool known =
      WithElements(*tensor, [&](auto* elements) { ok = ReadElement(value, &elements[i]); });
  if (known && ok) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(value.dump(-1, ' ', false, json::error_handler_t::replace), " is not a ",
                   DataTypeString(tensor->dtype())));
}

absl::StatusOr<Tensor> TensorFromJson(const json& value, const std::string& folder, JsonText text) {
  if (!value.is_object() || !value.contains("type") || !value["type"].is_string() ||
      !value.contains("shape") || !value["shape"].is_array() ||
      (value.contains("file") && !value["file"].is_string()) ||
      (value.contains("data") && !value["data"].is_array())) {
    return absl::InvalidArgumentError(
        "a tensor is written {\"type\": ..., \"shape\": [...], \"data\": [...]}");
  }
  DataType dtype = DT_INVALID;
  const std::string type = value["type"].get<std::string>();
  if (!DataTypeFromString(type, &dtype))
    return absl::InvalidArgumentError(absl::StrCat("'", type, "' is not a type"));
  std::vector<int64_t> dims;
  for (const json& dim : value["shape"])
    dims.push_back(dim.is_number_integer() ? dim.get<int64_t>() : -1);
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(dims, &shape));
  if (value.contains("file"))
    return FromFile(absl::StrCat(folder, "/", value["file"].get<std::string>()), dtype, shape);
  const json data = value.value("data", json::array());
  if (static_cast<int64_t>(data.size()) != shape.num_elements()) {
    return absl::InvalidArgumentError(absl::StrCat("shape ", shape.DebugString(), " takes ",
                                                   shape.num_elements(), " elements, data has ",
                                                   data.size()));
  }
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  for (int64_t i = 0; i < shape.num_elements(); ++i) {
    const json& element = data[static_cast<size_t>(i)];
    const bool is_latin1 = dtype == DT_STRING && text == JsonText::kLatin1 && element.is_string();
    OPGRAFT_RETURN_IF_ERROR(SetElement(
        is_latin1 ? json(Latin1FromUtf8(element.get<std::string>())) : element, i, &tensor));
  }
  return tensor;
}

}  // namespace opgraft_internal
