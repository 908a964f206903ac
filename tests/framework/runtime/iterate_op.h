// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// An op that is any loop: it runs a function again and again, and its attrs say what the function
// is given and what becomes of the results.
#ifndef TESTS_FRAMEWORK_RUNTIME_ITERATE_OP_H_
#define TESTS_FRAMEWORK_RUNTIME_ITERATE_OP_H_

#include "framework/graph/io/import_options.h"

namespace opgraft {

// The ops of the process and
//
//   Iterate(x: Tin) -> (y: Tout)   body: func, cond: list(func), args, gives, next, ends: string
//
//   args   by argument of the body, between commas: "in0" (input 0), "carry0", "number", or
//          "cut1@AXIS:START:END:STRIDE:PART", whose numbers may be left out from the end
//   gives  by output: "last0" (result 0), "carry1" (input 1), "join0@AXIS:START:END:STRIDE:PART"
//   next   "0>1": what begins as input 0 becomes result 1
//   ends   "trips2" (input 2 is the trip count), "begins3" (input 3 tells whether to begin),
//          "until1" (goes on while result 1 is true)
//
// A function in `cond` is asked before each iteration, with the arguments of the body.
ImportOptions WithIterate();

}  // namespace opgraft

#endif  // TESTS_FRAMEWORK_RUNTIME_ITERATE_OP_H_
