// What a window hears that asks while the files are made ready, and after that.
import { expect, it } from "vitest";
import { ok } from "../../../src-shared/outcome.ts";
import type { PreparingView } from "../../../src-shared/ipc/machine.ts";
import { Preparation } from "./preparation.ts";

it("says how far it is to a window that asks meanwhile, and nothing of it to one that opens later", () => {
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
