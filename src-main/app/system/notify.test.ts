// Notifications are referenced while shown, open their subject, and report failure: from Electron 42 on macOS shows
// none for an unsigned app.
import type { EventEmitter } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import type { Opening } from "#shared/contract/opening.ts";
import { Notifier } from "./notify.ts";
import type { ArrivedRequest } from "../../ipc/push.ts";

const system = vi.hoisted(() => ({
  shown: [] as (EventEmitter & { given: { title: string; body: string } })[],
  asked: [] as { message: string }[],
  inFront: false,
  supported: true,
}));
vi.mock("electron", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  class Notification extends Emitter {
    readonly given: { title: string; body: string };
    constructor(given: { title: string; body: string }) {
      super();
      this.given = given;
    }
    static isSupported = () => system.supported;
    show(): void {
      system.shown.push(this);
    }
  }
  return {
    app: {},
    BrowserWindow: { getFocusedWindow: () => (system.inFront ? {} : null) },
    dialog: { showMessageBox: (box: { message: string }) => system.asked.push(box) },
    nativeImage: {},
    Notification,
  };
});
beforeEach(() => {
  system.shown.length = 0;
  system.asked.length = 0;
  Object.assign(system, { inFront: false, supported: true });
});

const opened = vi.fn<(what: Opening | null) => void>();
const failed = vi.fn();
const notifier = () => new Notifier(opened, failed);
const arrived = (id: string, kind: "request" | "question" = "request"): ArrivedRequest => ({
  what: { kind, id },
  server: "files",
});

it("reports a notification that failed, and opens its subject on a click", () => {
  const own = notifier();
  own.arrived(1, arrived("a"), "en");
  const [first] = system.shown;
  first?.emit("failed", {}, "the app is not signed");
  expect(failed).toHaveBeenCalledWith("the app is not signed");
  own.budget({ used: 9, limit: 10, window: "day" } as never, null, "en");
  system.shown[1]?.emit("click");
  expect(opened.mock.calls).toEqual([[null]]);
});

it("shows one for a burst, and opens the first request", () => {
  const own = notifier();
  own.arrived(1, arrived("a", "question"), "en");
  own.arrived(2, arrived("b"), "en");
  expect(system.shown).toHaveLength(1);
  system.shown[0]?.emit("click");
  expect(opened).toHaveBeenLastCalledWith({ kind: "question", id: "a" });
});

it("is silent about requests while the window is in front, but says that it keeps running in the tray", () => {
  system.inFront = true;
  const own = notifier();
  own.arrived(1, arrived("a"), "en");
  expect(system.shown).toEqual([]);
  own.keptInTray("en", true);
  expect(system.shown[0]?.given.title).toBe("Countersign is still running");
});

it("says in a dialog that it keeps running if notifications are unsupported or off", () => {
  notifier().keptInTray("zh", false);
  system.supported = false;
  notifier().keptInTray("en", true);
  expect(system.asked.map(({ message }) => message)).toEqual([
    "Countersign 仍在运行",
    "Countersign is still running",
  ]);
  expect(system.shown).toEqual([]);
});
