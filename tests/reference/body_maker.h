// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TESTS_REFERENCE_BODY_MAKER_H_
#define TESTS_REFERENCE_BODY_MAKER_H_

#include <string>
#include <utility>
#include <vector>

#include "tests/reference/sketch.h"

namespace opgraft {

// Fills graphs and function bodies with random nodes. One a graph: it knows the variables and which
// of them the current path may still read and assign. Thread-compatible.
class BodyMaker {
 public:
  // Makes at most `max_nodes` nodes in all, those of functions too.
  BodyMaker(Choices* choices, int max_nodes);

  // Adds about `nodes` nodes; `depth` counts the functions around.
  void Fill(Sketch* s, int nodes, int depth);
  // Reads variables that are assigned somewhere and read nowhere: each needs a ReadValue.
  void ReadTheRest(Sketch* s);
  // Names of stand-ins that are to become recursive (random_model.cc).
  const std::vector<std::string>& recursive_functions() const { return recursive_; }

 private:
  struct Variable {
    std::string id;
    DataType dtype;
    PartialTensorShape shape;
    bool is_read = false;
    bool is_assigned = false;
  };
  // What one path through the graph may still do with each variable.
  struct Path {
    std::vector<bool> may_read;
    std::vector<bool> may_assign;
  };
  struct Body {
    Sketch sketch;
    std::vector<Typed> results;
    bool is_stateful = false;
    bool touches_variables = false;
  };

  void AddNode(Sketch* s, int depth);
  void AddRead(Sketch* s);
  void AddRead(Sketch* s, Variable* variable);
  void AddAssign(Sketch* s);
  void AddIf(Sketch* s, int depth);
  void AddCase(Sketch* s, int depth);
  void AddWhile(Sketch* s, int depth);
  void AddCall(Sketch* s, int depth);
  void AddRecursion(Sketch* s);
  void AddEffect(Sketch* s);
  void AddControlEdge(Sketch* s);
  std::vector<Typed> PickArgs(Sketch* s);
  Body MakeBody(const std::vector<Typed>& args, int most_nodes, int depth);
  // Forgets what only one of two paths may still do.
  static void Meet(const Path& other, Path* path);
  // What a loop begins with: its counter, the limit of that, and others as they are in all turns.
  std::vector<Typed> PickLoopValues(Sketch* s);
  // The condition and the body of a loop over such values.
  std::pair<Body, Body> MakeLoopBodies(const std::vector<Typed>& values, int depth);
  static void PickNextValues(const std::vector<Typed>& values, Body* body);
  static void PickResults(int count, Body* body);
  void MatchResults(const Body& other, Body* body);
  std::string NewFunction(Sketch* s, Body* body);

  Choices* const choices_;
  std::vector<Variable> variables_;
  Path path_;
  bool is_stateful_ = false;  // of the body being filled
  bool touches_variables_ = false;
  int num_functions_ = 0;
  int nodes_left_;
  std::vector<std::string> recursive_;
};

}  // namespace opgraft

#endif  // TESTS_REFERENCE_BODY_MAKER_H_
