// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DATASET_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DATASET_H_

#error \
    "Opgraft has no tensorflow/core/framework/dataset.h: Opgraft has no datasets: read records outside of the graph and feed them."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_FRAMEWORK_DATASET_H_
