// Arrow keys along a row: which of them move the focus, and which are left to the page.
import type { KeyboardEvent } from "react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { arrowsAtOnce } from "./arrows.ts";
import { TabRow } from "./Tabs.tsx";

/** What has the focus after the key, and whether the key was handled. */
function press(key: string, orientation: string | null): [at: number, taken: boolean] {
  let at = 1;
  let taken = false;
  const items = [0, 1, 2].map((index) => ({ focus: () => void (at = index) }));
  const row = { getAttribute: () => orientation, querySelectorAll: () => items };
  const event = {
    key,
    metaKey: false,
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    currentTarget: row,
    target: items[1],
    preventDefault: () => void (taken = true),
  };
  arrowsAtOnce(event as unknown as KeyboardEvent<HTMLElement>, "tab");
  return [at, taken];
}

it.each([
  ["horizontal", { ArrowLeft: 0, ArrowRight: 2 }],
  ["vertical", { ArrowUp: 0, ArrowDown: 2 }],
  [null, { ArrowLeft: 0, ArrowRight: 2, ArrowUp: 0, ArrowDown: 2 }],
])("moves along a row that is %s by its own keys only", (orientation, moves) => {
  const to = new Map<string, number>(Object.entries(moves));
  for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home"]) {
    const next = to.get(key);
    expect([key, ...press(key, orientation)]).toEqual([key, next ?? 1, next !== undefined]);
  }
});

it("knows from a row of tabs that it is horizontal", () => {
  const tabs = [{ value: "a", label: "A" }];
  const row = createElement(TabRow, { label: "Row", value: "a", tabs, onChange: () => {} });
  expect(renderToStaticMarkup(row)).toMatch(/role="tablist"[^>]*aria-orientation="horizontal"/);
});
