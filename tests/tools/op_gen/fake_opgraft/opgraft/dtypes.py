"""Any dtype is its name."""


def __getattr__(name):
  return "dtype " + name
