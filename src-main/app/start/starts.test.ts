import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { hearStarts } from "./starts.ts";

it("keeps what further starts hand over until there is who takes it, in order, once", () => {
  const app = new EventEmitter();
  let shown = 0;
  const takenBy = hearStarts(app, () => void (shown += 1));
  const start = (data: unknown): boolean => app.emit("second-instance", {}, [], "", data);
  start({ config: "/one.json" });
  start({ config: null });
  start("nothing");
  start({ config: "/two.json" });
  expect(shown).toBe(4);
  const taken: string[] = [];
  takenBy((config) => void taken.push(config));
  expect(taken).toEqual(["/one.json", "/two.json"]);
  start({ config: "/three.json" });
  expect(taken).toEqual(["/one.json", "/two.json", "/three.json"]);
  app.emit("activate");
  expect(shown).toBe(6);
  // Electron would quit where nobody listens.
  expect(app.listenerCount("window-all-closed")).toBe(1);
});
