// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// What an op library may need: nothing of Opgraft's.
int PlainSeven() { return 7; }
