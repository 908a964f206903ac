#!/usr/bin/env python3
# Copyright 2026 The Opgraft Authors
# SPDX-License-Identifier: Apache-2.0
"""The figures that Opgraft holds itself to, from the JSON files of the benchmarks: see tools/bench.sh."""

import argparse
import json
import sys

US = 1e3  # times are in ns
MS = 1e6
MIB = float(1 << 20)


class Results:
    """Medians of benchmarks by theme and name, as '--benchmark_out' wrote them."""

    def __init__(self, files):
        self.entries = {}
        for theme, path in files:
            with open(path) as f:
                for entry in json.load(f)["benchmarks"]:
                    if entry.get("aggregate_name", "median") == "median" and not entry.get("error_occurred"):
                        self.entries[theme, self.plain_name(entry["run_name"])] = entry

    @staticmethod
    def plain_name(name):
        marks = ("manual_time", "real_time", "process_time", "iterations:", "repeats:", "min_time:")
        return "/".join(part for part in name.split("/") if not part.startswith(marks))

    def has(self, theme):
        return any(t == theme for t, _ in self.entries)

    def entry(self, theme, name):
        return self.entries[theme, name]

    def ns(self, theme, name, units=1, clock="cpu_time"):
        """Time of one iteration, or of one of its units."""
        entry = self.entry(theme, name)
        return entry[clock] * {"ns": 1, "us": US, "ms": MS, "s": 1e9}[entry["time_unit"]] / units

    def unit_ns(self, theme, name):
        return self.entry(theme, name)["s_per_unit"] * 1e9

    def counter(self, theme, name, counter):
        return self.entry(theme, name)[counter]

    def gb_per_s(self, theme, name):
        return self.entry(theme, name)["bytes_per_second"] / 1e9


class Row:
    """A figure. `value` and `floor` take Results; `target` is ('<=', x), ('>=', x), ('floor+', x) or None."""

    def __init__(self, theme, figure, unit, value, floor=None, floor_is="", target=None):
        self.theme, self.figure, self.unit, self.value = theme, figure, unit, value
        self.floor, self.floor_is, self.target = floor, floor_is, target

    def measure(self, results):
        try:
            value = self.value(results)
            floor = self.floor(results) if self.floor else None
        except KeyError:
            return {"figure": self.figure, "theme": self.theme, "verdict": "not measured"}
        limit = self.limit(floor)
        return {
            "figure": self.figure, "theme": self.theme, "unit": self.unit, "measured": value,
            "floor": floor, "floor_is": self.floor_is, "ratio": value / floor if floor else None,
            "target": self.show_target(), "limit": limit,
            "verdict": "" if limit is None else "ok" if self.holds(value, limit) else "SHORT",
        }

    def limit(self, floor):
        if self.target is None:
            return None
        return self.target[1] + (floor if self.target[0] == "floor+" else 0)

    def holds(self, value, limit):
        return value >= limit if self.target[0] == ">=" else value <= limit

    def show_target(self):
        if self.target is None:
            return ""
        sign, amount = self.target
        return ("<= floor + " if sign == "floor+" else sign + " ") + show(amount, self.unit)


def show(value, unit):
    if value is None:
        return ""
    if unit == "ns":
        for scale, name in ((1e9, "s"), (MS, "ms"), (US, "us")):
            if abs(value) >= scale:
                return "%.3g %s" % (value / scale, name)
        return "%.3g ns" % value
    if unit == "bytes":
        return "%.3g MiB" % (value / MIB) if value >= MIB else "%.0f B" % value
    return ("%.3g %s" % (value, unit)).rstrip()


def over_floor(results, theme, name):
    return results.counter(theme, name, "median_ns") - results.counter(theme, name, "median_floor_ns")


def runtime_rows():
    t = "runtime"

    def row(figure, name, floor_is, target):
        """The benchmark times batches of the work and of its floor in turn."""
        return Row(t, figure, "ns", lambda r: r.counter(t, name, "median_ns"),
                   lambda r: r.counter(t, name, "median_floor_ns"), floor_is, target)

    loops = "the same loops called directly"
    names = ("BM_Chain/1000", "BM_IfsInARow/if:1", "BM_SummatorPrepared", "BM_SummatorByName")
    return [
        row("a node of 1,000 small ops", "BM_Chain/1000", loops, ("floor+", 10)),
        row("the same of a custom op", "BM_ChainOfACustomOp/1000", "its expression", ("floor+", 10)),
        row("the same, another shape each run", "BM_ChainOfChangingShape/1000", loops, ("floor+", 15)),
        Row(t, "allocations of warm runs, the most", "",
            lambda r: max(r.counter(t, name, "allocations") for name in names), target=("<=", 0)),
        row("an If, condition steady", "BM_IfsInARow/if:1", "its branch", ("floor+", 8)),
        row("an If, condition random", "BM_RandomIfsInARow", "its branch", ("floor+", 20)),
        row("an inlined call", "BM_InlinedCalls", "its body", ("floor+", 0.5)),
        row("a lazy init that is not run", "BM_InitsNotRun", "a variable without", ("floor+", 2)),
        row("summator by name, a run", "BM_SummatorByName", loops, ("<=", 200)),
        row("summator prepared, a run", "BM_SummatorPrepared", loops, ("<=", 60)),
        Row(t, "publishing 64 MiB of state", "ns", lambda r: over_floor(r, t, "BM_PublishState/bytes:%d" % (64 << 20)),
            lambda r: over_floor(r, t, "BM_PublishState/bytes:4"), "4 bytes", ("floor+", 5)),
    ]


def registration_rows():
    t = "registration"
    return [Row(t, "an op parsed, checked, published", "ns", lambda r: r.unit_ns(t, "BM_ParseCheckAndPublish"),
                lambda r: r.unit_ns(t, "BM_ProtobufParse"), "protobuf's parse of the OpDef", ("<=", 3 * US))]


def import_rows():
    t = "import"
    parse = "protobuf's parse of the bytes"
    rows = []
    for n, name in ((1000, "1e3"), (100000, "1e5"), (1000000, "1e6")):
        rows += [
            Row(t, "import, a node of %s" % name, "ns", lambda r, n=n: r.unit_ns(t, "BM_Import/%d" % n),
                lambda r, n=n: r.unit_ns(t, "BM_ProtobufParse/%d" % n), parse, ("<=", 2 * US)),
            Row(t, "compile, a node of %s" % name, "ns", lambda r, n=n: r.unit_ns(t, "BM_Compile/%d" % n),
                lambda r, n=n: r.unit_ns(t, "BM_ProtobufParse/%d" % n), parse, ("<=", 2 * US)),
        ]
    for n, name in ((100000, "1e5"), (1000000, "1e6")):
        message = lambda r, n=n: r.counter(t, "BM_Memory/%d" % n, "message_bytes_per_node")
        rows += [
            Row(t, "memory of the Graph, a node of %s" % name, "bytes",
                lambda r, n=n: r.counter(t, "BM_Memory/%d" % n, "graph_bytes_per_node"), message,
                "the parsed GraphDef", ("<=", 400)),
            Row(t, "peak on the way, a node of %s" % name, "bytes",
                lambda r, n=n: r.counter(t, "BM_Memory/%d" % n, "peak_bytes_per_node"), message,
                "the parsed GraphDef"),
        ]
    return rows


def kernel_lookup_rows():
    t = "kernel_lookup"
    return [Row(t, "kernel look-up, a node", "ns", lambda r: r.unit_ns(t, "BM_FindKernel"),
                lambda r: r.unit_ns(t, "BM_HashTable"), "a hash table of the ops", ("<=", 100))]


def footprint_rows():
    t = "footprint"
    true = "/bin/true"
    return [
        Row(t, "opgraft --version, from the shell", "ns", lambda r: r.ns(t, "BM_Run/Version", clock="real_time"),
            lambda r: r.ns(t, "BM_Run/True", clock="real_time"), true, ("<=", 5 * MS)),
        Row(t, "its processor time", "ns", lambda r: r.counter(t, "BM_Run/Version", "cpu_s") * 1e9,
            lambda r: r.counter(t, "BM_Run/True", "cpu_s") * 1e9, true),
        Row(t, "resident memory of the summator run", "bytes",
            lambda r: r.counter(t, "BM_Run/Summator", "resident_bytes"),
            lambda r: r.counter(t, "BM_Run/True", "resident_bytes"), true, ("<=", 16 * MIB)),
        Row(t, "command and library, stripped", "bytes", lambda r: r.counter("size", "stripped", "bytes"),
            target=("<=", 8 * MIB)),
    ]


def concurrency_rows():
    t = "concurrency"

    def gain(benchmark, counter, scale=1):
        return lambda r: (scale * r.counter(t, benchmark + "/threads:1", counter)
                          / r.counter(t, benchmark + "/threads:2", counter))

    apart = "threads that share nothing"
    return [
        Row(t, "64 requests, 2 threads to 1, by the clock", "x", gain("BM_Requests", "wall_s_per_run"),
            gain("BM_SharedNothing", "wall_s_per_run"), apart, (">=", 1.9)),
        Row(t, "the same by processor time", "x", gain("BM_Requests", "cpu_s_per_run", 2),
            gain("BM_SharedNothing", "cpu_s_per_run", 2), apart, (">=", 1.9)),
        Row(t, "every other request on the other thread", "x", gain("BM_RequestsInTurn", "wall_s_per_run"),
            gain("BM_SharedNothing", "wall_s_per_run"), apart),
        Row(t, "allocations a run", "", lambda r: r.counter(t, "BM_Requests/threads:2", "allocations_per_run"),
            target=("<=", 0)),
    ]


def elementwise_rows():
    t = "elementwise"
    rows = []
    for n, size in ((4096, "16 KiB"), (1 << 24, "64 MiB")):
        rows += [
            Row(t, "x + y of %s each" % size, "GB/s", lambda r, n=n: r.gb_per_s(t, "BM_Add/%d" % n),
                lambda r, n=n: r.gb_per_s(t, "BM_BareAdd/%d" % n), "a plain loop"),
            Row(t, "-x of %s" % size, "GB/s", lambda r, n=n: r.gb_per_s(t, "BM_Unary/FloatNeg/%d" % n),
                lambda r, n=n: r.gb_per_s(t, "BM_Memcpy/%d" % n), "memcpy"),
            Row(t, "exp x of %s" % size, "GB/s", lambda r, n=n: r.gb_per_s(t, "BM_Unary/FloatExp/%d" % n),
                lambda r, n=n: r.gb_per_s(t, "BM_Memcpy/%d" % n), "memcpy"),
        ]
    return rows


ROWS = (runtime_rows() + registration_rows() + import_rows() + kernel_lookup_rows() + footprint_rows()
        + concurrency_rows() + elementwise_rows())


def print_table(rows):
    table = [("figure", "measured", "floor", "ratio", "target", "")]
    for row in rows:
        if "measured" not in row:
            table.append((row["figure"], "", "", "", "", row["verdict"]))
            continue
        unit = row["unit"]
        floor = "%s: %s" % (row["floor_is"], show(row["floor"], unit)) if row["floor"] is not None else ""
        ratio = "%.2f" % row["ratio"] if row["ratio"] is not None else ""
        table.append((row["figure"], show(row["measured"], unit), floor, ratio, row["target"], row["verdict"]))
    widths = [max(len(line[i]) for line in table) for i in range(len(table[0]))]
    for number, line in enumerate(table):
        print(" | ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip())
        if number == 0:
            print("-|-".join("-" * width for width in widths))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+", metavar="THEME=FILE", help="JSON of one benchmark program")
    parser.add_argument("--json", metavar="FILE", help="write the rows to FILE")
    parser.add_argument("--strict", action="store_true", help="exit code 1 if a figure is short or missing")
    arguments = parser.parse_args()
    results = Results([result.split("=", 1) for result in arguments.results])
    rows = [row.measure(results) for row in ROWS if results.has(row.theme)]
    print_table(rows)
    if arguments.json:
        with open(arguments.json, "w") as f:
            json.dump({"figures": rows}, f, indent=1)
            f.write("\n")
    wrong = [row for row in rows if row["verdict"] in ("SHORT", "not measured")]
    return 1 if arguments.strict and wrong else 0


if __name__ == "__main__":
    sys.exit(main())
