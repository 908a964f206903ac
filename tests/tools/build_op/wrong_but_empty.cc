// No op.
int nothing() { return 0; }
