// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef PYTHON_EXTENSION_BINDINGS_H_
#define PYTHON_EXTENSION_BINDINGS_H_

#include <nanobind/nanobind.h>

#include "framework/types/internal_namespace.h"

// The parts of the module opgraft._core: a function for each file.
namespace opgraft_internal {

void BindTensor(nanobind::module_* module);
void BindModel(nanobind::module_* module);
void BindFiles(nanobind::module_* module);
void BindRequest(nanobind::module_* module);
void BindState(nanobind::module_* module);
void BindProfile(nanobind::module_* module);
void BindDraft(nanobind::module_* module);
void BindEager(nanobind::module_* module);
void BindOps(nanobind::module_* module);
void BindRegistration(nanobind::module_* module);
void BindView(nanobind::module_* module);

}  // namespace opgraft_internal

#endif  // PYTHON_EXTENSION_BINDINGS_H_
