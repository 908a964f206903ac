// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Optimizers that scale by the sum of the squared gradients.
#include <algorithm>
#include <cmath>
#include <complex>

#include "kernels/training/proximal.h"
#include "kernels/training/update_op.h"

namespace opgraft_internal {
namespace {

struct Adagrad {
  static constexpr const char* kSlots[] = {"var", "accum"};
  static constexpr const char* kScalars[] = {"lr"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", "update_slots"};
  static constexpr int kNumSlots = 2;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool update_slots) {
    return [lr = s[0], update_slots](C* x, C g) {
      if (update_slots) x[1] += g * g;
      x[0] -= g * lr / std::sqrt(x[1]);
    };
  }
};

struct AdagradV2 {
  static constexpr const char* kSlots[] = {"var", "accum"};
  static constexpr const char* kScalars[] = {"lr", "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", "update_slots"};
  static constexpr int kNumSlots = 2;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool update_slots) {
    return [lr = s[0], epsilon = s[1], update_slots](C* x, C g) {
      if (update_slots) x[1] += g * g;
      x[0] -= g * lr / (std::sqrt(x[1]) + epsilon);
    };
  }
};

struct ProximalAdagrad {
  static constexpr const char* kSlots[] = {"var", "accum"};
  static constexpr const char* kScalars[] = {"lr", "l1", "l2"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", nullptr, SignChecks::kInBoth};
  static constexpr int kNumSlots = 2;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], l1 = s[1], l2 = s[2]](C* x, C g) {
      x[1] += g * g;
      const C rate = lr / std::sqrt(x[1]);
      x[0] = Proximal(x[0] - rate * g, rate, l1, l2);
    };
  }
};

// Dual averaging.
struct AdagradDA {
  static constexpr const char* kSlots[] = {"var", "gradient_accumulator",
                                           "gradient_squared_accumulator"};
  static constexpr const char* kScalars[] = {"lr", "l1", "l2", "global_step"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], l1 = s[1], l2 = s[2], steps = s[3]](C* x, C g) {
      x[1] += g;
      x[2] += g * g;
      const C sum = l1 > 0 ? Shrink(x[1], l1 * steps) : x[1];
      x[0] = -lr * sum / (l2 * steps * lr + std::sqrt(x[2]));
    };
  }
};

struct Adadelta {
  static constexpr const char* kSlots[] = {"var", "accum", "accum_update"};
  static constexpr const char* kScalars[] = {"lr", "rho", "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], rho = s[1], epsilon = s[2]](C* x, C g) {
      x[1] = x[1] * rho + g * g * (C(1) - rho);
      const C update = std::sqrt(x[2] + epsilon) / std::sqrt(x[1] + epsilon) * g;
      x[2] = x[2] * rho + update * update * (C(1) - rho);
      x[0] -= update * lr;
    };
  }
};

// The power of the accumulator by which Ftrl divides; a square root is cheaper than a power.
template <typename C>
C FtrlPower(C accum, C lr_power) {
  return lr_power == C(-0.5) ? std::sqrt(accum) : std::pow(accum, -lr_power);
}

// `grad` moves the linear term; the accumulator has the sum of the squares of gradients.
template <typename C>
void FtrlStep(C* x, C g, C grad, const C* s, C lr_power, bool linear_by_lr) {
  const C lr = s[0];
  const C accum = x[1] + g * g;
  const C power = FtrlPower(accum, lr_power);
  const C change = (power - FtrlPower(x[1], lr_power)) * x[0];
  // With linear_by_lr all terms are multiplied by the learning rate.
  x[2] += linear_by_lr ? grad * lr - change : grad - change / lr;
  const C l1 = linear_by_lr ? s[1] * lr : s[1];
  const C divisor = linear_by_lr ? power + 2 * s[2] * lr : power / lr + 2 * s[2];
  const C signed_l1 = x[2] > 0 ? l1 : -l1;
  x[0] = std::abs(x[2]) > l1 ? (signed_l1 - x[2]) / divisor : C(0);
  x[1] = accum;
}

struct Ftrl {
  static constexpr const char* kSlots[] = {"var", "accum", "linear"};
  static constexpr const char* kScalars[] = {"lr", "l1", "l2", "lr_power"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", "multiply_linear_by_lr",
                                        SignChecks::kInSparse};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool linear_by_lr) {
    return [s, linear_by_lr](C* x, C g) { FtrlStep(x, g, g, s, s[3], linear_by_lr); };
  }
};

struct FtrlV2 {
  static constexpr const char* kSlots[] = {"var", "accum", "linear"};
  static constexpr const char* kScalars[] = {"lr", "l1", "l2", "l2_shrinkage", "lr_power"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", "multiply_linear_by_lr",
                                        SignChecks::kInSparse};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool linear_by_lr) {
    return [s, linear_by_lr](C* x, C g) {
      FtrlStep(x, g, g + 2 * s[3] * x[0], s, s[4], linear_by_lr);
    };
  }
};

// Dense and sparse.
#define REGISTER(name, types, Rule)                                        \
  OPGRAFT_REGISTER_BOTH_UPDATES("Apply" name, types, Rule);                \
  OPGRAFT_REGISTER_SPARSE_UPDATE("ResourceSparseApply" name, types, Rule); \
  OPGRAFT_REGISTER_SPARSE_UPDATE("SparseApply" name, types, Rule)
REGISTER("Adagrad", kAllUpdateTypes, Adagrad);
REGISTER("AdagradV2", kAllUpdateTypes, AdagradV2);
REGISTER("ProximalAdagrad", kWideUpdateTypes, ProximalAdagrad);
REGISTER("AdagradDA", kWideUpdateTypes, AdagradDA);
REGISTER("Adadelta", kAllUpdateTypes, Adadelta);
REGISTER("Ftrl", kRealUpdateTypes, Ftrl);
REGISTER("FtrlV2", kRealUpdateTypes, FtrlV2);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
