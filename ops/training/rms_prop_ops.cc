// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The ops of optimizers: RMSProp.
#include "framework/op/op_def_builder.h"
#include "ops/training/update_shape.h"

namespace opgraft {

REGISTER_OP("ResourceApplyRMSProp")
    .Input("var: resource")
    .Input("ms: resource")
    .Input("mom: resource")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 7>)
    .Doc(R"doc(
A step by RMSProp.

var: The variable; it changes.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyRMSProp")
    .Input("var: Ref(T)")
    .Input("ms: Ref(T)")
    .Input("mom: Ref(T)")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 7>)
    .Doc(R"doc(
A step by RMSProp.

var: The variable; it changes.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceSparseApplyRMSProp")
    .Input("var: resource")
    .Input("ms: resource")
    .Input("mom: resource")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 7, 8>)
    .Doc(R"doc(
A step by RMSProp. Only the rows of the indices change.

var: The variable; it changes.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("SparseApplyRMSProp")
    .Input("var: Ref(T)")
    .Input("ms: Ref(T)")
    .Input("mom: Ref(T)")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<3, 7, 8>)
    .Doc(R"doc(
A step by RMSProp. Only the rows of the indices change.

var: The variable; it changes.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceApplyCenteredRMSProp")
    .Input("var: resource")
    .Input("mg: resource")
    .Input("ms: resource")
    .Input("mom: resource")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<4, 8>)
    .Doc(R"doc(
A step by RMSProp, with the variance of the gradient.

var: The variable; it changes.
mg: Changes: the average of the gradient.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ApplyCenteredRMSProp")
    .Input("var: Ref(T)")
    .Input("mg: Ref(T)")
    .Input("ms: Ref(T)")
    .Input("mom: Ref(T)")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<4, 8>)
    .Doc(R"doc(
A step by RMSProp, with the variance of the gradient.

var: The variable; it changes.
mg: Changes: the average of the gradient.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("ResourceSparseApplyCenteredRMSProp")
    .Input("var: resource")
    .Input("mg: resource")
    .Input("ms: resource")
    .Input("mom: resource")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<4, 8, 9>)
    .Doc(R"doc(
A step by RMSProp, with the variance of the gradient. Only the rows of the indices change.

var: The variable; it changes.
mg: Changes: the average of the gradient.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

REGISTER_OP("SparseApplyCenteredRMSProp")
    .Input("var: Ref(T)")
    .Input("mg: Ref(T)")
    .Input("ms: Ref(T)")
    .Input("mom: Ref(T)")
    .Input("lr: T")
    .Input("rho: T")
    .Input("momentum: T")
    .Input("epsilon: T")
    .Input("grad: T")
    .Input("indices: Tindices")
    .Output("out: Ref(T)")
    .Attr("T: numbertype")
    .Attr("Tindices: {int32, int64}")
    .Attr("use_locking: bool = false")
    .SetShapeFn(UpdateShape<4, 8, 9>)
    .Doc(R"doc(
A step by RMSProp, with the variance of the gradient. Only the rows of the indices change.

var: The variable; it changes.
mg: Changes: the average of the gradient.
ms: Changes: the average of the squared gradient.
mom: Changes: the momentum.
lr: The learning rate.
rho: How much of the average is kept.
momentum: How much of mom is kept.
epsilon: Added to what is divided by.
grad: The gradient.
indices: A row of var for each row of grad. In order, so a row may stand there twice.
out: The variable.
use_locking: Means nothing here: a run has its variables to itself.
)doc");

}  // namespace opgraft
