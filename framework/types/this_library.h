// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_THIS_LIBRARY_H_
#define FRAMEWORK_TYPES_THIS_LIBRARY_H_

// Defined in every program and shared library, by the C++ ABI: what __cxa_atexit takes.
extern "C" {
extern void* __dso_handle __attribute__((visibility("hidden")));  // NOLINT: the ABI's name
}

namespace opgraft {

// The program or shared library whose code calls this. Every source has a function of its own: one
// that they shared would be that of the library that was loaded first.
[[maybe_unused]] static inline void* ThisLibrary() { return &__dso_handle; }

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_THIS_LIBRARY_H_
