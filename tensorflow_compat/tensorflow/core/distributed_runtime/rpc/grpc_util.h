// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_DISTRIBUTED_RUNTIME_RPC_GRPC_UTIL_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_DISTRIBUTED_RUNTIME_RPC_GRPC_UTIL_H_

#error "Opgraft has no tensorflow/core/distributed_runtime/rpc/grpc_util.h: it belongs to the runtime of TensorFlow: a kernel gets what it needs from OpKernelContext."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_DISTRIBUTED_RUNTIME_RPC_GRPC_UTIL_H_
