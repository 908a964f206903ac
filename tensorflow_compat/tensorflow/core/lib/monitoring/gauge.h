// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_MONITORING_GAUGE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_MONITORING_GAUGE_H_

#error "Opgraft has no tensorflow/core/lib/monitoring/gauge.h: Opgraft has no monitoring service: count in your own code."

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_CORE_LIB_MONITORING_GAUGE_H_
