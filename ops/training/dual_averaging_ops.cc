// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of optimizers: AdagradDA and Adadelta.
#include "framework/op/op_def_builder.h"
#include "ops/training/update_shape.h"

namespace opgraft {

REGISTER_OP("ResourceApplyAdagradDA")
    .Input("var: resource")
    .Input("gradient_accumulator: resource")
    .Input("gradient_squared_accumulator: resource")
    .Input("grad: T")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("global_step: int64")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 3>)
    .Doc(R"doc(
A step by Adagrad with dual averaging.

var: The variable; it changes.
gradient_accumulator: Changes: the sum of the gradients.
gradient_squared_accumulator: Changes: the sum of their squares.
grad: The gradient.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
global_step: The number of the step, from 1.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyAdagradDA")
    .Input("var: Ref(T)")
    .Input("gradient_accumulator: Ref(T)")
    .Input("gradient_squared_accumulator: Ref(T)")
    .Input("grad: T")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("global_step: int64")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 3>)
    .Doc(R"doc(
A step by Adagrad with dual averaging.

var: The variable; it changes.
gradient_accumulator: Changes: the sum of the gradients.
gradient_squared_accumulator: Changes: the sum of their squares.
grad: The gradient.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
global_step: The number of the step, from 1.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceSparseApplyAdagradDA")
    .Input("var: resource")
    .Input("gradient_accumulator: resource")
    .Input("gradient_squared_accumulator: resource")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("global_step: int64")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 3, 4>)
    .Doc(R"doc(
A step by Adagrad with dual averaging. Only the rows of the indices change.

var: The variable; it changes.
gradient_accumulator: Changes: the sum of the gradients.
gradient_squared_accumulator: Changes: the sum of their squares.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
global_step: The number of the step, from 1.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("SparseApplyAdagradDA")
    .Input("var: Ref(T)")
    .Input("gradient_accumulator: Ref(T)")
    .Input("gradient_squared_accumulator: Ref(T)")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("global_step: int64")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 3, 4>)
    .Doc(R"doc(
A step by Adagrad with dual averaging. Only the rows of the indices change.

var: The variable; it changes.
gradient_accumulator: Changes: the sum of the gradients.
gradient_squared_accumulator: Changes: the sum of their squares.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
global_step: The number of the step, from 1.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceApplyAdadelta")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("accum_update: resource")
    .Input("lr: T")
    .Input("rho: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 6>)
    .Doc(R"doc(
A step by Adadelta.

var: The variable; it changes.
accum: Changes: the accumulated squares of the gradients.
accum_update: Changes: the accumulated squares of the updates.
lr: The learning rate.
rho: How much of the average is kept.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyAdadelta")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("accum_update: Ref(T)")
    .Input("lr: T")
    .Input("rho: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 6>)
    .Doc(R"doc(
A step by Adadelta.

var: The variable; it changes.
accum: Changes: the accumulated squares of the gradients.
accum_update: Changes: the accumulated squares of the updates.
lr: The learning rate.
rho: How much of the average is kept.
epsilon: Added to what is divided by.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceSparseApplyAdadelta")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("accum_update: resource")
    .Input("lr: T")
    .Input("rho: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 6, 7>)
    .Doc(R"doc(
A step by Adadelta. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: the accumulated squares of the gradients.
accum_update: Changes: the accumulated squares of the updates.
lr: The learning rate.
rho: How much of the average is kept.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("SparseApplyAdadelta")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("accum_update: Ref(T)")
    .Input("lr: T")
    .Input("rho: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 6, 7>)
    .Doc(R"doc(
A step by Adadelta. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: the accumulated squares of the gradients.
accum_update: Changes: the accumulated squares of the updates.
lr: The learning rate.
rho: How much of the average is kept.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

}  // namespace opgraft
