// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Einsum. Labels that stand in one operand alone are summed over first; what is left is a product,
// element by element where no label is contracted, else of batches of matrices. Labels are grouped
// by where they stand: in both inputs and the output (batch), in one input and the output (free),
// in both inputs (contracted). Where the dimensions of each group are evenly spaced in memory,
// matrices are multiplied where they lie, whatever the order of the groups; else operands are
// copied first.
//
// For example, in "BTNH,BSNH->BNTS" each B and N has a matrix of T x H whose rows are N * H apart,
// and one of S x H: nothing is copied.
#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "framework/types/data_type_info.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/elementwise/binary_element_function.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/linalg/einsum_broadcast.h"
#include "kernels/linalg/einsum_plan.h"
#include "kernels/math/matrix_product.h"
#include "kernels/math/reducer.h"
#include "kernels/math/reduction_plan.h"

namespace opgraft_internal {
namespace {

using Steps = absl::InlinedVector<int64_t, 8>;

bool Has(const EinsumLabels& labels, int label) {
  return std::find(labels.begin(), labels.end(), label) != labels.end();
}

// The labels that `keep` likes, in order, each once.
template <typename Keep>
EinsumLabels Filter(const EinsumLabels& labels, const Keep& keep) {
  EinsumLabels kept;
  for (const int label : labels) {
    if (keep(label) && !Has(kept, label)) kept.push_back(label);
  }
  return kept;
}

EinsumLabels Joined(EinsumLabels all, const EinsumLabels& second, const EinsumLabels& third) {
  all.insert(all.end(), second.begin(), second.end());
  all.insert(all.end(), third.begin(), third.end());
  return all;
}

// A tensor in row-major order whose dimensions have these labels, whatever its shape says.
struct Operand {
  Tensor tensor;
  EinsumLabels labels;
};

// What is the same for every step of one call. Borrows.
class EinsumCall {
 public:
  EinsumCall(OpKernelContext* context, const EinsumPlan& plan) : context_(context), plan_(plan) {}

  OpKernelContext* context() const { return context_; }
  const EinsumPlan& plan() const { return plan_; }

  int64_t SizeOf(const EinsumLabels& labels) const {
    int64_t size = 1;
    for (const int label : labels) size *= plan_.sizes[static_cast<size_t>(label)];
    return size;
  }

  absl::Status Allocate(DataType dtype, const EinsumLabels& labels, Tensor* tensor) const {
    return context_->allocate_temp(dtype, TensorShape({SizeOf(labels)}), tensor);
  }

  // Copies to `to`, whose dimensions have `labels`. A label that stands twice in the operand reads
  // its diagonal; twice in `to`, it writes the diagonal and the rest becomes 0.
  void Copy(const Operand& operand, const EinsumLabels& labels, void* to) const {
    const Steps from_steps = EinsumSteps(plan_, operand.labels);
    const Steps to_steps = EinsumSteps(plan_, labels);
    const EinsumLabels once = Filter(labels, [](int) { return true; });
    absl::InlinedVector<CopyDim, 6> dims;
    for (const int label : once) {
      const auto l = static_cast<size_t>(label);
      dims.push_back({plan_.sizes[l], from_steps[l], to_steps[l]});
    }
    const DataType dtype = operand.tensor.dtype();
    if (once.size() != labels.size())
      std::memset(to, 0, static_cast<size_t>(SizeOf(labels) * DataTypeSize(dtype)));
    StridedCopy(dims).Run(dtype, operand.tensor.data(), to, context_->device());
  }

  // Puts the labels of an operand into this order, each once.
  absl::Status Reorder(const EinsumLabels& order, Operand* operand) const {
    if (order == operand->labels) return absl::OkStatus();
    Tensor copy;
    OPGRAFT_RETURN_IF_ERROR(Allocate(operand->tensor.dtype(), order, &copy));
    Copy(*operand, order, copy.data());
    *operand = {std::move(copy), order};
    return absl::OkStatus();
  }

  // Sums up over the labels that are not `kept`, which are in the operand's order.
  absl::Status SumExcept(const EinsumLabels& kept, const Reducer& sum, Operand* operand) const {
    TensorShape shape;
    std::vector<int32_t> axes;
    for (const int label : operand->labels) {
      if (!Has(kept, label)) axes.push_back(shape.dims());
      shape.AddDim(plan_.sizes[static_cast<size_t>(label)]);
    }
    Tensor axes_tensor(DT_INT32, TensorShape({static_cast<int64_t>(axes.size())}));
    std::copy(axes.begin(), axes.end(), static_cast<int32_t*>(axes_tensor.data()));
    ReductionPlan reduction;
    OPGRAFT_RETURN_IF_ERROR(reduction.Init(shape, axes_tensor, /*keep_dims=*/false, sum.parts()));
    Tensor sums;
    OPGRAFT_RETURN_IF_ERROR(Allocate(operand->tensor.dtype(), kept, &sums));
    sum.Run(context_, reduction, operand->tensor.data(), sums.data());
    *operand = {std::move(sums), kept};
    return absl::OkStatus();
  }

  // Input `i` without the labels that stand there alone, the others once.
  absl::Status Prepare(int i, const Reducer& sum, Operand* operand) const {
    *operand = {context_->input(i), plan_.inputs[i]};
    const EinsumLabels once = Filter(operand->labels, [](int) { return true; });
    const EinsumLabels kept = Filter(once, [&](int label) {
      return Has(plan_.output, label) || Has(plan_.inputs[1 - i], label);
    });
    OPGRAFT_RETURN_IF_ERROR(Reorder(once, operand));
    return kept == once ? absl::OkStatus() : SumExcept(kept, sum, operand);
  }

 private:
  OpKernelContext* const context_;
  const EinsumPlan& plan_;
};

// How far the elements lie apart when the dimensions of `labels` are walked through as one; -1 if
// they are not evenly spaced, 1 if there is nothing to walk.
int64_t CommonStep(const EinsumPlan& plan, const Steps& steps, const EinsumLabels& labels) {
  if (labels.empty()) return 1;
  for (size_t i = 0; i + 1 < labels.size(); ++i) {
    const auto next = static_cast<size_t>(labels[i + 1]);
    if (steps[static_cast<size_t>(labels[i])] != steps[next] * plan.sizes[next]) return -1;
  }
  return steps[static_cast<size_t>(labels.back())];
}

// The groups of labels of a product of two operands, the second of which has the last dimension of
// the output if one of them alone has it.
struct Groups {
  Groups(const EinsumPlan& plan, Operand* first, Operand* second) {
    const auto only = [&plan](const Operand& in, const Operand& not_in) {
      return Filter(plan.output,
                    [&](int l) { return Has(in.labels, l) && !Has(not_in.labels, l); });
    };
    rows = only(*first, *second);
    if (!rows.empty() && rows.back() == plan.output.back()) {
      std::swap(*first, *second);
      rows = only(*first, *second);
    }
    columns = only(*second, *first);
    batch =
        Filter(plan.output, [&](int l) { return Has(first->labels, l) && Has(second->labels, l); });
    const bool first_is_larger = first->tensor.NumElements() > second->tensor.NumElements();
    contracted = Filter((first_is_larger ? first : second)->labels, [&](int l) {
      return Has(first->labels, l) && Has(second->labels, l) && !Has(plan.output, l);
    });
  }

  EinsumLabels batch, rows, columns, contracted;
};

class EinsumOp : public OpKernel {
 public:
  // `broadcasts`: along labels too, as OpenVINO's.
  explicit EinsumOp(OpKernelConstruction* context, bool broadcasts = false)
      : OpKernel(context),
        broadcasts_(broadcasts),
        dtype_(output_type(0)),
        type_(ComputeTypeOf(dtype_)),
        sum_(ReductionKind::kSum, dtype_),
        multiply_(loops::BinaryFunction::kMul, dtype_),
        product_(type_),
        widen_(dtype_, type_),
        narrow_(type_, dtype_) {
    std::string equation;
    OP_REQUIRES_OK(context, context->GetAttr("equation", &equation));
    const absl::StatusOr<EinsumEquation> parsed = EinsumEquation::Parse(equation);
    OP_REQUIRES_OK(context, parsed.status());
    equation_ = *parsed;
  }

  void Compute(OpKernelContext* context) override {
    absl::InlinedVector<const TensorShape*, 2> shapes;
    for (int i = 0; i < context->num_inputs(); ++i) shapes.push_back(&context->input(i).shape());
    const absl::StatusOr<EinsumPlan> plan =
        broadcasts_ && shapes.size() == 2 ? PlanBroadcasting(equation_, *shapes[0], *shapes[1])
                                          : EinsumPlan::Make(equation_, shapes);
    OP_REQUIRES_OK(context, plan.status());
    const EinsumCall call(context, *plan);
    OP_REQUIRES_OK(context, shapes.size() == 1 ? ComputeOne(call) : ComputeTwo(call));
  }

 private:
  absl::Status ComputeOne(const EinsumCall& call) const {
    OpKernelContext* const context = call.context();
    const EinsumPlan& plan = call.plan();
    Operand operand = {context->input(0), plan.inputs[0]};
    const auto in_output = [&plan](int label) { return Has(plan.output, label); };
    if (!std::all_of(operand.labels.begin(), operand.labels.end(), in_output))
      OPGRAFT_RETURN_IF_ERROR(call.Prepare(0, sum_, &operand));
    Tensor same;
    if (operand.labels == plan.output && !HasRepeatedLabel(plan.output) &&
        same.CopyFrom(operand.tensor, plan.output_shape)) {
      context->set_output(0, std::move(same));
      return absl::OkStatus();
    }
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(context->allocate_output(0, plan.output_shape, &out));
    call.Copy(operand, plan.output, out->data());
    return absl::OkStatus();
  }

  absl::Status ComputeTwo(const EinsumCall& call) const {
    Operand first, second;
    OPGRAFT_RETURN_IF_ERROR(call.Prepare(0, sum_, &first));
    OPGRAFT_RETURN_IF_ERROR(call.Prepare(1, sum_, &second));
    Tensor* out = nullptr;
    OPGRAFT_RETURN_IF_ERROR(call.context()->allocate_output(0, call.plan().output_shape, &out));
    if (out->NumElements() == 0) return absl::OkStatus();
    const Groups groups(call.plan(), &first, &second);
    if (groups.contracted.empty()) return Multiply(call, &first, &second, out);
    if (call.SizeOf(groups.contracted) != 0) return Contract(call, groups, &first, &second, out);
    std::memset(out->data(), 0, out->TotalBytes());
    return absl::OkStatus();
  }

  // Element by element: an operand broadcasts along the labels that it has not.
  absl::Status Multiply(const EinsumCall& call, Operand* first, Operand* second,
                        Tensor* out) const {
    const EinsumLabels once = Filter(call.plan().output, [](int) { return true; });
    Operand* const operands[] = {first, second};
    TensorShape shapes[2];
    for (int i = 0; i < 2; ++i) {
      const EinsumLabels& own = operands[i]->labels;
      OPGRAFT_RETURN_IF_ERROR(
          call.Reorder(Filter(once, [&](int label) { return Has(own, label); }), operands[i]));
      for (const int label : once)
        shapes[i].AddDim(Has(operands[i]->labels, label) ? call.SizeOf({label}) : 1);
    }
    Broadcast broadcast;
    if (!broadcast.Init({&shapes[0], &shapes[1]}))
      return absl::InternalError("Operands of Einsum do not broadcast.");
    Operand result = {*out, once};
    const bool in_place = once.size() == call.plan().output.size();
    if (!in_place) OPGRAFT_RETURN_IF_ERROR(call.Allocate(dtype_, once, &result.tensor));
    multiply_.RunBroadcast(call.context(), broadcast, first->tensor.data(), second->tensor.data(),
                           result.tensor.data());
    if (!in_place) call.Copy(result, call.plan().output, out->data());
    return absl::OkStatus();
  }

  absl::Status Contract(const EinsumCall& call, const Groups& groups, Operand* first,
                        Operand* second, Tensor* out) const {
    const EinsumPlan& plan = call.plan();
    loops::MatMulProblem problem = {};
    Operand result = {*out, plan.output};
    const bool out_fits =
        !HasRepeatedLabel(plan.output) && PlaceResult(plan, groups, plan.output, &problem);
    if (!out_fits) {
      result.labels = Joined(groups.batch, groups.rows, groups.columns);
      PlaceResult(plan, groups, result.labels, &problem);
    }
    if (!out_fits || type_ != dtype_)
      OPGRAFT_RETURN_IF_ERROR(call.Allocate(type_, result.labels, &result.tensor));
    OPGRAFT_RETURN_IF_ERROR(PlaceOperands(call, groups, first, second, &problem));
    problem.m = call.SizeOf(groups.rows);
    problem.n = call.SizeOf(groups.columns);
    problem.k = call.SizeOf(groups.contracted);
    problem.c = result.tensor.data();
    RunProducts(call, groups, *first, *second, result.labels, problem);
    return Finish(call, out_fits, &result, out);
  }

  // The stride of a result whose dimensions have `labels`; false if its rows and columns are not
  // those of matrices.
  static bool PlaceResult(const EinsumPlan& plan, const Groups& groups, const EinsumLabels& labels,
                          loops::MatMulProblem* problem) {
    const Steps steps = EinsumSteps(plan, labels);
    problem->c_stride = CommonStep(plan, steps, groups.rows);
    return problem->c_stride > 0 && CommonStep(plan, steps, groups.columns) == 1;
  }

  // The same of the operands, which are copied where they are not matrices; and widened.
  absl::Status PlaceOperands(const EinsumCall& call, const Groups& groups, Operand* first,
                             Operand* second, loops::MatMulProblem* problem) const {
    if (!PlaceFirst(call.plan(), groups, *first, problem)) {
      OPGRAFT_RETURN_IF_ERROR(
          call.Reorder(Joined(groups.batch, groups.rows, groups.contracted), first));
      PlaceFirst(call.plan(), groups, *first, problem);
    }
    if (!PlaceSecond(call.plan(), groups, *second, problem)) {
      OPGRAFT_RETURN_IF_ERROR(
          call.Reorder(Joined(groups.batch, groups.contracted, groups.columns), second));
      PlaceSecond(call.plan(), groups, *second, problem);
    }
    OPGRAFT_RETURN_IF_ERROR(Widen(call, first));
    OPGRAFT_RETURN_IF_ERROR(Widen(call, second));
    problem->a = first->tensor.data();
    problem->b = second->tensor.data();
    return absl::OkStatus();
  }

  static bool PlaceFirst(const EinsumPlan& plan, const Groups& groups, const Operand& first,
                         loops::MatMulProblem* problem) {
    const Steps steps = EinsumSteps(plan, first.labels);
    problem->a_stride = CommonStep(plan, steps, groups.rows);
    return problem->a_stride > 0 && CommonStep(plan, steps, groups.contracted) == 1;
  }

  static bool PlaceSecond(const EinsumPlan& plan, const Groups& groups, const Operand& second,
                          loops::MatMulProblem* problem) {
    const Steps steps = EinsumSteps(plan, second.labels);
    const int64_t down = CommonStep(plan, steps, groups.contracted);
    const int64_t across = CommonStep(plan, steps, groups.columns);
    problem->transpose_b = down == 1;
    problem->b_stride = down == 1 ? across : down;
    return down > 0 && across > 0 && (down == 1 || across == 1);
  }

  absl::Status Widen(const EinsumCall& call, Operand* operand) const {
    if (type_ == dtype_) return absl::OkStatus();
    Tensor wide;
    OPGRAFT_RETURN_IF_ERROR(call.Allocate(type_, operand->labels, &wide));
    widen_.Run(operand->tensor.data(), wide.data(), wide.NumElements());
    operand->tensor = std::move(wide);
    return absl::OkStatus();
  }

  void RunProducts(const EinsumCall& call, const Groups& groups, const Operand& first,
                   const Operand& second, const EinsumLabels& result,
                   const loops::MatMulProblem& problem) const {
    const Steps a = EinsumSteps(call.plan(), first.labels);
    const Steps b = EinsumSteps(call.plan(), second.labels);
    const Steps c = EinsumSteps(call.plan(), result);
    absl::InlinedVector<OdometerDim<3>, 4> batch;
    for (const int label : groups.batch) {
      const auto l = static_cast<size_t>(label);
      batch.push_back({call.plan().sizes[l], {a[l], b[l], c[l]}});
    }
    product_.Run(call.context(), problem, batch);
  }

  // Brings the result into the output's type and order.
  absl::Status Finish(const EinsumCall& call, bool out_fits, Operand* result, Tensor* out) const {
    if (type_ != dtype_) {
      Tensor narrowed = *out;
      if (!out_fits) OPGRAFT_RETURN_IF_ERROR(call.Allocate(dtype_, result->labels, &narrowed));
      narrow_.Run(result->tensor.data(), narrowed.data(), narrowed.NumElements());
      result->tensor = std::move(narrowed);
    }
    if (!out_fits) call.Copy(*result, call.plan().output, out->data());
    return absl::OkStatus();
  }

  const bool broadcasts_;
  const DataType dtype_;
  const DataType type_;  // of the products
  const Reducer sum_;
  const BinaryElementFunction multiply_;
  const MatrixProduct product_;
  const CastFunction widen_;
  const CastFunction narrow_;
  EinsumEquation equation_;
};

class BroadcastingEinsumOp : public EinsumOp {
 public:
  explicit BroadcastingEinsumOp(OpKernelConstruction* context) : EinsumOp(context, true) {}
};

#define REGISTER(T)                                                                            \
  REGISTER_KERNEL_BUILDER(Name("Einsum").Device(DEVICE_CPU).TypeConstraint<T>("T"), EinsumOp); \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>Einsum").Device(DEVICE_CPU).TypeConstraint<T>("T"),   \
                          BroadcastingEinsumOp);
TF_CALL_FLOAT_TYPES(REGISTER);
TF_CALL_COMPLEX_TYPES(REGISTER);
TF_CALL_int32(REGISTER);
TF_CALL_int64(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
