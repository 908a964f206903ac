// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of optimizers: that scale by the sum of the squared gradients.
#include "framework/op/op_def_builder.h"
#include "ops/training/update_shape.h"

namespace opgraft {

REGISTER_OP("ResourceApplyAdagrad")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 3>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / sqrt(accum).

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("ApplyAdagrad")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 3>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / sqrt(accum).

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("ResourceSparseApplyAdagrad")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 3, 4>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / sqrt(accum). Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("SparseApplyAdagrad")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 3, 4>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / sqrt(accum). Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("ResourceApplyAdagradV2")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 4>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / (sqrt(accum) + epsilon).

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("ApplyAdagradV2")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 4>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / (sqrt(accum) + epsilon).

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
epsilon: Added to what is divided by.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("ResourceSparseApplyAdagradV2")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 4, 5>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / (sqrt(accum) + epsilon). Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("SparseApplyAdagradV2")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("update_slots: bool = true")
    .SetShapeFn(UpdateShape<2, 4, 5>)
    .Doc(R"doc(
A step by Adagrad: accum += grad * grad; var -= lr * grad / (sqrt(accum) + epsilon). Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
update_slots: False: the slots stay as they are.
)doc");

REGISTER_OP("ResourceApplyProximalAdagrad")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 5>)
    .Doc(R"doc(
A step by Adagrad with L1 and L2 regularization.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyProximalAdagrad")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 5>)
    .Doc(R"doc(
A step by Adagrad with L1 and L2 regularization.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceSparseApplyProximalAdagrad")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 5, 6>)
    .Doc(R"doc(
A step by Adagrad with L1 and L2 regularization. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("SparseApplyProximalAdagrad")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 5, 6>)
    .Doc(R"doc(
A step by Adagrad with L1 and L2 regularization. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

}  // namespace opgraft
