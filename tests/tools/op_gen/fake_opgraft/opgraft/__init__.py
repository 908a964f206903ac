"""Stands in for Opgraft's package: what generated functions call, and nothing else (docs/wrappers.md)."""
