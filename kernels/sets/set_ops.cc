// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Operations on sets, which are the rows along the last dimension of dense or sparse tensors.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// Elements as they are compared: all integers as int64, strings without copying them. So there are
// two of each function here, not one a type.
void ReadElements(const Tensor& values, std::vector<int64_t>* elements) {
  elements->resize(static_cast<size_t>(values.NumElements()));
  CastFunction(values.dtype(), DT_INT64).Run(values.data(), elements->data(), values.NumElements());
}

void ReadElements(const Tensor& values, std::vector<absl::string_view>* elements) {
  const tstring* const texts = static_cast<const tstring*>(values.data());
  for (int64_t i = 0; i < values.NumElements(); ++i)
    elements->emplace_back(texts[i].data(), texts[i].size());
}

void WriteElements(const std::vector<int64_t>& elements, Tensor* values) {
  CastFunction(DT_INT64, values->dtype())
      .Run(elements.data(), values->data(), values->NumElements());
}

void WriteElements(const std::vector<absl::string_view>& elements, Tensor* values) {
  tstring* to = static_cast<tstring*>(values->data());
  for (const absl::string_view element : elements) *to++ = element;
}

// All sets of a tensor: elements with the number of their set, in order, each once.
template <typename T>
struct Sets {
  SparseSizes groups;  // the dimensions that number the sets
  std::vector<std::pair<int64_t, T>> elements;

  void Arrange() {
    std::sort(elements.begin(), elements.end());
    elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  }
};

template <typename T>
absl::Status ReadDenseSets(const Tensor& tensor, Sets<T>* sets) {
  if (tensor.dims() < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input rank must be at least 2, got shape ", tensor.shape().DebugString()));
  }
  const int last = tensor.dims() - 1;
  for (int d = 0; d < last; ++d) sets->groups.push_back(tensor.dim_size(d));
  const int64_t size = tensor.dim_size(last);
  std::vector<T> values;
  ReadElements(tensor, &values);
  for (size_t i = 0; i < values.size(); ++i)
    sets->elements.emplace_back(static_cast<int64_t>(i) / size, values[i]);
  sets->Arrange();
  return absl::OkStatus();
}

template <typename T>
absl::Status ReadSparseSets(OpKernelContext* context, int first, bool validates, Sets<T>* sets) {
  SparseView view;
  OPGRAFT_RETURN_IF_ERROR(ReadSparseInputs(context, first, "set", &view));
  if (view.rank < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("Input rank must be at least 2, got ", view.rank));
  }
  OPGRAFT_RETURN_IF_ERROR(CheckSparseBounds(view));
  if (validates) OPGRAFT_RETURN_IF_ERROR(CheckSparseOrder(view));
  sets->groups.assign(view.sizes.begin(), view.sizes.end() - 1);
  std::vector<T> values;
  ReadElements(*view.values, &values);
  for (int64_t i = 0; i < view.count; ++i) {
    int64_t group = 0;
    for (size_t d = 0; d < sets->groups.size(); ++d)
      group = group * sets->groups[d] + view.At(i)[d];
    sets->elements.emplace_back(group, values[static_cast<size_t>(i)]);
  }
  sets->Arrange();
  return absl::OkStatus();
}

enum class SetOperation { kAMinusB, kBMinusA, kIntersection, kUnion };

// The same operation on all sets at once: those of one number lie together.
template <typename T>
void Combine(SetOperation operation, const Sets<T>& a, const Sets<T>& b, Sets<T>* result) {
  const auto& x = operation == SetOperation::kBMinusA ? b.elements : a.elements;
  const auto& y = operation == SetOperation::kBMinusA ? a.elements : b.elements;
  const auto out = std::back_inserter(result->elements);
  if (operation == SetOperation::kIntersection) {
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), out);
  } else if (operation == SetOperation::kUnion) {
    std::set_union(x.begin(), x.end(), y.begin(), y.end(), out);
  } else {
    std::set_difference(x.begin(), x.end(), y.begin(), y.end(), out);
  }
}

// The outputs 0 to 2 are the sets as a sparse tensor, whose last dimension is the largest set.
template <typename T>
absl::Status SetSparse(OpKernelContext* context, const Sets<T>& sets) {
  const int64_t count = static_cast<int64_t>(sets.elements.size());
  const size_t groups = sets.groups.size();
  Tensor* indices = nullptr;
  Tensor* values = nullptr;
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(
      0, TensorShape({count, static_cast<int64_t>(groups) + 1}), &indices));
  OPGRAFT_RETURN_IF_ERROR(context->allocate_output(1, TensorShape({count}), &values));
  int64_t* index = static_cast<int64_t*>(indices->data());
  std::vector<T> in_order;
  int64_t before = -1, place = 0, largest = 0;
  for (const auto& [group, element] : sets.elements) {
    place = group == before ? place + 1 : 0;
    before = group;
    largest = std::max(largest, place + 1);
    int64_t rest = group;
    for (size_t d = groups; d-- > 0;) {
      index[d] = rest % sets.groups[d];
      rest /= sets.groups[d];
    }
    index[groups] = place;
    index += groups + 1;
    in_order.push_back(element);
  }
  WriteElements(in_order, values);
  SparseSizes shape = sets.groups;
  shape.push_back(largest);
  return SetVectorOutput(context, 2, shape);
}

// Which of the inputs are dense.
struct DenseToDense {
  static constexpr bool kFirstIsDense = true;
  static constexpr bool kSecondIsDense = true;
};
struct DenseToSparse {
  static constexpr bool kFirstIsDense = true;
  static constexpr bool kSecondIsDense = false;
};
struct SparseToSparse {
  static constexpr bool kFirstIsDense = false;
  static constexpr bool kSecondIsDense = false;
};

template <typename T, typename Inputs>
class SetOperationOp : public OpKernel {
 public:
  explicit SetOperationOp(OpKernelConstruction* context) : OpKernel(context) {
    std::string name;
    OP_REQUIRES_OK(context, context->GetAttr("set_operation", &name));
    OP_REQUIRES_OK(context, context->GetAttr("validate_indices", &validates_));
    const std::pair<const char*, SetOperation> kOperations[] = {
        {"a-b", SetOperation::kAMinusB},
        {"b-a", SetOperation::kBMinusA},
        {"intersection", SetOperation::kIntersection},
        {"union", SetOperation::kUnion}};
    absl::AsciiStrToLower(&name);
    const auto found = std::find_if(std::begin(kOperations), std::end(kOperations),
                                    [&](const auto& known) { return name == known.first; });
    OP_REQUIRES(context, found != std::end(kOperations),
                absl::InvalidArgumentError(absl::StrCat(
                    "Invalid set_operation ", name, ": a-b, b-a, intersection, union are there")));
    operation_ = found->second;
  }

  void Compute(OpKernelContext* context) override {
    Sets<T> a, b, result;
    OP_REQUIRES_OK(context, Read(context, Inputs::kFirstIsDense, 0, &a));
    OP_REQUIRES_OK(context,
                   Read(context, Inputs::kSecondIsDense, Inputs::kFirstIsDense ? 1 : 3, &b));
    OP_REQUIRES(context, a.groups == b.groups,
                absl::InvalidArgumentError(absl::StrCat(
                    "Mismatched group shapes [", absl::StrJoin(a.groups, ","), "] vs [",
                    absl::StrJoin(b.groups, ","), "]: all dimensions but the last must be equal")));
    result.groups = a.groups;
    Combine(operation_, a, b, &result);
    OP_REQUIRES_OK(context, SetSparse(context, result));
  }

 private:
  absl::Status Read(OpKernelContext* context, bool is_dense, int first, Sets<T>* sets) const {
    return is_dense ? ReadDenseSets(context->input(first), sets)
                    : ReadSparseSets(context, first, validates_, sets);
  }

  SetOperation operation_ = SetOperation::kUnion;
  bool validates_ = true;
};

// How many different elements each set has.
template <typename T>
class SetSizeOp : public OpKernel {
 public:
  explicit SetSizeOp(OpKernelConstruction* context) : OpKernel(context) {
    OP_REQUIRES_OK(context, context->GetAttr("validate_indices", &validates_));
  }

  void Compute(OpKernelContext* context) override {
    Sets<T> sets;
    OP_REQUIRES_OK(context, ReadSparseSets(context, 0, validates_, &sets));
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape(sets.groups, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    int32_t* const sizes = static_cast<int32_t*>(output->data());
    std::fill_n(sizes, output->NumElements(), 0);
    for (const auto& element : sets.elements) ++sizes[element.first];
  }

 private:
  bool validates_ = true;
};

#define REGISTER_OP_KERNEL(op, T, ...) \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint<T>("T"), __VA_ARGS__)
#define REGISTER(T, E)                                                                    \
  REGISTER_OP_KERNEL("DenseToDenseSetOperation", T, SetOperationOp<E, DenseToDense>);     \
  REGISTER_OP_KERNEL("DenseToSparseSetOperation", T, SetOperationOp<E, DenseToSparse>);   \
  REGISTER_OP_KERNEL("SparseToSparseSetOperation", T, SetOperationOp<E, SparseToSparse>); \
  REGISTER_OP_KERNEL("SetSize", T, SetSizeOp<E>)
#define REGISTER_INTEGER(T) REGISTER(T, int64_t)
TF_CALL_int8(REGISTER_INTEGER);
TF_CALL_int16(REGISTER_INTEGER);
TF_CALL_int32(REGISTER_INTEGER);
TF_CALL_int64(REGISTER_INTEGER);
TF_CALL_uint8(REGISTER_INTEGER);
TF_CALL_uint16(REGISTER_INTEGER);
REGISTER(tstring, absl::string_view);
#undef REGISTER_INTEGER
#undef REGISTER
#undef REGISTER_OP_KERNEL

}  // namespace
}  // namespace opgraft_internal
