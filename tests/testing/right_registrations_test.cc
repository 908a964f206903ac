// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A program of tests that all pass, with a wrong op and a wrong kernel. It must fail: main() of
// this test turns that round.
#include "testing/right_registrations.h"

#include <cstdio>
#include <string>

#include "gtest/gtest.h"
#include "opgraft/op.h"

namespace opgraft {
namespace {

class NothingOp : public OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(OpKernelContext*) override {}
};

REGISTER_OP("WrongOp").Input("x: floot");
REGISTER_OP("UnusedOp").Attr("T: {float, int32}").Input("x: T");
REGISTER_KERNEL_BUILDER(Name("UnusedOp").Device(DEVICE_CPU).TypeConstraint<double>("T"), NothingOp);

int tests_run = 0;

TEST(AnAuthorsTest, DoesNotAskForThem) { ++tests_run; }

// Keeps what failed instead of printing it.
class Failures : public ::testing::EmptyTestEventListener {
 public:
  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.failed()) texts_.append(result.message());
  }
  bool Have(const char* text) const { return texts_.find(text) != std::string::npos; }
  const std::string& texts() const { return texts_; }

 private:
  std::string texts_;
};

}  // namespace
}  // namespace opgraft

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  ::testing::TestEventListeners& listeners = ::testing::UnitTest::GetInstance()->listeners();
  auto* const failures = new opgraft::Failures;
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(failures);
  const bool failed = RUN_ALL_TESTS() != 0;
  if (failed && opgraft::tests_run == 1 && failures->Have("floot") &&
      failures->Have("attr 'T' of the op cannot be double")) {
    return 0;
  }
  std::printf("failed: %d, tests run: %d, failures: %s\n", failed, opgraft::tests_run,
              failures->texts().c_str());
  return 1;
}
