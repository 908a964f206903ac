#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ATTR_VALUE_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ATTR_VALUE_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if __has_include("opgraft/proto/attr_value.pb.h")
#define OPGRAFT_PROTOBUF_MESSAGES
#include "opgraft/proto/attr_value.pb.h"
#else
#error \
    "tensorflow/core/framework/attr_value.pb.h: op libraries carry no Protocol Buffers; read attrs with GetAttr() and the node with def()"
#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_ATTR_VALUE_PB_H_
