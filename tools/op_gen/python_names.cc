// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#include "tools/op_gen/python_names.h"

#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace opgraft_internal {
namespace {

constexpr absl::string_view kReserved =
    // Keywords of Python 2 and 3.
    "and as assert async await break class continue def del elif else except exec finally for from "
    "global if import in is lambda nonlocal not or pass print raise return try while with yield "
    // What begins with a capital or an underscore among the built-ins of both.
    "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup "
    "BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError "
    "ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError "
    "DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception "
    "ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning "
    "GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError "
    "IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError "
    "NameError None NotADirectoryError NotImplemented NotImplementedError OSError OverflowError "
    "PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError "
    "ResourceWarning RuntimeError RuntimeWarning StandardError StopAsyncIteration StopIteration "
    "SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError "
    "UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError "
    "UnicodeWarning UserWarning ValueError Warning ZeroDivisionError __debug__ __doc__ __import__ "
    "__name__ __package__";

constexpr absl::string_view kHiding =
    // Built-in functions and types of Python 2; all of them but round.
    "abs all any apply bin bool buffer bytearray bytes callable chr classmethod cmp coerce compile "
    "complex copyright credits delattr dict dir divmod enumerate eval execfile exit file filter "
    "float format frozenset getattr globals hasattr hash help hex id input int intern isinstance "
    "issubclass iter len license list locals long map max memoryview min next object oct open ord "
    "pow print property quit range raw_input reduce reload repr reversed set setattr slice sorted "
    "staticmethod str sum super tuple type unichr unicode vars xrange zip "
    // Functions that TensorFlow writes by hand.
    "batch_norm_with_global_normalization clip_by_value fused_batch_norm histogram_fixed_width "
    "stack";

using Words = absl::flat_hash_set<absl::string_view>;

const Words& Reserved() {
  static const Words* const kWords = new Words(absl::StrSplit(kReserved, ' '));
  return *kWords;
}

const Words& Hiding() {
  static const Words* const kWords = new Words(absl::StrSplit(kHiding, ' '));
  return *kWords;
}

bool IsUpper(char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); }
bool IsLower(char c) { return absl::ascii_islower(static_cast<unsigned char>(c)); }

}  // namespace

std::string SnakeCase(absl::string_view op_name) {
  std::string result;
  for (size_t i = 0; i < op_name.size(); ++i) {
    const char before = i == 0 ? '\0' : op_name[i - 1];
    const char after = i + 1 == op_name.size() ? '\0' : op_name[i + 1];
    const bool begins_word = IsUpper(op_name[i]) && (IsLower(before) || IsLower(after));
    if (begins_word && i > 0 && before != '>') result += '_';
    result += op_name[i] == '>' ? '_' : absl::ascii_tolower(static_cast<unsigned char>(op_name[i]));
  }
  return result;
}

bool IsPythonReserved(absl::string_view name) { return Reserved().contains(name); }

std::string AvoidPythonReserved(absl::string_view name) {
  std::string result = absl::StrReplaceAll(name, {{">", "_"}});
  if (IsPythonReserved(result)) result += '_';
  return result;
}

std::string PythonFunctionName(absl::string_view op_name, bool hidden) {
  const std::string name = SnakeCase(op_name);
  if (Hiding().contains(name) || (hidden && IsPythonReserved(name))) return absl::StrCat("_", name);
  return AvoidPythonReserved(name);
}

}  // namespace opgraft_internal
