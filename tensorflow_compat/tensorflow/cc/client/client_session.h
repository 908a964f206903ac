// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CC_CLIENT_CLIENT_SESSION_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CC_CLIENT_CLIENT_SESSION_H_

#error "Opgraft has no tensorflow/cc/client/client_session.h: Opgraft runs models by opgraft/run.h (Graph, CompiledModel, InferRequest)."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CC_CLIENT_CLIENT_SESSION_H_
