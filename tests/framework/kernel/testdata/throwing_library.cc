// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A library whose static initialiser does what the test says.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

#include "framework/op/op_def_builder.h"

namespace {

REGISTER_OP("LoaderTestThrowing").Input("x: float");

const bool kDone = [] {
  const char* const text = std::getenv("LOADER_TEST_INITIALISER");
  const std::string what = text == nullptr ? "" : text;
  std::cerr << "initialising" << std::endl;
  if (what == "error") throw std::runtime_error("no licence");
  if (what == "int") throw 5;
  if (what == "crash") std::raise(SIGSEGV);
  if (what == "exit") std::exit(3);
  if (what == "slow") std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  return true;
}();

}  // namespace
