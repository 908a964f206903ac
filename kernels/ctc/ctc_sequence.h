// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef KERNELS_CTC_CTC_SEQUENCE_H_
#define KERNELS_CTC_CTC_SEQUENCE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "framework/types/internal_namespace.h"
#include "kernels/ctc/ctc_inputs.h"

namespace opgraft_internal {

// The loss of one sequence, forward and backward (A. Graves, "Supervised sequence labelling with
// recurrent neural networks", 2012, chapter 7). A path walks through the labels with blanks around
// each: blank a blank b blank; from one step to the next it may stay, go one on, or two on past a
// blank that stands between different labels.
//
// Example: labels a b in 4 steps. Rows are the places of the path, columns are steps; a path goes
// from the left to the right, down by 0, 1 or 2 rows a step:
//
//     _   .  .              Alpha(u, t): all ways from the start to place u at step t
//     a   .  .  .           Beta(u, t): all ways from there to the end, without step t
//     _      .  .
//     b      .  .  .        Alpha + Beta at (u, t) is the probability of all paths through
//     _         .  .        it, all in logarithms
//
// The gradient by a score is the probability of its class less the share of paths that go through
// that class. Thread-compatible.
template <typename T>
class CtcSequence {
 public:
  // `merges`: a class that repeats in time is one label, so that a blank must stand between equal
  // labels; otherwise each step of a label counts. REQUIRES: at least one step.
  CtcSequence(const std::vector<int32_t>& labels, int64_t steps, int64_t classes, int64_t blank,
              bool merges)
      : steps_(static_cast<size_t>(steps)),
        classes_(static_cast<size_t>(classes)),
        blank_(static_cast<size_t>(blank)),
        merges_(merges),
        path_(2 * labels.size() + 1, static_cast<size_t>(blank)) {
    for (size_t i = 0; i < labels.size(); ++i) path_[2 * i + 1] = static_cast<size_t>(labels[i]);
  }

  // `scores(t)` are the scores of a step, `gradient(t)` where their gradients go. `table` has
  // steps * (2 * (2 * labels + 1) + classes) elements.
  template <typename Scores, typename Gradient>
  T Run(const Scores& scores, const Gradient& gradient, T* table) {
    Prepare(scores, table);
    Forward();
    Backward();
    T log_probability = kLogZero;
    for (size_t u = 0; u < path_.size(); ++u)
      log_probability = LogSumExp(log_probability, Alpha(u, 0) + Beta(u, 0));
    for (size_t t = 0; t < steps_; ++t) SetGradient(t, log_probability, gradient(t));
    return -log_probability;
  }

  // The loss alone; the table is as large.
  template <typename Scores>
  T Loss(const Scores& scores, T* table) {
    Prepare(scores, table);
    Forward();
    T log_probability = Alpha(path_.size() - 1, steps_ - 1);
    if (path_.size() > 1)
      log_probability = LogSumExp(log_probability, Alpha(path_.size() - 2, steps_ - 1));
    return -log_probability;
  }

 private:
  static constexpr T kLogZero = -std::numeric_limits<T>::infinity();

  // The entries of the table for place `u` at step `t`, and the logarithm of the probability of the
  // class of that place.
  T& Alpha(size_t u, size_t t) { return alpha_[t * path_.size() + u]; }
  T& Beta(size_t u, size_t t) { return beta_[t * path_.size() + u]; }
  T LogY(size_t u, size_t t) const { return std::log(y_[t * classes_ + path_[u]]); }
  bool IsBlank(size_t u) const { return path_[u] == blank_; }
  // Whether a path may be at `u` in two steps that follow each other.
  bool MayStay(size_t u) const { return merges_ || IsBlank(u); }
  // From u to u + 2.
  bool MaySkip(size_t u) const { return !IsBlank(u) && !(merges_ && path_[u] == path_[u + 2]); }
  // Where a path may be at a step, so that it can reach the end, and could come from the start.
  size_t First(size_t t) const {
    const size_t reach = 2 * (steps_ - t);
    return path_.size() > reach ? path_.size() - reach : 0;
  }
  size_t Last(size_t t) const { return std::min(path_.size(), 2 * (t + 1)); }

  // The softmax of a step's scores.
  void SetProbabilities(const T* scores, T* y) const {
    const T largest = *std::max_element(scores, scores + classes_);
    T sum = 0;
    for (size_t i = 0; i < classes_; ++i) sum += y[i] = std::exp(scores[i] - largest);
    for (size_t i = 0; i < classes_; ++i) y[i] /= sum;
  }

  // Divides the table into alpha, beta and the probabilities, and computes these.
  template <typename Scores>
  void Prepare(const Scores& scores, T* table) {
    alpha_ = table;
    beta_ = alpha_ + steps_ * path_.size();
    y_ = beta_ + steps_ * path_.size();
    std::fill_n(table, 2 * steps_ * path_.size(), kLogZero);
    for (size_t t = 0; t < steps_; ++t) SetProbabilities(scores(t), y_ + t * classes_);
  }

  // Fills alpha from the first step on, and beta from the last one back.
  void Forward() {
    Alpha(0, 0) = LogY(0, 0);
    if (path_.size() > 1) Alpha(1, 0) = LogY(1, 0);
    for (size_t t = 1; t < steps_; ++t) {
      for (size_t u = First(t); u < Last(t); ++u) {
        T sum = MayStay(u) ? Alpha(u, t - 1) : kLogZero;
        if (u > 0) sum = LogSumExp(sum, Alpha(u - 1, t - 1));
        if (u > 1 && MaySkip(u - 2)) sum = LogSumExp(sum, Alpha(u - 2, t - 1));
        Alpha(u, t) = LogY(u, t) + sum;
      }
    }
  }

  // The same from the end: what the paths from (u, t) on have, without step t itself.
  void Backward() {
    const size_t ends = path_.size() - 1;
    for (size_t u = ends > 0 ? ends - 1 : 0; u <= ends; ++u) Beta(u, steps_ - 1) = 0;
    for (size_t t = steps_ - 1; t-- > 0;) {
      for (size_t u = First(t); u < Last(t); ++u) {
        T sum = MayStay(u) ? Beta(u, t + 1) + LogY(u, t + 1) : kLogZero;
        if (u + 1 < path_.size()) sum = LogSumExp(sum, Beta(u + 1, t + 1) + LogY(u + 1, t + 1));
        if (u + 2 < path_.size() && MaySkip(u))
          sum = LogSumExp(sum, Beta(u + 2, t + 1) + LogY(u + 2, t + 1));
        Beta(u, t) = sum;
      }
    }
  }

  // The probability of each class less the share of the paths that go through it.
  void SetGradient(size_t t, T log_probability, T* gradient) {
    std::copy_n(y_ + t * classes_, classes_, gradient);
    if (log_probability == kLogZero) return;
    std::vector<T> shares(classes_, kLogZero);
    for (size_t u = 0; u < path_.size(); ++u)
      shares[path_[u]] = LogSumExp(shares[path_[u]], Alpha(u, t) + Beta(u, t));
    for (size_t i = 0; i < classes_; ++i) gradient[i] -= std::exp(shares[i] - log_probability);
  }

  size_t steps_;
  size_t classes_;
  size_t blank_;
  bool merges_;
  std::vector<size_t> path_;  // the class at each place
  T* alpha_ = nullptr;
  T* beta_ = nullptr;
  T* y_ = nullptr;
};

}  // namespace opgraft_internal

#endif  // KERNELS_CTC_CTC_SEQUENCE_H_
