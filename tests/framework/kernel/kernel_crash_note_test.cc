// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "framework/kernel/kernel_crash_note.h"

#include <string>

#include "framework/op/attr.h"
#include "gtest/gtest.h"
#include "opgraft/proto/attr_value.pb.h"

namespace opgraft {
namespace {

OpKernel* MakeNone(OpKernelConstruction*) { return nullptr; }

std::string Described(const NodeProperties& node, const KernelRegistration* kernel) {
  FatalText text;
  KernelCrashNote("Compute", node, kernel).Describe(&text);
  return std::string(text.text());
}

TEST(KernelCrashNote, TellsWhatIsKnown) {
  NodeProperties node;
  node.name = "roi";
  node.op_name = "Roi";
  KernelRegistration kernel;
  kernel.location = {"roi.cc", 40};
  kernel.factory = MakeNone;
  EXPECT_EQ(Described(node, nullptr), "Compute of {{node roi}} Roi");
  EXPECT_EQ(Described(node, &kernel), "Compute of {{node roi}} Roi (kernel of roi.cc:40)");
  node.attrs = node.attrs.With("T", Attr(DT_FLOAT).value()).With("n", Attr(3).value());
  EXPECT_EQ(Described(node, nullptr), "Compute of {{node roi}} Roi (T=float)");
  const auto* const code = reinterpret_cast<const char*>(&MakeNone);
  NoteLibraryCode("./roi.so", code, code + 1);
  EXPECT_EQ(Described(node, &kernel),
            "Compute of {{node roi}} Roi (./roi.so, kernel of roi.cc:40, T=float)");
}

TEST(KernelCrashNote, RemembersOriginsOnceSomebodyWantsThem) {
  const auto* const kernel = reinterpret_cast<const OpKernel*>(&MakeNone);
  const KernelRegistration registration;
  NoteKernelOrigin(kernel, &registration);
  EXPECT_EQ(FindKernelOrigin(kernel), nullptr);
  CrashNote::Want();
  NoteKernelOrigin(kernel, &registration);
  EXPECT_EQ(FindKernelOrigin(kernel), &registration);
}

}  // namespace
}  // namespace opgraft
