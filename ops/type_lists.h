// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Lists of types that the specs of many ops name. Literals, as parts of a spec are:
//   .Attr("T: " OPGRAFT_FLOATS)
#ifndef OPS_TYPE_LISTS_H_
#define OPS_TYPE_LISTS_H_

#define OPGRAFT_FLOATS "{bfloat16, half, float, double}"
#define OPGRAFT_FLOATS_OR_COMPLEX "{bfloat16, half, float, double, complex64, complex128}"
#define OPGRAFT_SIGNED_OR_COMPLEX \
  "{bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}"
#define OPGRAFT_INTEGERS "{int8, int16, int32, int64, uint8, uint16, uint32, uint64}"

#endif  // OPS_TYPE_LISTS_H_
