// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Activations and their gradients.
#include "framework/op/common_shape_fns.h"
#include "framework/op/op_def_builder.h"

namespace opgraft {

#define OPGRAFT_ACTIVATION(name, types) \
  REGISTER_OP(name)                     \
      .Input("features: T")             \
      .Output("activations: T")         \
      .Attr("T: " types)                \
      .SetShapeFn(shape_inference::UnchangedShape)

#define OPGRAFT_ACTIVATION_GRAD(name, of, types) \
  REGISTER_OP(name)                              \
      .Input("gradients: T")                     \
      .Input(of ": T")                           \
      .Output("backprops: T")                    \
      .Attr("T: " types)                         \
      .SetShapeFn(shape_inference::MergeBothInputsShapeFn)

#define OPGRAFT_FLOATS "{half, bfloat16, float, double}"

#define OPGRAFT_FEATURES_DOC \
  "\n\nfeatures: The values, of any shape.\nactivations: Of the shape of features."
#define OPGRAFT_GRAD_DOC \
  "\n\ngradients: What comes back to the result.\nbackprops: The gradient of features."

OPGRAFT_ACTIVATION("Relu6", "realnumbertype").Doc("min(max(features, 0), 6)." OPGRAFT_FEATURES_DOC);

OPGRAFT_ACTIVATION("Elu", OPGRAFT_FLOATS)
    .Doc("features where they are above 0, else exp(features) - 1." OPGRAFT_FEATURES_DOC);

OPGRAFT_ACTIVATION("Selu", OPGRAFT_FLOATS)
    .Doc(
        "Elu, scaled so that mean and variance stay what they are through many layers:\n"
        "1.0507 * features above 0, else 1.7581 * (exp(features) - 1)." OPGRAFT_FEATURES_DOC);

OPGRAFT_ACTIVATION("Softplus", OPGRAFT_FLOATS).Doc("log(exp(features) + 1)." OPGRAFT_FEATURES_DOC);

OPGRAFT_ACTIVATION("Softsign", OPGRAFT_FLOATS)
    .Doc("features / (abs(features) + 1)." OPGRAFT_FEATURES_DOC);

REGISTER_OP("LeakyRelu")
    .Input("features: T")
    .Output("activations: T")
    .Attr("alpha: float = 0.2")
    .Attr("T: " OPGRAFT_FLOATS " = DT_FLOAT")
    .SetShapeFn(shape_inference::UnchangedShape)
    .Doc("features where they are above 0, else alpha * features." OPGRAFT_FEATURES_DOC
         "\nalpha: The slope below 0.");

OPGRAFT_ACTIVATION_GRAD("ReluGrad", "features", "realnumbertype")
    .Doc("The gradient of Relu: gradients where features are above 0, else 0." OPGRAFT_GRAD_DOC
         "\nfeatures: What Relu was given, or what it made.");

OPGRAFT_ACTIVATION_GRAD("Relu6Grad", "features", "realnumbertype")
    .Doc(
        "The gradient of Relu6: gradients where features are between 0 and 6, else "
        "0." OPGRAFT_GRAD_DOC "\nfeatures: What Relu6 was given, or what it made.");

OPGRAFT_ACTIVATION_GRAD("EluGrad", "outputs", OPGRAFT_FLOATS)
    .Doc(
        "The gradient of Elu: gradients, times outputs + 1 where these are below "
        "0." OPGRAFT_GRAD_DOC "\noutputs: What Elu made.");

OPGRAFT_ACTIVATION_GRAD("SeluGrad", "outputs", OPGRAFT_FLOATS)
    .Doc("The gradient of Selu." OPGRAFT_GRAD_DOC "\noutputs: What Selu made.");

OPGRAFT_ACTIVATION_GRAD("SoftplusGrad", "features", OPGRAFT_FLOATS)
    .Doc("The gradient of Softplus: gradients / (exp(-features) + 1)." OPGRAFT_GRAD_DOC
         "\nfeatures: What Softplus was given.");

OPGRAFT_ACTIVATION_GRAD("SoftsignGrad", "features", OPGRAFT_FLOATS)
    .Doc("The gradient of Softsign: gradients / (abs(features) + 1)^2." OPGRAFT_GRAD_DOC
         "\nfeatures: What Softsign was given.");

REGISTER_OP("LeakyReluGrad")
    .Input("gradients: T")
    .Input("features: T")
    .Output("backprops: T")
    .Attr("alpha: float = 0.2")
    .Attr("T: " OPGRAFT_FLOATS " = DT_FLOAT")
    .SetShapeFn(shape_inference::MergeBothInputsShapeFn)
    .Doc(
        "The gradient of LeakyRelu: gradients, times alpha where features are not above "
        "0." OPGRAFT_GRAD_DOC
        "\nfeatures: What LeakyRelu was given, or what it made.\nalpha: The slope below 0.");

#undef OPGRAFT_GRAD_DOC
#undef OPGRAFT_FEATURES_DOC
#undef OPGRAFT_FLOATS
#undef OPGRAFT_ACTIVATION_GRAD
#undef OPGRAFT_ACTIVATION

}  // namespace opgraft
