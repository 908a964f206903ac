// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_PLATFORM_LOGGING_H_
#define TENSORFLOW_COMPAT_PLATFORM_LOGGING_H_

#include <memory>
#include <ostream>
#include <sstream>
#include <string>

namespace opgraft {

// What LOG, VLOG and CHECK of op sources expand to (tensorflow_compat/, which says how they are
// written). Opgraft's own code answers with a Status instead. Thread-safe: lines are written whole.
namespace kernel_logging {

enum Severity { kInfo = 0, kWarning = 1, kError = 2, kFatal = 3 };

// One line for stderr, "2026-01-31 12:00:00.000000: W file.cc:12] text", written at the end of the
// statement. Lines below the environment's TF_CPP_MIN_LOG_LEVEL are dropped.
class LogMessage {
 public:
  LogMessage(const char* file, int line, int severity)
      : file_(file), line_(line), severity_(severity) {}
  ~LogMessage();
  LogMessage(const LogMessage&) = delete;
  LogMessage& operator=(const LogMessage&) = delete;
  std::ostream& stream() { return stream_; }

 private:
  std::ostringstream stream_;
  const char* const file_;
  const int line_;
  const int severity_;
};

// A failed CHECK, or LOG(FATAL). In a kernel the run fails with INTERNAL that names the node, the
// place and what was streamed; elsewhere the process writes it and aborts, as nothing could stop
// the caller.
class FatalMessage {
 public:
  FatalMessage(const char* file, int line) : file_(file), line_(line) {}
  FatalMessage(const char* file, int line, const std::string& failed) : FatalMessage(file, line) {
    stream_ << failed;
  }
  [[noreturn]] ~FatalMessage() noexcept(false);
  FatalMessage(const FatalMessage&) = delete;
  FatalMessage& operator=(const FatalMessage&) = delete;
  std::ostream& stream() { return stream_; }

 private:
  std::ostringstream stream_;
  const char* const file_;
  const int line_;
};

// The environment's TF_CPP_MAX_VLOG_LEVEL, 0 if it has none.
int MaxVlogLevel();

// Gives `message.stream() << ...` the type void, so that it can stand in a conditional expression.
struct Voidify {
  void operator&(std::ostream&) const {}
};

// Characters are told as numbers too where they do not print.
void PrintOperand(std::ostream& out, char value);
inline void PrintOperand(std::ostream& out, signed char value) { out << static_cast<int>(value); }
inline void PrintOperand(std::ostream& out, unsigned char value) { out << static_cast<int>(value); }
inline void PrintOperand(std::ostream& out, std::nullptr_t) { out << "nullptr"; }
template <typename T>
void PrintOperand(std::ostream& out, const T& value) {
  out << value;
}

// "Check failed: a == b (1 vs. 2) ".
template <typename A, typename B>
std::unique_ptr<std::string> FailedComparison(const char* text, const A& a, const B& b) {
  std::ostringstream out;
  out << "Check failed: " << text << " (";
  PrintOperand(out, a);
  out << " vs. ";
  PrintOperand(out, b);
  out << ") ";
  return std::make_unique<std::string>(out.str());
}

}  // namespace kernel_logging
}  // namespace opgraft

#endif  // TENSORFLOW_COMPAT_PLATFORM_LOGGING_H_
