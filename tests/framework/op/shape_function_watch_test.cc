// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/op/shape_function_watch.h"

#include "framework/op/shape_inference.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace opgraft {
namespace {

using shape_inference::InferenceContext;
using shape_inference::ShapeHandle;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// What a function for one vector and two outputs keeps to itself.
ShapeFunctionNotes NotesOf(const std::function<absl::Status(InferenceContext*)>& fn) {
  NodeProperties node;
  node.input_types = {DT_FLOAT};
  node.output_types = {DT_FLOAT, DT_FLOAT};
  const PartialTensorShape vector({3});
  shape_inference::InputFacts facts;
  facts.shapes = {&vector};
  InferenceContext context(node, facts);
  const ShapeFunctionWatch watch;
  EXPECT_TRUE(context.Run(fn).ok());
  return watch.notes();
}

TEST(ShapeFunctionWatch, NotesErrorsThatWereDroppedAndOutputsLeftOut) {
  const ShapeFunctionNotes notes = NotesOf([](InferenceContext* c) {
    ShapeHandle unused;
    c->WithRank(c->input(0), 3, &unused).IgnoreError();
    c->set_output(1, c->input(0));
    return absl::OkStatus();
  });
  EXPECT_THAT(notes.ignored, ElementsAre("Shape must be rank 3 but is rank 1"));
  EXPECT_THAT(notes.unset_outputs, ElementsAre(0));
}

TEST(ShapeFunctionWatch, NotesNothingOfARightFunctionNorOfNone) {
  const ShapeFunctionNotes right = NotesOf([](InferenceContext* c) {
    c->set_output(0, c->input(0));
    c->set_output(1, c->UnknownShape());
    return absl::OkStatus();
  });
  for (const ShapeFunctionNotes& notes : {right, NotesOf(nullptr)}) {
    EXPECT_THAT(notes.ignored, IsEmpty());
    EXPECT_THAT(notes.unset_outputs, IsEmpty());
  }
}

TEST(ShapeFunctionWatch, WatchesWhileItLives) {
  EXPECT_EQ(ShapeFunctionWatch::Current(), nullptr);
  {
    const ShapeFunctionWatch outer;
    EXPECT_EQ(ShapeFunctionWatch::Current(), &outer.notes());
    { const ShapeFunctionWatch inner; }
    EXPECT_EQ(ShapeFunctionWatch::Current(), &outer.notes());
  }
  EXPECT_EQ(ShapeFunctionWatch::Current(), nullptr);
}

}  // namespace
}  // namespace opgraft
