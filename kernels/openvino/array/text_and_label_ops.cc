// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// OpenVINO's StringTensorPack and StringTensorUnpack, SparseFillEmptyRows, and the greedy decoders
// of CTC.
#include <algorithm>
#include <limits>
#include <tuple>
#include <type_traits>

#include "absl/strings/str_cat.h"
#include "framework/kernel/op_kernel.h"
#include "framework/op/integer_input.h"
#include "framework/types/visit_type.h"
#include "kernels/data_movement/element_move.h"
#include "kernels/data_movement/gather_slices.h"
#include "kernels/data_movement/strided_copy.h"
#include "kernels/data_movement/text_budget.h"
#include "kernels/openvino/array/long_indices.h"

namespace opgraft_internal {
namespace {

class StringTensorPackOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor& begins = ctx->input(0);
    const Tensor& ends = ctx->input(1);
    const Tensor& symbols = ctx->input(2);
    OP_REQUIRES(ctx, begins.shape() == ends.shape() && symbols.dims() == 1,
                absl::InvalidArgumentError(
                    "begins and ends must have one shape, and symbols must be a vector"));
    TextBudget budget;
    for (int64_t i = 0; i < begins.NumElements(); ++i) {
      const int64_t begin = IntegerAt(begins, i), end = IntegerAt(ends, i);
      OP_REQUIRES(
          ctx, begin >= 0 && begin <= end && end <= symbols.NumElements(),
          absl::InvalidArgumentError(absl::StrCat("string ", i, " is [", begin, ", ", end, ") of ",
                                                  symbols.NumElements(), " bytes")));
      budget.Add(end - begin);
    }
    OP_REQUIRES_OK(ctx, budget.Check());
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, begins.shape(), &output));
    const char* const bytes = static_cast<const char*>(symbols.data());
    tstring* const text = static_cast<tstring*>(output->data());
    for (int64_t i = 0; i < begins.NumElements(); ++i) {
      const int64_t begin = IntegerAt(begins, i), end = IntegerAt(ends, i);
      text[i].assign(begin == end ? "" : bytes + begin, static_cast<size_t>(end - begin));
    }
  }
};

class StringTensorUnpackOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor data = ctx->input(0);
    const tstring* const text = static_cast<const tstring*>(data.data());
    int64_t bytes = 0;
    for (int64_t i = 0; i < data.NumElements(); ++i) bytes += static_cast<int64_t>(text[i].size());
    OP_REQUIRES(ctx, bytes <= std::numeric_limits<int32_t>::max(),
                absl::InvalidArgumentError(
                    absl::StrCat("int32 cannot tell where ", bytes, " bytes of strings end")));
    Tensor* begins = nullptr;
    Tensor* ends = nullptr;
    Tensor* symbols = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, data.shape(), &begins));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, data.shape(), &ends));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(2, TensorShape({bytes}), &symbols));
    int32_t at = 0;
    for (int64_t i = 0; i < data.NumElements(); ++i) {
      static_cast<int32_t*>(begins->data())[i] = at;
      std::copy_n(text[i].data(), text[i].size(), static_cast<char*>(symbols->data()) + at);
      at += static_cast<int32_t>(text[i].size());
      static_cast<int32_t*>(ends->data())[i] = at;
    }
  }
};

// The values in the order of their places, and one for each row that has none.
class SparseFillEmptyRowsOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor indices, order;
    OP_REQUIRES_OK(ctx, CheckShapes(ctx));
    OP_REQUIRES_OK(ctx, AsLongs(ctx, ctx->input(2), &indices));
    const int64_t rows = IntegerAt(ctx->input(1), 0);
    OP_REQUIRES(ctx, rows >= 0, absl::InvalidArgumentError("a matrix has no negative rows"));
    int64_t count = 0;
    OP_REQUIRES_OK(ctx, Sort(ctx, indices, rows, &order, &count));
    Tensor* empty = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(2, TensorShape({rows}), &empty));
    bool* const is_empty = static_cast<bool*>(empty->data());
    std::fill_n(is_empty, rows, true);
    const int64_t* const index = static_cast<const int64_t*>(indices.data());
    const int64_t* const from = static_cast<const int64_t*>(order.data());
    for (int64_t i = 0; i < count; ++i) is_empty[index[2 * from[i]]] = false;
    const int64_t total = count + std::count(is_empty, is_empty + rows, true);
    OP_REQUIRES_OK(ctx, Write(ctx, index, from, from + count, is_empty, rows, total));
  }

 private:
  static absl::Status CheckShapes(OpKernelContext* ctx) {
    const int64_t count = ctx->input(0).NumElements();
    if (ctx->input(0).dims() == 1 && ctx->input(1).shape() == TensorShape({2}) &&
        ctx->input(2).shape() == TensorShape({count, 2}) && ctx->input(3).dims() == 0) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(
        "values must be a vector, dense_shape have 2 numbers, indices 2 for each value, and "
        "default_value must be a scalar");
  }

  // Puts into `*order` which values come first, second, ...: those whose rows the matrix has.
  static absl::Status Sort(OpKernelContext* ctx, const Tensor& indices, int64_t rows, Tensor* order,
                           int64_t* count) {
    const int64_t values = ctx->input(0).NumElements();
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({values}), order));
    int64_t* const number = static_cast<int64_t*>(order->data());
    const int64_t* const index = static_cast<const int64_t*>(indices.data());
    for (int64_t i = 0; i < values; ++i) {
      if (index[2 * i] >= 0 && index[2 * i] < rows) number[(*count)++] = i;
    }
    std::stable_sort(number, number + *count, [&](int64_t a, int64_t b) {
      return std::tie(index[2 * a], index[2 * a + 1]) < std::tie(index[2 * b], index[2 * b + 1]);
    });
    return absl::OkStatus();
  }

  static absl::Status Write(OpKernelContext* ctx, const int64_t* index, const int64_t* from,
                            const int64_t* end, const bool* is_empty, int64_t rows, int64_t total) {
    Tensor* indices = nullptr;
    Tensor* values = nullptr;
    Tensor chosen;
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(0, TensorShape({total, 2}), &indices));
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_output(1, TensorShape({total}), &values));
    OPGRAFT_RETURN_IF_ERROR(ctx->allocate_temp(DT_INT64, TensorShape({total}), &chosen));
    int64_t* const choice = static_cast<int64_t*>(chosen.data());
    const auto write = [&](int64_t at, int64_t row, int64_t column) {
      if (indices->dtype() == DT_INT32) {
        static_cast<int32_t*>(indices->data())[2 * at] = static_cast<int32_t>(row);
        static_cast<int32_t*>(indices->data())[2 * at + 1] = static_cast<int32_t>(column);
      } else {
        static_cast<int64_t*>(indices->data())[2 * at] = row;
        static_cast<int64_t*>(indices->data())[2 * at + 1] = column;
      }
    };
    for (int64_t row = 0, at = 0; row < rows; ++row) {
      if (is_empty[row]) {
        choice[at] = -1;
        write(at++, row, 0);
        continue;
      }
      for (; from < end && index[2 * *from] == row; ++from) {
        choice[at] = *from;
        write(at++, row, index[2 * *from + 1]);
      }
    }
    OPGRAFT_RETURN_IF_ERROR(GatherSlices(ctx, ctx->input(0), chosen, 1, values));
    FillDefaults(ctx->input(3), choice, values);
    return absl::OkStatus();
  }

  static void FillDefaults(const Tensor& value, const int64_t* choice, Tensor* values) {
    WithElements(value.dtype(), [&](auto elements) {
      using E = decltype(elements);
      for (int64_t i = 0; i < values->NumElements(); ++i) {
        if (choice[i] < 0)
          E::CopyOne(static_cast<const char*>(value.data()),
                     static_cast<char*>(values->data()) + i * E::kSize);
      }
    });
  }
};

// Calls emit(class) for the best class of each of so many steps, without blanks, and with `merges`
// without those that repeat the one before. The scores of step t begin at scores + t * step.
template <typename T, typename Emit>
void DecodeGreedily(const T* scores, int64_t steps, int64_t step, int64_t classes, int64_t blank,
                    bool merges, const Emit& emit) {
  int64_t before = -1;
  for (int64_t t = 0; t < steps; ++t, scores += step) {
    const int64_t best = std::max_element(scores, scores + classes) - scores;
    if (best != blank && !(merges && best == before)) emit(best);
    before = best;
  }
}

template <typename Fn>
void WithFloats(DataType dtype, const Fn& fn) {
  VisitType(dtype, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half> ||
                  std::is_same_v<T, bfloat16>) {
      fn(tag);
    }
  });
}

class CtcGreedyDecoderOp : public OpKernel {
 public:
  explicit CtcGreedyDecoderOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("ctc_merge_repeated", &merges_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& mask = ctx->input(1);
    OP_REQUIRES(ctx,
                data.dims() == 3 && data.dim_size(2) > 0 &&
                    mask.shape() == TensorShape({data.dim_size(0), data.dim_size(1)}),
                absl::InvalidArgumentError(
                    "data must be [time, batch, classes] and sequence_mask [time, batch]"));
    const int64_t time = data.dim_size(0), batch = data.dim_size(1), classes = data.dim_size(2);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({batch, time, 1, 1}), &output));
    WithFloats(data.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      const T* const mark = static_cast<const T*>(mask.data());
      for (int64_t b = 0; b < batch; ++b) {
        T* to = static_cast<T*>(output->data()) + b * time;
        std::fill_n(to, time, static_cast<T>(-1.0F));
        int64_t steps = 0;
        while (steps < time && mark[steps * batch + b] != static_cast<T>(0.0F)) ++steps;
        DecodeGreedily(static_cast<const T*>(data.data()) + b * classes, steps, batch * classes,
                       classes, classes - 1, merges_,
                       [&](int64_t best) { *to++ = static_cast<T>(static_cast<float>(best)); });
      }
    });
  }

 private:
  bool merges_ = true;
};

class CtcGreedyDecoderSeqLenOp : public OpKernel {
 public:
  explicit CtcGreedyDecoderSeqLenOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("merge_repeated", &merges_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor& data = ctx->input(0);
    const Tensor& lengths = ctx->input(1);
    int64_t blank = 0;
    OP_REQUIRES_OK(ctx, Check(ctx, &blank));
    const int64_t batch = data.dim_size(0), time = data.dim_size(1), classes = data.dim_size(2);
    Tensor* output = nullptr;
    Tensor* counts = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({batch, time}), &output));
    OP_REQUIRES_OK(ctx, ctx->allocate_output(1, TensorShape({batch}), &counts));
    WithFloats(data.dtype(), [&](auto tag) {
      using T = typename decltype(tag)::Type;
      for (int64_t b = 0; b < batch; ++b) {
        int64_t count = 0;
        DecodeGreedily(static_cast<const T*>(data.data()) + b * time * classes,
                       IntegerAt(lengths, b), classes, classes, blank, merges_,
                       [&](int64_t best) { WriteNumber(best, b * time + count++, output); });
        for (int64_t t = count; t < time; ++t) WriteNumber(-1, b * time + t, output);
        WriteNumber(count, b, counts);
      }
    });
  }

 private:
  static absl::Status Check(OpKernelContext* ctx, int64_t* blank) {
    const Tensor& data = ctx->input(0);
    const Tensor& lengths = ctx->input(1);
    if (data.dims() != 3 || data.dim_size(2) == 0 ||
        lengths.shape() != TensorShape({data.dim_size(0)})) {
      return absl::InvalidArgumentError(
          "data must be [batch, time, classes] and sequence_length [batch]");
    }
    for (int64_t b = 0; b < lengths.NumElements(); ++b) {
      const int64_t length = IntegerAt(lengths, b);
      if (length >= 0 && length <= data.dim_size(1)) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "sequence_length[", b, "] is ", length, ", but there are ", data.dim_size(1), " steps"));
    }
    *blank = data.dim_size(2) - 1;
    if (ctx->num_inputs() < 3) return absl::OkStatus();
    if (ctx->input(2).NumElements() != 1)
      return absl::InvalidArgumentError("blank_index must be one number");
    *blank = IntegerAt(ctx->input(2), 0);
    return absl::OkStatus();
  }

  static void WriteNumber(int64_t value, int64_t i, Tensor* to) {
    if (to->dtype() == DT_INT64) {
      static_cast<int64_t*>(to->data())[i] = value;
    } else {
      static_cast<int32_t*>(to->data())[i] = static_cast<int32_t>(value);
    }
  }

  bool merges_ = true;
};

#define REGISTER(op, Class) REGISTER_KERNEL_BUILDER(Name(op).Device(DEVICE_CPU), Class)
REGISTER("OpenVINO>StringTensorPack", StringTensorPackOp);
REGISTER("OpenVINO>StringTensorUnpack", StringTensorUnpackOp);
REGISTER("OpenVINO>SparseFillEmptyRows", SparseFillEmptyRowsOp);
REGISTER("OpenVINO>CTCGreedyDecoder", CtcGreedyDecoderOp);
REGISTER("OpenVINO>CTCGreedyDecoderSeqLen", CtcGreedyDecoderSeqLenOp);
#undef REGISTER

}  // namespace
}  // namespace opgraft_internal
