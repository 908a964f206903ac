// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/model_view/model_view.h"

#include <sstream>

#include "google/protobuf/text_format.h"
#include "gtest/gtest.h"
#include "tests/tools/model_view/viewed_models.h"
#include "tools/model_view/model_text.h"

namespace opgraft {
namespace {

std::string Text(const std::string& model) {
  std::ostringstream out;
  WriteText(ViewOf(model), out);
  return out.str();
}

TEST(ModelView, ShowsTypesShapesAndTheFunctionsByThePathsOfTheirNodes) {
  EXPECT_EQ(Text(kTwoCalls),
            "x = Placeholder[dtype=DT_FLOAT, shape=[3]]() -> float [3]\n"
            "c = f(x) -> float [3]\n"
            "d = f(c) -> float [3]\n"
            "function f: 'c', 'd'\n"
            "  c/f/x = _Arg[T=DT_FLOAT, index=0]() -> float <unknown>\n"
            "  c/f/n = Neg[T=DT_FLOAT](x) -> float <unknown>\n"
            "  returns n\n"
            "function unused: called by no node\n"
            "  unused/k = NoOp()\n");
}

TEST(ModelView, MarksWhatIsWrongAndShowsTheRest) {
  EXPECT_EQ(Text(kBroken),
            "x = Placeholder[dtype=DT_FLOAT, shape=[3]]() -> float [3]\n"
            "odd = Odd[size=2](x, ^x) -> float <unknown>  # unknown op\n"
            "n = Neg[T=DT_FLOAT](odd) -> float <unknown>\n"
            "c = g(n)  # function 'g': node 'inner' (Odd): op 'Odd' is not registered\n"
            "function g: 'c'\n"
            "  c/g/a = _Arg() -> float\n"
            "  c/g/inner = Odd(a)  # unknown op\n"
            "  c/g/m = Neg[T=DT_FLOAT](inner:y:0)\n");
}

TEST(ModelView, EscapesWhatATerminalWouldObey) {
  const std::string text =
      Text("node { name: 'x\\033[2J' op: 'Odd\\033' attr { key: 'a\\n' value { s: '\\033' } } }");
  EXPECT_EQ(text.find('\033'), std::string::npos) << text;
}

TEST(FindView, TakesThePathsThatAreShown) {
  const ModelView view = ViewOf(kBroken);
  struct Case {
    const char* path;
    const char* op;  // null: there is none
  } cases[] = {{"odd", "Odd"}, {"c", "g"},         {"c/g/inner", "Odd"},
               {"g/m", "Neg"}, {"c/g/x", nullptr}, {"nowhere", nullptr}};
  for (const Case& c : cases) {
    const FoundView found = FindView(view, c.path);
    ASSERT_EQ(found.node != nullptr, c.op != nullptr) << c.path;
    if (c.op != nullptr) {
      EXPECT_EQ(found.node->op, c.op) << c.path;
    }
  }
}

TEST(KernelText, LeadsWithTheChoiceOrSaysThatThereIsNone) {
  const ModelView view = ViewOf(kTwoCalls, {/*kernels=*/true});
  EXPECT_EQ(view.graphs[0].nodes[1].kernel, "  f is a step of the plan, not a kernel");
  EXPECT_EQ(view.graphs[1].nodes[1].kernel.find("  Neg CPU T=float  yes  "), 0u)
      << view.graphs[1].nodes[1].kernel;
}

}  // namespace
}  // namespace opgraft
