// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "kernels/list/tensor_array.h"
#include "kernels/list/tensor_list.h"

namespace opgraft_internal {
namespace {

// The run whose arrays a request has. Thread-safe.
class ArrayRun : public ResourceBase {
 public:
  // The run before, the first time that it is asked in one.
  bool Begin(int64_t run, int64_t* before) {
    *before = run_.exchange(run);
    return *before != run && *before >= 0;
  }
  std::string DebugString() const override { return "the run of the TensorArrays"; }
  absl::Status Clone(core::RefCountPtr<ResourceBase>* copy) const override {
    auto* made = new ArrayRun;
    made->run_ = run_.load();
    copy->reset(made);
    return absl::OkStatus();
  }
  absl::Status Serialize(std::string* bytes) const override {
    bytes->clear();
    return absl::OkStatus();
  }
  static absl::Status Restore(absl::string_view, ArrayRun** resource) {
    *resource = new ArrayRun;
    return absl::OkStatus();
  }

 private:
  std::atomic<int64_t> run_{-1};
};

std::string ContainerOf(int64_t run) { return absl::StrCat("_tensor_arrays_of_run_", run); }

// Ends the arrays of the run before.
absl::Status BeginRun(OpKernelContext* ctx) {
  ArrayRun* run = nullptr;
  OPGRAFT_RETURN_IF_ERROR(ctx->resource_manager()->LookupOrCreate<ArrayRun>(
      "_tensor_arrays", "run", &run, [](ArrayRun** made) {
        *made = new ArrayRun;
        return absl::OkStatus();
      }));
  const core::ScopedUnref unref(run);
  int64_t before = -1;
  if (!run->Begin(ctx->step_id(), &before)) return absl::OkStatus();
  return ctx->resource_manager()->Cleanup(ContainerOf(before));
}

class TensorArrayOp : public OpKernel {
 public:
  explicit TensorArrayOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("dtype", &options_.dtype));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape", &options_.element_shape));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("dynamic_size", &options_.dynamic_size));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("clear_after_read", &options_.clear_after_read));
    OP_REQUIRES_OK(ctx,
                   ctx->GetAttr("identical_element_shapes", &options_.identical_element_shapes));
  }

  void Compute(OpKernelContext* ctx) override {
    int64_t size = 0;
    OP_REQUIRES_OK(ctx, GetScalar(ctx, 0, "TensorArray size", &size));
    OP_REQUIRES(ctx, size >= 0, absl::InvalidArgumentError("Size should be >= 0."));
    OP_REQUIRES(ctx, ctx->resource_manager() != nullptr,
                absl::InternalError("the run has no resources"));
    OP_REQUIRES_OK(ctx, BeginRun(ctx));
    // So that the limits hold.
    Tensor as_large;
    OP_REQUIRES_OK(
        ctx, ctx->allocate_temp(
                 DT_UINT8, TensorShape({size * static_cast<int64_t>(sizeof(Tensor))}), &as_large));
    static std::atomic<int64_t> count{0};
    const ResourceHandle handle = MakeResourceHandle<TensorArray>(
        ctx, ContainerOf(ctx->step_id()), absl::StrCat(name(), "_", count++));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &out));
    Tensor* flow = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape(), &flow));
    out->scalar<ResourceHandle>()() = handle;
    flow->scalar<float>()() = 0;
    OP_REQUIRES_OK(ctx, CreateResource(ctx, handle, new TensorArray(options_, size)));
  }

 private:
  TensorArray::Options options_;
};

// An op on the array in input 0, whose flow is input `flow`.
class OnArrayOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) final {
    OP_REQUIRES(
        ctx, ctx->input(0).NumElements() == 1,
        absl::InvalidArgumentError(absl::StrCat("TensorArray handle must be one, got shape ",
                                                ctx->input(0).shape().DebugString())));
    core::RefCountPtr<TensorArray> array;
    OP_REQUIRES_OK(ctx, LookupResource(ctx, ctx->input(0).flat<ResourceHandle>()(0), &array));
    OP_REQUIRES_OK(ctx, Run(ctx, array.get()));
  }

 protected:
  virtual absl::Status Run(OpKernelContext* ctx, TensorArray* array) = 0;
  static absl::Status PassFlow(OpKernelContext* ctx, int input) {
    ctx->set_output(0, ctx->input(input));
    return absl::OkStatus();
  }
};

class WriteOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    int64_t index = 0;
    OPGRAFT_RETURN_IF_ERROR(GetScalar(ctx, 1, "TensorArray index", &index));
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->input(2).dtype()));
    Tensor kept;
    OPGRAFT_RETURN_IF_ERROR(Keep(ctx, ctx->input(2), &kept));
    OPGRAFT_RETURN_IF_ERROR(array->Write(index, kept));
    return PassFlow(ctx, 3);
  }
};

class ReadOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    int64_t index = 0;
    OPGRAFT_RETURN_IF_ERROR(GetScalar(ctx, 1, "TensorArray index", &index));
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->expected_output_dtype(0)));
    Tensor value;
    OPGRAFT_RETURN_IF_ERROR(array->Read(ctx, index, &value));
    ctx->set_output(0, std::move(value));
    return absl::OkStatus();
  }
};

class GatherOp : public OnArrayOp {
 public:
  explicit GatherOp(OpKernelConstruction* ctx) : OnArrayOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape", &element_shape_));
  }

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->expected_output_dtype(0)));
    const Tensor& indices = ctx->input(1);
    if (indices.dims() != 1)
      return absl::InvalidArgumentError(
          absl::StrCat("Expected indices to be a vector, but received ",
                       "shape: ", indices.shape().DebugString()));
    std::vector<Tensor> elements(static_cast<size_t>(indices.NumElements()));
    for (size_t i = 0; i < elements.size(); ++i) {
      OPGRAFT_RETURN_IF_ERROR(
          array->Read(ctx, indices.flat<int32_t>()(static_cast<int64_t>(i)), &elements[i]));
      if (elements[i].shape() == elements[0].shape()) continue;
      return absl::InvalidArgumentError(
          absl::StrCat("TensorArray has inconsistent shapes.  Index 0 has shape: ",
                       elements[0].shape().DebugString(), " but index ", i,
                       " has shape: ", elements[i].shape().DebugString()));
    }
    TensorShape row;
    OPGRAFT_RETURN_IF_ERROR(RowOf(elements, *array, &row));
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(RowsShape(indices.NumElements(), row, &shape));
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &out));
    for (size_t i = 0; i < elements.size(); ++i)
      CopyInto(elements[i], static_cast<int64_t>(i) * row.num_elements(), out);
    return absl::OkStatus();
  }

 private:
  absl::Status RowOf(const std::vector<Tensor>& elements, const TensorArray& array,
                     TensorShape* row) const {
    PartialTensorShape known;
    if (!element_shape_.MergeWith(array.element_shape(), &known).ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("TensorArray was passed element_shape ", element_shape_.DebugString(),
                       " which does not match its own: ", array.element_shape().DebugString()));
    }
    if (!elements.empty()) {
      *row = elements[0].shape();
      return absl::OkStatus();
    }
    if (known.AsTensorShape(row)) return absl::OkStatus();
    return absl::UnimplementedError(absl::StrCat(
        "TensorArray has size zero, but element shape ", known.DebugString(),
        " is not fully defined. Currently only static shapes are supported when packing "
        "zero-size TensorArrays."));
  }

  PartialTensorShape element_shape_;
};

class ConcatOp : public OnArrayOp {
 public:
  explicit ConcatOp(OpKernelConstruction* ctx) : OnArrayOp(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("element_shape_except0", &row_shape_));
  }

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(ctx->expected_output_dtype(0)));
    const int64_t count = array->size();
    Tensor* lengths = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(1, TensorShape({count}), &lengths));
    std::vector<Tensor> elements(static_cast<size_t>(count));
    TensorShape row;
    if (count == 0 && !row_shape_.AsTensorShape(&row)) {
      return absl::UnimplementedError(absl::StrCat(
          "TensorArray has size zero, but element_shape_except0 ", row_shape_.DebugString(),
          " is not fully defined. Currently only static shapes are supported when concatenating "
          "zero-size TensorArrays."));
    }
    int64_t rows = 0;
    for (int64_t i = 0; i < count; ++i) {
      Tensor& element = elements[static_cast<size_t>(i)];
      OPGRAFT_RETURN_IF_ERROR(array->Read(ctx, i, &element));
      OPGRAFT_RETURN_IF_ERROR(CheckRow(i, element, &row));
      lengths->flat<int64_t>()(i) = element.dim_size(0);
      if (element.dim_size(0) > std::numeric_limits<int64_t>::max() - rows)
        return absl::InvalidArgumentError("the array's tensors have too many rows");
      rows += element.dim_size(0);
    }
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(RowsShape(rows, row, &shape));
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, shape, &out));
    int64_t offset = 0;
    for (const Tensor& element : elements) {
      CopyInto(element, offset, out);
      offset += element.NumElements();
    }
    return absl::OkStatus();
  }

 private:
  absl::Status CheckRow(int64_t i, const Tensor& element, TensorShape* row) const {
    if (element.dims() < 1)
      return absl::InvalidArgumentError(
          absl::StrCat("Concat saw a scalar shape at index ", i,
                       " but requires at least vectors.  Did you mean "
                       "to call pack?"));
    TensorShape rest = element.shape();
    rest.RemoveDim(0);
    if (i == 0) *row = rest;
    if (rest == *row && row_shape_.Admits(rest)) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: ",
        row->DebugString(), " but index ", i,
        " has (excepting dimension 0) shape: ", rest.DebugString()));
  }

  PartialTensorShape row_shape_;
};

class ScatterOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    const Tensor& indices = ctx->input(1);
    const Tensor& value = ctx->input(2);
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(value.dtype()));
    if (indices.dims() != 1 || value.dims() < 1 || indices.NumElements() != value.dim_size(0)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected len(indices) == values.shape[0], but saw: ", indices.shape().DebugString(),
          " vs. ", value.shape().DebugString()));
    }
    int64_t size = 0;
    for (int64_t i = 0; i < indices.NumElements(); ++i)
      size = std::max(size, int64_t{indices.flat<int32_t>()(i)} + 1);
    OPGRAFT_RETURN_IF_ERROR(array->GrowTo(size));
    TensorShape shape = value.shape();
    shape.RemoveDim(0);
    for (int64_t i = 0; i < indices.NumElements(); ++i) {
      Tensor row;
      OPGRAFT_RETURN_IF_ERROR(CopyRows(ctx, value, i, 1, shape, &row));
      OPGRAFT_RETURN_IF_ERROR(array->Write(indices.flat<int32_t>()(i), row));
    }
    return PassFlow(ctx, 3);
  }
};

class SplitOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    const Tensor& value = ctx->input(1);
    const Tensor& lengths = ctx->input(2);
    OPGRAFT_RETURN_IF_ERROR(array->CheckType(value.dtype()));
    if (lengths.dims() != 1)
      return absl::InvalidArgumentError(absl::StrCat(
          "Expected lengths to be a vector, received shape: ", lengths.shape().DebugString()));
    if (value.dims() < 1)
      return absl::InvalidArgumentError(
          absl::StrCat("Expected value to be at least a vector, but received shape: ",
                       value.shape().DebugString()));
    OPGRAFT_RETURN_IF_ERROR(array->GrowTo(lengths.NumElements()));
    if (array->size() != lengths.NumElements()) {
      return absl::InvalidArgumentError(
          absl::StrCat("TensorArray's size is not equal to the size of lengths (", array->size(),
                       " vs. ", lengths.NumElements(), ")"));
    }
    int64_t begin = 0;
    for (int64_t i = 0; i < lengths.NumElements(); ++i) {
      const int64_t length = lengths.flat<int64_t>()(i);
      if (length < 0 || length > value.dim_size(0) - begin) return WrongSum(value);
      TensorShape shape = value.shape();
      shape.set_dim(0, length);
      Tensor rows;
      OPGRAFT_RETURN_IF_ERROR(CopyRows(ctx, value, begin, length, shape, &rows));
      OPGRAFT_RETURN_IF_ERROR(array->Write(i, rows));
      begin += length;
    }
    return begin == value.dim_size(0) ? PassFlow(ctx, 3) : WrongSum(value);
  }

 private:
  static absl::Status WrongSum(const Tensor& value) {
    return absl::InvalidArgumentError(
        absl::StrCat("Expected sum of lengths to be equal to values.shape[0], and none negative, "
                     "but values' shape is ",
                     value.shape().DebugString()));
  }
};

class SizeOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray* array) override {
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, TensorShape(), &out));
    out->scalar<int32_t>()() = static_cast<int32_t>(array->size());
    return absl::OkStatus();
  }
};

class CloseOp : public OnArrayOp {
 public:
  using OnArrayOp::OnArrayOp;

 protected:
  absl::Status Run(OpKernelContext* ctx, TensorArray*) override {
    return ctx->resource_manager()->Delete(ctx->input(0).flat<ResourceHandle>()(0));
  }
};

#define REGISTER(NAME, CLASS) REGISTER_KERNEL_BUILDER(Name(NAME).Device(DEVICE_CPU), CLASS)
REGISTER("TensorArrayV3", TensorArrayOp);
REGISTER("TensorArrayWriteV3", WriteOp);
REGISTER("TensorArrayReadV3", ReadOp);
REGISTER("TensorArrayGatherV3", GatherOp);
REGISTER("TensorArrayConcatV3", ConcatOp);
REGISTER("TensorArrayScatterV3", ScatterOp);
REGISTER("TensorArraySplitV3", SplitOp);
REGISTER("TensorArraySizeV3", SizeOp);
REGISTER("TensorArrayCloseV3", CloseOp);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
