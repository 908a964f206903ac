// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Optimizers that keep moving averages of the gradient and of its square.
#include <algorithm>
#include <cmath>
#include <complex>

#include "kernels/training/update_op.h"

namespace opgraft_internal {
namespace {

struct Adam {
  static constexpr const char* kSlots[] = {"var", "m", "v"};
  static constexpr const char* kScalars[] = {"beta1_power", "beta2_power", "lr",
                                             "beta1",       "beta2",       "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", "use_nesterov"};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool nesterov) {
    const C alpha = s[2] * std::sqrt(C(1) - s[1]) / (C(1) - s[0]);
    return [=, beta1 = s[3], beta2 = s[4], epsilon = s[5]](C* x, C g) {
      x[1] += (g - x[1]) * (C(1) - beta1);
      x[2] += (g * g - x[2]) * (C(1) - beta2);
      const C step = nesterov ? g * (C(1) - beta1) + beta1 * x[1] : x[1];
      x[0] -= step * alpha / (std::sqrt(x[2]) + epsilon);
    };
  }
};

struct AdamWithAmsgrad {
  static constexpr const char* kSlots[] = {"var", "m", "v", "vhat"};
  static constexpr const char* kScalars[] = {"beta1_power", "beta2_power", "lr",
                                             "beta1",       "beta2",       "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 4;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    const C alpha = s[2] * std::sqrt(1 - s[1]) / (1 - s[0]);
    return [=, beta1 = s[3], beta2 = s[4], epsilon = s[5]](C* x, C g) {
      x[1] += (g - x[1]) * (1 - beta1);
      x[2] += (g * g - x[2]) * (1 - beta2);
      x[3] = std::max(x[3], x[2]);
      x[0] -= x[1] * alpha / (std::sqrt(x[3]) + epsilon);
    };
  }
};

struct AdaMax {
  static constexpr const char* kSlots[] = {"var", "m", "v"};
  static constexpr const char* kScalars[] = {"beta1_power", "lr", "beta1", "beta2", "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    const C rate = s[1] / (1 - s[0]);
    return [rate, beta1 = s[2], beta2 = s[3], epsilon = s[4]](C* x, C g) {
      x[1] += (g - x[1]) * (1 - beta1);
      x[2] = std::max(beta2 * x[2], std::abs(g));
      x[0] -= rate * (x[1] / (x[2] + epsilon));
    };
  }
};

struct RmsProp {
  static constexpr const char* kSlots[] = {"var", "ms", "mom"};
  static constexpr const char* kScalars[] = {"lr", "rho", "momentum", "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 3;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], rho = s[1], momentum = s[2], epsilon = s[3]](C* x, C g) {
      x[1] += (g * g - x[1]) * (C(1) - rho);
      x[2] = x[2] * momentum + g * lr / std::sqrt(x[1] + epsilon);
      x[0] -= x[2];
    };
  }
};

struct CenteredRmsProp {
  static constexpr const char* kSlots[] = {"var", "mg", "ms", "mom"};
  static constexpr const char* kScalars[] = {"lr", "rho", "momentum", "epsilon"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 4;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], rho = s[1], momentum = s[2], epsilon = s[3]](C* x, C g) {
      x[2] += (g * g - x[2]) * (C(1) - rho);
      x[1] += (g - x[1]) * (C(1) - rho);
      x[3] = x[3] * momentum + g * lr / std::sqrt(x[2] - x[1] * x[1] + epsilon);
      x[0] -= x[3];
    };
  }
};

constexpr DataType kAdaMaxTypes[] = {DT_HALF, DT_FLOAT, DT_DOUBLE};
constexpr DataType kSparseTypes[] = {DT_HALF, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128};

OPGRAFT_REGISTER_BOTH_UPDATES("ApplyAdam", kAllUpdateTypes, Adam);
OPGRAFT_REGISTER_UPDATE("ResourceApplyAdamWithAmsgrad", kRealUpdateTypes, AdamWithAmsgrad);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyAdaMax", kAdaMaxTypes, AdaMax);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyRMSProp", kAllUpdateTypes, RmsProp);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyCenteredRMSProp", kAllUpdateTypes, CenteredRmsProp);
OPGRAFT_REGISTER_SPARSE_UPDATE("ResourceSparseApplyRMSProp", kSparseTypes, RmsProp);
OPGRAFT_REGISTER_SPARSE_UPDATE("SparseApplyRMSProp", kSparseTypes, RmsProp);
OPGRAFT_REGISTER_SPARSE_UPDATE("ResourceSparseApplyCenteredRMSProp", kSparseTypes, CenteredRmsProp);
OPGRAFT_REGISTER_SPARSE_UPDATE("SparseApplyCenteredRMSProp", kSparseTypes, CenteredRmsProp);

}  // namespace
}  // namespace opgraft_internal
