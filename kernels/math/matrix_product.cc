// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/math/matrix_product.h"

#include <algorithm>

#include "absl/container/inlined_vector.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

int64_t NumProducts(ProductBatch batch) {
  int64_t count = 1;
  for (const OdometerDim<3>& dim : batch) count *= dim.size;
  return count;
}

// Calls work(product, begin, end) for the parts [begin, end) of each product that together are
// [first, last), where a product has `parts`.
template <typename Work>
void ForEachProduct(ProductBatch batch, int64_t parts, int64_t first, int64_t last,
                    const Work& work) {
  Odometer<3> position(batch, first / parts);
  for (int64_t begin = first; begin < last; position.Next()) {
    const int64_t offset = begin % parts;
    const int64_t count = std::min(parts - offset, last - begin);
    work(position, offset, offset + count);
    begin += count;
  }
}

}  // namespace

DenseProduct ProductOfShapes(const TensorShape& a, const TensorShape& b, bool transpose_a,
                             bool transpose_b) {
  DenseProduct product;
  product.m = a.dim_size(transpose_a ? 1 : 0);
  product.k = a.dim_size(transpose_a ? 0 : 1);
  product.n = b.dim_size(transpose_b ? 0 : 1);
  product.transpose_a = transpose_a;
  product.transpose_b = transpose_b;
  return product;
}

MatrixProduct::MatrixProduct(DataType dtype)
    : dtype_(dtype),
      product_(loops::FindMatMulLoop(dtype)),
      row_product_(loops::FindRowMatMulLoop(dtype)),
      size_(DataTypeSize(dtype)) {}

void MatrixProduct::Run(OpKernelContext* context, const loops::MatMulProblem& first,
                        ProductBatch batch) const {
  if (row_product_ != nullptr && first.m == 1) return RunRows(context, first, batch);
  RunInBlocks(context, first, batch);
}

absl::Status MatrixProduct::RunDense(OpKernelContext* context, const DenseProduct& p) const {
  loops::MatMulProblem problem = {
      p.a, p.b, p.c, p.m, p.n, p.k, p.k, p.transpose_b ? p.k : p.n, p.n, p.transpose_b};
  if (row_product_ != nullptr && p.n == 1 && p.m != 1) {
    // A column times is a row times the transposed, and lies in memory as a row does.
    problem = {p.b, p.a, p.c, 1, p.m, p.k, p.k, p.transpose_a ? p.m : p.k, p.m, !p.transpose_a};
    absl::InlinedVector<OdometerDim<3>, 4> swapped(p.batch.begin(), p.batch.end());
    for (OdometerDim<3>& dim : swapped) std::swap(dim.strides[0], dim.strides[1]);
    RunRows(context, problem, swapped);
    return absl::OkStatus();
  }
  // A row looks the same either way.
  if (p.transpose_a && p.m != 1) return RunTurned(context, p, problem);
  Run(context, problem, p.batch);
  return absl::OkStatus();
}

absl::Status MatrixProduct::RunTurned(OpKernelContext* context, const DenseProduct& p,
                                      loops::MatMulProblem problem) const {
  Tensor turned;
  OPGRAFT_RETURN_IF_ERROR(
      context->allocate_temp(dtype_, TensorShape({p.a_matrices, p.m, p.k}), &turned));
  StridedCopy({{p.a_matrices, p.m * p.k, p.m * p.k}, {p.k, p.m, 1}, {p.m, 1, p.k}})
      .Run(dtype_, p.a, turned.data(), context->device());
  problem.a = turned.data();
  Run(context, problem, p.batch);
  return absl::OkStatus();
}

// Each of the columns is added up alone.
void MatrixProduct::RunRows(OpKernelContext* context, const loops::MatMulProblem& first,
                            ProductBatch batch) const {
  ShardElements(context, NumProducts(batch) * first.n, 0.1 * static_cast<double>(first.k),
                [&](int64_t begin, int64_t end) {
                  ForEachProduct(batch, first.n, begin, end,
                                 [&](const Odometer<3>& position, int64_t from, int64_t to) {
                                   row_product_(Columns(At(first, position), from, to - from));
                                 });
                });
}

void MatrixProduct::RunInBlocks(OpKernelContext* context, const loops::MatMulProblem& first,
                                ProductBatch batch) const {
  // Columns of few rows take long stretches of b's rows, which are read where they lie.
  constexpr int64_t kFewRows = 8;
  const int64_t block = first.m <= kFewRows ? 512 : 192;
  const bool by_rows = first.m >= first.n;
  const int64_t extent = by_rows ? first.m : first.n;
  const int64_t blocks = (extent - 1) / block + 1;
  const double block_ns =
      0.05 * static_cast<double>(first.k * (by_rows ? first.n : first.m) * std::min(extent, block));
  const auto run = [&](const Odometer<3>& position, int64_t begin, int64_t end) {
    const loops::MatMulProblem whole = At(first, position);
    for (int64_t start = begin * block; start < std::min(end * block, extent); start += block) {
      const int64_t count = std::min(block, extent - start);
      product_(by_rows ? Rows(whole, start, count) : Columns(whole, start, count));
    }
  };
  ShardElements(context, NumProducts(batch) * blocks, block_ns, [&](int64_t begin, int64_t end) {
    ForEachProduct(batch, blocks, begin, end, run);
  });
}

loops::MatMulProblem MatrixProduct::At(const loops::MatMulProblem& first,
                                       const Odometer<3>& position) const {
  loops::MatMulProblem product = first;
  product.a = static_cast<const char*>(first.a) + position.offset(0) * size_;
  product.b = static_cast<const char*>(first.b) + position.offset(1) * size_;
  product.c = static_cast<char*>(first.c) + position.offset(2) * size_;
  return product;
}

loops::MatMulProblem MatrixProduct::Columns(const loops::MatMulProblem& whole, int64_t begin,
                                            int64_t count) const {
  loops::MatMulProblem part = whole;
  part.n = count;
  part.b =
      static_cast<const char*>(whole.b) + begin * (whole.transpose_b ? whole.b_stride : 1) * size_;
  part.c = static_cast<char*>(whole.c) + begin * size_;
  return part;
}

loops::MatMulProblem MatrixProduct::Rows(const loops::MatMulProblem& whole, int64_t begin,
                                         int64_t count) const {
  loops::MatMulProblem part = whole;
  part.m = count;
  part.a = static_cast<const char*>(whole.a) + begin * whole.a_stride * size_;
  part.c = static_cast<char*>(whole.c) + begin * whole.c_stride * size_;
  return part;
}

}  // namespace opgraft_internal
