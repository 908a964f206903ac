// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0

// Makes tensorflow:: another word for opgraft::. Every header of tensorflow_compat/ includes this
// one first.
//
// Op sources reopen `namespace tensorflow {`, declare its classes ahead and specialise its
// templates there. None of that is possible through an alias or using-declarations, so it is a
// macro. Names that TensorFlow has and Opgraft has not are added to namespace opgraft by the
// headers under TensorFlow's paths. Sources that include none of these headers and still say
// tensorflow:: are compiled with -Dtensorflow=opgraft (`opgraft flags --compile` prints it).
#ifndef TENSORFLOW_COMPAT_TENSORFLOW_OPGRAFT_NAMESPACE_H_
#define TENSORFLOW_COMPAT_TENSORFLOW_OPGRAFT_NAMESPACE_H_

#ifndef tensorflow
#define tensorflow opgraft
#endif

// tsl:: is where TensorFlow moved its base library to; nobody reopens it.
namespace opgraft {}
namespace tsl {
using namespace ::opgraft;
}  // namespace tsl

#endif  // TENSORFLOW_COMPAT_TENSORFLOW_OPGRAFT_NAMESPACE_H_
