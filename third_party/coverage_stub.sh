#!/bin/sh
# Stands in for the coverage tools that Bazel would download.
exit 0
