// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/runtime/state_seal.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft_internal {
namespace {

using ::testing::HasSubstr;

std::string Sealed(const std::string& message) {
  std::string file(kStateHeaderBytes, '?');
  file += message;
  SealState(&file);
  return file;
}

TEST(StateSeal, GivesBackTheMessage) {
  for (const std::string& message : {std::string(), std::string("m"), std::string(100'000, 'x')}) {
    const std::string file = Sealed(message);
    EXPECT_EQ(*StateBytesOf(file), static_cast<int64_t>(message.size()));
    EXPECT_EQ(*UnsealState(file), message);
  }
}

TEST(StateSeal, EveryChangedByteIsFound) {
  const std::string file = Sealed("a message of some length, long enough for several words");
  for (size_t at = 0; at < file.size(); ++at) {
    for (int add = 1; add < 256; ++add) {
      std::string changed = file;
      changed[at] = static_cast<char>(changed[at] + add);
      ASSERT_FALSE(UnsealState(changed).ok()) << at << " + " << add;
    }
  }
}

TEST(StateSeal, MissingAndAddedBytesAreFound) {
  const std::string file = Sealed("a message of some length");
  for (size_t at = 0; at < file.size(); ++at) {
    EXPECT_FALSE(UnsealState(file.substr(0, at)).ok()) << at;
    EXPECT_FALSE(UnsealState(file.substr(0, at) + file.substr(at + 1)).ok()) << at;
    EXPECT_FALSE(UnsealState(file.substr(0, at) + "x" + file.substr(at)).ok()) << at;
  }
  EXPECT_THAT(std::string(UnsealState(file + "x").status().message()), HasSubstr("has more"));
}

TEST(StateSeal, SaysWhatIsWrong) {
  EXPECT_EQ(UnsealState("").status().message(), "this is not a state file");
  std::string newer = Sealed("m");
  newer[16] = 4;
  EXPECT_EQ(UnsealState(newer).status().message(),
            "the state file is of version 4, this library reads version 3");
  std::string damaged = Sealed("m");
  damaged.back() = 'n';
  EXPECT_EQ(UnsealState(damaged).status().message(),
            "the state file is damaged: its checksum is another");
  std::string endless = Sealed("m");
  endless[30] = 1;
  EXPECT_THAT(std::string(StateBytesOf(endless).status().message()), HasSubstr("damaged"));
}

}  // namespace
}  // namespace opgraft_internal
