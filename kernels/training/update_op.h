// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_TRAINING_UPDATE_OP_H_
#define KERNELS_TRAINING_UPDATE_OP_H_

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "framework/kernel/op_kernel.h"
#include "kernels/elementwise/cast_function.h"
#include "kernels/variables/variable_user.h"

namespace opgraft_internal {

// A dense op has a gradient for all of the variable; a sparse one has an input `indices`, too.
enum class UpdateForm { kDense, kSparse };

// In which forms of an optimizer the signs of scalars are checked: where TensorFlow does.
enum class SignChecks { kInNone, kInSparse, kInBoth };

// What an optimizer's op is made of: the variable and its slots, which change; scalars; a gradient
// of the variable's shape. In the sparse form the gradient has a row for each index, and only those
// rows change.
//
// An optimizer is a rule: a struct with a `static constexpr UpdateInputs kInputs`, a `static
// constexpr bool kComplex` (are there complex kernels?), and
//   template <typename C> static auto Step(const C* scalars, bool flag);
// which gives a function of the elements x[0], x[1], ... of variable and slots, and of the
// gradient's g, that computes the new ones. C is float for smaller floats.
//
// Example: the rule of momentum without Nesterov's variant.
//
//     struct Momentum {
//       static constexpr const char* kSlots[] = {"var", "accum"};
//       static constexpr const char* kScalars[] = {"lr", "momentum"};
//       static constexpr UpdateInputs kInputs{kSlots, kScalars};
//       static constexpr int kNumSlots = 2;
//       static constexpr bool kComplex = false;
//       template <typename C>
//       static auto Step(const C* s, bool) {
//         return [lr = s[0], momentum = s[1]](C* x, C g) {
//           x[1] = x[1] * momentum + g;
//           x[0] -= x[1] * lr;
//         };
//       }
//     };
//     OPGRAFT_REGISTER_UPDATE("ApplyMomentum", kRealUpdateTypes, Momentum);
struct UpdateInputs {
  // Inputs in which the variables are, the variable first.
  absl::Span<const char* const> slots;
  absl::Span<const char* const> scalars;
  const char* grad = "grad";
  const char* flag = nullptr;  // a bool attr
  SignChecks sign_checks = SignChecks::kInNone;
};

constexpr int kMaxSlots = 4;

// Changes n elements of variable and slots.
using UpdateLoop = void (*)(void* const* slots, const void* grad, const void* scalars, bool flag,
                            int64_t n);

template <typename Rule, typename C>
void RunUpdate(void* const* slots, const void* grad, const void* scalars, bool flag, int64_t n) {
  constexpr int kSlots = Rule::kNumSlots;
  const auto step = Rule::template Step<C>(static_cast<const C*>(scalars), flag);
  C* x[kSlots];
  for (int k = 0; k < kSlots; ++k) x[k] = static_cast<C*>(slots[k]);
  const C* const g = static_cast<const C*>(grad);
  for (int64_t i = 0; i < n; ++i) {
    C now[kSlots];
    for (int k = 0; k < kSlots; ++k) now[k] = x[k][i];
    step(now, g[i]);
    for (int k = 0; k < kSlots; ++k) x[k][i] = now[k];
  }
}

// The loop of a rule for elements of a type in which it is computed; null: it has none.
template <typename Rule>
UpdateLoop FindUpdate(DataType dtype) {
  if (dtype == DT_FLOAT) return &RunUpdate<Rule, float>;
  if (dtype == DT_DOUBLE) return &RunUpdate<Rule, double>;
  if constexpr (Rule::kComplex) {
    if (dtype == DT_COMPLEX64) return &RunUpdate<Rule, std::complex<float>>;
    if (dtype == DT_COMPLEX128) return &RunUpdate<Rule, std::complex<double>>;
  }
  return nullptr;
}

// The op of a rule, whatever the rule: on handles or references, dense or sparse.
//
// All inputs are checked before a variable changes. Thread-safe: immutable once it is made.
class UpdateOpBase : public VariableUser {
 public:
  UpdateOpBase(OpKernelConstruction* ctx, const UpdateInputs& inputs, UpdateForm form,
               UpdateLoop (*find)(DataType dtype));
  void Compute(OpKernelContext* ctx) override;

 private:
  // What a call works on.
  struct Call {
    absl::InlinedVector<TensorCell*, kMaxSlots> cells;
    absl::InlinedVector<void*, kMaxSlots> slots;  // their elements
    alignas(16) char scalars[16 * 12];
  };
  // Looks up where the named inputs are.
  absl::Status FindInputs(const UpdateInputs& inputs, UpdateForm form);
  // The steps of Compute: each fails before anything is written, with TensorFlow's words.
  absl::Status FindVariables(OpKernelContext* ctx, Call* call) const;
  absl::Status CheckSign(int scalar, const Tensor& value) const;
  absl::Status ReadScalars(OpKernelContext* ctx, Call* call) const;
  absl::Status ReadScalar(const Tensor& value, char* to) const;
  absl::Status CheckGradient(OpKernelContext* ctx, const Call& call) const;
  absl::Status CheckSparse(OpKernelContext* ctx, const Call& call) const;
  absl::Status Open(absl::Span<const TensorCell::Part> parts, Call* call) const;
  // Elements of a dense gradient are shared by threads; rows of a sparse one go one by one.
  void UpdateAll(OpKernelContext* ctx, const Call& call) const;
  void UpdateRows(OpKernelContext* ctx, absl::Span<const TensorCell::Part> parts,
                  const Call& call) const;
  // Elements [start, start + n) by elements of the gradient from `grad` on.
  void Update(const Call& call, int64_t start, const void* grad, int64_t n) const;

  const DataType dtype_;
  const DataType compute_type_;
  const CastFunction widen_;
  const CastFunction narrow_;
  UpdateLoop loop_ = nullptr;
  bool flag_ = false;
  std::vector<std::string> names_;  // of the inputs
  const bool checks_signs_;         // of scalars
  absl::InlinedVector<int, kMaxSlots> slots_;
  absl::InlinedVector<int, 8> scalars_;
  int grad_ = -1;
  int indices_ = -1;  // -1: dense
};

template <typename Rule, UpdateForm kForm>
class UpdateOp : public UpdateOpBase {
 public:
  explicit UpdateOp(OpKernelConstruction* ctx)
      : UpdateOpBase(ctx, Rule::kInputs, kForm, &FindUpdate<Rule>) {}
};

// The types that TensorFlow has kernels of optimizers for.
inline constexpr DataType kAllUpdateTypes[] = {DT_HALF,   DT_BFLOAT16,  DT_FLOAT,
                                               DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128};
inline constexpr DataType kRealUpdateTypes[] = {DT_HALF, DT_BFLOAT16, DT_FLOAT, DT_DOUBLE};
inline constexpr DataType kWideUpdateTypes[] = {DT_FLOAT, DT_DOUBLE};

#define OPGRAFT_REGISTER_UPDATE(op, types, Rule)                                  \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint("T", types), \
                          UpdateOp<Rule, UpdateForm::kDense>)
#define OPGRAFT_REGISTER_SPARSE_UPDATE(op, types, Rule)                           \
  REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU).TypeConstraint("T", types), \
                          UpdateOp<Rule, UpdateForm::kSparse>)
// On handles and on references.
#define OPGRAFT_REGISTER_BOTH_UPDATES(name, types, Rule) \
  OPGRAFT_REGISTER_UPDATE("Resource" name, types, Rule); \
  OPGRAFT_REGISTER_UPDATE(name, types, Rule)
#define OPGRAFT_REGISTER_BOTH_SPARSE_UPDATES(name, types, Rule) \
  OPGRAFT_REGISTER_SPARSE_UPDATE("Resource" name, types, Rule); \
  OPGRAFT_REGISTER_SPARSE_UPDATE(name, types, Rule)

}  // namespace opgraft_internal

#endif  // KERNELS_TRAINING_UPDATE_OP_H_
