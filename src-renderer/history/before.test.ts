// While another request is selected and not here yet, nothing is done with the one that still stands there.
import { expect, it } from "vitest";
import type { MenuItem } from "../ui/controls/Menu.tsx";
import { enabledItems } from "./item/ItemActions.tsx";
import { isBefore } from "./item/useItem.ts";

it("knows the one before from the one that is selected", () => {
  expect(isBefore({ id: "a" }, "b")).toBe(true);
  expect(isBefore({ id: "a" }, "a")).toBe(false);
  expect(isBefore(null, "a")).toBe(false);
});

it("turns every action off meanwhile, and on again as they were", () => {
  const items: MenuItem[] = [
    { id: "call", label: "Call again", onSelect: () => undefined },
    { id: "forget", label: "Forget", onSelect: () => undefined, disabled: false },
  ];
  expect(enabledItems(items, true).map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(enabledItems(items, false)).toBe(items);
});
