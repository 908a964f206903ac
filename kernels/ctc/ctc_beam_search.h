// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_CTC_CTC_BEAM_SEARCH_H_
#define KERNELS_CTC_CTC_BEAM_SEARCH_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "framework/types/internal_namespace.h"
#include "kernels/ctc/ctc_inputs.h"

namespace opgraft_internal {

// The most probable labellings of a sequence of scores: prefix beam search (A. Graves, "Supervised
// sequence labelling with recurrent neural networks", 2012, chapter 7). The labellings are paths in
// a tree of labels. Each of the best `width` nodes knows the probability of all ways to its path
// that end with a blank, and of those that end with its label. Thread-compatible.
//
// Example, width 2, classes a, b and the blank _: after one step the leaves are the two most
// probable of "", "a" and "b". In the next step "a" is reached from "a" by a or by _, and from ""
// by a: all of these ways are added up in one node. Only from an "a" that ended with _ can "aa"
// grow.
//
//     root ""
//     |- a        total = label (ends with a) + blank (ends with _)
//     |  |- b
//     |- b
template <typename T>
class CtcBeamSearch {
 public:
  // The last of the classes is the blank.
  CtcBeamSearch(int64_t width, int64_t classes)
      : width_(static_cast<size_t>(width)), classes_(classes) {
    nodes_.emplace_back();
    nodes_.back().now = {0, kLogZero, 0};
    leaves_.push_back(&nodes_.back());
  }

  // One step of time.
  void Step(const T* scores) {
    const T norm = LogSumOf(scores);
    std::vector<Node*> branches = Sorted();
    leaves_.clear();
    for (Node* node : branches) node->before = node->now;
    for (Node* node : branches) Prolong(scores, norm, node);
    for (Node* node : branches) {
      if (!IsCandidate(node->before.total)) continue;
      for (int64_t label = 0; label + 1 < classes_; ++label)
        Grow(label, scores[label] - norm, node);
    }
  }

  // How many labellings there are.
  size_t size() const { return leaves_.size(); }

  // A labelling, from its first label on.
  struct Path {
    std::vector<int64_t> labels;
    T log_probability;
  };
  // The best, the most probable first. `merges`: a label that repeats that before it is left out.
  std::vector<Path> Best(size_t count, bool merges) const {
    std::vector<Path> paths;
    for (const Node* node : Sorted()) {
      if (paths.size() == count) break;
      paths.push_back({{}, node->now.total});
      int64_t behind = -1;
      for (; node->parent != nullptr; node = node->parent) {
        if (!merges || node->label != behind) paths.back().labels.push_back(node->label);
        behind = node->label;
      }
      std::reverse(paths.back().labels.begin(), paths.back().labels.end());
    }
    return paths;
  }

 private:
  static constexpr T kLogZero = -std::numeric_limits<T>::infinity();

  // The logarithms of the probability of all ways to a node.
  struct Probability {
    T total = kLogZero;
    // Of the ways that end with the label.
    T label = kLogZero;
    T blank = kLogZero;
  };
  // A labelling: the labels on the way from the root. `before` is as of the last step, `now` of
  // this one. A node that is no leaf has a probability of 0, but stays: its children need it.
  struct Node {
    Node* parent = nullptr;
    int64_t label = -1;
    Probability before;
    Probability now;
    absl::flat_hash_map<int64_t, Node*> children;
  };

  // NaN counts as the least probability.
  static T KeyOf(const Node* node) {
    return std::isnan(node->now.total) ? kLogZero : node->now.total;
  }
  static bool IsBetter(const Node* a, const Node* b) { return KeyOf(a) > KeyOf(b); }
  // False for a node that dropped out of the leaves.
  static bool IsActive(const Node* node) { return node->now.total != kLogZero; }

  // The leaves, the most probable first; equal ones stay in order.
  std::vector<Node*> Sorted() const {
    std::vector<Node*> nodes = leaves_;
    std::stable_sort(nodes.begin(), nodes.end(), IsBetter);
    return nodes;
  }

  // log(sum of exp(scores)): what makes scores logarithms of probabilities if it is subtracted.
  T LogSumOf(const T* scores) const {
    const T largest = *std::max_element(scores, scores + classes_);
    T sum = 0;
    for (int64_t i = 0; i < classes_; ++i) sum += std::exp(scores[i] - largest);
    return largest + std::log(sum);
  }

  // Keeps the worst of the leaves in front.
  void Push(Node* node) {
    leaves_.push_back(node);
    std::push_heap(leaves_.begin(), leaves_.end(), IsBetter);
  }

  // Whether a node of this probability belongs among the leaves.
  bool IsCandidate(T total) const {
    return total > kLogZero && (leaves_.size() < width_ || total > KeyOf(leaves_.front()));
  }

  // The path of the node once more: by a blank, or its label again.
  void Prolong(const T* scores, T norm, Node* node) {
    if (node->parent != nullptr) {
      if (IsActive(node->parent)) {
        const Probability& from = node->parent->before;
        const T ways = node->label == node->parent->label ? from.blank : from.total;
        node->now.label = LogSumExp(node->now.label, ways);
      }
      node->now.label += scores[node->label] - norm;
    }
    node->now.blank = node->before.total + scores[classes_ - 1] - norm;
    node->now.total = LogSumExp(node->now.blank, node->now.label);
    Push(node);
  }

  // The path of the node with one label more, if that is among the best.
  void Grow(int64_t label, T score, Node* node) {
    const auto found = node->children.find(label);
    if (found != node->children.end() && IsActive(found->second)) return;
    const T ways = label == node->label ? node->before.blank : node->before.total;
    const T total = score + ways;
    if (!IsCandidate(total)) return;
    Node* child = found == node->children.end() ? nullptr : found->second;
    if (child == nullptr) {
      nodes_.emplace_back();
      child = &nodes_.back();
      child->parent = node;
      child->label = label;
      node->children[label] = child;
    }
    child->before = {};
    child->now = {total, total, kLogZero};
    if (leaves_.size() == width_) {
      std::pop_heap(leaves_.begin(), leaves_.end(), IsBetter);
      leaves_.back()->now = {};
      leaves_.pop_back();
    }
    Push(child);
  }

  size_t width_;
  int64_t classes_;
  // Stable addresses; the first is the root.
  std::deque<Node> nodes_;
  std::vector<Node*> leaves_;
};

}  // namespace opgraft_internal

#endif  // KERNELS_CTC_CTC_BEAM_SEARCH_H_
