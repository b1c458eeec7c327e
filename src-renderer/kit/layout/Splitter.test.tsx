// The edge of a pane by keys: jsdom has no layout, so arrows start at the default width.
import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { fitting } from "#shared/settings/panes.ts";
import { Splitter } from "./Splitter.tsx";

afterEach(() => document.documentElement.removeAttribute("style"));

test("arrow keys, Home and End move it within its limits, Enter resets it", async () => {
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const onWidth = vi.fn();
  render(<Splitter pane="list" side="left" label="List width" onWidth={onWidth} />);
  const edge = screen.getByRole("separator", { name: "List width" });
  edge.focus();
  await user.keyboard("{End}{Home}{ArrowLeft}{Enter}x");
  expect(onWidth.mock.calls).toEqual([[480], [200], [288], [null]]);
  expect(edge.getAttribute("aria-valuemin")).toBe("200");
  expect(edge.getAttribute("aria-valuemax")).toBe("480");
});

test("an invalid width becomes the nearest valid one", () => {
  expect([fitting("list", 3), fitting("list", 301.4), fitting("run", 5000)]).toEqual([
    200, 301, 640,
  ]);
});
