// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// search_check.js FOLDER ALL: uses the search of an op reference as people do. FOLDER has the pages of AddV2, BatchMatMulV2,
// MatMul, MatrixInverse, Mul and Sum, ALL those of all ops.
"use strict";

const assert = require("assert");
const path = require("path");
const { open } = require("../page/dom.js");

const [folder, all] = process.argv.slice(2);

// A page of the reference, with what somebody sees and does.
function opened(file, folder) {
  const { document, location } = open(path.join(folder, file));
  const input = document.querySelector(".search input");
  const list = document.querySelector(".results");
  return {
    document,
    input,
    location,
    list,
    press: (key) => input.dispatch("keydown", { key }),
    chosen: () => list.querySelector(".chosen b").textContent,
    // The names of the ops that are found, best first.
    searchFor(text) {
      input.value = text;
      input.dispatch("input", {});
      return list.hidden ? [] : list.querySelectorAll("b").map((name) => name.textContent);
    },
    // What is said beside them.
    remarks: () => list.querySelectorAll(".none").map((item) => item.textContent),
  };
}

const TESTS = {
  "an op's name finds it first, in letters of any size"() {
    const page = opened("index.html", folder);
    for (const name of ["AddV2", "MatMul", "sum", "MUL"])
      assert.strictEqual(page.searchFor(name)[0].toLowerCase(), name.toLowerCase());
    assert(page.searchFor("matmul").includes("BatchMatMulV2"));
  },

  "what a page says finds it, each word of it"() {
    const page = opened("index.html", folder);
    for (const text of ["inverse", "inverses matrix"]) assert(page.searchFor(text).includes("MatrixInverse"), text);
    assert(page.searchFor("matrices").includes("MatMul"));
    assert.deepStrictEqual(page.searchFor("matrices nowhere"), []);
    assert.strictEqual(page.list.textContent, "No op matches.");
  },

  "Enter goes to the op that is chosen, arrows choose another"() {
    const page = opened("MatMul.html", folder);
    const found = page.searchFor("mat");
    assert(found.length > 2);
    assert.strictEqual(page.chosen(), found[0]);
    page.press("ArrowDown");
    assert.strictEqual(page.chosen(), found[1]);
    page.press("ArrowUp");
    page.press("ArrowUp");
    assert.strictEqual(page.chosen(), found[found.length - 1]);
    page.press("Enter");
    assert.strictEqual(page.location.href, found[found.length - 1] + ".html");
  },

  "the list goes when the words do, with Escape, and with a click elsewhere"() {
    const page = opened("index.html", folder);
    const isShown = () => !page.list.hidden;
    assert.deepStrictEqual(page.searchFor(" "), []);
    assert(!isShown());
    page.searchFor("sum");
    page.input.click();
    assert(isShown());
    page.press("Escape");
    assert(!isShown());
    page.searchFor("sum");
    page.document.querySelector("main").click();
    assert(!isShown());
  },

  "what people call an op finds it among the first"() {
    const page = opened("index.html", all);
    const firstFor = {
      matmul: "MatMul",
      matrix: "MatMul",
      matrices: "MatMul",
      concatenate: "ConcatV2",
      multiply: "Mul",
      subtract: "Sub",
      convolution: "Conv2D",
      argsort: "TopKV2",
    };
    for (const [text, op] of Object.entries(firstFor)) {
      const ops = page.searchFor(text);
      assert(ops.indexOf(op) >= 0 && ops.indexOf(op) < 5, text + " finds " + ops.slice(0, 5) + " first");
    }
    assert(page.searchFor("matrix transpose_b").includes("MatMul"));
  },

  "a word that an op serves in another way is explained, once"() {
    const page = opened("index.html", all);
    page.searchFor("argsort");
    assert.match(page.remarks()[0], /^TopKV2 sorts/);
    page.searchFor("dropout");
    assert.match(page.remarks()[0], /^Dropout is for training/);
    page.searchFor("sort argsort");
    assert.strictEqual(page.remarks().filter((text) => text.startsWith("TopKV2")).length, 1);
  },

  "fifty ops are shown, and how many more there are"() {
    const page = opened("index.html", all);
    assert.strictEqual(page.searchFor("tensor").length, 50);
    const remarks = page.remarks();
    assert.match(remarks[remarks.length - 1], /^and \d+ more$/);
    assert.deepStrictEqual(page.searchFor("no such word"), []);
    assert.deepStrictEqual(page.remarks(), ["No op matches."]);
  },

  "/ goes to the search"() {
    const page = opened("index.html", folder);
    page.document.dispatch("keydown", { key: "/" });
    assert.strictEqual(page.document.activeElement, page.input);
  },
};

for (const [name, test] of Object.entries(TESTS)) {
  console.log(name);
  test();
}
