// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What op sources reuse of TensorFlow's kernels: lookup tables, sparse tensors, variables of
// optimisers, functors, streams, the registry of variants.
#define EIGEN_USE_THREADS

#include <map>
#include <string>
#include <vector>

#include "tensorflow/core/framework/lookup_interface.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/resource_op_kernel.h"
#include "tensorflow/core/framework/resource_var.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/framework/type_traits.h"
#include "tensorflow/core/framework/variant_op_registry.h"
#include "tensorflow/core/kernels/cast_op_impl.h"
#include "tensorflow/core/kernels/concat_lib.h"
#include "tensorflow/core/kernels/fill_functor.h"
#include "tensorflow/core/kernels/gather_functor.h"
#include "tensorflow/core/kernels/lookup_table_init_op.h"
#include "tensorflow/core/kernels/lookup_table_op.h"
#include "tensorflow/core/kernels/lookup_util.h"
#include "tensorflow/core/kernels/pad_op.h"
#include "tensorflow/core/kernels/scatter_functor.h"
#include "tensorflow/core/kernels/segment_reduction_ops.h"
#include "tensorflow/core/kernels/training_op_helpers.h"
#include "tensorflow/core/kernels/training_ops.h"
#include "tensorflow/core/kernels/transpose_functor.h"
#include "tensorflow/core/kernels/variable_ops.h"
#include "tensorflow/core/lib/core/coding.h"
#include "tensorflow/core/lib/gtl/optional.h"
#include "tensorflow/core/lib/gtl/stl_util.h"
#include "tensorflow/core/lib/gtl/top_n.h"
#include "tensorflow/core/lib/io/buffered_inputstream.h"
#include "tensorflow/core/lib/random/random_distributions.h"
#include "tensorflow/core/lib/strings/numbers.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/file_system.h"
#include "tensorflow/core/platform/prefetch.h"
#include "tensorflow/core/util/batch_util.h"
#include "tensorflow/core/util/determinism.h"
#include "tensorflow/core/util/matmul_bcast.h"
#include "tensorflow/core/util/mirror_pad_mode.h"
#include "tensorflow/core/util/overflow.h"
#include "tensorflow/core/util/sparse/sparse_tensor.h"
#include "tensorflow/core/util/util.h"

namespace tensorflow {

using CPUDevice = Eigen::ThreadPoolDevice;
using shape_inference::InferenceContext;

// --- Tables ---

REGISTER_OP("Compat>Table")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Attr("use_node_name_sharing: bool = false")
    .Output("table: resource")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("Compat>FillTable")
    .Input("table: resource")
    .Input("keys: string")
    .Input("values: int64")
    .Output("size: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnknownShape);
REGISTER_OP("Compat>Find")
    .Input("table: resource")
    .Input("keys: string")
    .Input("missing: int64")
    .Output("values: int64")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnknownShape);

REGISTER_KERNEL_BUILDER(Name("Compat>Table").Device(DEVICE_CPU),
                        LookupTableOp<lookup::HashTable<tstring, int64_t>, tstring, int64_t>);

class FillTableOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    lookup::InitializableLookupTable* table = nullptr;
    OP_REQUIRES_OK(ctx, lookup::GetInitializableLookupTable("table", ctx, &table));
    core::ScopedUnref unref(table);
    lookup::KeyValueTensorIterator entries(&ctx->input(1), &ctx->input(2));
    OP_REQUIRES_OK(ctx, table->Initialize(entries));
    Tensor* size = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &size));
    size->scalar<int64_t>()() = static_cast<int64_t>(table->size());
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>FillTable").Device(DEVICE_CPU), FillTableOp);

class FindOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    lookup::LookupInterface* table = nullptr;
    OP_REQUIRES_OK(ctx, lookup::GetLookupTable("table", ctx, &table));
    core::ScopedUnref unref(table);
    OP_REQUIRES_OK(ctx, lookup::CheckTableDataTypes(*table, DT_STRING, DT_INT64, "table"));
    OP_REQUIRES_OK(ctx, table->CheckFindArguments(ctx->input(1), ctx->input(2)));
    Tensor* values = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, ctx->input(1).shape(), &values));
    OP_REQUIRES_OK(ctx, table->Find(ctx, ctx->input(1), values, ctx->input(2)));
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Find").Device(DEVICE_CPU), FindOp);

// --- Sparse tensors ---

REGISTER_OP("Compat>RowSums")
    .Input("indices: int64")
    .Input("values: float")
    .Input("shape: int64")
    .Output("sums: float")
    .Output("dense: float")
    .SetShapeFn(shape_inference::UnknownShape);

class RowSumsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(ctx->input(2).vec<int64_t>(), &shape));
    sparse::SparseTensor st;
    OP_REQUIRES_OK(ctx, sparse::SparseTensor::Create(ctx->input(0), ctx->input(1), shape, &st));
    std::vector<int64_t> order = {0, 1};
    st.Reorder<float>(order);
    OP_REQUIRES_OK(ctx, st.IndicesValid());
    Tensor *sums = nullptr, *dense = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({shape.dim_size(0)}), &sums));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, shape, &dense));
    functor::SetZeroFunctor<CPUDevice, float>()(ctx->eigen_device<CPUDevice>(),
                                                sums->flat<float>());
    for (const auto& g : st.group({0})) {
      const auto values = g.values<float>();
      for (int64_t i = 0; i < values.size(); ++i) sums->vec<float>()(g.group()[0]) += values(i);
    }
    OP_REQUIRES(ctx, st.ToDense<float>(dense), errors::Internal("not dense"));
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>RowSums").Device(DEVICE_CPU), RowSumsOp);

// --- An optimiser ---

REGISTER_OP("Compat>Variable")
    .Attr("container: string = ''")
    .Attr("shared_name: string = ''")
    .Output("variable: resource")
    .SetIsStateful()
    .SetShapeFn(shape_inference::ScalarShape);
REGISTER_OP("Compat>Descend")
    .Input("variable: resource")
    .Input("rate: float")
    .Input("gradient: float")
    .Output("value: float")
    .SetIsStateful()
    .SetShapeFn(shape_inference::UnknownShape);

class VariableOp : public ResourceOpKernel<Var> {
 public:
  using ResourceOpKernel::ResourceOpKernel;

 private:
  Status CreateResource(Var** variable) override {
    *variable = new Var(DT_FLOAT);
    *(*variable)->tensor() = Tensor(DT_FLOAT, TensorShape({2}));
    (*variable)->tensor()->flat<float>().setConstant(10.0f);
    (*variable)->is_initialized = true;
    return OkStatus();
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Variable").Device(DEVICE_CPU), VariableOp);

class DescendOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    auto locks = MaybeLockVariableInputMutexesInOrder<CPUDevice, float>(ctx, true, false, {0});
    Tensor value;
    OP_REQUIRES_OK(ctx,
                   (GetInputTensorFromVariable<CPUDevice, float>(ctx, 0, true, false, &value)));
    functor::ApplyGradientDescent<CPUDevice, float>()(
        ctx->eigen_device<CPUDevice>(), value.flat<float>(), ctx->input(1).scalar<float>(),
        ctx->input(2).flat<float>());
    MaybeForwardRefInputToRefOutput(ctx, 0, 0);
    ctx->set_output(0, value);
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Descend").Device(DEVICE_CPU), DescendOp);

// --- Variants ---

struct BigNumber {
  std::string digits;
  std::string TypeName() const { return "compat::BigNumber"; }
  void Encode(VariantTensorData* data) const {
    data->set_type_name(TypeName());
    data->set_metadata(digits);
  }
  bool Decode(const VariantTensorData& data) {
    data.get_metadata(&digits);
    return !digits.empty();
  }
  std::string DebugString() const { return digits; }
};
REGISTER_UNARY_VARIANT_DECODE_FUNCTION(BigNumber, "compat::BigNumber");

Status CopyBigNumber(const BigNumber& from, BigNumber* to,
                     const UnaryVariantOpRegistry::AsyncTensorDeviceCopyFn&) {
  *to = from;
  return OkStatus();
}
INTERNAL_REGISTER_UNARY_VARIANT_DEVICE_COPY_FUNCTION(BigNumber,
                                                     VariantDeviceCopyDirection::HOST_TO_DEVICE,
                                                     CopyBigNumber);
REGISTER_UNARY_VARIANT_BINARY_OP_FUNCTION(ADD_VARIANT_BINARY_OP, DEVICE_CPU, BigNumber,
                                          [](OpKernelContext*, const BigNumber& a,
                                             const BigNumber& b, BigNumber* sum) {
                                            sum->digits = a.digits + "+" + b.digits;
                                            return OkStatus();
                                          });

REGISTER_OP("Compat>AddNumbers")
    .Input("digits: string")
    .Output("sum: string")
    .SetShapeFn(shape_inference::UnchangedShape);

class AddNumbersOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Variant number = BigNumber{ctx->input(0).scalar<tstring>()()};
    VariantTensorData data;
    number.Encode(&data);
    Variant read = data, sum;
    OP_REQUIRES(ctx, DecodeUnaryVariant(&read), errors::Internal("not decoded"));
    OP_REQUIRES_OK(ctx,
                   BinaryOpVariants<CPUDevice>(ctx, ADD_VARIANT_BINARY_OP, number, read, &sum));
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({}), &out));
    out->scalar<tstring>()() = sum.DebugString();
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>AddNumbers").Device(DEVICE_CPU), AddNumbersOp);

// --- Functors: gather rows, scatter them, sum segments, pad, transpose, concatenate ---

REGISTER_OP("Compat>Functors")
    .Input("x: float")
    .Input("rows: int32")
    .Output("gathered: float")
    .Output("scattered: float")
    .Output("summed: float")
    .Output("padded: float")
    .Output("transposed: float")
    .Output("joined: float")
    .Output("whole: int32")
    .SetShapeFn(shape_inference::UnknownShape);

class FunctorsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const Tensor& x = ctx->input(0);
    const Tensor& rows = ctx->input(1);
    const int64_t m = x.dim_size(0), n = x.dim_size(1), k = rows.NumElements();
    const CPUDevice& d = ctx->eigen_device<CPUDevice>();
    Tensor *gathered, *scattered, *summed, *padded, *transposed, *joined, *whole;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({k, n}), &gathered));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, x.shape(), &scattered));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(2, x.shape(), &summed));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(3, TensorShape({m + 1, n}), &padded));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(4, TensorShape({n, m}), &transposed));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(5, TensorShape({m, 2 * n}), &joined));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(6, x.shape(), &whole));
    const int64_t bad = functor::GatherFunctor<CPUDevice, float, int32>()(
        ctx, x.shaped<float, 3>({1, m, n}), rows.flat<int32>(),
        gathered->shaped<float, 3>({1, k, n}));
    OP_REQUIRES(ctx, bad < 0, errors::InvalidArgument("rows", SliceDebugString(rows.shape(), bad)));
    const Tensor& updates = *gathered;
    functor::SetOneFunctor<CPUDevice, float>()(d, scattered->flat<float>());
    functor::ScatterFunctor<CPUDevice, float, int32, scatter_op::UpdateOp::ADD>()(
        ctx, d, scattered->matrix<float>(), updates.matrix<float>(), rows.flat<int32>());
    functor::UnsortedSegmentFunctor<CPUDevice, float, int32, functor::Zero<float>,
                                    functor::SumOp<float>>()(
        ctx, rows.shape(), rows.flat<int32>(), updates.matrix<float>(), summed->matrix<float>());
    Eigen::array<Eigen::IndexPair<int32>, 2> paddings;
    paddings[0] = {1, 0};
    paddings[1] = {0, 0};
    functor::Pad<CPUDevice, float, int32, 2>()(d, padded->matrix<float>(), x.matrix<float>(),
                                               paddings, -1.0f);
    OP_REQUIRES_OK(ctx, DoTranspose(d, x, {1, 0}, transposed));
    std::vector<std::unique_ptr<TTypes<float, 2>::ConstMatrix>> parts;
    for (int i = 0; i < 2; ++i)
      parts.push_back(std::make_unique<TTypes<float, 2>::ConstMatrix>(x.matrix<float>()));
    auto out = joined->matrix<float>();
    ConcatCPU<float>(ctx->device(), parts, &out);
    functor::CastFunctor<CPUDevice, int32, float>()(d, whole->flat<int32>(), x.flat<float>());
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Functors").Device(DEVICE_CPU), FunctorsOp);

// --- Files ---

REGISTER_OP("Compat>Lines")
    .Input("file: string")
    .Output("lines: string")
    .SetShapeFn(shape_inference::UnknownShape);

class LinesOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    const std::string name = ctx->input(0).scalar<tstring>()();
    FileSystem* fs = nullptr;
    OP_REQUIRES_OK(ctx, ctx->env()->GetFileSystemForFile(name, &fs));
    std::unique_ptr<RandomAccessFile> file;
    OP_REQUIRES_OK(ctx, fs->NewRandomAccessFile(name, &file));
    io::RandomAccessInputStream stream(file.get());
    io::BufferedInputStream lines(&stream, 4);  // shorter than the lines
    std::vector<std::string> read;
    std::string line;
    while (lines.ReadLine(&line).ok()) read.push_back(line);
    OP_REQUIRES_OK(ctx, lines.Seek(1));
    read.push_back(lines.ReadLineAsString());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(ctx,
                   ctx->allocate_output(0, TensorShape({static_cast<int64_t>(read.size())}), &out));
    for (size_t i = 0; i < read.size(); ++i)
      out->flat<tstring>()(static_cast<int64_t>(i)) = read[i];
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>Lines").Device(DEVICE_CPU), LinesOp);

// --- What is scattered over TensorFlow's headers: each entry is true ---

template <typename Type>
std::string NameOf(Type dtype) {
  return DataType_Name(dtype);  // found where it is used, by its argument
}

template <typename Int>
bool CodedAndBack(Int value) {
  std::string bytes;
  core::PutVarint64(&bytes, value);
  StringPiece rest = bytes;
  uint64 read = 0;
  return core::GetVarint64(&rest, &read) && read == value && rest.empty();
}

Status CopyRow(const Tensor& from, Tensor* to) {
  TF_RETURN_IF_ERROR(batch_util::CopySliceToElement(from, to, 1));
  return batch_util::CopyElementToSlice(*to, to, 0).ok() ? errors::Internal("a row of itself")
                                                         : OkStatus();
}

std::map<std::string, bool> Facts() {
  int32 number = 0;
  gtl::TopN<int> best(2);
  for (int i : {3, 9, 1, 7}) best.push(i);
  std::unique_ptr<std::vector<int>> top(best.Extract());
  MirrorPadMode mode;
  MatMulBCast batches({2, 1, 3, 4}, {5, 4, 6});
  Tensor row(DT_INT32, TensorShape({2}));
  Tensor rows(DT_INT32, TensorShape({2, 2}));
  for (int i = 0; i < 4; ++i) rows.flat<int32>()(i) = i;
  NameAttrList function;
  function.set_name("body");
  gtl::optional<int> none;
  ScopedStepContainer step(7, [](const std::string&) {});
  std::string word = "abc";
  port::prefetch<port::PREFETCH_HINT_T0>(word.data());
  return {
      {"DataType_Name",
       NameOf(DT_BFLOAT16) == "DT_BFLOAT16" && NameOf(DT_INT8_REF) == "DT_INT8_REF"},
      {"SafeStringToNumeric", strings::SafeStringToNumeric("17", &number) && number == 17},
      {"SignedAdd", random::SignedAdd<int32>(kint32max, 1u) == kint32min},
      {"SliceDebugString", SliceDebugString(TensorShape({2, 3}), 5) == "[1,2]"},
      {"MIN and MAX", MIN(2, 3) == 2 && MAX(2, 3) == 3},
      {"kIllegalFrameId", kIllegalFrameId == ~0uLL},
      {"TopN", *top == std::vector<int>({9, 7})},
      {"overflow",
       MultiplyWithoutOverflow(kint64max, 2) < 0 && MultiplyWithoutOverflow(6, 7) == 42},
      {"coding", CodedAndBack<uint64>(300) && CodedAndBack<uint64>(kuint64max)},
      {"mirror",
       MirrorPadModeFromString("SYMMETRIC", &mode).ok() && mode == MirrorPadMode::SYMMETRIC},
      {"matmul", batches.IsValid() && batches.output_batch_size() == 10 &&
                     batches.x_batch_indices()[7] == 1 && batches.y_batch_indices()[7] == 2},
      {"batch", CopyRow(rows, &row).ok() && row.flat<int32>()(1) == 3},
      {"NameAttrList", function.name() == "body"},
      {"optional", !none.has_value()},
      {"step", step.name() == "__per_step_7" && step.StepId() == 7},
      {"AsProto", TensorShape({2, 3}).AsProto().dim_size() == 2},
      {"traits", is_quantized<qint8>::value && is_complex<complex64>::value},
      {"stl", gtl::string_as_array(&word)[1] == 'b'},
      {"determinism", OpDeterminismRequired()},
  };
}

REGISTER_OP("Compat>WrongFacts").Output("names: string").SetShapeFn([](InferenceContext* c) {
  c->set_output(0, c->MakeShape({c->MakeDim({InferenceContext::kUnknownDim})}));
  return OkStatus();
});

class WrongFactsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* ctx) override {
    std::vector<std::string> wrong;
    for (const auto& fact : Facts()) {
      if (!fact.second) wrong.push_back(fact.first);
    }
    Tensor* out = nullptr;
    OP_REQUIRES_OK(
        ctx, ctx->allocate_output(0, TensorShape({static_cast<int64_t>(wrong.size())}), &out));
    for (size_t i = 0; i < wrong.size(); ++i)
      out->flat<tstring>()(static_cast<int64_t>(i)) = wrong[i];
  }
};
REGISTER_KERNEL_BUILDER(Name("Compat>WrongFacts").Device(DEVICE_CPU), WrongFactsOp);

}  // namespace tensorflow
