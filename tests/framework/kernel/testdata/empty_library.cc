// A library that registers nothing.
int loader_test_nothing() { return 0; }
