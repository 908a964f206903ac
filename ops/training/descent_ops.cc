// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of optimizers: that go down the gradient, with or without momentum.
#include "framework/op/op_def_builder.h"
#include "ops/training/update_shape.h"

namespace opgraft {

REGISTER_OP("ResourceApplyGradientDescent")
    .Input("var: resource")
    .Input("alpha: T")
    .Input("delta: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<1, 2>)
    .Doc(R"doc(
A step of gradient descent: var -= alpha * delta.

var: The variable; it changes.
alpha: The learning rate.
delta: What is multiplied by alpha and subtracted.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyGradientDescent")
    .Input("var: Ref(T)")
    .Input("alpha: T")
    .Input("delta: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<1, 2>)
    .Doc(R"doc(
A step of gradient descent: var -= alpha * delta.

var: The variable; it changes.
alpha: The learning rate.
delta: What is multiplied by alpha and subtracted.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceApplyProximalGradientDescent")
    .Input("var: resource")
    .Input("alpha: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("delta: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<1, 4>)
    .Doc(R"doc(
Goes a step down the gradient with L1 and L2 regularization.

var: The variable; it changes.
alpha: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
delta: What is multiplied by alpha and subtracted.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyProximalGradientDescent")
    .Input("var: Ref(T)")
    .Input("alpha: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("delta: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<1, 4>)
    .Doc(R"doc(
Goes a step down the gradient with L1 and L2 regularization.

var: The variable; it changes.
alpha: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
delta: What is multiplied by alpha and subtracted.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceSparseApplyProximalGradientDescent")
    .Input("var: resource")
    .Input("alpha: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<1, 4, 5>)
    .Doc(R"doc(
Goes a step down the gradient with L1 and L2 regularization. Only the rows of the indices change.

var: The variable; it changes.
alpha: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("SparseApplyProximalGradientDescent")
    .Input("var: Ref(T)")
    .Input("alpha: T")
    .Input("l1: T")
    .Input("l2: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<1, 4, 5>)
    .Doc(R"doc(
Goes a step down the gradient with L1 and L2 regularization. Only the rows of the indices change.

var: The variable; it changes.
alpha: The learning rate.
l1: The strength of L1 regularization.
l2: The strength of L2 regularization.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceApplyMomentum")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("grad: T")
    .Input("momentum: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<2, 3>)
    .Doc(R"doc(
A step with momentum: accum = accum * momentum + grad; var -= lr * accum.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
momentum: How much of accum is kept.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ApplyMomentum")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("grad: T")
    .Input("momentum: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<2, 3>)
    .Doc(R"doc(
A step with momentum: accum = accum * momentum + grad; var -= lr * accum.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
momentum: How much of accum is kept.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ResourceSparseApplyMomentum")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("momentum: T")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<2, 3, 4>)
    .Doc(R"doc(
A step with momentum: accum = accum * momentum + grad; var -= lr * accum. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
momentum: How much of accum is kept.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("SparseApplyMomentum")
    .Input("var: Ref(T)")
    .Input("accum: Ref(T)")
    .Input("lr: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("momentum: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<2, 3, 4>)
    .Doc(R"doc(
A step with momentum: accum = accum * momentum + grad; var -= lr * accum. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
momentum: How much of accum is kept.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ResourceApplyKerasMomentum")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("grad: T")
    .Input("momentum: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<2, 3>)
    .Doc(R"doc(
A step with momentum: accum = accum * momentum - lr * grad; var += accum.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
momentum: How much of accum is kept.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ResourceSparseApplyKerasMomentum")
    .Input("var: resource")
    .Input("accum: resource")
    .Input("lr: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Input("momentum: T")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<2, 3, 4>)
    .Doc(R"doc(
A step with momentum: accum = accum * momentum - lr * grad; var += accum. Only the rows of the indices change.

var: The variable; it changes.
accum: Changes: what was accumulated.
lr: The learning rate.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
momentum: How much of accum is kept.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ResourceApplyAddSign")
    .Input("var: resource")
    .Input("m: resource")
    .Input("lr: T")
    .Input("alpha: T")
    .Input("sign_decay: T")
    .Input("beta: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 6>)
    .Doc(R"doc(
A step by AddSign: larger where the signs of gradient and average agree.

var: The variable; it changes.
m: Changes: the average of the gradient.
lr: The learning rate.
alpha: What is added to the sign.
sign_decay: How much the sign counts.
beta: How much of m is kept.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyAddSign")
    .Input("var: Ref(T)")
    .Input("m: Ref(T)")
    .Input("lr: T")
    .Input("alpha: T")
    .Input("sign_decay: T")
    .Input("beta: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 6>)
    .Doc(R"doc(
A step by AddSign: larger where the signs of gradient and average agree.

var: The variable; it changes.
m: Changes: the average of the gradient.
lr: The learning rate.
alpha: What is added to the sign.
sign_decay: How much the sign counts.
beta: How much of m is kept.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceApplyPowerSign")
    .Input("var: resource")
    .Input("m: resource")
    .Input("lr: T")
    .Input("logbase: T")
    .Input("sign_decay: T")
    .Input("beta: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 6>)
    .Doc(R"doc(
A step by PowerSign: larger where the signs of gradient and average agree.

var: The variable; it changes.
m: Changes: the average of the gradient.
lr: The learning rate.
logbase: The logarithm of the base.
sign_decay: How much the sign counts.
beta: How much of m is kept.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyPowerSign")
    .Input("var: Ref(T)")
    .Input("m: Ref(T)")
    .Input("lr: T")
    .Input("logbase: T")
    .Input("sign_decay: T")
    .Input("beta: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<2, 6>)
    .Doc(R"doc(
A step by PowerSign: larger where the signs of gradient and average agree.

var: The variable; it changes.
m: Changes: the average of the gradient.
lr: The learning rate.
logbase: The logarithm of the base.
sign_decay: How much the sign counts.
beta: How much of m is kept.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

}  // namespace opgraft
