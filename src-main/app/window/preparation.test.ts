// What a window is told that opens while the files are prepared, and later.
import { expect, it } from "vitest";
import { ok } from "#shared/outcome.ts";
import type { PreparingView } from "#shared/contract/machine.ts";
import { Preparation } from "./preparation.ts";

it("reports progress to a window that opens meanwhile, and nothing to a later one", () => {
  const told: PreparingView[] = [];
  const preparation = new Preparation((now) => told.push(now));
  const asked = () => preparation.handlers["app.preparing"]();
  expect(asked()).toEqual(ok(null));
  const preparing = { what: "encrypt", done: 1, total: 2 } as const;
  preparation.at(preparing, "en");
  expect(told).toEqual([{ preparing, language: "en" }]);
  expect(asked()).toEqual(ok(told[0]));
  preparation.over();
  expect(asked()).toEqual(ok(null));
});
