// For component tests: opens the window on a test main.
import { act, fireEvent, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { App } from "#app/App.tsx";
import { GUARD_MS } from "#data/guard/decisionGuard.ts";
import { startCommands } from "#data/commands.ts";
import { mirror, startMirror } from "#data/mirror.ts";
import { closeNotice } from "#data/notice.ts";
import { view } from "#data/view.ts";
import type { View } from "#data/view.ts";
import type { TestMain } from "./testMain.ts";

let started = false;

export interface Opened {
  user: ReturnType<typeof userEvent.setup>;
  /** Advances the time at once. */
  pass: (ms: number) => Promise<void>;
  /** Waits until the decision guard is on: half a second without a change on screen. */
  passGuard: () => Promise<void>;
  /** Closes the window, before another one is opened in the same test. */
  close: () => void;
  /** Runs something in main, such as a server's request or a model's response. */
  inMain: <T>(what: () => T | Promise<T>) => Promise<T>;
}

/** Opens the window with this view, by default in the inbox. */
export async function openWindow(main: TestMain, at: Partial<View> = {}): Promise<Opened> {
  vi.stubGlobal("desk", main.bridge);
  mirror.setState(mirror.getInitialState(), true);
  closeNotice();
  view.setState({ ...view.getInitialState(), ...at }, true);
  if (!started) startCommands();
  started = true;
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));
  const close = await act(async () => {
    await startMirror();
    return render(<App />).unmount;
  });
  // Other rooms are loaded on demand.
  await act(() => vi.dynamicImportSettled());
  await pass(50);
  return {
    user,
    pass,
    close,
    passGuard: () => {
      // If the press removed the element, the release is not dispatched here, unlike in a real window.
      fireEvent.pointerUp(document.body, { pointerId: 1 });
      return pass(GUARD_MS + 100);
    },
    inMain: async (what) => {
      let made: Awaited<ReturnType<typeof what>>;
      await act(async () => {
        made = await what();
        await vi.advanceTimersByTimeAsync(50);
      });
      // oxlint-disable-next-line typescript/no-non-null-assertion
      return made!;
    },
  };
}
