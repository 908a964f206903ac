// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// No op.
int nothing() { return 0; }
