// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The example of opgraft/op.h, with that header alone.
#include "opgraft/op.h"

#ifdef GOOGLE_PROTOBUF_VERSION
#error \
    "opgraft/op.h includes a protobuf header: an op's library would then need protobuf of the same version"
#endif

REGISTER_OP("ZeroOut")
    .Attr("T: {float, double, int32, int64}")
    .Attr("preserve_index: int >= 0 = 0")
    .Input("to_zero: T")
    .Output("zeroed: T")
    .SetShapeFn(opgraft::shape_inference::UnchangedShape)
    .Doc("Keeps one element, zeroes the rest.");

template <typename T>
class ZeroOutOp : public opgraft::OpKernel {
 public:
  explicit ZeroOutOp(opgraft::OpKernelConstruction* c) : OpKernel(c) {
    OP_REQUIRES_OK(c, c->GetAttr("preserve_index", &preserve_index_));
  }
  void Compute(opgraft::OpKernelContext* c) override {
    const opgraft::Tensor& in = c->input(0);
    OP_REQUIRES(c, preserve_index_ < std::max<int64_t>(in.NumElements(), 1),
                absl::InvalidArgumentError("preserve_index out of range"));
    opgraft::Tensor* out = nullptr;
    OP_REQUIRES_OK(c, c->allocate_output(0, in.shape(), &out));
    out->flat<T>().setZero();
    if (in.NumElements() > 0) out->flat<T>()(preserve_index_) = in.flat<T>()(preserve_index_);
  }

 private:
  int64_t preserve_index_ = 0;
};

#define REGISTER(T) \
  REGISTER_KERNEL_BUILDER(Name("ZeroOut").Device("CPU").TypeConstraint<T>("T"), ZeroOutOp<T>);
TF_CALL_float(REGISTER) TF_CALL_double(REGISTER) TF_CALL_int32(REGISTER) TF_CALL_int64(REGISTER)
#include "framework/op/op_registry.h"
#include "gtest/gtest.h"

    namespace opgraft {
  namespace {

  TEST(OpHeader, IsAllThatAnOpNeeds) {
    ASSERT_NE(OpRegistry::Global()->Find("ZeroOut"), nullptr) << OpRegistry::Global()->errors();
    EXPECT_TRUE(OpRegistry::Global()->errors().ok()) << OpRegistry::Global()->errors();
  }

  }  // namespace
}  // namespace opgraft
