// For component tests: the window as it starts, on a main of the test's own.
import { act, fireEvent, render } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { vi } from "vitest";
import { App } from "../App.tsx";
import { GUARD_MS } from "../guard/decisionGuard.ts";
import { startCommands } from "../state/commands.ts";
import { mirror, startMirror } from "../state/mirror.ts";
import { closeNotice } from "../state/notice.ts";
import { view } from "../state/view.ts";
import type { View } from "../state/view.ts";
import type { TestMain } from "./testMain.ts";

let started = false;

export interface Opened {
  user: ReturnType<typeof userEvent.setup>;
  /** Lets so much time pass, at once. */
  pass: (ms: number) => Promise<void>;
  /** Until what decides is on: nothing changed on screen for half a second. */
  passGuard: () => Promise<void>;
  /** Before another one is opened in the same test. */
  close: () => void;
  /** Something happens in main: a server asks, a model answers. */
  inMain: <T>(what: () => T | Promise<T>) => Promise<T>;
}

/** Opens the window at that place (the inbox where nothing is said). */
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
  // Rooms other than the inbox are brought first.
  await act(() => vi.dynamicImportSettled());
  await pass(50);
  return {
    user,
    pass,
    close,
    passGuard: () => {
      // An element that a press takes away hears of no release here, as the one in its place would in a window.
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
