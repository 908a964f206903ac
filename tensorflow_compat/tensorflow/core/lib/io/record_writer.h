// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_RECORD_WRITER_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_RECORD_WRITER_H_

#error "Opgraft has no tensorflow/core/lib/io/record_writer.h: Opgraft reads local files only: use tensorflow/core/platform/env.h (ReadFileToString, NewRandomAccessFile) or your own reader."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_IO_RECORD_WRITER_H_
