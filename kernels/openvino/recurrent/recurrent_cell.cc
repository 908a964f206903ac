// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/openvino/recurrent/recurrent_cell.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {
namespace {

// alpha and beta belong to functions that OpenVINO does not know either: these three take none.
absl::StatusOr<loops::UnaryLoop> FindActivation(absl::string_view name, DataType type) {
  if (name == "sigmoid") return loops::FindUnaryLoop(loops::UnaryFunction::kSigmoid, type);
  if (name == "tanh") return loops::FindUnaryLoop(loops::UnaryFunction::kTanh, type);
  if (name == "relu") return loops::FindUnaryLoop(loops::UnaryFunction::kRelu, type);
  return absl::InvalidArgumentError(absl::StrCat(
      "attr 'activations' knows sigmoid, tanh and relu, not '", absl::CHexEscape(name), "'"));
}

int NumActivations(CellKind kind) {
  if (kind == CellKind::kRnn) return 1;
  return kind == CellKind::kGru ? 2 : 3;
}

int64_t LengthOf(const RecurrentRun& run, int64_t row) {
  return run.lengths == nullptr ? run.times : run.lengths[row];
}

// Where step `step` of a row lies in time: a reverse direction starts at the row's own end.
int64_t TimeOf(const RecurrentRun& run, int64_t row, int64_t step) {
  return run.reverse ? LengthOf(run, row) - 1 - step : step;
}

}  // namespace

int64_t CellSpec::gates() const {
  if (kind == CellKind::kRnn) return 1;
  return kind == CellKind::kGru ? 3 : 4;
}

absl::Status ReadCellSpec(OpKernelConstruction* context, CellKind kind, DataType type,
                          CellSpec* spec) {
  spec->kind = kind;
  float clip = 0;
  std::string activations;
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("clip", &clip));
  OPGRAFT_RETURN_IF_ERROR(context->GetAttr("activations", &activations));
  spec->clip = clip;
  if (context->HasAttr("linear_before_reset")) {
    OPGRAFT_RETURN_IF_ERROR(context->GetAttr("linear_before_reset", &spec->linear_before_reset));
  }
  const std::vector<std::string> names = absl::StrSplit(activations, ',', absl::SkipWhitespace());
  const size_t wanted = static_cast<size_t>(NumActivations(kind));
  if (names.size() < wanted) {
    return absl::InvalidArgumentError(
        absl::StrCat("attr 'activations' must name ", wanted, " functions, not ", names.size()));
  }
  loops::UnaryLoop* loops[] = {&spec->f, &spec->g, &spec->out};
  for (size_t i = 0; i < wanted; ++i) {
    const std::string name = absl::AsciiStrToLower(absl::StripAsciiWhitespace(names[i]));
    OPGRAFT_ASSIGN_OR_RETURN(*loops[i], FindActivation(name, type));
  }
  return absl::OkStatus();
}

RecurrentCell::RecurrentCell(const CellSpec& spec, DataType type)
    : spec_(spec), is_double_(type == DT_DOUBLE), size_(DataTypeSize(type)), product_(type) {
  using loops::GateFunction;
  const auto find = [&](GateFunction f) { return loops::FindGateLoop(f, type); };
  if (spec.kind == CellKind::kRnn) close_ = find(GateFunction::kRnn);
  if (spec.kind == CellKind::kLstm) close_ = find(GateFunction::kLstm);
  if (spec.kind != CellKind::kGru) return;
  if (spec.linear_before_reset) {
    close_ = find(GateFunction::kGruLinear);
  } else {
    open_ = find(GateFunction::kGruOpen);
    close_ = find(GateFunction::kGruClose);
  }
}

// As many as lie in 4 MiB, but enough to make a product of matrices worth its name.
int64_t RecurrentCell::ChunkFor(const RecurrentRun& run) const {
  constexpr double kBytes = 4 << 20;
  constexpr int64_t kRows = 64;
  const double row = static_cast<double>(spec_.gates()) * static_cast<double>(run.cells) *
                     static_cast<double>(size_);
  const double rows = std::max(kBytes / row, static_cast<double>(kRows));
  const int64_t steps = static_cast<int64_t>(rows / static_cast<double>(run.batch));
  return std::clamp<int64_t>(steps, 1, std::max<int64_t>(run.steps, 1));
}

void RecurrentCell::Run(OpKernelContext* context, const RecurrentRun& run) const {
  const int64_t step_size = run.batch * spec_.gates() * run.cells * size_;
  for (int64_t first = 0; first < run.steps; first += run.chunk) {
    const int64_t count = std::min(run.chunk, run.steps - first);
    MultiplyInputs(context, run, first, count);
    for (int64_t s = 0; s < count; ++s) Step(context, run, first + s, run.from_x + s * step_size);
  }
}

void RecurrentCell::MultiplyInputs(OpKernelContext* context, const RecurrentRun& run, int64_t first,
                                   int64_t count) const {
  if (run.inputs_by_step != nullptr) GatherInputs(run, first, count);
  const char* x = run.inputs_by_step;
  if (x == nullptr) x = run.x + first * run.batch * run.inputs * size_;
  const int64_t columns = spec_.gates() * run.cells;
  product_.Run(context,
               {x, run.w, run.from_x, count * run.batch, columns, run.inputs, run.inputs,
                run.inputs, columns, /*transpose_b=*/true},
               {});
}

void RecurrentCell::GatherInputs(const RecurrentRun& run, int64_t first, int64_t count) const {
  const size_t bytes = static_cast<size_t>(run.inputs * size_);
  char* to = run.inputs_by_step;
  for (int64_t step = first; step < first + count; ++step) {
    for (int64_t row = 0; row < run.batch; ++row, to += bytes) {
      if (step >= LengthOf(run, row)) {
        std::memset(to, 0, bytes);
      } else {
        const int64_t at = row * run.times + TimeOf(run, row, step);
        std::memcpy(to, run.x + at * run.inputs * size_, bytes);
      }
    }
  }
}

void RecurrentCell::Step(OpKernelContext* context, const RecurrentRun& run, int64_t step,
                         const char* from_x) const {
  if (open_ == nullptr) {
    MultiplyState(context, run, run.h, run.state_row, 0, spec_.gates());
  } else {
    MultiplyState(context, run, run.h, run.state_row, 0, 2);
    RunRows(context, run, step, from_x, open_, /*last=*/false);
    MultiplyState(context, run, run.reset, run.cells, 2, 1);
  }
  RunRows(context, run, step, from_x, close_, /*last=*/true);
}

void RecurrentCell::MultiplyState(OpKernelContext* context, const RecurrentRun& run, const char* a,
                                  int64_t a_row, int64_t gate, int64_t count) const {
  // A product of matrices packs R first, which a few rows do not pay for.
  constexpr int64_t kFewRows = 4;
  const int64_t columns = spec_.gates() * run.cells;
  loops::MatMulProblem problem = {a,
                                  run.r + gate * run.cells * run.cells * size_,
                                  run.from_h + gate * run.cells * size_,
                                  run.batch,
                                  count * run.cells,
                                  run.cells,
                                  a_row,
                                  run.cells,
                                  columns,
                                  /*transpose_b=*/true};
  if (run.batch > kFewRows) return product_.Run(context, problem, {});
  problem.m = 1;
  const OdometerDim<3> rows = {run.batch, {a_row, 0, columns}};
  product_.Run(context, problem, absl::MakeConstSpan(&rows, 1));
}

void RecurrentCell::RunRows(OpKernelContext* context, const RecurrentRun& run, int64_t step,
                            const char* from_x, loops::GateLoop loop, bool last) const {
  const int64_t columns = spec_.gates() * run.cells;
  const double row_ns = 1.5 * static_cast<double>(columns);
  ShardElements(context, run.batch, row_ns, [&](int64_t begin, int64_t end) {
    for (int64_t row = begin; row < end; ++row) {
      if (step >= LengthOf(run, row)) continue;
      const int64_t time = TimeOf(run, row, step);
      const auto state = [&](char* of) {
        return of == nullptr ? nullptr : of + row * run.state_row * size_;
      };
      const auto scratch = [&](char* of) {
        return of == nullptr ? nullptr : of + row * run.cells * size_;
      };
      loop({from_x + row * columns * size_, run.from_h + row * columns * size_, run.bias,
            state(run.h), state(run.c), scratch(run.z), scratch(run.reset), run.cells, spec_.clip,
            UpdateFactor(run, row, time), spec_.f, spec_.g, spec_.out});
      if (!last || run.y == nullptr) continue;
      std::memcpy(run.y + (row * run.y_row + time * run.cells) * size_, state(run.h),
                  static_cast<size_t>(run.cells * size_));
    }
  });
}

double RecurrentCell::UpdateFactor(const RecurrentRun& run, int64_t row, int64_t time) const {
  if (run.attention == nullptr) return 1;
  const char* at = run.attention + (row * run.times + time) * size_;
  if (is_double_) return 1 - *reinterpret_cast<const double*>(at);
  return 1 - *reinterpret_cast<const float*>(at);
}

}  // namespace opgraft_internal
