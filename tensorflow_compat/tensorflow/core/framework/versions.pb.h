#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VERSIONS_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VERSIONS_PB_H_

#include "tensorflow/opgraft_namespace.h"

#if __has_include("opgraft/proto/versions.pb.h")
#include "opgraft/proto/versions.pb.h"
#else
#error \
    "tensorflow/core/framework/versions.pb.h needs Protocol Buffers: the messages are in Opgraft's build tree, not in an installation. Kernels read attrs by GetAttr and def() without it."
#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_VERSIONS_PB_H_
