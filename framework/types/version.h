// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// The version of these headers, for the preprocessor.
#ifndef FRAMEWORK_TYPES_VERSION_H_
#define FRAMEWORK_TYPES_VERSION_H_

// The version of Opgraft, in semantic versioning's form. The scripts of tools/ read it from here
// too.
#define OPGRAFT_VERSION "0.1.0"

#endif  // FRAMEWORK_TYPES_VERSION_H_
