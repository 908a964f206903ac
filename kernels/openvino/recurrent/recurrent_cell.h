// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_OPENVINO_RECURRENT_RECURRENT_CELL_H_
#define KERNELS_OPENVINO_RECURRENT_RECURRENT_CELL_H_

#include <cstdint>

#include "absl/status/status.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/data_type.h"
#include "framework/types/internal_namespace.h"
#include "kernels/loops/gate_loops.h"
#include "kernels/math/matrix_product.h"

namespace opgraft_internal {

enum class CellKind { kRnn, kGru, kLstm };

// What the recurrent layers of OpenVINO have in common with each other beyond their inputs.
struct CellSpec {
  CellKind kind = CellKind::kRnn;
  // GRU: the reset gate lies behind the product with h.
  bool linear_before_reset = false;
  double clip = 0;
  loops::UnaryLoop f = nullptr;
  loops::UnaryLoop g = nullptr;
  loops::UnaryLoop out = nullptr;

  // How many vectors of `cells` W and R have, and the bias.
  int64_t gates() const;
  int64_t bias_vectors() const { return gates() + (linear_before_reset ? 1 : 0); }
  // How many states a cell has: h, and c of an LSTM.
  int states() const { return kind == CellKind::kLstm ? 2 : 1; }
};

// Reads attrs activations, clip and, of a GRU, linear_before_reset. INVALID_ARGUMENT for an unknown
// activation function, or fewer than the cell has. `type`: DT_FLOAT or DT_DOUBLE, which computes.
absl::Status ReadCellSpec(OpKernelConstruction* context, CellKind kind, DataType type,
                          CellSpec* spec);

// One direction of a sequence, or a cell: a sequence of one step. Rows are those of the batch. All
// elements are of the type that computes.
struct RecurrentRun {
  int64_t batch = 0;
  int64_t times = 1;
  int64_t inputs = 0;
  int64_t cells = 0;
  bool reverse = false;
  int64_t steps = 1;  // that some row has
  // The lengths of the rows, each within [0, times]; null: all are `times`.
  const int64_t* lengths = nullptr;

  const char* x = nullptr;     // [batch, times, inputs]
  const char* w = nullptr;     // [gates * cells, inputs]
  const char* r = nullptr;     // [gates * cells, cells]
  const char* bias = nullptr;  // [bias_vectors * cells]
  // [batch, times]; null: none.
  const char* attention = nullptr;

  // In: the states before; out: those after each row's last step. Rows lie `state_row` apart.
  char* h = nullptr;
  char* c = nullptr;
  int64_t state_row = 0;
  // Step t of a row goes to y + t * cells; null: nowhere. Rows lie `y_row` apart.
  char* y = nullptr;
  int64_t y_row = 0;

  // Scratch. The input products of `chunk` steps are made at a time.
  int64_t chunk = 1;
  // [chunk, batch, inputs]; null: x lies so.
  char* inputs_by_step = nullptr;
  // [chunk, batch, gates * cells].
  char* from_x = nullptr;
  char* from_h = nullptr;  // [batch, gates * cells]
  char* z = nullptr;       // GRU: [batch, cells]
  // GRU: [batch, cells], finite.
  char* reset = nullptr;
};

// Runs recurrent cells: the products of all steps' inputs as one, then step by step that with h and
// one pass over the gates. Weights are read as they lie. A value; const uses are thread-safe.
//
//     from_x [chunk, batch, gates * cells] = x of `chunk` steps times W    one product
//     for each step:
//       from_h [batch, gates * cells] = h times R                          one product
//       h, c = gates(from_x of the step, from_h, bias)                     one pass (gate_loops.h)
//
// A GRU whose reset gate comes before its product with h needs two of each a step: the gates z and
// r first (open_), then what r leaves of h (close_). Rows that have no such step any more keep
// their state.
class RecurrentCell {
 public:
  RecurrentCell() : RecurrentCell(CellSpec(), DT_FLOAT) {}
  // `type`: DT_FLOAT or DT_DOUBLE.
  RecurrentCell(const CellSpec& spec, DataType type);

  const CellSpec& spec() const { return spec_; }
  // How many steps' input products to make at a time.
  int64_t ChunkFor(const RecurrentRun& run) const;
  // REQUIRES: batch, inputs, cells and steps are above 0.
  void Run(OpKernelContext* context, const RecurrentRun& run) const;

 private:
  // The inputs of `count` steps from `first` on times W.
  void MultiplyInputs(OpKernelContext* context, const RecurrentRun& run, int64_t first,
                      int64_t count) const;
  // Copies these inputs so that those of one step follow each other, as the product wants them.
  void GatherInputs(const RecurrentRun& run, int64_t first, int64_t count) const;
  // One step of all rows, whose input products are at `from_x`.
  void Step(OpKernelContext* context, const RecurrentRun& run, int64_t step,
            const char* from_x) const;
  // Gates [gate, gate + count) of R times `a`, whose rows lie `a_row` apart.
  void MultiplyState(OpKernelContext* context, const RecurrentRun& run, const char* a,
                     int64_t a_row, int64_t gate, int64_t count) const;
  // Calls the loop for the rows that have this step; `last`: h is then what the step gives.
  void RunRows(OpKernelContext* context, const RecurrentRun& run, int64_t step, const char* from_x,
               loops::GateLoop loop, bool last) const;
  // What an update gate is multiplied by: 1 less the attention, or 1.
  double UpdateFactor(const RecurrentRun& run, int64_t row, int64_t time) const;

  CellSpec spec_;
  bool is_double_;
  int64_t size_;
  // GRU: before the second product.
  loops::GateLoop open_ = nullptr;
  loops::GateLoop close_ = nullptr;
  MatrixProduct product_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_RECURRENT_RECURRENT_CELL_H_
