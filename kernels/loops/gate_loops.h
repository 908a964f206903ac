// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_LOOPS_GATE_LOOPS_H_
#define KERNELS_LOOPS_GATE_LOOPS_H_

#include <cstdint>

#include "framework/types/data_type_enum.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/unary_loops.h"

namespace opgraft_internal {
namespace loops {

// One row of one step of a recurrent cell: everything behind the products. What a gate g is made of
// is from_x[g * cells + c] + from_h[g * cells + c] + bias[g * cells + c], kept within
// [-clip, clip] if clip is above 0. The elements are of one type, float or double.
struct GateRow {
  const void* from_x;  // the products with the weights, a vector of `cells` for each gate
  const void* from_h;
  const void* bias;
  void* h;      // in: the output before; out: this step's
  void* c;      // LSTM: the cells' state, in and out
  void* z;      // GRU: the update gate
  void* reset;  // GRU: what the reset gate leaves of h
  int64_t cells;
  double clip;
  double update;  // GRU: the update gate is multiplied by this; 1 but with attention
  UnaryLoop f;
  UnaryLoop g;
  UnaryLoop out;  // LSTM: of the state, on its way to the output
};

using GateLoop = void (*)(const GateRow& row);

enum class GateFunction {
  kRnn,        // h = f(gate)
  kLstm,       // gates f, i, g, o: c = f(f) * c + f(i) * g(g); h = f(o) * out(c)
  kGruOpen,    // gates z, r, g: z = f(z) * update; reset = f(r) * h
  kGruClose,   // then, with what `reset` gives in from_h: h = (1 - z) * g(g) + z * h
  kGruLinear,  // both at once; the reset gate lies behind the product with h, to which the bias of
               // a fourth vector is added: g(from_x + bias + f(r) * (from_h + bias[3]))
};

// The loop for this machine: of float and double; null for others. Thread-safe.
GateLoop FindGateLoop(GateFunction function, DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_GATE_LOOPS_H_
