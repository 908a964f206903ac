// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/conformance/wrapper_table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;

constexpr char kFolder[] = "tests/conformance/cases/tf";
constexpr char kAddN[] =
    R"({"op": "AddN", "function": "FUNCTION", "params": [
        {"name": "inputs", "annotation": "Annotated[List[Any], TV_AddN_T]"}, {"name": "name", "default": "DEFAULT"}],
        "returns": "tensor"})";

CaseResult RunAddN(std::string function, std::string default_value) {
  nlohmann::json line = nlohmann::json::parse(kAddN);
  line["function"] = std::move(function);
  line["params"][1]["default"] = std::move(default_value);
  return WrapperTable(kFolder).RunLine(line);
}

TEST(WrapperTable, PassesWhatIsGenerated) {
  const CaseResult result = RunAddN("add_n", "None");
  EXPECT_EQ(result.outcome, CaseResult::kPass) << result.why;
}

TEST(WrapperTable, FailsAnotherNameAndAnotherDefault) {
  EXPECT_THAT(RunAddN("addn", "None").why, HasSubstr(R"(function "add_n", not "addn")"));
  EXPECT_THAT(RunAddN("add_n", "0").why, HasSubstr("params"));
}

TEST(WrapperTable, SkipsAnOpWithoutSpec) {
  const CaseResult result = WrapperTable(kFolder).RunLine({{"op", "NoSuchOp"}});
  EXPECT_EQ(result.outcome, CaseResult::kSkip);
}

}  // namespace
}  // namespace opgraft
