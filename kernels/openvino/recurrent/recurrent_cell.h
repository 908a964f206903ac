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
  bool linear_before_reset = false;  // GRU: the reset gate lies behind the product with h
  double clip = 0;
  loops::UnaryLoop f = nullptr;
  loops::UnaryLoop g = nullptr;
  loops::UnaryLoop out = nullptr;

  // How many vectors of `cells` W and R have, and the bias.
  int64_t gates() const;
  int64_t bias_vectors() const { return gates() + (linear_before_reset ? 1 : 0); }
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
  int64_t steps = 1;                 // that some row has
  const int64_t* lengths = nullptr;  // of the rows, each within [0, times]; null: all `times`

  const char* x = nullptr;          // [batch, times, inputs]
  const char* w = nullptr;          // [gates * cells, inputs]
  const char* r = nullptr;          // [gates * cells, cells]
  const char* bias = nullptr;       // [bias_vectors * cells]
  const char* attention = nullptr;  // [batch, times]; null: none

  // In: the states before; out: those after each row's last step. Rows lie `state_row` apart.
  char* h = nullptr;
  char* c = nullptr;
  int64_t state_row = 0;
  // Step t of a row goes to y + t * cells; null: nowhere. Rows lie `y_row` apart.
  char* y = nullptr;
  int64_t y_row = 0;

  // Scratch. The input products of `chunk` steps are made at a time.
  int64_t chunk = 1;
  char* inputs_by_step = nullptr;  // [chunk, batch, inputs]; null: x lies so
  char* from_x = nullptr;          // [chunk, batch, gates * cells]
  char* from_h = nullptr;          // [batch, gates * cells]
  char* z = nullptr;               // GRU: [batch, cells]
  char* reset = nullptr;           // GRU: [batch, cells], finite
};

// Runs recurrent cells: the products of all steps' inputs as one, then step by step that with h and
// one pass over the gates. Weights are read as they lie. A value; const uses are thread-safe.
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
  void MultiplyInputs(OpKernelContext* context, const RecurrentRun& run, int64_t first,
                      int64_t count) const;
  void GatherInputs(const RecurrentRun& run, int64_t first, int64_t count) const;
  void Step(OpKernelContext* context, const RecurrentRun& run, int64_t step,
            const char* from_x) const;
  // Gates [gate, gate + count) of R times `a`, whose rows lie `a_row` apart.
  void MultiplyState(OpKernelContext* context, const RecurrentRun& run, const char* a,
                     int64_t a_row, int64_t gate, int64_t count) const;
  // Calls the loop for the rows that have this step; `last`: h is then what the step gives.
  void RunRows(OpKernelContext* context, const RecurrentRun& run, int64_t step, const char* from_x,
               loops::GateLoop loop, bool last) const;
  double UpdateFactor(const RecurrentRun& run, int64_t row, int64_t time) const;

  CellSpec spec_;
  bool is_double_;
  int64_t size_;
  loops::GateLoop open_ = nullptr;  // GRU: before the second product
  loops::GateLoop close_ = nullptr;
  MatrixProduct product_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_OPENVINO_RECURRENT_RECURRENT_CELL_H_
