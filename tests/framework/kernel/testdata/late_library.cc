// A library whose registration is in a function that nothing calls.
#include "framework/op/op_def_builder.h"

void loader_test_late() { REGISTER_OP("LoaderTestLate").Input("x: float"); }
