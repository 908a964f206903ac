// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Makes a test program of ops fail if one of its registrations is wrong, be it of an op that no
// test asks for, and say which kernel it was in if it crashes. Included by the headers of the test
// kit.
#ifndef TESTING_RIGHT_REGISTRATIONS_H_
#define TESTING_RIGHT_REGISTRATIONS_H_

#include "absl/status/status.h"
#include "gtest/gtest.h"
#include "testing/check_registrations.h"

namespace opgraft {

// Before the first test runs CheckRegistrations once, so that a wrong registration fails the
// program with its file and line; the tests run all the same. To include the header is enough.
class RightRegistrations : public ::testing::Environment {
 public:
  void SetUp() override {
    TellOfCrashes();
    const absl::Status status = CheckRegistrations();
    EXPECT_TRUE(status.ok()) << status.message();
  }
};

// GoogleTest owns it.
inline ::testing::Environment* const right_registrations =
    ::testing::AddGlobalTestEnvironment(new RightRegistrations);

}  // namespace opgraft

#endif  // TESTING_RIGHT_REGISTRATIONS_H_
