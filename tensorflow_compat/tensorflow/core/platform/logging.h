// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// LOG, VLOG, CHECK and their kin, as TensorFlow writes them.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_LOGGING_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_LOGGING_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "absl/base/optimization.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "tensorflow/core/platform/macros.h"
#include "tensorflow/opgraft_namespace.h"
#include "tensorflow_compat/platform/logging.h"

namespace opgraft {

inline constexpr int INFO = kernel_logging::kInfo;
inline constexpr int WARNING = kernel_logging::kWarning;
inline constexpr int ERROR = kernel_logging::kError;
inline constexpr int FATAL = kernel_logging::kFatal;
inline constexpr int NUM_SEVERITIES = 4;

namespace internal {

// True for the 1st, (n+1)th, (2n+1)th, ... call; the first n; powers of two; calls more than n
// seconds apart.
inline bool EveryN(std::atomic<int64_t>* calls, int64_t n) {
  return n > 0 && calls->fetch_add(1, std::memory_order_relaxed) % n == 0;
}
inline bool FirstN(std::atomic<int64_t>* calls, int64_t n) {
  return calls->load(std::memory_order_relaxed) < n &&
         calls->fetch_add(1, std::memory_order_relaxed) < n;
}
inline bool EveryPow2(std::atomic<int64_t>* calls, int64_t) {
  const int64_t call = calls->fetch_add(1, std::memory_order_relaxed) + 1;
  return (call & (call - 1)) == 0;
}
inline bool EverySeconds(std::atomic<int64_t>* next_nanos, double seconds) {
  const int64_t now = std::chrono::steady_clock::now().time_since_epoch().count();
  int64_t next = next_nanos->load(std::memory_order_relaxed);
  return now >= next &&
         next_nanos->compare_exchange_strong(next, now + static_cast<int64_t>(seconds * 1e9));
}

template <typename T>
T&& CheckNotNull(const char* file, int line, const char* text, T&& pointer) {
  if (ABSL_PREDICT_FALSE(pointer == nullptr)) kernel_logging::FatalMessage(file, line, text);
  return std::forward<T>(pointer);
}

}  // namespace internal
}  // namespace opgraft

// Another logger's macros of these names give way: what an op's source says below its TensorFlow
// headers is TensorFlow's.
#undef LOG
#undef VLOG
#undef VLOG_IS_ON
#undef LOG_IF
#undef LOG_FIRST_N
#undef LOG_EVERY_N
#undef LOG_EVERY_POW_2
#undef LOG_EVERY_N_SEC
#undef DLOG
#undef DVLOG
#undef CHECK
#undef CHECK_EQ
#undef CHECK_NE
#undef CHECK_LE
#undef CHECK_LT
#undef CHECK_GE
#undef CHECK_GT
#undef CHECK_NOTNULL
#undef CHECK_OK
#undef QCHECK_OK
#undef DCHECK_OK
#undef CHECK_STREQ
#undef CHECK_STRNE
#undef QCHECK
#undef QCHECK_EQ
#undef QCHECK_NE
#undef QCHECK_LE
#undef QCHECK_LT
#undef QCHECK_GE
#undef QCHECK_GT
#undef DCHECK
#undef DCHECK_EQ
#undef DCHECK_NE
#undef DCHECK_LE
#undef DCHECK_LT
#undef DCHECK_GE
#undef DCHECK_GT

#define OPGRAFT_LOG_INFO_ \
  ::opgraft::kernel_logging::LogMessage(__FILE__, __LINE__, ::opgraft::kernel_logging::kInfo)
#define OPGRAFT_LOG_WARNING_ \
  ::opgraft::kernel_logging::LogMessage(__FILE__, __LINE__, ::opgraft::kernel_logging::kWarning)
#define OPGRAFT_LOG_ERROR_ \
  ::opgraft::kernel_logging::LogMessage(__FILE__, __LINE__, ::opgraft::kernel_logging::kError)
#define OPGRAFT_LOG_FATAL_ ::opgraft::kernel_logging::FatalMessage(__FILE__, __LINE__)
#define OPGRAFT_LOG_QFATAL_ OPGRAFT_LOG_FATAL_
#ifdef NDEBUG
#define OPGRAFT_LOG_DFATAL_ OPGRAFT_LOG_ERROR_
#else
#define OPGRAFT_LOG_DFATAL_ OPGRAFT_LOG_FATAL_
#endif

#define LOG(severity) OPGRAFT_LOG_##severity##_.stream()
#define OPGRAFT_LOG_IF_(severity, condition) \
  !(condition) ? (void)0 : ::opgraft::kernel_logging::Voidify() & OPGRAFT_LOG_##severity##_.stream()
#define LOG_IF(severity, condition) OPGRAFT_LOG_IF_(severity, condition)
#define VLOG_IS_ON(level) ABSL_PREDICT_FALSE((level) <= ::opgraft::kernel_logging::MaxVlogLevel())
#define VLOG(level) OPGRAFT_LOG_IF_(INFO, VLOG_IS_ON(level))

// Each use counts for itself.
#define OPGRAFT_LOG_COUNTED_(severity, rule, n)                  \
  OPGRAFT_LOG_IF_(severity, [](auto opgraft_n) {                 \
    static std::atomic<int64_t> opgraft_calls{0};                \
    return ::opgraft::internal::rule(&opgraft_calls, opgraft_n); \
  }(n))
#define LOG_FIRST_N(severity, n) OPGRAFT_LOG_COUNTED_(severity, FirstN, n)
#define LOG_EVERY_N(severity, n) OPGRAFT_LOG_COUNTED_(severity, EveryN, n)
#define LOG_EVERY_POW_2(severity) OPGRAFT_LOG_COUNTED_(severity, EveryPow2, 0)
#define LOG_EVERY_N_SEC(severity, n) OPGRAFT_LOG_COUNTED_(severity, EverySeconds, n)

#ifdef NDEBUG
#define OPGRAFT_DEBUG_ false
#else
#define OPGRAFT_DEBUG_ true
#endif
#define DLOG(severity) OPGRAFT_LOG_IF_(severity, OPGRAFT_DEBUG_)
#define DVLOG(level) OPGRAFT_LOG_IF_(INFO, OPGRAFT_DEBUG_&& VLOG_IS_ON(level))

// A CHECK that fails in a kernel fails the run with INTERNAL that names node and place; elsewhere
// it aborts.
#define OPGRAFT_FATAL_(text) \
  ::opgraft::kernel_logging::FatalMessage(__FILE__, __LINE__, text).stream()
#define CHECK(condition) \
  while (ABSL_PREDICT_FALSE(!(condition))) OPGRAFT_FATAL_("Check failed: " #condition " ")
#define OPGRAFT_CHECK_OP_(op, a, b)                                                        \
  while (std::unique_ptr<std::string> opgraft_failed = [](const auto& opgraft_a,           \
                                                          const auto& opgraft_b) {         \
    return ABSL_PREDICT_TRUE(opgraft_a op opgraft_b)                                       \
               ? nullptr                                                                   \
               : ::opgraft::kernel_logging::FailedComparison(#a " " #op " " #b, opgraft_a, \
                                                             opgraft_b);                   \
  }(a, b))                                                                                 \
  OPGRAFT_FATAL_(*opgraft_failed)
#define CHECK_EQ(a, b) OPGRAFT_CHECK_OP_(==, a, b)
#define CHECK_NE(a, b) OPGRAFT_CHECK_OP_(!=, a, b)
#define CHECK_LE(a, b) OPGRAFT_CHECK_OP_(<=, a, b)
#define CHECK_LT(a, b) OPGRAFT_CHECK_OP_(<, a, b)
#define CHECK_GE(a, b) OPGRAFT_CHECK_OP_(>=, a, b)
#define CHECK_GT(a, b) OPGRAFT_CHECK_OP_(>, a, b)
#define CHECK_NOTNULL(pointer)                                                             \
  ::opgraft::internal::CheckNotNull(__FILE__, __LINE__, "'" #pointer "' Must be non NULL", \
                                    (pointer))
#define OPGRAFT_CHECK_OK_(...)                              \
  for (const ::absl::Status opgraft_status = (__VA_ARGS__); \
       ABSL_PREDICT_FALSE(!opgraft_status.ok());)           \
  OPGRAFT_FATAL_("Non-OK-status: " #__VA_ARGS__ " status: " + opgraft_status.ToString() + " ")

#define CHECK_OK(...) OPGRAFT_CHECK_OK_(__VA_ARGS__)
#define QCHECK_OK(...) OPGRAFT_CHECK_OK_(__VA_ARGS__)
#define CHECK_STREQ(a, b) CHECK_EQ(::absl::string_view(a), ::absl::string_view(b))
#define CHECK_STRNE(a, b) CHECK_NE(::absl::string_view(a), ::absl::string_view(b))
#define QCHECK(condition) CHECK(condition)
#define QCHECK_EQ(a, b) CHECK_EQ(a, b)
#define QCHECK_NE(a, b) CHECK_NE(a, b)
#define QCHECK_LE(a, b) CHECK_LE(a, b)
#define QCHECK_LT(a, b) CHECK_LT(a, b)
#define QCHECK_GE(a, b) CHECK_GE(a, b)
#define QCHECK_GT(a, b) CHECK_GT(a, b)

// In release builds compiled and not run.
#ifdef NDEBUG
#define OPGRAFT_DEBUG_ONLY_ while (false)
#else
#define OPGRAFT_DEBUG_ONLY_
#endif
#define DCHECK_OK(...) OPGRAFT_DEBUG_ONLY_ OPGRAFT_CHECK_OK_(__VA_ARGS__)
#define DCHECK(condition) OPGRAFT_DEBUG_ONLY_ CHECK(condition)
#define DCHECK_EQ(a, b) OPGRAFT_DEBUG_ONLY_ CHECK_EQ(a, b)
#define DCHECK_NE(a, b) OPGRAFT_DEBUG_ONLY_ CHECK_NE(a, b)
#define DCHECK_LE(a, b) OPGRAFT_DEBUG_ONLY_ CHECK_LE(a, b)
#define DCHECK_LT(a, b) OPGRAFT_DEBUG_ONLY_ CHECK_LT(a, b)
#define DCHECK_GE(a, b) OPGRAFT_DEBUG_ONLY_ CHECK_GE(a, b)
#define DCHECK_GT(a, b) OPGRAFT_DEBUG_ONLY_ CHECK_GT(a, b)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_LOGGING_H_
