// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's recurrent cells and sequences: RNN (Elman), GRU (Cho et al.), LSTM (Hochreiter and
// Schmidhuber), AUGRU (Zhou et al., arXiv:1809.03672).
#include <algorithm>
#include <cstring>
#include <string>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/types/status_macros.h"
#include "kernels/elementwise/shard_elements.h"
#include "kernels/nn/loop_view.h"
#include "kernels/openvino/recurrent/recurrent_cell.h"

namespace opgraft_internal {
namespace {

enum class Form { kCell, kSequence };

// Of a tensor, without memory of its own.
using Dims = absl::InlinedVector<int64_t, 4>;

// Which input is which; -1: there is none.
struct Inputs {
  int x = 0;
  int h = 1;
  int c = -1;
  int lengths = -1;
  int w = -1;
  int r = -1;
  int bias = -1;
  int attention = -1;
};

class RecurrentOp : public OpKernel {
 public:
  RecurrentOp(OpKernelConstruction* context, CellKind kind, Form form, bool attention)
      : OpKernel(context), view_(output_type(0)), form_(form) {
    CellSpec spec;
    OP_REQUIRES_OK(context, ReadCellSpec(context, kind, view_.type(), &spec));
    cell_ = RecurrentCell(spec, view_.type());
    if (form == Form::kSequence) {
      std::string direction = "forward";
      if (context->HasAttr("direction"))
        OP_REQUIRES_OK(context, context->GetAttr("direction", &direction));
      reverse_ = direction == "reverse";
      directions_ = direction == "bidirectional" ? 2 : 1;
    }
    PlaceInputs(spec.states(), attention);
  }

  void Compute(OpKernelContext* context) override {
    RecurrentRun run;
    OP_REQUIRES_OK(context, ReadSizes(context, &run));
    OP_REQUIRES_OK(context, CheckInputs(context, run));
    Call call;
    OP_REQUIRES_OK(context, ReadLengths(context, &call, &run));
    OP_REQUIRES_OK(context, ReadInputs(context, &call));
    OP_REQUIRES_OK(context, MakeOutputs(context, run, &call));
    if (run.batch > 0 && run.cells > 0 && run.steps > 0) {
      OP_REQUIRES_OK(context, MakeScratch(context, &run, &call));
      RunDirections(context, run, call);
    }
    for (int i = 0; i < num_outputs(); ++i) {
      const size_t at = static_cast<size_t>(i);
      OP_REQUIRES_OK(context, view_.Write(context, call.rooms[at], false, call.outputs[at]));
    }
  }

 private:
  // The tensors of one call. Each scratch holds one for each direction.
  struct Call {
    Tensor inputs[8];  // as the loops take them, by number
    Tensor rooms[3];
    Tensor* outputs[3] = {};
    Tensor lengths, inputs_by_step, from_x, from_h, z, reset, no_bias;
  };

  void PlaceInputs(int states, bool attention) {
    int next = 1 + states;
    if (states == 2) at_.c = 2;
    if (form_ == Form::kSequence) at_.lengths = next++;
    at_.w = next++;
    at_.r = next++;
    if (next < num_inputs()) at_.bias = next++;
    if (attention) at_.attention = next;
  }

  absl::Status ReadSizes(const OpKernelContext* context, RecurrentRun* run) const {
    const TensorShape& x = context->input(at_.x).shape();
    const TensorShape& h = context->input(at_.h).shape();
    const int rank = form_ == Form::kSequence ? 3 : 2;
    if (x.dims() != rank || h.dims() != rank) {
      return absl::InvalidArgumentError(absl::StrCat("X and the hidden state must be of rank ",
                                                     rank, ", not ", x.DebugString(), " and ",
                                                     h.DebugString()));
    }
    run->batch = x.dim_size(0);
    run->times = form_ == Form::kSequence ? x.dim_size(1) : 1;
    run->inputs = x.dim_size(rank - 1);
    run->cells = h.dim_size(rank - 1);
    return absl::OkStatus();
  }

  // INVALID_ARGUMENT unless input `input` has this shape; of sequences the second dimension, of
  // weights the first, is the direction.
  absl::Status CheckShape(const OpKernelContext* context, int input, Dims dims) const {
    const TensorShape& given = context->input(input).shape();
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(dims, &shape));
    if (given == shape) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "input ", input, " must have shape ", shape.DebugString(), ", not ", given.DebugString()));
  }

  absl::Status CheckInputs(const OpKernelContext* context, const RecurrentRun& run) const {
    int64_t gates = 0, biases = 0;
    if (__builtin_mul_overflow(run.cells, cell_.spec().gates(), &gates) ||
        __builtin_mul_overflow(run.cells, cell_.spec().bias_vectors(), &biases))
      return absl::InvalidArgumentError("there are too many cells");
    const auto state = [&](int64_t last) {
      return form_ == Form::kSequence ? Dims{run.batch, directions_, last} : Dims{run.batch, last};
    };
    const auto weights = [&](Dims dims) {
      if (form_ == Form::kSequence) dims.insert(dims.begin(), directions_);
      return dims;
    };
    OPGRAFT_RETURN_IF_ERROR(CheckShape(context, at_.h, state(run.cells)));
    if (at_.c >= 0) OPGRAFT_RETURN_IF_ERROR(CheckShape(context, at_.c, state(run.cells)));
    if (at_.lengths >= 0) OPGRAFT_RETURN_IF_ERROR(CheckShape(context, at_.lengths, {run.batch}));
    OPGRAFT_RETURN_IF_ERROR(CheckShape(context, at_.w, weights({gates, run.inputs})));
    OPGRAFT_RETURN_IF_ERROR(CheckShape(context, at_.r, weights({gates, run.cells})));
    if (at_.bias >= 0) OPGRAFT_RETURN_IF_ERROR(CheckShape(context, at_.bias, weights({biases})));
    if (at_.attention < 0) return absl::OkStatus();
    return CheckShape(
        context, at_.attention,
        form_ == Form::kSequence ? Dims{run.batch, run.times, 1} : Dims{run.batch, 1});
  }

  // Forward, a row's steps end with the sequence, as in OpenVINO; backward there would be no start.
  absl::Status ReadLengths(OpKernelContext* context, Call* call, RecurrentRun* run) const {
    run->steps = run->times;
    if (at_.lengths < 0) return absl::OkStatus();
    const Tensor& given = context->input(at_.lengths);
    OPGRAFT_RETURN_IF_ERROR(context->allocate_temp(DT_INT64, given.shape(), &call->lengths));
    int64_t* lengths = static_cast<int64_t*>(call->lengths.data());
    run->steps = 0;
    for (int64_t row = 0; row < run->batch; ++row) {
      const int64_t told = given.dtype() == DT_INT32
                               ? static_cast<const int32_t*>(given.data())[row]
                               : static_cast<const int64_t*>(given.data())[row];
      lengths[row] = std::clamp<int64_t>(told, 0, run->times);
      if (lengths[row] != told && (reverse_ || directions_ == 2)) {
        return absl::InvalidArgumentError(absl::StrCat(
            "sequence_lengths[", row, "] must be in [0, ", run->times, "], not ", told));
      }
      run->steps = std::max(run->steps, lengths[row]);
    }
    run->lengths = lengths;
    return absl::OkStatus();
  }

  absl::Status ReadInputs(OpKernelContext* context, Call* call) const {
    for (int input : {at_.x, at_.w, at_.r, at_.bias, at_.attention}) {
      if (input < 0) continue;
      OPGRAFT_RETURN_IF_ERROR(view_.Read(context, context->input(input), false,
                                         &call->inputs[static_cast<size_t>(input)]));
    }
    return absl::OkStatus();
  }

  // The states start as they came in, Y as zeros if some row ends early.
  absl::Status MakeOutputs(OpKernelContext* context, const RecurrentRun& run, Call* call) const {
    const int first_state = form_ == Form::kSequence ? 1 : 0;
    for (int i = 0; i < num_outputs(); ++i) {
      const size_t at = static_cast<size_t>(i);
      const bool is_state = i >= first_state;
      const Tensor& before = context->input(i == first_state ? at_.h : std::max(at_.c, at_.h));
      TensorShape shape = before.shape();
      if (!is_state) {
        const Dims dims = {run.batch, directions_, run.times, run.cells};
        OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape(dims, &shape));
      }
      OPGRAFT_RETURN_IF_ERROR(context->allocate_output(i, shape, &call->outputs[at]));
      Tensor& room = call->rooms[at];
      OPGRAFT_RETURN_IF_ERROR(view_.Room(context, *call->outputs[at], false, &room));
      if (room.NumElements() == 0) continue;
      if (is_state) {
        Tensor wide;
        OPGRAFT_RETURN_IF_ERROR(view_.Read(context, before, false, &wide));
        std::memcpy(room.data(), wide.data(), room.TotalBytes());
        ClearEmptyRows(run, &room);
      } else if (HasShortRow(run)) {
        std::memset(room.data(), 0, room.TotalBytes());
      }
    }
    return absl::OkStatus();
  }

  // A row without steps gives no state either: OpenVINO's is then 0.
  static void ClearEmptyRows(const RecurrentRun& run, Tensor* state) {
    if (run.lengths == nullptr) return;
    const size_t bytes = state->TotalBytes() / static_cast<size_t>(run.batch);
    for (int64_t row = 0; row < run.batch; ++row) {
      if (run.lengths[row] > 0) continue;
      std::memset(static_cast<char*>(state->data()) + static_cast<size_t>(row) * bytes, 0, bytes);
    }
  }

  static bool HasShortRow(const RecurrentRun& run) {
    return run.lengths != nullptr &&
           std::any_of(run.lengths, run.lengths + run.batch,
                       [&](int64_t length) { return length < run.times; });
  }

  // Room for `rows` rows of each direction.
  absl::Status MakeTemp(OpKernelContext* context, int64_t rows, int64_t columns,
                        Tensor* temp) const {
    TensorShape shape;
    OPGRAFT_RETURN_IF_ERROR(TensorShape::BuildTensorShape({directions_, rows, columns}, &shape));
    return context->allocate_temp(view_.type(), shape, temp);
  }

  absl::Status MakeScratch(OpKernelContext* context, RecurrentRun* run, Call* call) const {
    const CellSpec& spec = cell_.spec();
    const int64_t columns = spec.gates() * run->cells;
    run->chunk = cell_.ChunkFor(*run);
    const int64_t rows = run->chunk * run->batch;
    const bool lies_by_step = run->times == 1 || (run->batch == 1 && !reverse_ && directions_ == 1);
    if (!lies_by_step)
      OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, rows, run->inputs, &call->inputs_by_step));
    OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, rows, columns, &call->from_x));
    OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, run->batch, columns, &call->from_h));
    if (at_.bias < 0) {
      OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, spec.bias_vectors(), run->cells, &call->no_bias));
      std::memset(call->no_bias.data(), 0, call->no_bias.TotalBytes());
    }
    if (run->inputs == 0) std::memset(call->from_x.data(), 0, call->from_x.TotalBytes());
    if (spec.kind != CellKind::kGru) return absl::OkStatus();
    OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, run->batch, run->cells, &call->z));
    OPGRAFT_RETURN_IF_ERROR(MakeTemp(context, run->batch, run->cells, &call->reset));
    std::memset(call->reset.data(), 0, call->reset.TotalBytes());
    return absl::OkStatus();
  }

  // The two directions do not wait for each other.
  void RunDirections(OpKernelContext* context, const RecurrentRun& run, const Call& call) const {
    const double work_ns = 0.05 * static_cast<double>(run.steps) * static_cast<double>(run.batch) *
                           static_cast<double>(cell_.spec().gates() * run.cells) *
                           static_cast<double>(run.inputs + run.cells);
    ShardElements(context, directions_, work_ns, [&](int64_t begin, int64_t end) {
      for (int64_t d = begin; d < end; ++d) cell_.Run(context, Direction(run, call, d));
    });
  }

  // Where direction `d` begins, if directions follow each other.
  char* PartOf(const Tensor& tensor, int64_t d) const {
    return static_cast<char*>(tensor.data()) +
           d * (tensor.NumElements() / directions_) * DataTypeSize(view_.type());
  }

  void SetScratch(const Call& call, int64_t d, RecurrentRun* run) const {
    if (call.inputs_by_step.NumElements() > 0) run->inputs_by_step = PartOf(call.inputs_by_step, d);
    run->from_x = PartOf(call.from_x, d);
    run->from_h = PartOf(call.from_h, d);
    if (cell_.spec().kind != CellKind::kGru) return;
    run->z = PartOf(call.z, d);
    run->reset = PartOf(call.reset, d);
  }

  RecurrentRun Direction(const RecurrentRun& shared, const Call& call, int64_t d) const {
    RecurrentRun run = shared;
    const int64_t size = DataTypeSize(view_.type());
    const auto part = [&](const Tensor& tensor) { return PartOf(tensor, d); };
    const auto input = [&](int i) { return call.inputs[static_cast<size_t>(i)]; };
    const size_t h = form_ == Form::kSequence ? 1 : 0;
    run.reverse = reverse_ || d == 1;
    run.x = static_cast<const char*>(input(at_.x).data());
    run.w = part(input(at_.w));
    run.r = part(input(at_.r));
    run.bias = part(at_.bias < 0 ? call.no_bias : input(at_.bias));
    if (at_.attention >= 0) run.attention = static_cast<const char*>(input(at_.attention).data());
    run.h = static_cast<char*>(call.rooms[h].data()) + d * run.cells * size;
    if (at_.c >= 0) run.c = static_cast<char*>(call.rooms[h + 1].data()) + d * run.cells * size;
    run.state_row = directions_ * run.cells;
    if (form_ == Form::kSequence) {
      run.y = static_cast<char*>(call.rooms[0].data()) + d * run.times * run.cells * size;
      run.y_row = directions_ * run.times * run.cells;
    }
    SetScratch(call, d, &run);
    return run;
  }

  const LoopView view_;
  const Form form_;
  RecurrentCell cell_;
  Inputs at_;
  bool reverse_ = false;
  int64_t directions_ = 1;
};

template <CellKind kKind, Form kForm, bool kAttention = false>
class RecurrentOpOf : public RecurrentOp {
 public:
  explicit RecurrentOpOf(OpKernelConstruction* context)
      : RecurrentOp(context, kKind, kForm, kAttention) {}
};

#define REGISTER(op, ...) \
  REGISTER_KERNEL_BUILDER(Name("OpenVINO>" op).Device(DEVICE_CPU), RecurrentOpOf<__VA_ARGS__>)
REGISTER("RNNCell", CellKind::kRnn, Form::kCell);
REGISTER("GRUCell", CellKind::kGru, Form::kCell);
REGISTER("LSTMCell", CellKind::kLstm, Form::kCell);
REGISTER("AUGRUCell", CellKind::kGru, Form::kCell, true);
REGISTER("RNNSequence", CellKind::kRnn, Form::kSequence);
REGISTER("GRUSequence", CellKind::kGru, Form::kSequence);
REGISTER("LSTMSequence", CellKind::kLstm, Form::kSequence);
REGISTER("AUGRUSequence", CellKind::kGru, Form::kSequence, true);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
