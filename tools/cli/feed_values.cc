// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/cli/feed_values.h"

#include <algorithm>
#include <cstring>
#include <random>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "framework/types/quoted.h"
#include "framework/types/status_macros.h"
#include "tools/tensor_io/nested_list.h"
#include "tools/tensor_io/tensor_json.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kShape = "shape:";
constexpr absl::string_view kRandom = "random";
constexpr int64_t kPattern = 16;                          // made-up values repeat after so many
constexpr int64_t kMaxMadeUpElements = int64_t{1} << 28;  // a file may declare any shape
constexpr size_t kRandomLetters = 8;

absl::StatusOr<TensorShape> Limited(const TensorShape& shape) {
  if (shape.num_elements() <= kMaxMadeUpElements) return shape;
  return absl::ResourceExhaustedError(
      absl::StrCat("shape ", shape.DebugString(), " is too large to make up a value"));
}

absl::StatusOr<TensorShape> MakeUpShape(const PartialTensorShape& shape, int64_t dimension) {
  if (shape.unknown_rank()) return TensorShape({dimension});
  TensorShape made;
  for (const DimRange& dim : shape.ranges()) {
    OPGRAFT_RETURN_IF_ERROR(made.AddDimWithStatus(std::clamp(dimension, dim.min(), dim.max())));
  }
  return Limited(made);
}

// Copies the first elements over all others, in ever larger pieces.
void RepeatFirst(size_t filled, Tensor* tensor) {
  auto* const bytes = static_cast<char*>(tensor->data());
  for (const size_t all = tensor->TotalBytes(); filled < all;) {
    const size_t piece = std::min(filled, all - filled);
    std::memcpy(bytes + filled, bytes, piece);
    filled += piece;
  }
}

absl::Status DoesNotFit(int64_t count, const PartialTensorShape& shape, absl::string_view why) {
  return absl::InvalidArgumentError(absl::StrCat(count, count == 1 ? " value" : " values",
                                                 " for shape ", shape.DebugString(), why));
}

// The shape of `count` values where one dimension is open.
absl::StatusOr<TensorShape> CloseShape(int64_t count, const PartialTensorShape& shape) {
  TensorShape fixed;
  int open = 0;
  for (int d = 0; d < shape.dims(); ++d) {
    if (shape.dim_size(d) < 0) {
      ++open;
    } else {
      OPGRAFT_RETURN_IF_ERROR(fixed.AddDimWithStatus(shape.dim_size(d)));
    }
  }
  if (open > 1) {
    return DoesNotFit(count, shape,
                      ", which is open in several dimensions: write lists, [[1,2],[3,4]], or "
                      "shape:2x8=VALUE, or give a file, @FILE.npy");
  }
  const int64_t known = fixed.num_elements();
  if (known == 0 || count % known != 0)
    return DoesNotFit(count, shape, absl::StrCat(": it takes a multiple of ", known));
  TensorShape closed;
  for (int d = 0; d < shape.dims(); ++d)
    closed.AddDim(shape.dim_size(d) < 0 ? count / known : shape.dim_size(d));
  return closed;
}

absl::StatusOr<TensorShape> ShapeOfValues(int64_t count, const PartialTensorShape& shape) {
  if (shape.unknown_rank()) return count == 1 ? TensorShape() : TensorShape({count});
  TensorShape known;
  if (!shape.AsTensorShape(&known)) return CloseShape(count, shape);
  if (count != known.num_elements() && count != 1) return DoesNotFit(count, shape, "");
  return known;
}

// One value in each element.
absl::StatusOr<Tensor> Filled(const std::string& value, DataType dtype, const TensorShape& shape) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  const bool is_copied = DataTypeCanUseMemcpy(dtype);
  const int64_t set = is_copied ? std::min<int64_t>(1, shape.num_elements()) : shape.num_elements();
  for (int64_t i = 0; i < set; ++i) OPGRAFT_RETURN_IF_ERROR(SetElement(value, i, &tensor));
  if (is_copied && set > 0) RepeatFirst(static_cast<size_t>(DataTypeSize(dtype)), &tensor);
  return tensor;
}

absl::StatusOr<Tensor> WithElements(const std::vector<std::string>& values, DataType dtype,
                                    const TensorShape& shape) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  for (size_t i = 0; i < values.size(); ++i)
    OPGRAFT_RETURN_IF_ERROR(SetElement(values[i], static_cast<int64_t>(i), &tensor));
  return tensor;
}

// "2x8"; "" is a scalar.
absl::StatusOr<TensorShape> ParseShape(absl::string_view text) {
  TensorShape shape;
  if (text.empty()) return shape;
  for (absl::string_view part : absl::StrSplit(text, 'x')) {
    int64_t size = 0;
    if (!absl::SimpleAtoi(part, &size) || size < 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(Quoted(text), " is not a shape: write 2x8, or nothing for a scalar"));
    }
    OPGRAFT_RETURN_IF_ERROR(shape.AddDimWithStatus(size));
  }
  return Limited(shape);
}

// "2x8=1.5".
absl::StatusOr<Tensor> ParseFilled(absl::string_view text, DataType dtype) {
  const size_t equals = text.find('=');
  if (equals == absl::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("the value is missing: write ", kShape, text, "=VALUE"));
  }
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, ParseShape(text.substr(0, equals)));
  return Filled(std::string(text.substr(equals + 1)), dtype, shape);
}

// Random values of one type. The engine's numbers are the same everywhere; the standard library's
// distributions are not, so they are not used.
class RandomValues {
 public:
  RandomValues(DataType dtype, uint64_t seed) : dtype_(dtype), engine_(seed) {}

  nlohmann::json Next() {
    if (dtype_ == DT_STRING) return Text();
    if (dtype_ == DT_BOOL) return engine_() % 2 == 1;
    if (DataTypeIsFloating(dtype_)) return Fraction();
    if (DataTypeIsComplex(dtype_)) {
      const double real = Fraction();
      return nlohmann::json::array({real, Fraction()});
    }
    return engine_() % numbers_;
  }

  // Types of few bits have not all of 0 to 9.
  void UseTwoNumbers() { numbers_ = 2; }

 private:
  double Fraction() { return static_cast<double>(engine_() >> 11) * 0x1p-53; }
  std::string Text() {
    std::string text(kRandomLetters, ' ');
    for (char& c : text) c = static_cast<char>('a' + engine_() % 26);
    return text;
  }

  const DataType dtype_;
  std::mt19937_64 engine_;
  uint64_t numbers_ = 10;
};

absl::StatusOr<Tensor> Random(DataType dtype, const TensorShape& shape, uint64_t seed) {
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(dtype, shape));
  RandomValues values(dtype, seed);
  Tensor number(dtype, TensorShape());
  if (!DataTypeIsFloating(dtype) && !SetElement(nlohmann::json(9), 0, &number).ok())
    values.UseTwoNumbers();
  for (int64_t i = 0; i < shape.num_elements(); ++i)
    OPGRAFT_RETURN_IF_ERROR(SetElement(values.Next(), i, &tensor));
  return tensor;
}

// What follows "random": ":2x8", or nothing.
absl::StatusOr<Tensor> ParseRandom(absl::string_view text, const FeedSpec& spec, uint64_t seed) {
  TensorShape shape;
  if (absl::ConsumePrefix(&text, ":")) {
    OPGRAFT_ASSIGN_OR_RETURN(shape, ParseShape(text));
  } else if (!spec.shape.AsTensorShape(&shape)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the shape ", spec.shape.DebugString(), " is open: write random:2x8"));
  }
  OPGRAFT_RETURN_IF_ERROR(Limited(shape).status());
  return Random(spec.dtype, shape, seed);
}

absl::StatusOr<Tensor> ParseLists(const std::string& text, DataType dtype) {
  OPGRAFT_ASSIGN_OR_RETURN(const NestedList list, ParseNestedList(text));
  TensorShape shape;
  OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(list.shape, &shape));
  return WithElements(list.elements, dtype, shape);
}

}  // namespace

absl::StatusOr<Tensor> TensorOfValues(const std::vector<std::string>& values,
                                      const FeedSpec& spec) {
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape,
                           ShapeOfValues(static_cast<int64_t>(values.size()), spec.shape));
  return values.size() == 1 ? Filled(values[0], spec.dtype, shape)
                            : WithElements(values, spec.dtype, shape);
}

absl::StatusOr<Tensor> TensorOfText(const std::string& text, const FeedSpec& spec, uint64_t seed) {
  absl::string_view rest = text;
  if (absl::StartsWith(text, "[")) return ParseLists(text, spec.dtype);
  if (absl::ConsumePrefix(&rest, kShape)) return ParseFilled(rest, spec.dtype);
  if (text == kRandom || absl::StartsWith(text, absl::StrCat(kRandom, ":")))
    return ParseRandom(rest.substr(kRandom.size()), spec, seed);
  std::vector<std::string> values;
  if (!text.empty()) values = absl::StrSplit(text, ',');
  return TensorOfValues(values, spec);
}

absl::StatusOr<Tensor> MakeUpFeed(const FeedSpec& spec, int64_t dimension) {
  OPGRAFT_ASSIGN_OR_RETURN(const TensorShape shape, MakeUpShape(spec.shape, dimension));
  OPGRAFT_ASSIGN_OR_RETURN(Tensor tensor, Tensor::Create(spec.dtype, shape));
  if (spec.dtype == DT_STRING) return tensor;
  if (!DataTypeCanUseMemcpy(spec.dtype)) {
    return absl::InvalidArgumentError(
        absl::StrCat("a value of type ", DataTypeString(spec.dtype), " cannot be made up"));
  }
  const bool is_floating = DataTypeIsFloating(spec.dtype);
  const int64_t first = std::min(kPattern, shape.num_elements());
  for (int64_t i = 0; i < first; ++i) {
    const nlohmann::json value =
        is_floating ? nlohmann::json(static_cast<double>(i) / kPattern) : nlohmann::json(1);
    OPGRAFT_RETURN_IF_ERROR(SetElement(value, i, &tensor));
  }
  if (first > 0) RepeatFirst(static_cast<size_t>(first * DataTypeSize(spec.dtype)), &tensor);
  return tensor;
}

}  // namespace opgraft_internal
