#ifndef TENSORFLOW_COMPAT_TENSORFLOW_C_KERNELS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_C_KERNELS_H_

#error "Opgraft has no tensorflow/c/kernels.h: register kernels in C++: tensorflow/core/framework/op_kernel.h."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_C_KERNELS_H_
