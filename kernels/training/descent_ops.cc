// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Optimizers that go down the gradient, with or without momentum.
#include <cmath>

#include "kernels/training/proximal.h"
#include "kernels/training/update_op.h"

namespace opgraft_internal {
namespace {

struct GradientDescent {
  static constexpr const char* kSlots[] = {"var"};
  static constexpr const char* kScalars[] = {"alpha"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "delta"};
  static constexpr int kNumSlots = 1;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [alpha = s[0]](C* x, C g) { x[0] -= alpha * g; };
  }
};

struct ProximalGradientDescent {
  static constexpr const char* kSlots[] = {"var"};
  static constexpr const char* kScalars[] = {"alpha", "l1", "l2"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "delta"};
  static constexpr int kNumSlots = 1;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [alpha = s[0], l1 = s[1], l2 = s[2]](C* x, C g) {
      x[0] = Proximal(x[0] - alpha * g, alpha, l1, l2);
    };
  }
};

struct Momentum {
  static constexpr const char* kSlots[] = {"var", "accum"};
  static constexpr const char* kScalars[] = {"lr", "momentum"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars, "grad", "use_nesterov"};
  static constexpr int kNumSlots = 2;
  static constexpr bool kComplex = true;
  template <typename C>
  static auto Step(const C* s, bool nesterov) {
    return [lr = s[0], momentum = s[1], nesterov](C* x, C g) {
      x[1] = x[1] * momentum + g;
      x[0] -= nesterov ? g * lr + x[1] * momentum * lr : x[1] * lr;
    };
  }
};

struct KerasMomentum : Momentum {
  template <typename C>
  static auto Step(const C* s, bool nesterov) {
    return [lr = s[0], momentum = s[1], nesterov](C* x, C g) {
      x[1] = x[1] * momentum - g * lr;
      x[0] += nesterov ? x[1] * momentum - g * lr : x[1];
    };
  }
};

template <typename C>
C SignOf(C value) {
  return static_cast<C>((value > 0) - (value < 0));
}

struct AddSign {
  static constexpr const char* kSlots[] = {"var", "m"};
  static constexpr const char* kScalars[] = {"lr", "alpha", "sign_decay", "beta"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 2;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], alpha = s[1], decay = s[2], beta = s[3]](C* x, C g) {
      x[1] = x[1] * beta + g * (1 - beta);
      x[0] -= lr * (alpha + decay * (SignOf(g) * SignOf(x[1]))) * g;
    };
  }
};

struct PowerSign {
  static constexpr const char* kSlots[] = {"var", "m"};
  static constexpr const char* kScalars[] = {"lr", "logbase", "sign_decay", "beta"};
  static constexpr UpdateInputs kInputs{kSlots, kScalars};
  static constexpr int kNumSlots = 2;
  static constexpr bool kComplex = false;
  template <typename C>
  static auto Step(const C* s, bool) {
    return [lr = s[0], logbase = s[1], decay = s[2], beta = s[3]](C* x, C g) {
      x[1] = x[1] * beta + g * (1 - beta);
      x[0] -= lr * std::exp(logbase * decay * (SignOf(g) * SignOf(x[1]))) * g;
    };
  }
};

OPGRAFT_REGISTER_BOTH_UPDATES("ApplyGradientDescent", kAllUpdateTypes, GradientDescent);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyProximalGradientDescent", kWideUpdateTypes,
                              ProximalGradientDescent);
OPGRAFT_REGISTER_SPARSE_UPDATE("ResourceSparseApplyProximalGradientDescent", kWideUpdateTypes,
                               ProximalGradientDescent);
OPGRAFT_REGISTER_SPARSE_UPDATE("SparseApplyProximalGradientDescent", kWideUpdateTypes,
                               ProximalGradientDescent);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyMomentum", kAllUpdateTypes, Momentum);
OPGRAFT_REGISTER_SPARSE_UPDATE("ResourceSparseApplyMomentum", kAllUpdateTypes, Momentum);
OPGRAFT_REGISTER_SPARSE_UPDATE("SparseApplyMomentum", kAllUpdateTypes, Momentum);
OPGRAFT_REGISTER_UPDATE("ResourceApplyKerasMomentum", kAllUpdateTypes, KerasMomentum);
OPGRAFT_REGISTER_SPARSE_UPDATE("ResourceSparseApplyKerasMomentum", kAllUpdateTypes, KerasMomentum);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyAddSign", kRealUpdateTypes, AddSign);
OPGRAFT_REGISTER_BOTH_UPDATES("ApplyPowerSign", kRealUpdateTypes, PowerSign);

}  // namespace
}  // namespace opgraft_internal
