// What component tests need in addition to jsdom: observers that report everything in view, and a fake clock. Monaco
// measures glyphs, so it is never loaded here and blocks stay plain paper.
import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import type { JsonObject } from "#shared/json.ts";

// Test files share a process; don't share the state of the window's modules.
vi.resetModules();

vi.mock("#editor/load.ts", () => ({
  loadMonaco: () => new Promise(() => undefined),
  useMonaco: () => null,
  warmEditors: () => undefined,
}));

// In this thread, as jsdom has no workers.
vi.mock("#forms/schema/check/argumentChecker.ts", async () => {
  const { checkArguments } = await import("#shared/findings/arguments.ts");
  const check = (schema: JsonObject, input: JsonObject) => {
    const checked = checkArguments(schema, input, { patterns: true });
    const faults = checked.kind === "checked" ? [...checked.faults] : [];
    return Promise.resolve({ kind: "checked", faults, more: 0, withoutPatterns: false });
  };
  return { startChecker: () => ({ check }) };
});

// React's development build takes a stack with every element until it has taken very many: a third of the whole time,
// and used for nothing but the text of warnings. Without this name in React, tests are only slower.
const internals: unknown = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (typeof internals === "object" && internals !== null) {
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", {
    get: () => Infinity,
    set: () => {},
    configurable: true,
  });
}

/** How much of the page a failed query prints. */
const SAID = 300;
// Whether elements are hidden from screen readers is tested in Electron; here it would take most of the time.
configure({
  defaultHidden: true,
  // A second by default, which a busy machine may take for anything.
  asyncUtilTimeout: 15_000,
  getElementError: (message) => new Error(message?.slice(0, SAID)),
});

const WIDTH = 1280;
const HEIGHT = 800;

class EverythingInView {
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    const entry = { target, isIntersecting: true } as unknown as IntersectionObserverEntry;
    queueMicrotask(() => this.#tell([entry], this as unknown as IntersectionObserver));
  }
  unobserve(): void {}
  disconnect(): void {}
}

class EverythingHasRoom {
  readonly #tell: ResizeObserverCallback;
  constructor(tell: ResizeObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element): void {
    const entry = {
      target,
      contentRect: { width: WIDTH, height: HEIGHT },
      borderBoxSize: [{ inlineSize: WIDTH, blockSize: HEIGHT }],
    } as unknown as ResizeObserverEntry;
    queueMicrotask(() => this.#tell([entry], this as unknown as ResizeObserver));
  }
  unobserve(): void {}
  disconnect(): void {}
}

class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

const complaints = vi.fn<(...what: unknown[]) => void>();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal("IntersectionObserver", EverythingInView);
  vi.stubGlobal("ResizeObserver", EverythingHasRoom);
  // Workers never respond, so what they would check stays unchecked.
  vi.stubGlobal("Worker", SilentWorker);
  // Never idle, so that nothing is preloaded and still loading when a test ends.
  vi.stubGlobal("requestIdleCallback", () => 0);
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  vi.stubGlobal("matchMedia", (media: string) =>
    Object.assign(new EventTarget(), { media, matches: false, onchange: null }),
  );
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
  complaints.mockClear();
  vi.spyOn(console, "error").mockImplementation(complaints);
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  expect(complaints.mock.calls, "the console stayed silent").toEqual([]);
});
