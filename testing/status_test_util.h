// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// TensorFlow's macros for a Status in a test: TF_EXPECT_OK fails the test, TF_ASSERT_OK leaves its
// function too. The failure shows the status.
#ifndef TESTING_STATUS_TEST_UTIL_H_
#define TESTING_STATUS_TEST_UTIL_H_

#include "absl/status/status.h"
#include "gtest/gtest.h"

#define TF_EXPECT_OK(status) EXPECT_EQ(::absl::OkStatus(), (status))
#define TF_ASSERT_OK(status) ASSERT_EQ(::absl::OkStatus(), (status))

#endif  // TESTING_STATUS_TEST_UTIL_H_
