// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// ConcatV2.
#include <utility>

#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"
#include "framework/op/value_inference.h"
#include "ops/array/append_elements.h"

namespace opgraft {
namespace {

using Elements = ValueContext::Elements;

// A matrix is no part of a vector, and so no part of it is known.
void ConcatV2Value(ValueContext* c) {
  Elements all;
  for (int i = 0; i + 1 < c->num_inputs(); ++i) {
    if (c->input_shape(i).dims() > 1 || !AppendElements(i, c, &all)) return;
  }
  c->set_output(0, std::move(all));
}

}  // namespace

REGISTER_OP("ConcatV2")
    .Input("values: N * T")
    .Input("axis: Tidx")
    .Output("output: T")
    .Attr("N: int >= 2")
    .Attr("T: type")
    .Attr("Tidx: {int32, int64} = DT_INT32")
    .SetShapeFn(shape_inference::ConcatV2Shape)
    .SetValueFn(ConcatV2Value)
    .Doc(R"doc(
Joins tensors along the dimension `axis`; the others must be equal.

values: The tensors, in order.
axis: The dimension along which they are joined, a scalar; a negative one counts from the last.
output: As long along `axis` as all of them together.
)doc");

}  // namespace opgraft
