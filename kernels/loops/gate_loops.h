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
  // The products with the weights, a vector of `cells` for each gate.
  const void* from_x;
  const void* from_h;
  const void* bias;
  // In: the output before; out: this step's.
  void* h;
  // LSTM: the cells' state, in and out.
  void* c;
  void* z;  // GRU: the update gate
  // GRU: what the reset gate leaves of h.
  void* reset;
  int64_t cells;
  double clip;
  // GRU: the update gate is multiplied by this; 1 but with attention.
  double update;
  UnaryLoop f;
  UnaryLoop g;
  // LSTM: of the state, on its way to the output.
  UnaryLoop out;
};

// Computes one row: reads and writes what the row points to.
using GateLoop = void (*)(const GateRow& row);

// What is done behind the products; see RecurrentCell for how the steps of a cell use it.
enum class GateFunction {
  kRnn,  // h = f(gate)
  // Gates f, i, g, o: c = f(f) * c + f(i) * g(g); h = f(o) * out(c).
  kLstm,
  // Gates z, r, g: z = f(z) * update; reset = f(r) * h.
  kGruOpen,
  // Then, with what `reset` gives in from_h: h = (1 - z) * g(g) + z * h.
  kGruClose,
  // Both at once; the reset gate lies behind the product with h, to which the bias of a fourth
  // vector is added: g(from_x + bias + f(r) * (from_h + bias[3])).
  kGruLinear,
};

// The loop for this machine: of float and double; null for others. Thread-safe.
GateLoop FindGateLoop(GateFunction function, DataType dtype);

}  // namespace loops
}  // namespace opgraft_internal

#endif  // KERNELS_LOOPS_GATE_LOOPS_H_
