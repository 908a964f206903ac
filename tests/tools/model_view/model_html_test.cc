// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_html.h"

#include <sstream>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/tools/model_view/viewed_models.h"

namespace opgraft {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

std::string Page(const std::string& model, const std::string& report = "") {
  std::ostringstream out;
  WriteHtml(ViewOf(model, {/*kernels=*/true}), "m.pb", report, out);
  return out.str();
}

size_t Count(const std::string& text, const std::string& what) {
  size_t count = 0;
  for (size_t i = text.find(what); i != std::string::npos; i = text.find(what, i + 1)) ++count;
  return count;
}

// What the page's script reads.
Json DataOf(const std::string& page) {
  const std::string begin = "<script type=\"application/json\" id=\"model\">";
  const size_t from = page.find(begin) + begin.size();
  return Json::parse(page.substr(from, page.find("</script>", from) - from));
}

TEST(ModelHtml, HoldsTheModelAsData) {
  const Json data = DataOf(Page(kTwoCalls));
  EXPECT_EQ(data["title"], "m.pb");
  ASSERT_EQ(data["graphs"].size(), 3u);
  const Json& nodes = data["graphs"][0]["nodes"];
  EXPECT_EQ(nodes[0],
            Json::parse(R"({"n": "x", "o": "Placeholder", "k": "input", "t": ["float [3]"],
                            "a": [["dtype", "DT_FLOAT"], ["shape", "[3]"]], "w": 0})"));
  EXPECT_EQ(nodes[2], Json::parse(R"({"n": "d", "o": "f", "k": "call", "i": [[1, 0]],
                                      "t": ["float [3]"], "b": [["", "f", 1]], "w": 1})"));
  EXPECT_EQ(data["graphs"][1]["path"], "c/f/");
  EXPECT_EQ(data["graphs"][1]["callers"], Json::parse(R"(["'c'", "'d'"])"));
  EXPECT_EQ(data["graphs"][1]["results"], Json::parse("[[1, 0]]"));
  EXPECT_EQ(data["kernels"][1], "  f is a step of the plan, not a kernel");
}

TEST(ModelHtml, DataComesAlone) {
  std::ostringstream out;
  WriteData(ViewOf(kTwoCalls, {/*kernels=*/true}), out);
  EXPECT_EQ(Json::parse(out.str())["graphs"], DataOf(Page(kTwoCalls))["graphs"]);
}

TEST(ModelHtml, MarksProblemsAndTellsThem) {
  const Json data = DataOf(Page(kBroken, "m.pb: 2 problems\n"));
  EXPECT_EQ(data["report"], "m.pb: 2 problems\n");
  const Json& odd = data["graphs"][0]["nodes"][1];
  EXPECT_EQ(odd["k"], "problem");
  EXPECT_EQ(odd["p"], "unknown op");
  EXPECT_EQ(odd["i"], Json::parse("[[0, 0], [0, -1]]"));
}

TEST(ModelHtml, ANameIsNeverMarkupNorScript) {
  const std::string nasty = "</script><script>alert(1)</script><!--<b>&\\342\\200\\250";
  const std::string page =
      Page(absl::StrCat("node { name: '", nasty, "' op: '", nasty, "' input: '", nasty,
                        "x' attr { key: '", nasty, "' value { s: '", nasty, "' } } }"));
  EXPECT_EQ(Count(page, "<script"), 2u);
  EXPECT_EQ(Count(page, "</script>"), 2u);
  EXPECT_THAT(page, Not(HasSubstr("<b>")));
  EXPECT_THAT(page, Not(HasSubstr("\xe2\x80\xa8")));
  const Json node = DataOf(page)["graphs"][0]["nodes"][0];
  EXPECT_THAT(node["n"].get<std::string>(), HasSubstr("</script><script>alert(1)</script>"));
}

TEST(ModelHtml, NeedsNothingFromElsewhere) {
  const std::string page = Page(kTwoCalls);
  EXPECT_THAT(page, HasSubstr("content=\"default-src 'none';"));
  for (const char* reference : {"http:", "https:", "src=", "@import", "url("})
    EXPECT_THAT(page, Not(HasSubstr(reference)));
}

TEST(ModelHtml, BytesThatAreNoTextAreShownEscaped) {
  const Json data = DataOf(Page("node { name: 'a\\377' op: 'b\\033' }"));
  EXPECT_EQ(data["graphs"][0]["nodes"][0]["n"], "a\\377");
  EXPECT_EQ(data["graphs"][0]["nodes"][0]["o"], "b\\033");
}

}  // namespace
}  // namespace opgraft
