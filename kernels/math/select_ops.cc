// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/tensor/resource_handle.h"
#include "framework/tensor/tensor_buffer.h"
#include "framework/tensor/variant.h"
#include "kernels/elementwise/broadcast.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/loops/select_loops.h"

namespace opgraft_internal {
namespace {

// For elements that are not bytes; `out` may be an operand.
template <typename T, bool kCondition, bool kThen, bool kElse>
void SelectObjects(const void* condition, const void* then_data, const void* else_data,
                   void* out_data, int64_t n) {
  const bool* conditions = static_cast<const bool*>(condition);
  const T* then_values = static_cast<const T*>(then_data);
  const T* else_values = static_cast<const T*>(else_data);
  T* out = static_cast<T*>(out_data);
  for (int64_t i = 0; i < n; ++i) {
    const T& then_value = then_values[kThen ? i : 0];
    const T& else_value = else_values[kElse ? i : 0];
    const T& value = conditions[kCondition ? i : 0] ? then_value : else_value;
    if (&value != &out[i]) out[i] = value;
  }
}

template <typename T>
loops::SelectLoops ObjectLoops() {
  return {{{{&SelectObjects<T, false, false, false>, &SelectObjects<T, false, false, true>},
            {&SelectObjects<T, false, true, false>, &SelectObjects<T, false, true, true>}},
           {{&SelectObjects<T, true, false, false>, &SelectObjects<T, true, false, true>},
            {&SelectObjects<T, true, true, false>, &SelectObjects<T, true, true, true>}}}};
}

loops::SelectLoops LoopsFor(DataType dtype) {
  switch (dtype) {
    case DT_STRING:
      return ObjectLoops<tstring>();
    case DT_RESOURCE:
      return ObjectLoops<ResourceHandle>();
    case DT_VARIANT:
      return ObjectLoops<Variant>();
    default:
      return loops::FindSelectLoops(DataTypeSize(dtype));
  }
}

// What both ops share: choosing between inputs 1 and 2 by input 0, all seen in shapes that
// broadcast.
class SelectOpBase : public OpKernel {
 public:
  explicit SelectOpBase(OpKernelConstruction* context)
      : OpKernel(context),
        loops_(LoopsFor(input_type(1))),
        element_size_(TensorBuffer::BytesFor(input_type(1), 1)) {}

 protected:
  void ComputeBroadcast(OpKernelContext* context, const Broadcast& broadcast,
                        const TensorShape& output_shape) {
    const char* condition = static_cast<const char*>(context->input(0).data());
    const char* then_data = static_cast<const char*>(context->input(1).data());
    const char* else_data = static_cast<const char*>(context->input(2).data());
    Tensor* out = nullptr;
    OP_REQUIRES_OK(context,
                   context->forward_input_or_allocate_output({1, 2}, 0, output_shape, &out));
    char* to = static_cast<char*>(out->data());
    const loops::SelectLoop loop =
        loops_.Get(broadcast.moves(0), broadcast.moves(1), broadcast.moves(2));
    const int64_t length = broadcast.run_length();
    ShardElements(context, broadcast.num_runs(), 5 + static_cast<double>(length),
                  [&](int64_t begin, int64_t end) {
                    broadcast.ForEachRun(begin, end, [&](int64_t out_offset, const int64_t* from) {
                      loop(condition + from[0], then_data + from[1] * element_size_,
                           else_data + from[2] * element_size_, to + out_offset * element_size_,
                           length);
                    });
                  });
  }

 private:
  const loops::SelectLoops loops_;
  const int64_t element_size_;
};

class SelectV2Op : public SelectOpBase {
 public:
  using SelectOpBase::SelectOpBase;

  void Compute(OpKernelContext* context) override {
    const TensorShape& condition = context->input(0).shape();
    const TensorShape& then_shape = context->input(1).shape();
    const TensorShape& else_shape = context->input(2).shape();
    Broadcast broadcast;
    OP_REQUIRES(context, broadcast.Init({&condition, &then_shape, &else_shape}),
                absl::InvalidArgumentError(absl::StrCat(
                    "condition ", condition.DebugString(), ", then ", then_shape.DebugString(),
                    ", and else ", else_shape.DebugString(), " must be broadcastable")));
    ComputeBroadcast(context, broadcast, broadcast.output_shape());
  }
};

absl::Status DifferentShapes(const OpKernelContext* context, int input) {
  return absl::InvalidArgumentError(
      absl::StrCat("Inputs to operation Select of type Select must have the same size and "
                   "shape.  Input 0: ",
                   context->input(0).shape().DebugString(), " != input ", input, ": ",
                   context->input(input).shape().DebugString()));
}

// The older op: the condition is a scalar, of the values' shape, or a vector that chooses among
// their rows.
class SelectOp : public SelectOpBase {
 public:
  using SelectOpBase::SelectOpBase;

  void Compute(OpKernelContext* context) override {
    const TensorShape condition = context->input(0).shape();
    const TensorShape values = context->input(1).shape();
    const bool chooses_rows = condition.dims() == 1 && values.dims() != 1;
    OP_REQUIRES_OK(context, CheckShapes(context, chooses_rows));
    const int64_t rows = condition.num_elements();
    const TensorShape one_a_row({rows, 1});
    const TensorShape by_rows({rows, rows == 0 ? 0 : values.num_elements() / rows});
    Broadcast broadcast;
    const bool fits = chooses_rows ? broadcast.Init({&one_a_row, &by_rows, &by_rows})
                                   : broadcast.Init({&condition, &values, &values});
    OP_REQUIRES(context, fits, absl::InternalError("shapes were checked"));
    ComputeBroadcast(context, broadcast, values);
  }

 private:
  static absl::Status CheckShapes(const OpKernelContext* context, bool chooses_rows) {
    const TensorShape& condition = context->input(0).shape();
    const TensorShape& then_shape = context->input(1).shape();
    const TensorShape& else_shape = context->input(2).shape();
    if (!chooses_rows && condition.dims() != 0) {
      if (then_shape != condition) return DifferentShapes(context, 1);
      if (else_shape != condition) return DifferentShapes(context, 2);
      return absl::OkStatus();
    }
    if (chooses_rows && then_shape.dims() == 0) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'then' must be at least a vector, but saw shape: ", then_shape.DebugString()));
    }
    if (chooses_rows && then_shape.dim_size(0) != condition.num_elements()) {
      return absl::InvalidArgumentError(
          absl::StrCat("Number of batches of 'then' must match size of 'cond', but saw: ",
                       then_shape.dim_size(0), " vs. ", condition.num_elements()));
    }
    if (then_shape != else_shape) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'then' and 'else' must have the same size.  but received: ", then_shape.DebugString(),
          " vs. ", else_shape.DebugString()));
    }
    return absl::OkStatus();
  }
};

#define REGISTER_SELECT(T)                                                                         \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("Select").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(1).Forwards(2), SelectOp); \
  REGISTER_KERNEL_BUILDER(                                                                         \
      Name("SelectV2").Device(DEVICE_CPU).TypeConstraint<T>("T").Forwards(1).Forwards(2),          \
      SelectV2Op);
TF_CALL_ALL_TYPES(REGISTER_SELECT);
TF_CALL_QUANTIZED_TYPES(REGISTER_SELECT);
TF_CALL_qint16(REGISTER_SELECT);
TF_CALL_quint16(REGISTER_SELECT);
TF_CALL_float8_e5m2(REGISTER_SELECT);
TF_CALL_float8_e4m3fn(REGISTER_SELECT);
TF_CALL_float8_e4m3fnuz(REGISTER_SELECT);
TF_CALL_float8_e4m3b11fnuz(REGISTER_SELECT);
TF_CALL_float8_e5m2fnuz(REGISTER_SELECT);
TF_CALL_float4_e2m1fn(REGISTER_SELECT);
TF_CALL_int4(REGISTER_SELECT);
TF_CALL_uint4(REGISTER_SELECT);
TF_CALL_int2(REGISTER_SELECT);
TF_CALL_uint2(REGISTER_SELECT);
TF_CALL_u1(REGISTER_SELECT);
#undef REGISTER_SELECT

}  // namespace
}  // namespace opgraft_internal
