#include "kernels/loops/arg_max_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(ArgMaxLoops, FindArgMaxLoops, (DataType dtype), (dtype));

}  // namespace loops
}  // namespace opgraft
