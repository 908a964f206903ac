// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Every name of TensorFlow's C++ API that the op sources of 52 public repositories use (plain ops,
// up to the 99th percent of files), in the order: headers, registration, kernels, tensors, Status,
// shape functions, what is around a kernel. It need only compile.
#define EIGEN_USE_THREADS

#include "absl/container/flat_hash_map.h"
#include "absl/log/absl_check.h"
#include "absl/log/check.h"
#include "absl/log/log.h"
#include "absl/memory/memory.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/types/span.h"
#include "tensorflow/core/common_runtime/dma_helper.h"
#include "tensorflow/core/framework/allocator.h"
#include "tensorflow/core/framework/bounds_check.h"
#include "tensorflow/core/framework/common_shape_fns.h"
#include "tensorflow/core/framework/device.h"
#include "tensorflow/core/framework/device_base.h"
#include "tensorflow/core/framework/function.h"
#include "tensorflow/core/framework/kernel_def_builder.h"
#include "tensorflow/core/framework/node_def_util.h"
#include "tensorflow/core/framework/numeric_op.h"
#include "tensorflow/core/framework/op.h"
#include "tensorflow/core/framework/op_def_builder.h"
#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/framework/op_requires.h"
#include "tensorflow/core/framework/partial_tensor_shape.h"
#include "tensorflow/core/framework/register_types.h"
#include "tensorflow/core/framework/resource_handle.h"
#include "tensorflow/core/framework/resource_mgr.h"
#include "tensorflow/core/framework/resource_op_kernel.h"
#include "tensorflow/core/framework/resource_var.h"
#include "tensorflow/core/framework/shape_inference.h"
#include "tensorflow/core/framework/tensor.h"
#include "tensorflow/core/framework/tensor.pb.h"
#include "tensorflow/core/framework/tensor_reference.h"
#include "tensorflow/core/framework/tensor_shape.h"
#include "tensorflow/core/framework/tensor_types.h"
#include "tensorflow/core/framework/tensor_util.h"
#include "tensorflow/core/framework/types.h"
#include "tensorflow/core/framework/types.pb.h"
#include "tensorflow/core/framework/variant.h"
#include "tensorflow/core/framework/variant_encode_decode.h"
#include "tensorflow/core/framework/variant_tensor_data.h"
#include "tensorflow/core/kernels/bounds_check.h"
#include "tensorflow/core/kernels/ops_util.h"
#include "tensorflow/core/lib/core/error_codes.pb.h"
#include "tensorflow/core/lib/core/errors.h"
#include "tensorflow/core/lib/core/status.h"
#include "tensorflow/core/lib/core/threadpool.h"
#include "tensorflow/core/lib/gtl/array_slice.h"
#include "tensorflow/core/lib/gtl/cleanup.h"
#include "tensorflow/core/lib/gtl/flatmap.h"
#include "tensorflow/core/lib/gtl/inlined_vector.h"
#include "tensorflow/core/lib/gtl/map_util.h"
#include "tensorflow/core/lib/hash/hash.h"
#include "tensorflow/core/lib/io/path.h"
#include "tensorflow/core/lib/math/math_util.h"
#include "tensorflow/core/lib/random/philox_random.h"
#include "tensorflow/core/lib/random/random.h"
#include "tensorflow/core/lib/random/random_distributions.h"
#include "tensorflow/core/lib/random/simple_philox.h"
#include "tensorflow/core/lib/strings/numbers.h"
#include "tensorflow/core/lib/strings/str_util.h"
#include "tensorflow/core/lib/strings/strcat.h"
#include "tensorflow/core/lib/strings/stringprintf.h"
#include "tensorflow/core/platform/cpu_info.h"
#include "tensorflow/core/platform/default/integral_types.h"
#include "tensorflow/core/platform/default/logging.h"
#include "tensorflow/core/platform/env.h"
#include "tensorflow/core/platform/errors.h"
#include "tensorflow/core/platform/logging.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/core/platform/mutex.h"
#include "tensorflow/core/platform/path.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/core/platform/statusor.h"
#include "tensorflow/core/platform/thread_annotations.h"
#include "tensorflow/core/platform/threadpool.h"
#include "tensorflow/core/platform/tstring.h"
#include "tensorflow/core/platform/types.h"
#include "tensorflow/core/public/version.h"
#include "tensorflow/core/util/bcast.h"
#include "tensorflow/core/util/device_name_utils.h"
#include "tensorflow/core/util/env_var.h"
#include "tensorflow/core/util/guarded_philox_random.h"
#include "tensorflow/core/util/padding.h"
#include "tensorflow/core/util/tensor_format.h"
#include "tensorflow/core/util/work_sharder.h"
#include "third_party/eigen3/Eigen/Core"
#include "third_party/eigen3/unsupported/Eigen/CXX11/Tensor"

#if TF_MAJOR_VERSION != 2 || TF_MINOR_VERSION < 21 || TF_PATCH_VERSION < 0
#error "the version that sources may ask for"
#endif
#if defined(GOOGLE_CUDA) || defined(TENSORFLOW_USE_ROCM)
#error "there is no GPU"
#endif

namespace {

// --- Registration ---

#define COMPAT_DOUBLE_ATTR "T: {float, double}"
REGISTER_OP("Names")
    .Input("x : T")
    .Output("y: T")
    .Attr(COMPAT_DOUBLE_ATTR " = DT_FLOAT")
    .Attr("flag: bool = False")
    .SetIsStateful()
    .SetIsCommutative()
    .SetIsAggregate()
    .SetAllowsUninitializedInput()
    .SetDoNotOptimize()
    .SetIsDistributedCommunication()
    .Deprecated(99, "Use Other")
    .SetShapeFn(tensorflow::shape_inference::UnchangedShape)
    .Doc("");

}  // namespace

namespace tensorflow {
namespace names {

// --- Kernels ---

typedef Eigen::ThreadPoolDevice CPUDevice;
typedef Eigen::GpuDevice GPUDevice;

template <typename Device, typename T>
class NamesOp : public OpKernel {
 public:
  explicit NamesOp(OpKernelConstruction* c) : OpKernel(c) {
    int i;
    int64 l;
    float f;
    bool b;
    string s;
    tstring t;
    DataType d;
    DataTypeVector ds;
    TensorShape shape;
    PartialTensorShape partial;
    Padding padding;
    NameAttrList function;
    Tensor tensor;
    TensorShapeProto shape_proto;
    std::vector<string> vs;
    std::vector<int64_t> vl;
    std::vector<int32> vi;
    std::vector<float> vf;
    std::vector<bool> vb;
    std::vector<DataType> vd;
    std::vector<PartialTensorShape> vp;
    std::vector<TensorShape> vshape;
    OP_REQUIRES_OK(c, c->GetAttr("i", &i));
    OP_REQUIRES_OK(c, c->GetAttr("l", &l));
    OP_REQUIRES_OK(c, c->GetAttr("f", &f));
    OP_REQUIRES_OK(c, c->GetAttr("b", &b));
    OP_REQUIRES_OK(c, c->GetAttr("s", &s));
    OP_REQUIRES_OK(c, c->GetAttr("t", &t));
    OP_REQUIRES_OK(c, c->GetAttr("d", &d));
    OP_REQUIRES_OK(c, c->GetAttr("ds", &ds));
    OP_REQUIRES_OK(c, c->GetAttr("shape", &shape));
    OP_REQUIRES_OK(c, c->GetAttr("partial", &partial));
    OP_REQUIRES_OK(c, c->GetAttr("padding", &padding));
    OP_REQUIRES_OK(c, c->GetAttr("function", &function));
    OP_REQUIRES_OK(c, c->GetAttr("tensor", &tensor));
    OP_REQUIRES_OK(c, c->GetAttr("shape_proto", &shape_proto));
    OP_REQUIRES_OK(c, c->GetAttr("vs", &vs));
    OP_REQUIRES_OK(c, c->GetAttr("vl", &vl));
    OP_REQUIRES_OK(c, c->GetAttr("vi", &vi));
    OP_REQUIRES_OK(c, c->GetAttr("vf", &vf));
    OP_REQUIRES_OK(c, c->GetAttr("vb", &vb));
    OP_REQUIRES_OK(c, c->GetAttr("vd", &vd));
    OP_REQUIRES_OK(c, c->GetAttr("vp", &vp));
    OP_REQUIRES_OK(c, c->GetAttr("vshape", &vshape));
    OP_REQUIRES(c, c->HasAttr("i"), errors::NotFound("i"));
    OP_REQUIRES(
        c, c->num_inputs() == 1 && c->input_type(0) == DT_FLOAT && c->output_type(0) == DT_FLOAT,
        errors::Internal("types"));
    OP_REQUIRES_OK(c, c->MatchSignature({DT_FLOAT}, {DT_FLOAT}));
    OP_REQUIRES_OK(c, c->allocate_temp(DT_FLOAT, TensorShape({}), &tensor));
    OP_REQUIRES(c, c->device_type() == DeviceType(DEVICE_CPU),
                errors::Internal(c->device_type().type()));
    (void)c->env()->NowMicros();
    (void)c->resource_manager();
    (void)c->def().name();
    if (!c->status().ok()) c->CtxFailure(errors::Unknown("construction"));
    c->SetStatus(Status());
  }

  void Compute(OpKernelContext* ctx) override {
    Inputs(ctx);
    Outputs(ctx);
    Errors(ctx);
    Around(ctx);
  }

 private:
  void Inputs(OpKernelContext* ctx) {
    const Tensor* named = nullptr;
    OP_REQUIRES_OK(ctx, ctx->input("x", &named));
    OpInputList list;
    OP_REQUIRES_OK(ctx, ctx->input_list("x", &list));
    for (const Tensor& t : list) (void)t.dims();
    (void)list[0].NumElements();
    (void)(ctx->input_dtype(0) == ctx->input(0).dtype());
    (void)(input_type(0) == output_type(0));
    (void)(ctx->num_inputs() + ctx->num_outputs() + list.size());
    (void)ctx->mutable_input(0, false);
    (void)ctx->input_ref_mutex(0);
    ctx->forward_ref_input_to_ref_output(0, 0);
  }

  void Outputs(OpKernelContext* ctx) {
    const int64_t n = 2;
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, {n, 3}, &y));
    OP_REQUIRES_OK(ctx, ctx->allocate_output("y", TensorShape({n, Eigen::Index{3}, 1}), &y,
                                             AllocatorAttributes()));
    Tensor temp;
    OP_REQUIRES_OK(ctx, ctx->allocate_temp(DataTypeToEnum<T>::value, TensorShape({n}), &temp,
                                           AllocatorAttributes()));
    ctx->set_output(0, temp);
    OP_REQUIRES_OK(ctx, ctx->set_output("y", temp));
    ctx->set_output_ref(0, &mu_, &temp);
    OpOutputList list;
    OP_REQUIRES_OK(ctx, ctx->output_list("y", &list));
    OP_REQUIRES_OK(ctx, list.allocate(0, TensorShape({1}), &y));
    list.set(0, temp);
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, temp.shape(), &y));
    (void)ctx->forward_input_to_output_with_shape(0, 0, temp.shape(), &y);
    (void)(ctx->expected_output_dtype(0) == DT_FLOAT);
    (void)ctx->output_alloc_attr(0);
    if (ctx->track_allocations()) ctx->record_persistent_memory_allocation(temp.AllocatedBytes());
  }

  void Errors(OpKernelContext* ctx) {
    if (!ctx->status().ok()) return;
    ctx->SetStatus(errors::Aborted("a"));
    ctx->CtxFailure(errors::Cancelled("c"));
    ctx->CtxFailure(__FILE__, __LINE__, errors::Cancelled("c"));
    ctx->CtxFailureWithWarning(errors::DataLoss("d"));
    OP_REQUIRES_OK(ctx, ctx->MatchSignature({DT_FLOAT}, {DT_FLOAT}));
  }

  void Around(OpKernelContext* ctx) {
    ctx->template eigen_device<Device>();
    auto* workers = ctx->device()->tensorflow_cpu_worker_threads();
    workers->workers->Schedule([] {});
    workers->workers->ParallelFor(10, 1, [](int64 start, int64 limit) {});
    workers->workers->ParallelFor(10, thread::ThreadPool::SchedulingParams::Fixed(2),
                                  [](int64_t, int64_t) {});
    (void)(workers->num_threads + workers->workers->NumThreads() +
           workers->workers->CurrentThreadId());
    (void)ctx->device()->name();
    (void)ctx->resource_manager();
    (void)ctx->cancellation_manager();
    (void)ctx->function_library();
    (void)ctx->step_container();
    (void)ctx->rendezvous();
    (void)ctx->step_id();
    (void)ctx->frame_iter().iter_id;
    (*ctx->runner())([] {});
    (void)ctx->op_kernel().name();
    (void)ctx->op_device_context();
    (void)ctx->env();
    (void)(name() + type_string() + requested_device() + def().op() + def().name());
    (void)SummarizeNodeDef(def());
  }

  mutex mu_;
  TF_DISALLOW_COPY_AND_ASSIGN(NamesOp);
};

REGISTER_KERNEL_BUILDER(Name("Names").Device(DEVICE_CPU).TypeConstraint<float>("T"),
                        NamesOp<CPUDevice, float>);
REGISTER_KERNEL_BUILDER(Name("Names")
                            .Device(DEVICE_CPU)
                            .TypeConstraint("T", DT_DOUBLE)
                            .HostMemory("x")
                            .Label("slow")
                            .Priority(2),
                        NamesOp<CPUDevice, double>);

#define COMPAT_NAME_TYPE(T) static_assert(IsValidDataType<T>::value, "a type of tensors");
TF_CALL_ALL_TYPES(COMPAT_NAME_TYPE)
TF_CALL_QUANTIZED_TYPES(COMPAT_NAME_TYPE)
TF_CALL_GPU_NUMBER_TYPES(COMPAT_NAME_TYPE)
TF_CALL_REAL_NUMBER_TYPES(COMPAT_NAME_TYPE)
TF_CALL_NUMBER_TYPES(COMPAT_NAME_TYPE)
TF_CALL_POD_TYPES(COMPAT_NAME_TYPE)
TF_CALL_POD_STRING_TYPES(COMPAT_NAME_TYPE)
TF_CALL_FLOAT_TYPES(COMPAT_NAME_TYPE)
TF_CALL_INTEGRAL_TYPES(COMPAT_NAME_TYPE)
TF_CALL_COMPLEX_TYPES(COMPAT_NAME_TYPE)
#undef COMPAT_NAME_TYPE

class TwiceOp : public UnaryElementWiseOp<float, TwiceOp> {
 public:
  using UnaryElementWiseOp<float, TwiceOp>::UnaryElementWiseOp;
  void Operate(OpKernelContext*, const Tensor& in, Tensor* out) {
    out->flat<float>() = in.flat<float>() * 2.0f;
  }
};
class PlusOp : public BinaryElementWiseOp<float, PlusOp> {
 public:
  using BinaryElementWiseOp<float, PlusOp>::BinaryElementWiseOp;
  template <int NDIMS>
  void Operate(OpKernelContext*, const Tensor& a, const Tensor& b, Tensor* out) {
    out->flat<float>() = a.flat<float>() + b.flat<float>();
  }
};
REGISTER_OP("CompatTwice").Input("x: float").Output("y: float");
REGISTER_OP("CompatPlus").Input("a: float").Input("b: float").Output("y: float");
REGISTER_KERNEL_BUILDER(Name("CompatTwice").Device(DEVICE_CPU), TwiceOp);
REGISTER_KERNEL_BUILDER(Name("CompatPlus").Device(DEVICE_CPU), PlusOp);

// --- Tensors, shapes, types ---

void Tensors(Allocator* allocator) {
  Tensor t(DT_FLOAT, TensorShape({2, 3}));
  Tensor u(allocator, DT_INT32, TensorShape({2}));
  Tensor scalar(3.0f);
  t.flat<float>().setZero();
  t.matrix<float>().setConstant(1);
  t.tensor<float, 2>()(0, 0) = *t.flat<float>().data();
  u.vec<int32>()(0) = static_cast<int32>(t.flat<float>().size() + t.flat<float>().dimension(0));
  scalar.scalar<float>()() = 4;
  (void)t.shaped<float, 3>({1, 2, 3});
  (void)t.flat_inner_dims<float>();
  (void)t.flat_outer_dims<float>();
  (void)t.flat_inner_outer_dims<float, 3>(0);
  (void)t.unaligned_flat<float>();
  (void)t.bit_casted_shaped<int32, 2>({2, 3});
  (void)(t.dims() + t.dim_size(0) + t.NumElements());
  (void)(t.tensor_data().size() + t.TotalBytes() + t.AllocatedBytes());
  (void)static_cast<float*>(t.data());
  (void)t.Slice(0, 1).SubSlice(0).SummarizeValue(3);
  (void)u.CopyFrom(t, TensorShape({6}));
  (void)(t.IsSameSize(u) && t.IsInitialized() && t.SharesBufferWith(u) && t.RefCountIsOne());
  (void)tensor::DeepCopy(t).DebugString();
  Tensor joined;
  (void)tensor::Concat({t, t}, &joined);
  (void)To32Bit(t.flat<float>()).size();
  (void)DMAHelper::base(&t);
  TensorReference(t).Unref();
  TensorProto proto;
  t.AsProtoField(&proto);
  (void)t.FromProto(proto);
}

void Shapes() {
  TensorShape s;
  s.AddDim(2);
  s.set_dim(0, 3);
  s.AppendShape(TensorShape({1, 2}));
  s.InsertDim(0, 4);
  s.RemoveDim(0);
  s.RemoveLastDims(1);
  for (auto dim : s) (void)dim.size;
  (void)(s.dims() + s.dim_size(0) + s.num_elements() + static_cast<int64_t>(s.dim_sizes().size()));
  (void)(s == s && s.IsSameSize(s) && !(s != s));
  TensorShapeProto proto;
  s.AsProto(&proto);
  s.Clear();
  (void)(TensorShapeUtils::IsScalar(s) || TensorShapeUtils::IsVector(s) ||
         TensorShapeUtils::IsMatrix(s) || TensorShapeUtils::IsVectorOrHigher(s) ||
         TensorShapeUtils::IsMatrixOrHigher(s) || TensorShapeUtils::IsSquareMatrix(s) ||
         TensorShapeUtils::StartsWith(s, s) || TensorShapeUtils::EndsWith(s, s));
  const int32 sizes[] = {1, 2};
  (void)TensorShapeUtils::MakeShape(sizes, 2, &s);
  (void)TensorShapeUtils::MakeShape(gtl::ArraySlice<int32>(sizes), &s);
  (void)TensorShapeUtils::ShapeListString({s, s});
  PartialTensorShape p({-1, 2});
  (void)(p.dims() + p.dim_size(1));
  (void)(p.IsCompatibleWith(s) && p.IsFullyDefined() && p.AsTensorShape(&s));
  (void)(p.Concatenate(3).DebugString() + s.DebugString());
  (void)p.MergeWith(p, &p);
}

template <typename T>
void Maps(typename TTypes<T>::Flat, typename TTypes<T>::ConstFlat, typename TTypes<T>::Vec,
          typename TTypes<T>::ConstVec, typename TTypes<T>::Matrix, typename TTypes<T>::ConstMatrix,
          typename TTypes<T>::Scalar, typename TTypes<T>::ConstScalar,
          typename TTypes<T>::UnalignedFlat, typename TTypes<T, 4>::Tensor,
          typename TTypes<T, 4>::ConstTensor);

static_assert(DataTypeToEnum<Eigen::half>::v() == DT_HALF &&
                  DataTypeToEnum<bfloat16>::value == DT_BFLOAT16 &&
                  DataTypeToEnum<long long>::value == DT_INT64 &&
                  DataTypeToEnum<uint8_t>::value == DT_UINT8 &&
                  DataTypeToEnum<string>::value == DT_STRING &&
                  DataTypeToEnum<qint8>::value == DT_QINT8,
              "by C++ type");
static_assert(std::is_same<EnumToDataType<DT_COMPLEX64>::Type, complex64>::value, "by DataType");

void Types(DataType dtype) {
  (void)(DataTypeString(dtype) + std::to_string(DataTypeSize(dtype)));
  (void)DataTypeFromString("float", &dtype);
  (void)(dtype == DT_RESOURCE || dtype == DT_VARIANT || dtype == DT_INVALID ||
         dtype == DT_FLOAT_REF);
  (void)(BaseType(dtype) == RemoveRefType(MakeRefType(dtype)));
  (void)(kint32max > 0 && kint64max > 0 && kuint8max > 0);
}

// --- Status ---

Status Statuses(const Status& s) {
  if (s.ok()) return Status::OK();
  if (errors::IsOutOfRange(s) || errors::IsNotFound(s)) return OkStatus();
  if (s.code() == error::INVALID_ARGUMENT) return Status(error::INVALID_ARGUMENT, "old");
  if (s.code() == absl::StatusCode::kInternal) return absl::OkStatus();
  errors::Code code = errors::Code::UNKNOWN;
  if (code != error::UNKNOWN) return tensorflow::OkStatus();
  TF_RETURN_IF_ERROR(s);
  TF_RETURN_WITH_CONTEXT_IF_ERROR(s, "with ", 1, " context");
  TF_CHECK_OK(s);
  StatusOr<int> value = 3;
  TF_ASSIGN_OR_RETURN(const int three, value);
  Status updated;
  updated.Update(s);
  (void)(updated.error_message() + string(updated.message()) + updated.ToString());
  (void)errors::Unimplemented("f", 1.5, absl::string_view("v"), tstring("t"), three, DT_FLOAT);
  (void)errors::FailedPrecondition(TensorShape({1}), true);
  (void)errors::OutOfRange("o");
  (void)errors::Unavailable("u");
  (void)errors::ResourceExhausted("r");
  (void)errors::AlreadyExists("a");
  (void)errors::PermissionDenied("p");
  (void)errors::DeadlineExceeded("d");
  (void)errors::Unauthenticated("n");
  return absl::InvalidArgumentError(absl::StrCat("new", 1));
}

// --- Shape functions ---

Status ShapeFunction(shape_inference::InferenceContext* c) {
  using shape_inference::DimensionHandle;
  using shape_inference::DimensionOrConstant;
  using shape_inference::InferenceContext;
  using shape_inference::ShapeAndType;
  using shape_inference::ShapeHandle;
  ShapeHandle s, t;
  DimensionHandle d;
  std::vector<ShapeHandle> list;
  int attr;
  TF_RETURN_IF_ERROR(c->GetAttr("i", &attr));
  TF_RETURN_IF_ERROR(c->input("x", &list));
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &s));
  TF_RETURN_IF_ERROR(c->WithRankAtLeast(s, 1, &s));
  TF_RETURN_IF_ERROR(c->WithRankAtMost(s, 3, &s));
  TF_RETURN_IF_ERROR(c->WithValue(c->Dim(s, -1), 4, &d));
  TF_RETURN_IF_ERROR(c->Merge(s, c->UnknownShapeOfRank(2), &s));
  TF_RETURN_IF_ERROR(c->Merge(d, c->MakeDim(4), &d));
  TF_RETURN_IF_ERROR(c->MergePrefix(s, c->Vector(2), &s, &t));
  TF_RETURN_IF_ERROR(c->ReplaceDim(s, 0, c->UnknownDim(), &s));
  TF_RETURN_IF_ERROR(c->Concatenate(s, c->Matrix(1, d), &s));
  TF_RETURN_IF_ERROR(c->Subshape(s, 1, -1, &t));
  TF_RETURN_IF_ERROR(c->Divide(d, 2, true, &d));
  TF_RETURN_IF_ERROR(c->Multiply(d, 2, &d));
  TF_RETURN_IF_ERROR(c->Add(d, d, &d));
  TF_RETURN_IF_ERROR(c->Subtract(d, 1, &d));
  TF_RETURN_IF_ERROR(c->Min(d, 8, &d));
  TF_RETURN_IF_ERROR(c->Max(d, 8, &d));
  TF_RETURN_IF_ERROR(c->MakeShapeFromShapeTensor(0, &s));
  TF_RETURN_IF_ERROR(c->MakeShapeFromPartialTensorShape(PartialTensorShape({-1}), &s));
  TF_RETURN_IF_ERROR(c->MakeShapeFromTensorShape(TensorShape({1}), &s));
  TF_RETURN_IF_ERROR(c->MakeShapeFromShapeProto(TensorShapeProto(), &s));
  TF_RETURN_IF_ERROR(c->MakeDimForScalarInput(0, &d));
  if (c->RankKnown(s) && c->Rank(s) > 0 && c->ValueKnown(d) &&
      c->Value(d) != InferenceContext::kUnknownDim && c->FullyDefined(s) &&
      c->input_tensor(0) != nullptr) {
    (void)(c->DebugString(s) + c->DebugString(d));
    d = c->NumElements(s);
  }
  const DimensionOrConstant constant = 3;
  const int rows = 4;
  c->set_output(0, c->MakeShape({d, 1, int64_t{2}, constant, rows, c->UnknownDim()}));
  c->set_output(1, c->MakeShape(std::vector<DimensionHandle>{d, d}));
  c->set_output(2, c->Scalar());
  c->set_output(3, c->UnknownShape());
  TF_RETURN_IF_ERROR(c->set_output("y", {s}));
  if (c->input_handle_shapes_and_types(0) != nullptr) {
    c->set_output_handle_shapes_and_types(0, std::vector<ShapeAndType>{{s, DT_FLOAT}});
  }
  return c->num_inputs() == c->num_outputs() ? Status::OK() : OkStatus();
}

const std::vector<Status (*)(shape_inference::InferenceContext*)>* ShapeFunctions() {
  using namespace shape_inference;
  return new std::vector<Status (*)(InferenceContext*)>{
      UnchangedShape,
      ScalarShape,
      UnknownShape,
      NoOutputs,
      RandomShape,
      MatMulShape,
      Conv2DShape,
      MergeBothInputsShapeFn,
      ReductionShape,
      BroadcastBinaryOpShapeFn,
      ShapeFunction,
      [](InferenceContext* c) { return UnchangedShapeWithRank(c, 2); },
      [](InferenceContext* c) { return UnchangedShapeWithRankAtLeast(c, 2); },
      [](InferenceContext* c) { return ConcatShape(c, 2); }};
}

// --- Around the kernel ---

class Table : public ResourceBase {
 public:
  string DebugString() const override { return "table"; }

 private:
  mutable mutex mu_;
  condition_variable changed_;
  int rows_ TF_GUARDED_BY(mu_) = 0;
  int old_rows_ GUARDED_BY(mu_) = 0;
  int Rows() TF_EXCLUSIVE_LOCKS_REQUIRED(mu_) { return rows_ + old_rows_; }
  void Wait() TF_LOCKS_EXCLUDED(mu_) {
    mutex_lock l(mu_);
    while (Rows() == 0) changed_.wait(l);
    changed_.notify_all();
  }
  int Read() const {
    tf_shared_lock l(mu_);
    return rows_;
  }
};

Status Resources(OpKernelContext* ctx, OpKernel* kernel) {
  ContainerInfo cinfo;
  TF_RETURN_IF_ERROR(cinfo.Init(ctx->resource_manager(), kernel->def(), true));
  Table* table = nullptr;
  TF_RETURN_IF_ERROR(cinfo.resource_manager()->LookupOrCreate<Table>(
      cinfo.container(), cinfo.name(), &table, [](Table** made) {
        *made = new Table();
        return Status::OK();
      }));
  core::ScopedUnref unref(table);
  TF_RETURN_IF_ERROR(ctx->resource_manager()->Create(cinfo.container(), "other", new Table()));
  TF_RETURN_IF_ERROR(ctx->resource_manager()->Lookup(cinfo.container(), "other", &table));
  TF_RETURN_IF_ERROR(ctx->resource_manager()->Delete<Table>(cinfo.container(), "other"));
  const ResourceHandle handle = MakeResourceHandle<Table>(ctx, cinfo.container(), cinfo.name());
  TF_RETURN_IF_ERROR(MakeResourceHandleToOutput(ctx, 0, cinfo.container(), cinfo.name(),
                                                TypeIndex::Make<Table>()));
  core::RefCountPtr<Table> owned;
  TF_RETURN_IF_ERROR(LookupResource(ctx, HandleFromInput(ctx, 0), &owned));
  (void)(handle.name() == ResourceHandle::ANONYMOUS_NAME);
  Var* var = new Var(DT_FLOAT);
  core::ScopedUnref unref_var(var);
  mutex_lock l(*var->mu());
  *var->tensor() = Tensor(DT_FLOAT, TensorShape({1}));
  return DeleteResource<Table>(ctx, handle);
}

void Threads() {
  thread::ThreadPool pool(Env::Default(), "names", 2);
  thread::ThreadPool other(Env::Default(), ThreadOptions(), "names", 2);
  Shard(port::MaxParallelism(), &pool, 10, 100, [](int64 start, int64 limit) {});
  absl::Mutex mu;
  absl::MutexLock lock(&mu);
}

Status Files() {
  Env* env = Env::Default();
  std::unique_ptr<RandomAccessFile> file;
  string text;
  TF_RETURN_IF_ERROR(env->FileExists(io::JoinPath("a", string("b"), StringPiece("c"))));
  TF_RETURN_IF_ERROR(env->NewRandomAccessFile("f", &file));
  return ReadFileToString(env, "f", &text);
}

void Strings() {
  string text = strings::StrCat("a", 1, 2.5);
  strings::StrAppend(&text, "b", string("c"));
  text += strings::Printf("%d %s", 3, "d");
  int32 i;
  int64 l;
  float f;
  (void)(strings::safe_strto32(text, &i) || strings::safe_strto64(text, &l) ||
         strings::safe_strtof(text, &f));
  std::vector<string> words = str_util::Split(text, ',');
  words = str_util::Split(text, ", ", str_util::SkipEmpty());
  (void)(str_util::Join(words, "-") + str_util::Lowercase(text) + str_util::Uppercase(text));
  (void)(str_util::EndsWith(text, "c") || str_util::StartsWith(text, "a"));
  StringPiece piece(text);
  (void)str_util::ConsumePrefix(&piece, "a");
  bool flag;
  (void)ReadBoolFromEnvVar("COMPAT_NO_SUCH", true, &flag);
  (void)Hash64(text);
}

void Containers() {
  gtl::InlinedVector<int, 4> few = {1, 2};
  gtl::ArraySlice<int> slice(few);
  gtl::FlatMap<string, int> map = {{"a", 1}};
  (void)(*gtl::FindOrNull(map, "a") + slice[0]);
  auto cleanup = gtl::MakeCleanup([] {});
  auto made = absl::make_unique<int>(3);
  (void)MathUtil::CeilOfRatio(5, 2);
}

int Logging(int n, int* p) {
  CHECK_OK(absl::OkStatus());
  TF_CHECK_OK(Status()) << "streamed";
  ABSL_CHECK(n > 0) << "streamed";
  static mutex old_style(LINKER_INITIALIZED);
  mutex_lock l(old_style);
  LOG(INFO) << "info";
  LOG(WARNING) << "warning";
  LOG(ERROR) << "error";
  VLOG(2) << "verbose";
  if (VLOG_IS_ON(3)) LOG_FIRST_N(INFO, 2) << "few";
  CHECK(n > 0) << "n is " << n;
  CHECK_EQ(n, 1);
  CHECK_NE(n, 2);
  CHECK_GE(n, 1);
  CHECK_GT(n, 0);
  CHECK_LE(n, 1);
  CHECK_LT(n, 2);
  DCHECK(n > 0);
  DCHECK_EQ(n, 1);
  DCHECK_NE(n, 2);
  DCHECK_GE(n, 1);
  DCHECK_GT(n, 0);
  DCHECK_LE(n, 1);
  DCHECK_LT(n, 2) << "streamed";
  if (TF_PREDICT_FALSE(n == 7)) LOG(FATAL) << "no way on";
  if (TF_PREDICT_TRUE(n == 1)) return *CHECK_NOTNULL(p);
  LOG(FATAL) << "a function that returns need not go on";
}

bool Bounds(int64 i) { return FastBoundsCheck(i, 10) && internal::SubtleMustCopy(i) == i; }

void Numbers() {
  random::PhiloxRandom philox(random::New64(), random::New64());
  random::SimplePhilox simple(&philox);
  (void)(simple.Uniform(3) + simple.Uniform64(3) + simple.RandFloat() + simple.RandDouble());
  random::NormalDistribution<random::PhiloxRandom, float> normal;
  (void)normal(&philox)[0];
  TensorFormat format;
  (void)FormatFromString("NHWC", &format);
  (void)GetTensorDim(TensorShape({1, 2, 3, 4}), format, 'C');
  int64_t size, pad;
  (void)GetWindowedOutputSize(5, 3, 1, Padding::SAME, &size, &pad);
  BCast bcast(BCast::FromShape(TensorShape({2, 1})), BCast::FromShape(TensorShape({3})));
  (void)(bcast.IsValid() && BCast::ToShape(bcast.output_shape()).dims() == 2);
  (void)Eigen::TensorOpCost::AddCost<float>();
}

void Others() {
  Variant variant = 3;
  (void)*variant.get<int>();
  VariantTensorData data;
  (void)variant.Encode(&data);
  DeviceNameUtils::ParsedName parsed;
  (void)DeviceNameUtils::ParseFullName("/job:a/device:CPU:0", &parsed);
  (void)cpu_allocator()->Name();
  NameAttrList function;
  FunctionLibraryRuntime* library = nullptr;
  FunctionLibraryRuntime::Handle handle;
  if (library != nullptr)
    (void)library->Instantiate(function.name(), AttrSlice(&function.attr()), &handle);
}

// So that nothing is unused.
const void* const kNames[] = {
    reinterpret_cast<const void*>(&Tensors),    reinterpret_cast<const void*>(&Shapes),
    reinterpret_cast<const void*>(&Types),      reinterpret_cast<const void*>(&Statuses),
    reinterpret_cast<const void*>(&Resources),  reinterpret_cast<const void*>(&Threads),
    reinterpret_cast<const void*>(&Files),      reinterpret_cast<const void*>(&Strings),
    reinterpret_cast<const void*>(&Containers), reinterpret_cast<const void*>(&Logging),
    reinterpret_cast<const void*>(&Bounds),     reinterpret_cast<const void*>(&Numbers),
    reinterpret_cast<const void*>(&Others),     reinterpret_cast<const void*>(&ShapeFunctions)};

}  // namespace names
}  // namespace tensorflow

namespace {
const void* const* const all_names = tensorflow::names::kNames;
}  // namespace
