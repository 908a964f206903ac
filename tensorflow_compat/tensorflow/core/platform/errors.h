// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// errors::InvalidArgument(parts...) and its kin, TF_RETURN_IF_ERROR.
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ERRORS_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ERRORS_H_

#include <initializer_list>
#include <sstream>
#include <string>
#include <type_traits>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "framework/types/status_macros.h"
#include "tensorflow/core/platform/error_codes.h"
#include "tensorflow/core/platform/status.h"
#include "tensorflow/opgraft_namespace.h"

namespace opgraft {
namespace errors {

using error::Code;

namespace internal {

// What StrCat takes goes to it as it is, all else as operator<< writes it.
template <typename T,
          std::enable_if_t<std::is_convertible<const T&, absl::AlphaNum>::value, int> = 0>
const T& Printable(const T& part) {
  return part;
}
template <typename T,
          std::enable_if_t<!std::is_convertible<const T&, absl::AlphaNum>::value, int> = 0>
std::string Printable(const T& part) {
  std::ostringstream out;
  out << part;
  return out.str();
}

template <typename... Parts>
absl::Status Make(absl::StatusCode code, const Parts&... parts) {
  return absl::Status(code, absl::StrCat(Printable(parts)...));
}

}  // namespace internal

template <typename... Parts>
absl::Status Aborted(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kAborted, parts...);
}
template <typename... Parts>
absl::Status AlreadyExists(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kAlreadyExists, parts...);
}
template <typename... Parts>
absl::Status Cancelled(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kCancelled, parts...);
}
template <typename... Parts>
absl::Status DataLoss(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kDataLoss, parts...);
}
template <typename... Parts>
absl::Status DeadlineExceeded(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kDeadlineExceeded, parts...);
}
template <typename... Parts>
absl::Status FailedPrecondition(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kFailedPrecondition, parts...);
}
template <typename... Parts>
absl::Status Internal(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kInternal, parts...);
}
template <typename... Parts>
absl::Status InvalidArgument(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kInvalidArgument, parts...);
}
template <typename... Parts>
absl::Status NotFound(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kNotFound, parts...);
}
template <typename... Parts>
absl::Status OutOfRange(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kOutOfRange, parts...);
}
template <typename... Parts>
absl::Status PermissionDenied(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kPermissionDenied, parts...);
}
template <typename... Parts>
absl::Status ResourceExhausted(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kResourceExhausted, parts...);
}
template <typename... Parts>
absl::Status Unauthenticated(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kUnauthenticated, parts...);
}
template <typename... Parts>
absl::Status Unavailable(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kUnavailable, parts...);
}
template <typename... Parts>
absl::Status Unimplemented(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kUnimplemented, parts...);
}
template <typename... Parts>
absl::Status Unknown(const Parts&... parts) {
  return internal::Make(absl::StatusCode::kUnknown, parts...);
}

using absl::IsAborted;
using absl::IsAlreadyExists;
using absl::IsCancelled;
using absl::IsDataLoss;
using absl::IsDeadlineExceeded;
using absl::IsFailedPrecondition;
using absl::IsInternal;
using absl::IsInvalidArgument;
using absl::IsNotFound;
using absl::IsOutOfRange;
using absl::IsPermissionDenied;
using absl::IsResourceExhausted;
using absl::IsUnauthenticated;
using absl::IsUnavailable;
using absl::IsUnimplemented;
using absl::IsUnknown;

template <typename... Parts>
void AppendToMessage(absl::Status* status, const Parts&... parts) {
  absl::Status longer = internal::Make(status->code(), status->message(), "\n\t", parts...);
  status->ForEachPayload(
      [&](absl::string_view url, const absl::Cord& data) { longer.SetPayload(url, data); });
  *status = longer;
}
inline absl::Status CreateWithUpdatedMessage(const absl::Status& status,
                                             absl::string_view message) {
  absl::Status made(status.code(), message);
  status.ForEachPayload(
      [&](absl::string_view url, const absl::Cord& data) { made.SetPayload(url, data); });
  return made;
}

// How messages name nodes.
inline std::string FormatNodeNameForError(absl::string_view name) {
  return absl::StrCat("{{node ", name, "}}");
}
inline std::string FormatColocationNodeForError(absl::string_view name) {
  return absl::StrCat("{{colocation_node ", name, "}}");
}
inline std::string FormatFunctionForError(absl::string_view name) {
  return absl::StrCat("{{function_node ", name, "}}");
}

}  // namespace errors

}  // namespace opgraft

#define TF_RETURN_IF_ERROR(...) OPGRAFT_RETURN_IF_ERROR(__VA_ARGS__)
#define TF_RETURN_WITH_CONTEXT_IF_ERROR(expr, ...)                       \
  do {                                                                   \
    ::absl::Status opgraft_status_ = (expr);                             \
    if (ABSL_PREDICT_FALSE(!opgraft_status_.ok())) {                     \
      ::opgraft::errors::AppendToMessage(&opgraft_status_, __VA_ARGS__); \
      return opgraft_status_;                                            \
    }                                                                    \
  } while (0)

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_PLATFORM_ERRORS_H_
