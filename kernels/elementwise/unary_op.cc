// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "kernels/elementwise/unary_op.h"

#include "kernels/elementwise/shard_elements.h"

namespace opgraft_internal {

void UnaryOpBase::Compute(OpKernelContext* context) {
  const Tensor& in = context->input(0);
  const char* from = static_cast<const char*>(in.data());
  const int64_t n = in.NumElements();
  Tensor* out = nullptr;
  OP_REQUIRES_OK(context, same_type_
                              ? context->forward_input_or_allocate_output({0}, 0, in.shape(), &out)
                              : context->allocate_output(0, in.shape(), &out));
  char* to = static_cast<char*>(out->data());
  ShardElements(context, n, element_ns_, [&](int64_t begin, int64_t end) {
    function_.Run(from + begin * in_size_, to + begin * out_size_, end - begin);
  });
}

}  // namespace opgraft_internal
