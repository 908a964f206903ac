#include "kernels/loops/select_loops.h"

#include "kernels/loops/isa_dispatch.h"

namespace opgraft {
namespace loops {

OPGRAFT_DISPATCH_BY_ISA(SelectLoops, FindSelectLoops, (int element_size), (element_size));

}  // namespace loops
}  // namespace opgraft
