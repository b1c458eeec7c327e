// Notifications are held while they are shown, and their failing is told: from Electron 42 on macOS shows none for an app
// that is not signed.
import type { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { Notifier } from "./notify.ts";

const shown = vi.hoisted((): EventEmitter[] => []);
vi.mock("electron", async () => {
  const { EventEmitter: Emitter } = await import("node:events");
  class Notification extends Emitter {
    static isSupported = () => true;
    show(): void {
      shown.push(this);
    }
  }
  return { app: {}, BrowserWindow: { getFocusedWindow: () => null }, Notification };
});

it("tells what failed, opens on a click, and holds each until it is closed", () => {
  const open = vi.fn();
  const failed = vi.fn();
  const notifier = new Notifier(open, failed);
  notifier.arrived(1, "files", "en");
  const [first] = shown;
  first?.emit("failed", {}, "the app is not signed");
  expect(failed).toHaveBeenCalledWith("the app is not signed");
  notifier.budget({ used: 9, limit: 10, window: "day" } as never, null, "en");
  shown[1]?.emit("click");
  expect(open).toHaveBeenCalledTimes(1);
});
