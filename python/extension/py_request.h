// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_PY_REQUEST_H_
#define PYTHON_EXTENSION_PY_REQUEST_H_

#include <memory>
#include <vector>

#include "absl/types/optional.h"
#include "framework/runtime/infer_request.h"
#include "framework/runtime/profile.h"
#include "framework/types/internal_namespace.h"
#include "python/extension/py_model.h"

namespace opgraft_internal {

// A request in Python's hands. Its fields are used under the GIL, which a run gives away: `is_busy`
// keeps another thread off meanwhile.
struct PyRequest {
  PyRequest(std::shared_ptr<const PyModel> of_model, InferRequest of_request);

  // FAILED_PRECONDITION if it cannot be used: it is closed, busy, or of a process before a fork.
  absl::Status Check() const;
  // The same, thrown; else the request.
  InferRequest& Open();

  std::shared_ptr<const PyModel> model;
  absl::optional<InferRequest> request;  // none: closed
  // Of the run in progress, and then of the last one, for the memory; no arrays of the caller's.
  std::vector<NamedTensor> feeds;
  Profile* profile = nullptr;  // measures its runs
  int generation;
  bool is_busy = false;
};

// The request while its run uses it: other threads of Python may come meanwhile.
class BusyRequest {
 public:
  explicit BusyRequest(PyRequest* request) : request_(request) { request->is_busy = true; }
  ~BusyRequest() {
    for (NamedTensor& feed : request_->feeds) {
      if (feed.second.buffer() != nullptr && feed.second.buffer()->is_wrapped())
        feed.second = Tensor();
    }
    request_->is_busy = false;
  }
  BusyRequest(const BusyRequest&) = delete;
  BusyRequest& operator=(const BusyRequest&) = delete;

 private:
  PyRequest* const request_;
};

// After a run that did not succeed: sets KeyboardInterrupt if that was the reason, else the error.
void SetRunError(const absl::Status& status);

// Request.run(feeds=None, *, fetch, signature, out, timeout, max_steps, max_bytes, allow_files,
// check, **named_feeds): a function of Python's fastest calling convention.
PyObject* RunRequest(PyObject* self, PyObject* const* arguments, Py_ssize_t num_positional,
                     PyObject* keywords);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_PY_REQUEST_H_
