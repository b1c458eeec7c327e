// While another request is selected and not loaded yet, no action applies to the one still shown.
import { expect, it } from "vitest";
import type { MenuItem } from "#kit/controls/Menu.tsx";
import { enabledItems } from "./item/ItemHead.tsx";
import { isBefore } from "./item/useItem.ts";

it("tells the previous request from the selected one", () => {
  expect(isBefore({ id: "a" }, "b")).toBe(true);
  expect(isBefore({ id: "a" }, "a")).toBe(false);
  expect(isBefore(null, "a")).toBe(false);
});

it("disables every action meanwhile, and restores them afterwards", () => {
  const items: MenuItem[] = [
    { id: "call", label: "Call again", onSelect: () => undefined },
    { id: "forget", label: "Forget", onSelect: () => undefined, disabled: false },
  ];
  expect(enabledItems(items, true).map(({ disabled }) => disabled)).toEqual([true, true]);
  expect(enabledItems(items, false)).toBe(items);
});
