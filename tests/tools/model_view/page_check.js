// Copyright 2026 The Opgraft Authors
// SPDX-License-Identifier: Apache-2.0
// page_check.js IF MLP COUNTER: uses the pages of three models as people do.
"use strict";

const assert = require("assert");
const { open } = require("../page/dom.js");

const [IF, MLP, COUNTER] = process.argv.slice(2);

// A page, with what somebody sees and does.
function opened(file) {
  const { document } = open(file);
  const find = (selector) => document.querySelector(selector);
  const canvas = find("canvas");
  const search = find(".search input");
  const press = (key) => document.dispatch("keydown", { key });
  const where = (text) => {
    const seen = canvas.pen.texts.find((drawn) => drawn.text === text);
    assert(seen, text + " is not drawn");
    return { pointerId: 1, offsetX: seen.x, offsetY: seen.y };
  };
  return {
    find,
    canvas,
    press,
    names: () => canvas.pen.texts.map((drawn) => drawn.text),
    click(text) {
      const at = where(text);
      canvas.dispatch("pointerdown", at);
      canvas.dispatch("pointerup", at);
    },
    doubleClick: (text) => canvas.dispatch("dblclick", where(text)),
    searchFor(text) {
      press("/");
      assert.strictEqual(document.activeElement, search);
      search.value = text;
      search.dispatch("input", {});
      return find(".results").children.map((entry) => entry.textContent);
    },
    pick: (key) => search.dispatch("keydown", { key }),
    panel: () => (find("aside").hidden ? "" : find("aside").textContent),
    title: () => find("aside").querySelector("h2").textContent,
  };
}

const count = (list, word) => list.filter((entry) => entry === word).length;

// Boxes lie in one another or apart.
function assertApart(boxes) {
  const isIn = (a, b) => a.x >= b.x && a.y >= b.y && a.x + a.w <= b.x + b.w && a.y + a.h <= b.y + b.h;
  const isApart = (a, b) => a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
  boxes.forEach((a, i) =>
    boxes.slice(i + 1).forEach((b) => assert(isApart(a, b) || isIn(a, b) || isIn(b, a), JSON.stringify([a, b])))
  );
}

const TESTS = {
  "every model is drawn, and no two nodes overlap, at any size and with constants"() {
    for (const file of [IF, MLP, COUNTER]) {
      const page = opened(file);
      page.find(".constants").checked = true;
      page.find(".constants").dispatch("change", {});
      for (const key of ["0", "+", "+", "-", "="]) page.press(key);
      page.canvas.dispatch("wheel", { deltaY: 100, deltaMode: 0, offsetX: 10, offsetY: 10 });
      page.find(".whole").click();
      assert(page.canvas.pen.boxes.length >= 7, file);
      assertApart(page.canvas.pen.boxes);
    }
  },

  "a double click closes a node's functions and opens them"() {
    const page = opened(IF);
    assert.strictEqual(count(page.names(), "add"), 2); // a small model begins open
    page.doubleClick("y");
    assert.strictEqual(count(page.names(), "add"), 0);
    assert(page.panel().includes("Open"));
    page.doubleClick("y");
    assert.strictEqual(count(page.names(), "add"), 2);
  },

  "the search picks a node in a function that is closed"() {
    const page = opened(IF);
    page.doubleClick("y");
    assert.deepStrictEqual(page.searchFor("ADD_W add"), [
      "y/add_w/x _Arg", "y/add_w/z _Arg", "y/add_w/w _Arg", "y/add_w/add AddV2",
    ]);
    page.pick("ArrowUp"); // from the first to the last
    page.pick("Enter");
    assert.strictEqual(page.title(), "y/add_w/add");
    assert.strictEqual(count(page.names(), "add"), 2);
    assert(page.find(".results").hidden);
  },

  "the search goes into functions of functions, and says where it finds nothing"() {
    const page = opened(COUNTER);
    const found = page.searchFor("inference_add assignaddvariableop_1");
    page.pick("Enter");
    assert(found[0].startsWith(page.title()), page.title());
    assert(/^StatefulPartitionedCall\/.*\/StatefulPartitionedCall\/.*assignaddvariableop_1/i.test(page.title()));
    assert.deepStrictEqual(page.searchFor("nowhere"), ["No node has this in its name or op."]);
  },

  "the panel shows the kernel, and its links lead on"() {
    const page = opened(IF);
    page.searchFor("y/add_z/add");
    page.pick("Enter");
    assert(/Kernel.*AddV2.*CPU.*T=float/s.test(page.panel()), page.panel());
    const link = page.find("aside").querySelectorAll("a").find((a) => a.textContent === "z");
    link.click();
    assert.strictEqual(page.title(), "y/add_z/z");
    page.press("Escape");
    assert.strictEqual(page.panel(), "");
  },

  "a click chooses what lies on top, a drag nothing"() {
    const page = opened(IF);
    page.click("cond");
    assert.strictEqual(page.title(), "cond");
    page.click("add");
    assert(/^y\/add_[wz]\/add$/.test(page.title()));
    page.press("Escape");
    page.canvas.dispatch("pointerdown", { pointerId: 1, offsetX: 100, offsetY: 100 });
    page.canvas.dispatch("pointermove", { pointerId: 1, offsetX: 160, offsetY: 100 });
    page.canvas.dispatch("pointerup", { pointerId: 1, offsetX: 160, offsetY: 100 });
    assert.strictEqual(page.panel(), "");
  },

  "constants are drawn where that is asked for, or one is searched for"() {
    const page = opened(MLP);
    const constant = "sequential_1/dense_1/BiasAdd/ReadVariableOp";
    page.press("0");
    const before = page.canvas.pen.boxes.length;
    page.searchFor(constant);
    page.pick("Enter");
    page.press("0");
    assert.strictEqual(page.title(), constant + "/resource");
    assert(page.canvas.pen.boxes.length > before);
  },
};

for (const [name, test] of Object.entries(TESTS)) {
  console.log(name);
  test();
}
