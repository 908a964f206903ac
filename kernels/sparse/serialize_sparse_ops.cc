// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// SerializeSparse, SerializeManySparse, DeserializeSparse and DeserializeManySparse: sparse tensors
// as three messages or variants each, indices, values and shape, so that they can be batched.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/tensor/tensor_proto.h"
#include "framework/tensor/variant.h"
#include "framework/types/data_type_info.h"
#include "framework/types/status_macros.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/sparse/sparse_view.h"
#include "opgraft/proto/tensor.pb.h"

namespace opgraft_internal {
namespace {

constexpr int kParts = 3;  // indices, values, shape

absl::Status PutPart(const Tensor& part, Tensor* out, int64_t at) {
  if (out->dtype() == DT_VARIANT) {
    SetTensorOf(part, static_cast<Variant*>(out->data()) + at);
    return absl::OkStatus();
  }
  TensorProto proto;
  if (part.dtype() == DT_STRING) {
    part.AsProtoField(&proto);
  } else {
    part.AsProtoTensorContent(&proto);
  }
  if (proto.SerializeToString(static_cast<tstring*>(out->data()) + at)) return absl::OkStatus();
  return absl::InvalidArgumentError("the tensor is too large for a message");
}

absl::StatusOr<Tensor> TakePart(const Tensor& in, int64_t at) {
  if (in.dtype() == DT_VARIANT) {
    const Tensor* const part = TensorOf(static_cast<const Variant*>(in.data())[at]);
    if (part != nullptr) return *part;
    return absl::InvalidArgumentError(
        absl::StrCat("element ", at, " of the variants is not a tensor"));
  }
  TensorProto proto;
  if (!proto.ParseFromString(static_cast<const tstring*>(in.data())[at])) {
    return absl::InvalidArgumentError(
        absl::StrCat("Could not parse serialized_sparse[", at / kParts, ", ", at % kParts, "]"));
  }
  return TensorFromProto(proto, MemoryBudget::kUnlimited);
}

class SerializeSparseOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    SparseView view;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "input", &view));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({kParts}), &output));
    for (int i = 0; i < kParts; ++i) OP_REQUIRES_OK(context, PutPart(context->input(i), output, i));
  }
};

// Each row by itself. Rows are in order.
class SerializeManySparseOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* context) override {
    SparseView view;
    OP_REQUIRES_OK(context, ReadSparseInputs(context, 0, "input", &view));
    OP_REQUIRES(context, view.rank > 1,
                absl::InvalidArgumentError(absl::StrCat(
                    "Rank of input SparseTensor should be > 1, but saw rank: ", view.rank)));
    OP_REQUIRES_OK(context, CheckSparseBounds(view));
    const int64_t rows = view.sizes[0];
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, TensorShape({rows, kParts}), &output));
    int64_t begin = 0;
    for (int64_t row = 0; row < rows; ++row) {
      int64_t end = begin;
      while (end < view.count && view.At(end)[0] == row) ++end;
      OP_REQUIRES_OK(context, PutRow(context, view, begin, end, row, output));
      begin = end;
    }
    OP_REQUIRES(context, begin == view.count,
                absl::InvalidArgumentError(absl::StrCat(
                    "Received unexpected column 0 value in input SparseTensor: ", view.At(begin)[0],
                    " < 0, >= N or not in order (N = ", rows, ")")));
  }

 private:
  static absl::Status PutRow(OpKernelContext* context, const SparseView& view, int64_t begin,
                             int64_t end, int64_t row, Tensor* output) {
    const int rank = view.rank - 1;
    Tensor indices, values, shape;
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(DT_INT64, TensorShape({end - begin, rank}), &indices));
    OPGRAFT_RETURN_IF_ERROR(
        context->allocate_temp(view.values->dtype(), TensorShape({end - begin}), &values));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_INT64, TensorShape({rank}), &shape));
    auto* to = static_cast<int64_t*>(indices.data());
    for (int64_t i = begin; i < end; ++i) to = std::copy_n(view.At(i) + 1, rank, to);
    std::copy_n(view.sizes.data() + 1, rank, static_cast<int64_t*>(shape.data()));
    WithElements(values.dtype(), [&](auto elements) {
      using E = decltype(elements);
      const char* const from = static_cast<const char*>(view.values->data());
      for (int64_t i = begin; i < end; ++i) {
        E::CopyOne(from + i * E::kSize, static_cast<char*>(values.data()) + (i - begin) * E::kSize);
      }
    });
    const Tensor* const parts[kParts] = {&indices, &values, &shape};
    for (int i = 0; i < kParts; ++i)
      OPGRAFT_RETURN_IF_ERROR(PutPart(*parts[i], output, row * kParts + i));
    return absl::OkStatus();
  }
};

// What was serialised, and its view.
struct SparseParts {
  Tensor indices, values, shape;
  SparseView view;
};

// The dimensions before the last become dimensions of the sparse tensor. With `takes_matrix` there
// is one such dimension.
class DeserializeSparseOp : public OpKernel {
 public:
  explicit DeserializeSparseOp(OpKernelConstruction* context, bool takes_matrix = false)
      : OpKernel(context), takes_matrix_(takes_matrix) {
    OP_REQUIRES_OK(context, context->GetAttr("dtype", &dtype_));
  }

  void Compute(OpKernelContext* context) override {
    const Tensor& in = context->input(0);
    OP_REQUIRES(context, in.dims() > 0 && in.dim_size(in.dims() - 1) == kParts,
                absl::InvalidArgumentError(
                    absl::StrCat("Serialized sparse should have 3 as the last dimension, its shape "
                                 "is ",
                                 in.shape().DebugString())));
    OP_REQUIRES(context, !takes_matrix_ || in.dims() == 2,
                absl::InvalidArgumentError("Serialized sparse should be a matrix"));
    std::vector<SparseParts> all(static_cast<size_t>(in.NumElements() / kParts));
    OP_REQUIRES(context, !all.empty() || in.dims() == 1,
                absl::InvalidArgumentError("Must have at least 1 serialized SparseTensor"));
    for (size_t i = 0; i < all.size(); ++i)
      OP_REQUIRES_OK(context, Take(in, static_cast<int64_t>(i), &all[i]));
    if (in.dims() == 1) {
      context->set_output(0, all[0].indices);
      context->set_output(1, all[0].values);
      context->set_output(2, all[0].shape);
      return;
    }
    OP_REQUIRES_OK(context, Join(context, in.shape(), all));
  }

 private:
  absl::Status Take(const Tensor& in, int64_t i, SparseParts* parts) const {
    Tensor* const to[kParts] = {&parts->indices, &parts->values, &parts->shape};
    const DataType types[kParts] = {DT_INT64, dtype_, DT_INT64};
    for (int p = 0; p < kParts; ++p) {
      OPGRAFT_ASSIGN_OR_RETURN(*to[p], TakePart(in, i * kParts + p));
      if (to[p]->dtype() == types[p]) continue;
      return absl::InvalidArgumentError(absl::StrCat("part ", p, " of serialized sparse tensor ", i,
                                                     " is of ", DataTypeString(to[p]->dtype()),
                                                     ", not of ", DataTypeString(types[p])));
    }
    return ReadSparse(parts->indices, parts->values, parts->shape,
                      absl::StrCat("serialized sparse tensor ", i), &parts->view);
  }

  // The largest of the sizes of all; one rank for all.
  static absl::Status CommonSizes(const std::vector<SparseParts>& all, SparseSizes* sizes) {
    *sizes = all[0].view.sizes;
    for (const SparseParts& parts : all) {
      if (parts.view.rank != all[0].view.rank) {
        return absl::InvalidArgumentError(absl::StrCat("Inconsistent rank across SparseTensors: ",
                                                       all[0].view.rank, " and ", parts.view.rank));
      }
      for (size_t d = 0; d < sizes->size(); ++d)
        (*sizes)[d] = std::max((*sizes)[d], parts.view.sizes[d]);
    }
    return absl::OkStatus();
  }

  static absl::Status Join(OpKernelContext* context, const TensorShape& batch,
                           const std::vector<SparseParts>& all) {
    SparseSizes sizes;
    OPGRAFT_RETURN_IF_ERROR(CommonSizes(all, &sizes));
    sizes.insert(sizes.begin(), batch.sizes().begin(), batch.sizes().end() - 1);
    int64_t count = 0;
    for (const SparseParts& parts : all) count += parts.view.count;
    const int outer = batch.dims() - 1;
    Tensor *indices = nullptr, *values = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(
        0, TensorShape({count, static_cast<int64_t>(sizes.size())}), &indices));
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({count}), &values));
    auto* to = static_cast<int64_t*>(indices->data());
    for (size_t i = 0; i < all.size(); ++i) {
      const SparseView& view = all[i].view;
      for (int64_t k = 0; k < view.count; ++k) {
        auto place = static_cast<int64_t>(i);
        for (int d = outer; d-- > 0; place /= batch.dim_size(d)) to[d] = place % batch.dim_size(d);
        to = std::copy_n(view.At(k), view.rank, to + outer);
      }
    }
    JoinValues(all, values);
    return SetVectorOutput(context, 2, sizes);
  }

  static void JoinValues(const std::vector<SparseParts>& all, Tensor* values) {
    WithElements(values->dtype(), [&](auto elements) {
      using E = decltype(elements);
      char* to = static_cast<char*>(values->data());
      for (const SparseParts& parts : all) {
        const char* from = static_cast<const char*>(parts.values.data());
        for (int64_t k = 0; k < parts.view.count; ++k, from += E::kSize, to += E::kSize)
          E::CopyOne(from, to);
      }
    });
  }

  const bool takes_matrix_;
  DataType dtype_ = DT_INVALID;
};

class DeserializeManySparseOp : public DeserializeSparseOp {
 public:
  explicit DeserializeManySparseOp(OpKernelConstruction* context)
      : DeserializeSparseOp(context, /*takes_matrix=*/true) {}
};

REGISTER_KERNEL_BUILDER(Name("SerializeSparse").Device(DEVICE_CPU), SerializeSparseOp);
REGISTER_KERNEL_BUILDER(Name("SerializeManySparse").Device(DEVICE_CPU), SerializeManySparseOp);
REGISTER_KERNEL_BUILDER(Name("DeserializeSparse").Device(DEVICE_CPU), DeserializeSparseOp);
REGISTER_KERNEL_BUILDER(Name("DeserializeManySparse").Device(DEVICE_CPU), DeserializeManySparseOp);

}  // namespace
}  // namespace opgraft_internal
