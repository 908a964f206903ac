// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_PB_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_PB_H_

#include "tensorflow/opgraft_namespace.h"

#ifndef OPGRAFT_PROTOBUF_MESSAGES
#error \
    "node_def.pb.h: op libraries carry no protobuf. Read attrs with GetAttr, the node with def(); a program says -DOPGRAFT_PROTOBUF_MESSAGES"
#else
#include "opgraft/proto/node_def.pb.h"
#endif

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_NODE_DEF_PB_H_
