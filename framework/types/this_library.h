// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef FRAMEWORK_TYPES_THIS_LIBRARY_H_
#define FRAMEWORK_TYPES_THIS_LIBRARY_H_

// The ABI's __dso_handle, which __cxa_atexit takes, is in every program and shared library. Under
// another name here: g++ declares it itself, with C++ linkage, where a source has a static object
// with a destructor before it includes this.
extern "C" {
extern char opgraft_dso_handle __asm__("__dso_handle") __attribute__((visibility("hidden")));
}

namespace opgraft {

// The program or shared library whose code calls this. Every source has a function of its own: one
// that they shared would be that of the library that was loaded first.
[[maybe_unused]] static inline void* ThisLibrary() { return &opgraft_dso_handle; }

}  // namespace opgraft

#endif  // FRAMEWORK_TYPES_THIS_LIBRARY_H_
