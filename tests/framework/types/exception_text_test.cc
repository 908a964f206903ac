// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/types/exception_text.h"

#include <stdexcept>

#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

template <typename T>
std::string TextOf(const T& thrown) {
  try {
    throw thrown;
  } catch (...) {
    return TextOfCurrentException();
  }
}

TEST(ExceptionText, NamesTheTypeAndTellsWhatAnExceptionSays) {
  EXPECT_EQ(TextOf(std::out_of_range("5 of 3")), "std::out_of_range: 5 of 3");
  EXPECT_EQ(TextOf(5), "int, which is not a std::exception");
}

}  // namespace
}  // namespace opgraft_internal
