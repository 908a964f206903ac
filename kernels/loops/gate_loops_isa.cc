// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/loops/gate_loops.h"
#include "kernels/loops/isa.h"

namespace opgraft_internal {
namespace loops {
namespace OPGRAFT_ISA {

GateLoop FindGateLoop(GateFunction function, DataType dtype);

namespace {

// A row is worked on in pieces of so many cells, whose gates stay in the cache that is next to the
// registers.
constexpr int64_t kPiece = 128;

template <typename T>
T* At(void* vector, int64_t index) {
  return static_cast<T*>(vector) + index;
}
template <typename T>
const T* At(const void* vector, int64_t index) {
  return static_cast<const T*>(vector) + index;
}

// NaN stays NaN.
template <typename T>
void Clip(double limit, T* x, int64_t n) {
  if (!(limit > 0)) return;
  const T high = static_cast<T>(limit);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) {
    const T above = x[i] < -high ? -high : x[i];
    x[i] = above > high ? high : above;
  }
}

// What `gate` of the cells from `begin` on is made of.
template <typename T>
void Sum(const GateRow& row, int gate, int64_t begin, int64_t n, T* out) {
  const int64_t at = gate * row.cells + begin;
  const T* from_x = At<T>(row.from_x, at);
  const T* from_h = At<T>(row.from_h, at);
  const T* bias = At<T>(row.bias, at);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) out[i] = from_x[i] + from_h[i] + bias[i];
  Clip(row.clip, out, n);
}

// Calls work(begin, n) for the pieces of a row.
template <typename Work>
OPGRAFT_INLINE void ForEachPiece(const GateRow& row, const Work& work) {
  for (int64_t begin = 0; begin < row.cells; begin += kPiece)
    work(begin, row.cells - begin < kPiece ? row.cells - begin : kPiece);
}

template <typename T>
void Rnn(const GateRow& row) {
  ForEachPiece(row, [&](int64_t begin, int64_t n) {
    T* h = At<T>(row.h, begin);
    Sum(row, 0, begin, n, h);
    row.f(h, h, n);
  });
}

template <typename T>
void Lstm(const GateRow& row) {
  T gates[4][kPiece];
  ForEachPiece(row, [&](int64_t begin, int64_t n) {
    for (int gate = 0; gate < 4; ++gate) {
      Sum(row, gate, begin, n, gates[gate]);
      (gate == 2 ? row.g : row.f)(gates[gate], gates[gate], n);
    }
    T* c = At<T>(row.c, begin);
    OPGRAFT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) c[i] = gates[0][i] * c[i] + gates[1][i] * gates[2][i];
    row.out(c, gates[0], n);
    T* h = At<T>(row.h, begin);
    OPGRAFT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) h[i] = gates[3][i] * gates[0][i];
  });
}

// z of a piece.
template <typename T>
void Update(const GateRow& row, int64_t begin, int64_t n, T* z) {
  Sum(row, 0, begin, n, z);
  row.f(z, z, n);
  if (row.update == 1) return;
  const T factor = static_cast<T>(row.update);
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) z[i] *= factor;
}

template <typename T>
void Mix(const T* z, const T* candidate, T* h, int64_t n) {
  OPGRAFT_INDEPENDENT
  for (int64_t i = 0; i < n; ++i) h[i] = (T{1} - z[i]) * candidate[i] + z[i] * h[i];
}

template <typename T>
void GruOpen(const GateRow& row) {
  T gate[kPiece];
  ForEachPiece(row, [&](int64_t begin, int64_t n) {
    Update(row, begin, n, At<T>(row.z, begin));
    Sum(row, 1, begin, n, gate);
    row.f(gate, gate, n);
    const T* h = At<T>(row.h, begin);
    T* reset = At<T>(row.reset, begin);
    OPGRAFT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i) reset[i] = gate[i] * h[i];
  });
}

template <typename T>
void GruClose(const GateRow& row) {
  T candidate[kPiece];
  ForEachPiece(row, [&](int64_t begin, int64_t n) {
    Sum(row, 2, begin, n, candidate);
    row.g(candidate, candidate, n);
    Mix(At<T>(row.z, begin), candidate, At<T>(row.h, begin), n);
  });
}

template <typename T>
void GruLinear(const GateRow& row) {
  T z[kPiece], reset[kPiece], candidate[kPiece];
  ForEachPiece(row, [&](int64_t begin, int64_t n) {
    Update(row, begin, n, z);
    Sum(row, 1, begin, n, reset);
    row.f(reset, reset, n);
    const int64_t at = 2 * row.cells + begin;
    const T* from_x = At<T>(row.from_x, at);
    const T* from_h = At<T>(row.from_h, at);
    const T* bias_x = At<T>(row.bias, at);
    const T* bias_h = At<T>(row.bias, at + row.cells);
    OPGRAFT_INDEPENDENT
    for (int64_t i = 0; i < n; ++i)
      candidate[i] = from_x[i] + bias_x[i] + reset[i] * (from_h[i] + bias_h[i]);
    Clip(row.clip, candidate, n);
    row.g(candidate, candidate, n);
    Mix(z, candidate, At<T>(row.h, begin), n);
  });
}

template <typename T>
GateLoop Pick(GateFunction function) {
  switch (function) {
    case GateFunction::kRnn:
      return &Rnn<T>;
    case GateFunction::kLstm:
      return &Lstm<T>;
    case GateFunction::kGruOpen:
      return &GruOpen<T>;
    case GateFunction::kGruClose:
      return &GruClose<T>;
    case GateFunction::kGruLinear:
      return &GruLinear<T>;
  }
  return nullptr;
}

}  // namespace

GateLoop FindGateLoop(GateFunction function, DataType dtype) {
  if (dtype == DT_FLOAT) return Pick<float>(function);
  return dtype == DT_DOUBLE ? Pick<double>(function) : nullptr;
}

}  // namespace OPGRAFT_ISA
}  // namespace loops
}  // namespace opgraft_internal
