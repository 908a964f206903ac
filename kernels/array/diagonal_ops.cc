// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Diagonals of matrices: MatrixDiag, MatrixDiagPart and MatrixSetDiag, each in three versions, and
// MatrixBandPart. Those of whole tensors are in tensor_diagonal_ops.cc.
//
// Several diagonals of a matrix stand in the rows of another one, the topmost first. Those that are
// shorter than the longest are padded (x) at the end that `align` says:
//
//     1 2 3      k = (-1, 1), align = "RIGHT_LEFT"      x 2 6
//     4 5 6      ------------------------------->       1 5 9
//     7 8 9                                             4 8 x
#include <algorithm>
#include <string>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/index_input.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// Where rows of diagonals lie that are shorter than the longest one.
struct Alignment {
  bool left_above = true;
  bool left_below = true;
};

// The first version has one diagonal, the second no attr.
absl::Status ReadAlignment(OpKernelConstruction* ctx, Alignment* alignment) {
  if (!ctx->HasAttr("align")) return absl::OkStatus();
  std::string align;
  OPGRAFT_RETURN_IF_ERROR(ctx->GetAttr("align", &align));
  alignment->left_above = align == "LEFT_LEFT" || align == "LEFT_RIGHT";
  alignment->left_below = align == "LEFT_LEFT" || align == "RIGHT_LEFT";
  return absl::OkStatus();
}

// Diagonals [lower, upper] of matrices [rows, columns] and the tensor that holds them, [count,
// longest]: the topmost first.
//
// Example: of a matrix of 3 rows and 4 columns diagonal 1 begins at [0,1] and has 3 elements,
// diagonal -1 begins at [1,0] and has 2.
struct Diagonals {
  int64_t lower = 0;
  int64_t upper = 0;
  int64_t rows = 0;
  int64_t columns = 0;

  int64_t count() const { return upper - lower + 1; }
  int64_t Length(int64_t d) const {
    return std::min(rows + std::min<int64_t>(d, 0), columns - std::max<int64_t>(d, 0));
  }
  int64_t longest() const {
    return std::min(rows + std::min<int64_t>(upper, 0), columns - std::max<int64_t>(lower, 0));
  }
  // Of the first element of diagonal `d` in its matrix.
  int64_t MatrixOffset(int64_t d) const { return d >= 0 ? d : -d * columns; }
  // The same in its row.
  int64_t RowOffset(int64_t d, const Alignment& alignment) const {
    const bool left = (d >= 0 && alignment.left_above) || (d <= 0 && alignment.left_below);
    return (upper - d) * longest() + (left ? 0 : longest() - Length(d));
  }
};

absl::Status ReadDiagonals(const Tensor& k, Diagonals* diagonals) {
  if (k.dims() > 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "diag_index must be a scalar or vector, received shape: ", k.shape().DebugString()));
  }
  const int64_t n = k.NumElements();
  if (n < 1 || n > 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("diag_index must have only one or two elements, received ", n, " elements."));
  }
  diagonals->lower = IndexAt(k, 0);
  diagonals->upper = IndexAt(k, n - 1);
  if (diagonals->lower <= diagonals->upper) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("lower_diag_index must not be larger than upper_diag_index: ", diagonals->lower,
                   " > ", diagonals->upper));
}

// Each diagonal must have an element, unless it is the main one of nothing.
absl::Status CheckInside(const Diagonals& diagonals) {
  for (const int64_t d : {diagonals.lower, diagonals.upper}) {
    if ((d > -diagonals.rows && d < diagonals.columns) || d == 0) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(d == diagonals.lower ? "lower" : "upper", "_diag_index is out of bound: ", d,
                     ". It must be between ", -diagonals.rows, " and ", diagonals.columns));
  }
  return absl::OkStatus();
}

absl::Status CheckRank(const char* what, const TensorShape& shape, int rank) {
  if (shape.dims() >= rank) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(what, " must be at least ", rank,
                                                 "-dim, received shape: ", shape.DebugString()));
}

absl::Status CheckScalar(const char* what, const Tensor& tensor) {
  if (tensor.dims() == 0) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(what, " must be a scalar, received shape: ", tensor.shape().DebugString()));
}

// The shape of the diagonals of matrices of shape `matrices`; one diagonal has no dimension for
// their number.
absl::Status DiagonalShape(const TensorShape& matrices, const Diagonals& diagonals,
                           TensorShape* shape) {
  *shape = matrices;
  shape->RemoveLastDims(2);
  if (diagonals.count() > 1) OPGRAFT_RETURN_IF_ERROR(shape->AddDimWithStatus(diagonals.count()));
  return shape->AddDimWithStatus(diagonals.longest());
}

// Copies the diagonals of all matrices to their places in rows, or from there to the matrices.
void CopyDiagonals(const Diagonals& diagonals, const Alignment& alignment, bool to_matrix,
                   const Tensor& from, Tensor* to, DeviceBase* device) {
  const int64_t matrix = diagonals.rows * diagonals.columns;
  const int64_t rows = diagonals.count() * diagonals.longest();
  if (from.NumElements() == 0 || to->NumElements() == 0) return;
  const int64_t batches = (to_matrix ? to : &from)->NumElements() / matrix;
  for (int64_t d = diagonals.lower; d <= diagonals.upper; ++d) {
    const int64_t in_matrix = diagonals.MatrixOffset(d);
    const int64_t in_rows = diagonals.RowOffset(d, alignment);
    const int64_t length = diagonals.Length(d), step = diagonals.columns + 1;
    if (to_matrix) {
      StridedCopy({{batches, rows, matrix}, {length, 1, step}})
          .Run(to->dtype(), ElementAt(from, in_rows), ElementAt(to, in_matrix), device);
    } else {
      StridedCopy({{batches, matrix, rows}, {length, step, 1}})
          .Run(to->dtype(), ElementAt(from, in_matrix), ElementAt(to, in_rows), device);
    }
  }
}

// Fills a tensor with a scalar; with zeros without one.
void Fill(const Tensor* value, Tensor* to, DeviceBase* device) {
  if (value == nullptr) return ClearElements(to->dtype(), to->data(), to->NumElements());
  StridedCopy({{to->NumElements(), 0, 1}}).Run(to->dtype(), value->data(), to->data(), device);
}

// The first version has the diagonal alone; the others k, num_rows, num_cols and padding_value.
class MatrixDiagOp : public OpKernel {
 public:
  explicit MatrixDiagOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadAlignment(ctx, &alignment_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& diagonal = ctx->input(0);
    const bool has_options = ctx->num_inputs() > 1;
    Diagonals diagonals;
    OP_REQUIRES_OK(ctx, CheckRank("diagonal", diagonal.shape(), 1));
    if (has_options) OP_REQUIRES_OK(ctx, ReadDiagonals(ctx->input(1), &diagonals));
    OP_REQUIRES_OK(ctx, FindSizes(ctx, &diagonals));
    TensorShape shape = diagonal.shape();
    shape.RemoveLastDims(diagonals.count() > 1 ? 2 : 1);
    OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(diagonals.rows));
    OP_REQUIRES_OK(ctx, shape.AddDimWithStatus(diagonals.columns));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    Fill(has_options ? &ctx->input(4) : nullptr, output, ctx->device());
    CopyDiagonals(diagonals, alignment_, /*to_matrix=*/true, diagonal, output, ctx->device());
  }

 private:
  static constexpr int64_t kAny = -1;

  static absl::Status ReadSizes(OpKernelContext* ctx, int64_t* rows, int64_t* columns) {
    OPGRAFT_RETURN_IF_ERROR(CheckScalar("num_rows", ctx->input(2)));
    OPGRAFT_RETURN_IF_ERROR(CheckScalar("num_cols", ctx->input(3)));
    OPGRAFT_RETURN_IF_ERROR(CheckScalar("padding_value", ctx->input(4)));
    *rows = IndexAt(ctx->input(2), 0);
    *columns = IndexAt(ctx->input(3), 0);
    return absl::OkStatus();
  }

  // The matrices are as large as is asked for, or as small as the diagonals admit; square if
  // neither size is asked for.
  static absl::Status FindSizes(OpKernelContext* ctx, Diagonals* diagonals) {
    const TensorShape& diagonal = ctx->input(0).shape();
    const int64_t length = diagonal.dim_size(diagonal.dims() - 1);
    if (diagonals->count() > 1) {
      OPGRAFT_RETURN_IF_ERROR(CheckRank("diagonal", diagonal, 2));
      if (diagonal.dim_size(diagonal.dims() - 2) != diagonals->count()) {
        return absl::InvalidArgumentError(
            absl::StrCat("The number of diagonals provided in the input does not match the "
                         "lower_diag_index and upper_diag_index range: ",
                         diagonal.DebugString(), " for ", diagonals->count(), " diagonals"));
      }
    }
    const int64_t least_rows = length - std::min<int64_t>(diagonals->upper, 0);
    const int64_t least_columns = length + std::max<int64_t>(diagonals->lower, 0);
    int64_t rows = kAny, columns = kAny;
    if (ctx->num_inputs() > 1) OPGRAFT_RETURN_IF_ERROR(ReadSizes(ctx, &rows, &columns));
    if (rows != kAny && rows < least_rows)
      return absl::InvalidArgumentError("The number of rows is too small.");
    if (columns != kAny && columns < least_columns)
      return absl::InvalidArgumentError("The number of columns is too small.");
    if (rows == kAny && columns == kAny) {
      diagonals->rows = diagonals->columns = std::max(least_rows, least_columns);
    } else {
      diagonals->rows = rows == kAny ? least_rows : rows;
      diagonals->columns = columns == kAny ? least_columns : columns;
    }
    if (diagonals->rows == least_rows || diagonals->columns == least_columns)
      return absl::OkStatus();
    return absl::InvalidArgumentError(
        "The number of rows or columns is not consistent with the specified d_lower, d_upper, and "
        "diagonal.");
  }

  Alignment alignment_;
};

// The first version has the input alone; the others k and padding_value.
class MatrixDiagPartOp : public OpKernel {
 public:
  explicit MatrixDiagPartOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadAlignment(ctx, &alignment_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    const bool has_options = ctx->num_inputs() > 1;
    Diagonals diagonals;
    OP_REQUIRES_OK(ctx, CheckRank("input", input.shape(), 2));
    if (has_options) {
      OP_REQUIRES_OK(ctx, ReadDiagonals(ctx->input(1), &diagonals));
      OP_REQUIRES(ctx, ctx->input(2).NumElements() == 1,
                  absl::InvalidArgumentError(
                      absl::StrCat("padding_value must have one element, received shape: ",
                                   ctx->input(2).shape().DebugString())));
    }
    diagonals.rows = input.dim_size(input.dims() - 2);
    diagonals.columns = input.dim_size(input.dims() - 1);
    OP_REQUIRES_OK(ctx, CheckInside(diagonals));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, DiagonalShape(input.shape(), diagonals, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    // One diagonal fills its row.
    if (diagonals.count() > 1) Fill(&ctx->input(2), output, ctx->device());
    CopyDiagonals(diagonals, alignment_, /*to_matrix=*/false, input, output, ctx->device());
  }

 private:
  Alignment alignment_;
};

class MatrixSetDiagOp : public OpKernel {
 public:
  explicit MatrixSetDiagOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadAlignment(ctx, &alignment_));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input(0).shape();
    const Tensor& diagonal = ctx->input(1);
    Diagonals diagonals;
    OP_REQUIRES_OK(ctx, CheckRank("input", shape, 2));
    OP_REQUIRES_OK(ctx, CheckRank("diagonal", diagonal.shape(), 1));
    if (ctx->num_inputs() > 2) OP_REQUIRES_OK(ctx, ReadDiagonals(ctx->input(2), &diagonals));
    diagonals.rows = shape.dim_size(shape.dims() - 2);
    diagonals.columns = shape.dim_size(shape.dims() - 1);
    OP_REQUIRES_OK(ctx, CheckInside(diagonals));
    TensorShape expected;
    OP_REQUIRES_OK(ctx, DiagonalShape(shape, diagonals, &expected));
    OP_REQUIRES(ctx, diagonal.shape() == expected,
                absl::InvalidArgumentError(absl::StrCat(
                    "diagonal must have the shape ", expected.DebugString(), " for an input of ",
                    shape.DebugString(), ", but has ", diagonal.shape().DebugString())));
    const void* const from = ctx->input(0).data();
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    if (output->data() != from) {
      StridedCopy({{shape.num_elements(), 1, 1}})
          .Run(output->dtype(), from, output->data(), ctx->device());
    }
    CopyDiagonals(diagonals, alignment_, /*to_matrix=*/true, diagonal, output, ctx->device());
  }

 private:
  Alignment alignment_;
};

class MatrixBandPartOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& input = ctx->input(0);
    OP_REQUIRES_OK(ctx, CheckRank("input", input.shape(), 2));
    const int64_t rows = input.dim_size(input.dims() - 2);
    const int64_t columns = input.dim_size(input.dims() - 1);
    int64_t below = 0, above = 0;
    OP_REQUIRES_OK(ctx, ReadCount("num_lower", "rows", ctx->input(1), rows, &below));
    OP_REQUIRES_OK(ctx, ReadCount("num_upper", "columns", ctx->input(2), columns, &above));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, input.shape(), &output));
    if (input.NumElements() == 0) return;
    WithElements(input.dtype(), [&](auto elements) {
      using E = decltype(elements);
      ShardElements(ctx, input.NumElements() / columns, 5 + static_cast<double>(columns) / 2,
                    [&](int64_t begin, int64_t end) {
                      for (int64_t r = begin; r < end; ++r) {
                        const int64_t row = r % rows, offset = r * columns * E::kSize;
                        const int64_t left = std::clamp<int64_t>(row - below, 0, columns);
                        const int64_t right = std::min(columns, row + above + 1);
                        CopyBand<E>(static_cast<const char*>(input.data()) + offset, columns, left,
                                    std::max(left, right),
                                    static_cast<char*>(output->data()) + offset);
                      }
                    });
    });
  }

 private:
  // Copies columns [left, right) of a row and clears the others.
  template <typename E>
  static void CopyBand(const char* from, int64_t columns, int64_t left, int64_t right, char* to) {
    E::ClearRun(to, left);
    E::CopyRun(from + left * E::kSize, to + left * E::kSize, right - left);
    E::ClearRun(to + right * E::kSize, columns - right);
  }

  // A negative number keeps all, as the largest one does.
  static absl::Status ReadCount(const char* name, const char* what, const Tensor& tensor,
                                int64_t most, int64_t* count) {
    if (tensor.dims() != 0) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, " must be scalar, got shape ", tensor.shape().DebugString()));
    }
    *count = IndexAt(tensor, 0);
    if (*count > most) {
      return absl::InvalidArgumentError(
          absl::StrCat(name, " must be negative or less or equal to number of ", what, " (", most,
                       ") got: ", *count));
    }
    // Rows and columns are sizes of one tensor, so that their sum is no overflow.
    if (*count < 0) *count = std::numeric_limits<int64_t>::max() / 4;
    return absl::OkStatus();
  }
};

#define REGISTER_DIAGONAL(op, Class) REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU), Class)
REGISTER_DIAGONAL("MatrixDiag", MatrixDiagOp);
REGISTER_DIAGONAL("MatrixDiagV2", MatrixDiagOp);
REGISTER_DIAGONAL("MatrixDiagV3", MatrixDiagOp);
REGISTER_DIAGONAL("BatchMatrixDiag", MatrixDiagOp);
REGISTER_DIAGONAL("MatrixDiagPart", MatrixDiagPartOp);
REGISTER_DIAGONAL("MatrixDiagPartV2", MatrixDiagPartOp);
REGISTER_DIAGONAL("MatrixDiagPartV3", MatrixDiagPartOp);
REGISTER_DIAGONAL("BatchMatrixDiagPart", MatrixDiagPartOp);
REGISTER_DIAGONAL("MatrixBandPart", MatrixBandPartOp);
REGISTER_DIAGONAL("BatchMatrixBandPart", MatrixBandPartOp);
#undef REGISTER_DIAGONAL

#define REGISTER_SET_DIAGONAL(op) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).Forwards(0), MatrixSetDiagOp)
REGISTER_SET_DIAGONAL("MatrixSetDiag");
REGISTER_SET_DIAGONAL("MatrixSetDiagV2");
REGISTER_SET_DIAGONAL("MatrixSetDiagV3");
REGISTER_SET_DIAGONAL("BatchMatrixSetDiag");
#undef REGISTER_SET_DIAGONAL

}  // namespace
}  // namespace opgraft_internal
