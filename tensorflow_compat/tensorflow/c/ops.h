#ifndef TENSORFLOW_COMPAT_TENSORFLOW_C_OPS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_C_OPS_H_

#error "Opgraft has no tensorflow/c/ops.h: register ops in C++: tensorflow/core/framework/op.h."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_C_OPS_H_
