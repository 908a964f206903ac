// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op library that hands Abseil's types over the border: texts of StrCat, a Status with a
// payload, a hash table.
#include <string>

// What other libraries' headers may have: a static object with a destructor, before ours.
static const std::string kKeyPrefix = "key ";

#include "absl/container/flat_hash_map.h"
#include "absl/strings/cord.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "opgraft/op.h"

REGISTER_OP("BorderText")
    .Input("n: int64")
    .Output("text: string")
    .SetShapeFn(opgraft::shape_inference::UnchangedShape);

class BorderTextOp : public opgraft::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(opgraft::OpKernelContext* c) override {
    const int64_t n = c->input(0).scalar<int64_t>()();
    absl::SleepFor(absl::Nanoseconds(1));  // inline: calls a C function of Abseil's
    if (n < 0) {
      absl::Status status = absl::OutOfRangeError(absl::StrCat("n is ", n));
      status.SetPayload("test/payload", absl::Cord("kept"));
      c->SetStatus(status);
      return;
    }
    opgraft::Tensor* text = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, c->input(0).shape(), &text));
    text->scalar<opgraft::tstring>()() = absl::StrCat("n = ", n, ", ", 0.5);
  }
};
REGISTER_KERNEL_BUILDER(Name("BorderText").Device(opgraft::DEVICE_CPU), BorderTextOp);

extern "C" __attribute__((visibility("default"))) void FillBorderTable(
    absl::flat_hash_map<std::string, int>* table) {
  for (int i = 0; i < 100; ++i) (*table)[absl::StrCat(kKeyPrefix, i)] = i;
}
