// The `opgraft` command. It lives in libopgraft.so.0; the program is only a main() that calls it.
#ifndef TOOLS_CLI_COMMAND_H_
#define TOOLS_CLI_COMMAND_H_

namespace opgraft {

// Runs one command line. Results go to standard output, errors and progress to standard error. Returns the exit code: 0
// if all went well, 1 if what was asked for failed, 2 if the call itself is wrong.
int CommandMain(int argc, char** argv);

}  // namespace opgraft

#endif  // TOOLS_CLI_COMMAND_H_
