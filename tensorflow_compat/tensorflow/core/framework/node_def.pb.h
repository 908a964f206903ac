#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if __has_include("opgraft/proto/node_def.pb.h")
#define OPGRAFT_PROTOBUF_MESSAGES
#include "opgraft/proto/node_def.pb.h"
#else
#error \
    "tensorflow/core/framework/node_def.pb.h: op libraries carry no Protocol Buffers; read attrs with GetAttr() and the node with def()"
#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_PB_H_
