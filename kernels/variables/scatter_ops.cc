// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Ops that change rows of a variable, given by handle or by reference.
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {
namespace {

// Which runs of elements of the variable are changed, and by what: row i by elements [i * length,
// (i + 1) * length) of the updates, or all by the one that there is.
struct Rows {
  std::vector<TensorCell::Part> parts;
  int64_t length = 1;
  bool has_one_update = false;
};

absl::Status NoSuchIndex(int64_t at, absl::string_view index, absl::string_view whole) {
  return absl::InvalidArgumentError(absl::StrCat("indices[", at, "] = ", index, whole));
}

// Scatter: each index is a row of the first dimension.
absl::Status FindRows(const TensorShape& variable, const Tensor& indices, const Tensor& updates,
                      Rows* rows) {
  if (variable.dims() == 0)
    return absl::InvalidArgumentError("params must be at least 1-D, got shape []");
  TensorShape expected = indices.shape();
  for (int d = 1; d < variable.dims(); ++d)
    OPGRAFT_RETURN_IF_ERROR(expected.AddDimWithStatus(variable.dim_size(d)));
  rows->has_one_update = updates.dims() == 0;
  if (!rows->has_one_update && updates.shape() != expected) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got "
        "updates.shape ",
        updates.shape().DebugString(), ", indices.shape ", indices.shape().DebugString(),
        ", params.shape ", variable.DebugString()));
  }
  rows->length = ProductOf(variable.sizes(), 1, variable.dims());
  rows->parts.reserve(static_cast<size_t>(indices.NumElements()));
  for (int64_t i = 0; i < indices.NumElements(); ++i) {
    const int64_t row = IndexAt(indices, i);
    if (row < 0 || row >= variable.dim_size(0)) {
      return NoSuchIndex(i, absl::StrCat(row),
                         absl::StrCat(" is not in [0, ", variable.dim_size(0), ")"));
    }
    rows->parts.push_back({row * rows->length, rows->length});
  }
  return absl::OkStatus();
}

// How many rows the indices of a ScatterNd name; the updates must have a row for each.
absl::Status CountNdRows(const TensorShape& variable, const Tensor& indices, const Tensor& updates,
                         int64_t* count) {
  if (indices.dims() == 0)
    return absl::InvalidArgumentError("Indices must be at least a vector, got a scalar");
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  if (depth > variable.dims()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Indices have ", depth, " positions, the variable's shape is ", variable.DebugString()));
  }
  TensorShape expected;
  for (int d = 0; d + 1 < indices.dims(); ++d)
    OPGRAFT_RETURN_IF_ERROR(expected.AddDimWithStatus(indices.dim_size(d)));
  *count = expected.num_elements();
  for (int d = static_cast<int>(depth); d < variable.dims(); ++d)
    OPGRAFT_RETURN_IF_ERROR(expected.AddDimWithStatus(variable.dim_size(d)));
  if (updates.shape() == expected) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("updates have shape ",
                                                 updates.shape().DebugString(), ", they must be ",
                                                 expected.DebugString()));
}

// The number of the row that index `i`, of `depth` positions, names; -1 if there is no such row.
int64_t NdRowAt(const TensorShape& variable, const Tensor& indices, int depth, int64_t i) {
  int64_t row = 0;
  for (int d = 0; d < depth; ++d) {
    const int64_t position = IndexAt(indices, i * depth + d);
    if (position < 0 || position >= variable.dim_size(d)) return -1;
    row = row * variable.dim_size(d) + position;
  }
  return row;
}

// ScatterNd: the last dimension of the indices holds positions in the first dimensions. Where
// `ignores_bad`, rows that do not exist are left out; their part has a start of -1.
absl::Status FindNdRows(const TensorShape& variable, const Tensor& indices, const Tensor& updates,
                        bool ignores_bad, Rows* rows) {
  int64_t count = 0;
  OPGRAFT_RETURN_IF_ERROR(CountNdRows(variable, indices, updates, &count));
  const int depth = static_cast<int>(indices.dim_size(indices.dims() - 1));
  rows->length = ProductOf(variable.sizes(), depth, variable.dims());
  rows->parts.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = NdRowAt(variable, indices, depth, i);
    if (row < 0 && !ignores_bad) {
      std::vector<int64_t> positions;
      for (int d = 0; d < depth; ++d) positions.push_back(IndexAt(indices, i * depth + d));
      return NoSuchIndex(i, absl::StrCat("[", absl::StrJoin(positions, ", "), "]"),
                         absl::StrCat(" does not index into shape ", variable.DebugString()));
    }
    rows->parts.push_back(row < 0 ? TensorCell::Part{-1, 0}
                                  : TensorCell::Part{row * rows->length, rows->length});
  }
  return absl::OkStatus();
}

// Puts the updates in the place of rows.
class Replace {
 public:
  explicit Replace(DataType dtype) : dtype_(dtype) {}
  void Run(const Rows& rows, const Tensor& updates, Tensor* variable) const {
    WithElements(dtype_, [&](auto elements) {
      using E = decltype(elements);
      const char* from = static_cast<const char*>(updates.data());
      char* const to = static_cast<char*>(variable->data());
      for (const TensorCell::Part& part : rows.parts) {
        if (part.count > 0 && rows.has_one_update) {
          E::FillRun(from, to + part.start * E::kSize, part.count);
        } else if (part.count > 0) {
          E::CopyRun(from, to + part.start * E::kSize, part.count);
        }
        if (!rows.has_one_update) from += rows.length * E::kSize;
      }
    });
  }

 private:
  DataType dtype_;
};

// Combines rows with updates.
template <loops::BinaryFunction kFunction>
class Combine {
 public:
  explicit Combine(DataType dtype) : size_(DataTypeSize(dtype)), function_(kFunction, dtype) {}
  void Run(const Rows& rows, const Tensor& updates, Tensor* variable) const {
    const char* from = static_cast<const char*>(updates.data());
    char* const to = static_cast<char*>(variable->data());
    const loops::Operands operands =
        rows.has_one_update ? loops::kVectorScalar : loops::kVectorVector;
    for (const TensorCell::Part& part : rows.parts) {
      if (part.count > 0)
        function_.Run(operands, to + part.start * size_, from, to + part.start * size_, part.count);
      if (!rows.has_one_update) from += rows.length * size_;
    }
  }

 private:
  int64_t size_;
  BinaryElementFunction function_;
};

template <typename T>
bool HasZero(const Tensor& tensor) {
  const T* const values = static_cast<const T*>(tensor.data());
  return std::find(values, values + tensor.NumElements(), T{0}) != values + tensor.NumElements();
}

bool HasIntegerZero(const Tensor& tensor) {
  switch (tensor.dtype()) {
#define CASE(T)                  \
  case DataTypeToEnum<T>::value: \
    return HasZero<T>(tensor);
    TF_CALL_INTEGRAL_TYPES(CASE)
#undef CASE
    default:
      return false;
  }
}

enum class Kind { kRows, kNd };

template <typename Change, Kind kKind, bool kDivides = false>
class ScatterOp : public VariableUser {
 public:
  explicit ScatterOp(OpKernelConstruction* ctx) : VariableUser(ctx), change_(input_type(2)) {
    if (kKind != Kind::kNd) return;
    std::string policy;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("bad_indices_policy", &policy));
    OP_REQUIRES(ctx,
                policy.empty() || policy == "DEFAULT" || policy == "ERROR" || policy == "IGNORE",
                absl::InvalidArgumentError(absl::StrCat("bad_indices_policy is '", policy,
                                                        "'; it may be '', ERROR or IGNORE")));
    ignores_bad_ = policy == "IGNORE";
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& indices = ctx->input(1);
    const Tensor& updates = ctx->input(2);
    const absl::StatusOr<TensorCell*> cell = Find(ctx, 0, updates.dtype());
    OP_REQUIRES_OK(ctx, cell.status());
    const TensorShape& shape = (*cell)->value().shape();
    Rows rows;
    OP_REQUIRES_OK(ctx, kKind == Kind::kNd
                            ? FindNdRows(shape, indices, updates, ignores_bad_, &rows)
                            : FindRows(shape, indices, updates, &rows));
    OP_REQUIRES(ctx, !kDivides || !HasIntegerZero(updates),
                absl::InvalidArgumentError("Integer division by zero"));
    if (rows.parts.empty() || rows.length == 0) return;
    const absl::StatusOr<Tensor*> variable = (*cell)->WriteParts(rows.parts);
    OP_REQUIRES_OK(ctx, variable.status());
    change_.Run(rows, updates, *variable);
  }

 private:
  const Change change_;
  bool ignores_bad_ = false;
};

#define TYPE(T) DataTypeToEnum<T>::v(),
constexpr DataType kNumbers[] = {TF_CALL_NUMBER_TYPES(TYPE)};
constexpr DataType kRealNumbers[] = {TF_CALL_REAL_NUMBER_TYPES(TYPE)};
#undef TYPE
// The older ops allow only these.
constexpr DataType kOldTypes[] = {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64};

using Add = Combine<loops::BinaryFunction::kAdd>;
using Sub = Combine<loops::BinaryFunction::kSub>;
using Mul = Combine<loops::BinaryFunction::kMul>;
using Div = Combine<loops::BinaryFunction::kDiv>;
using Min = Combine<loops::BinaryFunction::kMinimum>;
using Max = Combine<loops::BinaryFunction::kMaximum>;

#define REGISTER_ONE(op, attr, types, ...)                                         \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint(attr, types), \
                          ScatterOp<__VA_ARGS__>)
// An op on handles and the one on references.
#define REGISTER(name, types, ...)                                   \
  REGISTER_ONE("ResourceScatter" name, "dtype", types, __VA_ARGS__); \
  REGISTER_ONE("Scatter" name, "T", types, __VA_ARGS__)
#define REGISTER_ND(name, types, ...)                              \
  REGISTER_ONE("ResourceScatterNd" name, "T", types, __VA_ARGS__); \
  REGISTER_ONE("ScatterNd" name, "T", types, __VA_ARGS__)

REGISTER_KERNEL_BUILDER(Name("ResourceScatterUpdate").Device(DEVICE_CPU),
                        ScatterOp<Replace, Kind::kRows>);
REGISTER_KERNEL_BUILDER(Name("ScatterUpdate").Device(DEVICE_CPU), ScatterOp<Replace, Kind::kRows>);
REGISTER_KERNEL_BUILDER(Name("ResourceScatterNdUpdate").Device(DEVICE_CPU),
                        ScatterOp<Replace, Kind::kNd>);
REGISTER_KERNEL_BUILDER(Name("ScatterNdUpdate").Device(DEVICE_CPU), ScatterOp<Replace, Kind::kNd>);
REGISTER("Add", kNumbers, Add, Kind::kRows);
REGISTER("Sub", kNumbers, Sub, Kind::kRows);
REGISTER("Mul", kNumbers, Mul, Kind::kRows);
REGISTER("Div", kNumbers, Div, Kind::kRows, true);
REGISTER_ONE("ResourceScatterMin", "dtype", kRealNumbers, Min, Kind::kRows);
REGISTER_ONE("ResourceScatterMax", "dtype", kRealNumbers, Max, Kind::kRows);
REGISTER_ONE("ScatterMin", "T", kOldTypes, Min, Kind::kRows);
REGISTER_ONE("ScatterMax", "T", kOldTypes, Max, Kind::kRows);
REGISTER_ND("Add", kNumbers, Add, Kind::kNd);
REGISTER_ND("Sub", kNumbers, Sub, Kind::kNd);
REGISTER_ND("Min", kRealNumbers, Min, Kind::kNd);
REGISTER_ND("Max", kRealNumbers, Max, Kind::kNd);
#undef REGISTER
#undef REGISTER_ND
#undef REGISTER_ONE

}  // namespace
}  // namespace opgraft_internal
