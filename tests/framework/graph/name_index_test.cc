// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/graph/data/name_index.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

TEST(NameIndexTest, FindsWhatWasInserted) {
  std::vector<std::string> names;
  const auto name_of = [&](int id) -> absl::string_view { return names[static_cast<size_t>(id)]; };
  NameIndex index;
  EXPECT_EQ(index.Find("a", name_of), -1);
  for (int i = 0; i < 10000; ++i) {
    names.push_back(absl::StrCat("n", i));
    ASSERT_EQ(index.Insert(i, name_of), -1);
  }
  names.push_back("n17");
  EXPECT_EQ(index.Insert(10000, name_of), 17) << "the name is taken";
  const NameIndex copy = index;
  for (int i = 0; i < 10000; ++i) EXPECT_EQ(copy.Find(names[static_cast<size_t>(i)], name_of), i);
  EXPECT_EQ(copy.Find("n10000", name_of), -1);
  EXPECT_EQ(copy.Find("", name_of), -1);
}

TEST(NameIndexTest, FindsTheOthersWhenSomeAreTakenOut) {
  std::vector<std::string> names;
  const auto name_of = [&](int id) -> absl::string_view { return names[static_cast<size_t>(id)]; };
  NameIndex index;
  for (int i = 0; i < 3000; ++i) {
    names.push_back(absl::StrCat("n", i));
    index.Insert(i, name_of);
  }
  for (int i = 0; i < 3000; i += 3) index.Erase(names[static_cast<size_t>(i)], name_of);
  index.Erase("never there", name_of);
  for (int i = 0; i < 3000; ++i) {
    EXPECT_EQ(index.Find(names[static_cast<size_t>(i)], name_of), i % 3 == 0 ? -1 : i);
  }
  EXPECT_EQ(index.Insert(0, name_of), -1) << "the name is free again";
}

}  // namespace
}  // namespace opgraft
