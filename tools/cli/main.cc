#include "tools/cli/command.h"

int main(int argc, char** argv) { return opgraft::CommandMain(argc, argv); }
