// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of optimizers: Adam and its kin.
#include "framework/op/op_def_builder.h"
#include "ops/training/update_shape.h"

namespace opgraft {

REGISTER_OP("ResourceApplyAdam")
    .Input("var: resource")
    .Input("m: resource")
    .Input("v: resource")
    .Input("beta1_power: T")
    .Input("beta2_power: T")
    .Input("lr: T")
    .Input("beta1: T")
    .Input("beta2: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<3, 9>)
    .Doc(R"doc(
A step by Adam.

var: The variable; it changes.
m: Changes: the average of the gradient.
v: Changes: the average of its square.
beta1_power: beta1 to the power of the step.
beta2_power: beta2 to the power of the step.
lr: The learning rate.
beta1: How much of m is kept.
beta2: How much of v is kept.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ApplyAdam")
    .Input("var: Ref(T)")
    .Input("m: Ref(T)")
    .Input("v: Ref(T)")
    .Input("beta1_power: T")
    .Input("beta2_power: T")
    .Input("lr: T")
    .Input("beta1: T")
    .Input("beta2: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .Attr("use_nesterov: bool = false")
    .SetShapeFn(UpdateShape<3, 9>)
    .Doc(R"doc(
A step by Adam.

var: The variable; it changes.
m: Changes: the average of the gradient.
v: Changes: the average of its square.
beta1_power: beta1 to the power of the step.
beta2_power: beta2 to the power of the step.
lr: The learning rate.
beta1: How much of m is kept.
beta2: How much of v is kept.
epsilon: Added to what is divided by.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
use_nesterov: Nesterov's form: looks one step ahead.
)doc");

REGISTER_OP("ResourceApplyAdamWithAmsgrad")
    .Input("var: resource")
    .Input("m: resource")
    .Input("v: resource")
    .Input("vhat: resource")
    .Input("beta1_power: T")
    .Input("beta2_power: T")
    .Input("lr: T")
    .Input("beta1: T")
    .Input("beta2: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<4, 10>)
    .Doc(R"doc(
A step by Adam that divides by the largest v so far.

var: The variable; it changes.
m: Changes: the average of the gradient.
v: Changes: the average of its square.
vhat: Changes: the largest v so far.
beta1_power: beta1 to the power of the step.
beta2_power: beta2 to the power of the step.
lr: The learning rate.
beta1: How much of m is kept.
beta2: How much of v is kept.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceApplyAdaMax")
    .Input("var: resource")
    .Input("m: resource")
    .Input("v: resource")
    .Input("beta1_power: T")
    .Input("lr: T")
    .Input("beta1: T")
    .Input("beta2: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 8>)
    .Doc(R"doc(
A step by Adam with the infinity norm.

var: The variable; it changes.
m: Changes: the average of the gradient.
v: Changes: the average of its square.
beta1_power: beta1 to the power of the step.
lr: The learning rate.
beta1: How much of m is kept.
beta2: How much of v is kept.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyAdaMax")
    .Input("var: Ref(T)")
    .Input("m: Ref(T)")
    .Input("v: Ref(T)")
    .Input("beta1_power: T")
    .Input("lr: T")
    .Input("beta1: T")
    .Input("beta2: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 8>)
    .Doc(R"doc(
A step by Adam with the infinity norm.

var: The variable; it changes.
m: Changes: the average of the gradient.
v: Changes: the average of its square.
beta1_power: beta1 to the power of the step.
lr: The learning rate.
beta1: How much of m is kept.
beta2: How much of v is kept.
epsilon: Added to what is divided by.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

}  // namespace opgraft
