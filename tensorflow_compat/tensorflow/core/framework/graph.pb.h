#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_GRAPH_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_GRAPH_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if __has_include("opgraft/proto/graph.pb.h")
#define OPGRAFT_PROTOBUF_MESSAGES
#include "opgraft/proto/graph.pb.h"
#else
#error \
    "tensorflow/core/framework/graph.pb.h: op libraries carry no Protocol Buffers; read attrs with GetAttr() and the node with def()"
#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_GRAPH_PB_H_
