// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/kernel/register_types.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/sparse/sparse_view.h"

namespace opgraft_internal {
namespace {

// Elements by their places, and whether two of them are equal.
struct Sequence {
  const char* values = nullptr;
  int64_t element_size = 0;
  std::vector<int64_t> places;

  const char* At(size_t i) const { return values + places[i] * element_size; }
};
using AreEqual = bool (*)(const char* a, const char* b);

template <typename T>
bool ElementsAreEqual(const char* a, const char* b) {
  return *reinterpret_cast<const T*>(a) == *reinterpret_cast<const T*>(b);
}

// How many elements have to be changed, put in or taken out to make `a` into `b` (V. Levenshtein,
// 1966).
int64_t EditDistance(const Sequence& a, const Sequence& b, AreEqual are_equal) {
  // The distances of the prefixes of b from a prefix of a.
  std::vector<int64_t> row(b.places.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (size_t i = 0; i < a.places.size(); ++i) {
    int64_t diagonal = std::exchange(row[0], static_cast<int64_t>(i) + 1);
    for (size_t j = 0; j + 1 < row.size(); ++j) {
      const int64_t changed = diagonal + (are_equal(a.At(i), b.At(j)) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min(changed, std::min(row[j], diagonal) + 1);
    }
  }
  return row.back();
}

// Where the sequence of each element is in the output, and which element; in order.
using Places = std::vector<std::pair<int64_t, int64_t>>;

Places PlacesOf(const SparseView& view, const SparseSizes& sizes) {
  Places places;
  for (int64_t i = 0; i < view.count; ++i) {
    int64_t place = 0;
    for (size_t d = 0; d < sizes.size(); ++d) place = place * sizes[d] + view.At(i)[d];
    places.push_back({place, i});
  }
  std::sort(places.begin(), places.end());
  return places;
}

// The sequence at `place`; `*next` goes behind it.
Sequence Take(const SparseView& view, const Places& places, int64_t place, size_t* next) {
  Sequence sequence;
  sequence.values = static_cast<const char*>(view.values->data());
  sequence.element_size = ElementSize(view.values->dtype());
  for (; *next < places.size() && places[*next].first == place; ++*next)
    sequence.places.push_back(places[*next].second);
  return sequence;
}

// The distances of sequences, which are the last dimension of sparse tensors.
class EditDistanceOp : public OpKernel {
 public:
  EditDistanceOp(OpKernelConstruction* context, AreEqual are_equal)
      : OpKernel(context), are_equal_(are_equal) {
    OP_REQUIRES_OK(context, context->GetAttr("normalize", &normalizes_));
  }

  void Compute(OpKernelContext* context) override {
    SparseView hypothesis, truth;
    OP_REQUIRES_OK(context, ReadInputs(context, &hypothesis, &truth));
    SparseSizes sizes;
    for (size_t d = 0; d + 1 < truth.sizes.size(); ++d)
      sizes.push_back(std::max(truth.sizes[d], hypothesis.sizes[d]));
    TensorShape shape;
    OP_REQUIRES_OK(context, TensorShape::BuildTensorShape(sizes, &shape));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(context, context->allocate_output(0, shape, &output));
    float* const distances = static_cast<float*>(output->data());
    std::fill_n(distances, output->NumElements(), 0.0f);
    const Places a = PlacesOf(hypothesis, sizes), b = PlacesOf(truth, sizes);
    for (size_t i = 0, j = 0; i < a.size() || j < b.size();) {
      const bool a_is_next = j == b.size() || (i < a.size() && a[i].first < b[j].first);
      const int64_t place = a_is_next ? a[i].first : b[j].first;
      const Sequence of_a = Take(hypothesis, a, place, &i);
      const Sequence of_b = Take(truth, b, place, &j);
      distances[place] = DistanceOf(of_a, of_b);
    }
  }

 private:
  static absl::Status ReadInputs(OpKernelContext* context, SparseView* hypothesis,
                                 SparseView* truth) {
    OPGRAFT_RETURN_IF_ERROR(ReadSparseInputs(context, 0, "hypothesis", hypothesis));
    OPGRAFT_RETURN_IF_ERROR(ReadSparseInputs(context, 3, "truth", truth));
    if (truth->rank < 2 || hypothesis->rank != truth->rank) {
      return absl::InvalidArgumentError(
          absl::StrCat("Input SparseTensors must have one rank, at least 2, got ", hypothesis->rank,
                       " and ", truth->rank));
    }
    OPGRAFT_RETURN_IF_ERROR(CheckSparseBounds(*hypothesis));
    return CheckSparseBounds(*truth);
  }

  float DistanceOf(const Sequence& hypothesis, const Sequence& truth) const {
    const float distance = static_cast<float>(EditDistance(hypothesis, truth, are_equal_));
    if (!normalizes_) return distance;
    // Without a truth there is nothing to measure by.
    if (truth.places.empty()) return std::numeric_limits<float>::infinity();
    return distance / static_cast<float>(truth.places.size());
  }

  const AreEqual are_equal_;
  bool normalizes_ = true;
};

// What a type adds.
template <typename T>
class TypedEditDistanceOp : public EditDistanceOp {
 public:
  explicit TypedEditDistanceOp(OpKernelConstruction* context)
      : EditDistanceOp(context, ElementsAreEqual<T>) {}
};

#define REGISTER(T)                                                                       \
  REGISTER_KERNEL_BUILDER(Name("EditDistance").Device(DEVICE_CPU).TypeConstraint<T>("T"), \
                          TypedEditDistanceOp<T>)
TF_CALL_POD_STRING_TYPES(REGISTER);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
