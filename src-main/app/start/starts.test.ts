import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { AppStarts } from "./starts.ts";
import type { Started } from "./starts.ts";

it("keeps what starts and links hand over until there is who takes it, in order, once", () => {
  const app = new EventEmitter();
  const starts = new AppStarts(app, { config: "/first.json", link: null });
  const show = vi.fn();
  starts.showBy(show);
  const start = (data: unknown): boolean => app.emit("second-instance", {}, [], "", data);
  start({ config: "/one.json", link: "countersign://request/1" });
  start("nothing");
  const preventDefault = vi.fn();
  app.emit("open-url", { preventDefault }, "countersign://request/2");
  expect(preventDefault).toHaveBeenCalledTimes(1);
  const taken: Started[] = [];
  starts.takeBy((started) => void taken.push(started));
  expect(taken).toEqual([
    { config: "/first.json", link: null },
    { config: "/one.json", link: "countersign://request/1" },
    { config: null, link: null },
    { config: null, link: "countersign://request/2" },
  ]);
  start({ config: "/three.json", link: 7 });
  expect(taken.slice(4)).toEqual([{ config: "/three.json", link: null }]);
  // Each further start shows the window; whatever opens a link shows it as well.
  expect(show).toHaveBeenCalledTimes(3);
  app.emit("activate");
  expect(show).toHaveBeenCalledTimes(4);
  // Electron would quit where nobody listens.
  expect(app.listenerCount("window-all-closed")).toBe(1);
});
