import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { AppStarts } from "./starts.ts";
import type { Started } from "./starts.ts";

it("queues further starts and links until there is a handler, and hands each over once, in order", () => {
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
  // Each further start shows the window; opening a link shows it too.
  expect(show).toHaveBeenCalledTimes(3);
  app.emit("activate");
  expect(show).toHaveBeenCalledTimes(4);
  // Electron would quit without a listener.
  expect(app.listenerCount("window-all-closed")).toBe(1);
});
