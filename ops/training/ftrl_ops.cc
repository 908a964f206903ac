// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of optimizers: Follow-the-regularized-leader.
#include "framework/op/op_def_builder.h"
#include "ops/training/update_shape.h"

namespace opgraft {

REGISTER_OP("ResourceApplyFtrl")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("linear: resource")
    .Input("grad: T")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("lr_power: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
lr_power: The power of the accumulator, at most 0.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("ApplyFtrl")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("linear: Ref(T)")
    .Input("grad: T")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("lr_power: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
lr_power: The power of the accumulator, at most 0.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("ResourceSparseApplyFtrl")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("linear: resource")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("lr_power: T")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3, 4>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
lr_power: The power of the accumulator, at most 0.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("SparseApplyFtrl")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("linear: Ref(T)")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("lr_power: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3, 4>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
lr_power: The power of the accumulator, at most 0.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("ResourceApplyFtrlV2")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("linear: resource")
    .Input("grad: T")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("l2_shrinkage: T")
    .Input("lr_power: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader with L2 shrinkage.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
l2_shrinkage: The strength of L2 shrinkage.
lr_power: The power of the accumulator, at most 0.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("ApplyFtrlV2")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("linear: Ref(T)")
    .Input("grad: T")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("l2_shrinkage: T")
    .Input("lr_power: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader with L2 shrinkage.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
l2_shrinkage: The strength of L2 shrinkage.
lr_power: The power of the accumulator, at most 0.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("ResourceSparseApplyFtrlV2")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("linear: resource")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("l2_shrinkage: T")
    .Input("lr_power: T")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3, 4>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader with L2 shrinkage. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
l2_shrinkage: The strength of L2 shrinkage.
lr_power: The power of the accumulator, at most 0.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

REGISTER_OP("SparseApplyFtrlV2")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("linear: Ref(T)")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("l2_shrinkage: T")
    .Input("lr_power: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("multiply_linear_by_lr: bool = false")
    .SetShapeFn(UpdateShape<3, 3, 4>)
    .Doc(R"doc(
A step by Follow-the-regularized-leader with L2 shrinkage. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
linear: Changes: the linear term.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
l2_shrinkage: The strength of L2 shrinkage.
lr_power: The power of the accumulator, at most 0.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
multiply_linear_by_lr: True: linear has the learning rate in it.
)doc");

}  // namespace opgraft
