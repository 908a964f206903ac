// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// A library that registers nothing.
int loader_test_nothing() { return 0; }
