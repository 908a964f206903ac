// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/reference/probe_ops.h"

#include <algorithm>

#include "framework/kernel/op_kernel.h"
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

ProbeLog* Probes() {
  static auto* const log = new ProbeLog();
  return log;
}

namespace {

constexpr size_t kMaxKept = 64;

REGISTER_OP("TestProbe")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: type")
    .Attr("way: int = 0")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestBump")
    .Input("x: T")
    .Output("y: T")
    .Attr("T: {float, int32}")
    .SetShapeFn(shape_inference::UnchangedShape);
REGISTER_OP("TestEffect")
    .Input("x: T")
    .Attr("T: type")
    .SetIsStateful()
    .SetShapeFn(shape_inference::NoOutputs);

// Notes that the node runs, and acts if its turn has come.
absl::Status Log(const OpKernel& kernel) {
  ProbeLog* log = Probes();
  log->ran.push_back(kernel.name());
  const bool is_turn = static_cast<int>(log->ran.size()) == log->act_at + 1;
  return is_turn && log->act ? log->act() : absl::OkStatus();
}

void CopyElements(const Tensor& from, Tensor* to) {
  if (from.dtype() == DT_STRING) {
    to->flat<tstring>() = from.flat<tstring>();
  } else {
    const absl::string_view bytes = from.tensor_data();
    std::copy(bytes.begin(), bytes.end(), static_cast<char*>(to->data()));
  }
}

// `to` may be `from`.
void Bump(const Tensor& from, Tensor* to) {
  if (from.dtype() == DT_FLOAT) to->flat<float>() = from.flat<float>() + 1.0f;
  // Unsigned, so that the greatest wraps round.
  for (int64_t i = 0; from.dtype() == DT_INT32 && i < from.NumElements(); ++i) {
    to->flat<int32_t>()(i) =
        static_cast<int32_t>(static_cast<uint32_t>(from.flat<int32_t>()(i)) + 1);
  }
}

class ProbeOp : public OpKernel {
 public:
  explicit ProbeOp(OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("way", &way_));
  }

  void Compute(OpKernelContext* c) override {
    OP_REQUIRES_OK(c, Log(*this));
    const Tensor& x = c->input(0);
    switch (static_cast<ProbeWay>(way_)) {
      case ProbeWay::kShare:
        return c->set_output(0, x);
      case ProbeWay::kForward:
        return Forward(c);
      case ProbeWay::kKeep:
        return CopyAndKeep(c);
      case ProbeWay::kAllocateTwo: {
        Tensor temporary;
        OP_REQUIRES_OK(c, c->allocate_temp(x.dtype(), x.shape(), &temporary));
        CopyElements(x, &temporary);
        return c->set_output(0, std::move(temporary));
      }
      default:
        Copy(c);
    }
  }

 private:
  static Tensor* Copy(OpKernelContext* c) {
    Tensor* y = nullptr;
    const Tensor& x = c->input(0);
    const absl::Status status = c->allocate_output(0, x.shape(), &y);
    if (!status.ok()) {
      c->SetStatus(status);
      return nullptr;
    }
    CopyElements(x, y);
    return y;
  }

  // Text and the like is copied: only numbers can be told from what they were.
  static void Forward(OpKernelContext* c) {
    if (c->input_dtype(0) != DT_FLOAT) {
      Copy(c);
      return;
    }
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0}, 0, c->input(0).shape(), &y));
    Bump(c->input(0), y);
  }

  static void CopyAndKeep(OpKernelContext* c) {
    const Tensor* y = Copy(c);
    if (y == nullptr || Probes()->kept.size() >= kMaxKept) return;
    for (const Tensor* tensor : {&c->input(0), y}) {
      absl::StatusOr<Tensor> copy = tensor->DeepCopy();
      OP_REQUIRES_OK(c, copy.status());
      Probes()->kept.push_back({*tensor, *std::move(copy)});
    }
  }

  int way_ = 0;
};

class BumpOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override {
    OP_REQUIRES_OK(c, Log(*this));
    Tensor* y = nullptr;
    OP_REQUIRES_OK(c, c->forward_input_or_allocate_output({0}, 0, c->input(0).shape(), &y));
    Bump(c->input(0), y);
  }
};

class EffectOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext* c) override { OP_REQUIRES_OK(c, Log(*this)); }
};

REGISTER_KERNEL_BUILDER(Name("TestProbe").Device(DEVICE_CPU), ProbeOp);
REGISTER_KERNEL_BUILDER(Name("TestBump").Device(DEVICE_CPU).Forwards(0), BumpOp);
REGISTER_KERNEL_BUILDER(Name("TestEffect").Device(DEVICE_CPU), EffectOp);

}  // namespace
}  // namespace opgraft
