// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// foreign_headers.h for tests.

#ifndef THIRD_PARTY_PRECOMPILED_FOREIGN_TEST_HEADERS_H_
#define THIRD_PARTY_PRECOMPILED_FOREIGN_TEST_HEADERS_H_

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "third_party/precompiled/foreign_headers.h"

#endif  // THIRD_PARTY_PRECOMPILED_FOREIGN_TEST_HEADERS_H_
