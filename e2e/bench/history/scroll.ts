// The real window over a ledger of many ended requests: how soon the history shows its first rows, and its frames while
// somebody scrolls through all of it, by wheel, by keys and by the bar at its side.
import { constants } from "node:fs";
import { copyFile, mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright/test";
import { launch, removeFolder, tempFolder } from "../../support/app.ts";
import { Desk } from "../../support/desk.ts";
import { watchFrames, worstOf } from "../frames.ts";
import { longestTasks } from "../large/tasks.ts";
import { startEmpty } from "../subjects.ts";

/** How often the history is left and entered again. */
const ENTERED = 5;
/** A key that is held is repeated about so often. */
const REPEATED_MS = 33;
/** Until what has come to rest is drawn: the request that is selected is read then. */
const REST_MS = 700;

export interface ScrollFigures {
  /** From the press of "History" to its first rows drawn, the first time and again (ms). */
  firstMs: number;
  againMs: number[];
  ways: Way[];
  /** Frames of an empty window under the same wheel (ms). */
  empty: number[];
}

/** One way to scroll. Milliseconds. */
export interface Way {
  name: string;
  frames: number[];
  /** The longest task of the window meanwhile, by processor time. */
  busiestMs: number;
  /** The window's own processor time within its worst frame: the rest of it was waiting for others. */
  ownMs: number;
}

/** @param files the ledger and its index; they are copied, for the app writes into them */
export async function scrollFigures(
  files: { ledger: string; index: string },
  requests: number,
): Promise<ScrollFigures> {
  const profile = await tempFolder();
  await mkdir(profile, { recursive: true });
  for (const [from, name] of [
    [files.ledger, "ledger.db"],
    [files.index, "history.db"],
  ] as const) {
    await copyFile(from, path.join(profile, name), constants.COPYFILE_FICLONE);
  }
  const running = await launch({ profile });
  try {
    const desk = new Desk(running);
    await desk.ready();
    const { page } = desk;
    await page.waitForFunction(
      async (wanted) => {
        const snapshot = await window.desk.invoke("app.snapshot");
        const history = snapshot.ok ? snapshot.value.history : null;
        return history?.state.kind === "ready" && history.total >= wanted;
      },
      requests,
      { timeout: 300_000 },
    );
    // Rooms are loaded once the window is idle.
    await wait(4000);
    const opened: number[] = [];
    for (let run = 0; run <= ENTERED; run += 1) {
      if (run > 0)
        await page.getByRole("navigation").getByRole("button", { name: "Inbox" }).click();
      opened.push(await page.evaluate(open));
    }
    const ways = await scrolled(page);
    const [firstMs = Number.NaN, ...againMs] = opened;
    return { firstMs, againMs, ways, empty: await emptyFrames() };
  } finally {
    await running.close();
    await removeFolder(profile);
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs in the page: presses "History"; the time until the first rows had been drawn, in milliseconds. */
async function open(): Promise<number> {
  const button = [...document.querySelectorAll<HTMLElement>("nav button")].find((one) =>
    (one.getAttribute("aria-label") ?? one.textContent).startsWith("History"),
  );
  if (button === undefined) throw new Error("no button of the history");
  const began = performance.now();
  button.click();
  const stands = (): boolean =>
    document.querySelectorAll('[id^="history-"][role=option] time').length > 5;
  while (!stands()) await new Promise(requestAnimationFrame);
  // A task after this frame: it has been drawn by then.
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", () => resolve());
    port1.start();
    port2.postMessage(null);
  });
  return performance.now() - began;
}

async function scrolled(page: Page): Promise<Way[]> {
  const list = page.getByRole("listbox", { name: "History" });
  const box = await list.boundingBox();
  if (box === null) throw new Error("the list is not there");
  const way = async (name: string, work: () => Promise<unknown>): Promise<Way> => {
    let frames: number[] = [];
    const { windowMs, worstFrameOwnMs } = await longestTasks(page, async () => {
      const watched = await watchFrames(page);
      await work();
      await wait(REST_MS);
      frames = await watched();
    });
    return { name, frames, busiestMs: windowMs, ownMs: worstFrameOwnMs };
  };
  const wheel = async (px: number, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await page.mouse.wheel(0, px);
      await wait(REPEATED_MS);
    }
  };
  const press = async (key: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      await page.keyboard.press(key);
      await wait(REPEATED_MS);
    }
  };
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const ways = [
    await way("wheel, a notch at a time", () => wheel(120, 60)),
    await way("wheel, flung", () => wheel(2400, 60)),
  ];
  ways.push(await way("bar dragged to the end and back", () => dragged(page, box)));
  await list.focus();
  ways.push(
    await way("Page Down, held", () => press("PageDown", 60)),
    await way("arrow down, held", () => press("ArrowDown", 60)),
    await way("End and Home in turn", async () => {
      for (let n = 0; n < 5; n += 1) {
        await press("End", 1);
        await wait(REST_MS);
        await press("Home", 1);
        await wait(REST_MS);
      }
    }),
  );
  return ways;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function dragged(page: Page, box: Box): Promise<void> {
  const x = box.x + box.width - 4;
  const [top, bottom] = [box.y + 6, box.y + box.height - 4];
  await page.mouse.move(x, top);
  await page.mouse.down();
  const steps = 90;
  for (let n = 1; n <= 2 * steps; n += 1) {
    const share = n <= steps ? n / steps : 2 - n / steps;
    await page.mouse.move(x, top + (bottom - top) * share);
    await wait(16);
  }
  await page.mouse.up();
}

async function emptyFrames(): Promise<number[]> {
  const { page, close } = await startEmpty();
  try {
    const watched = await watchFrames(page);
    for (let n = 0; n < 60; n += 1) {
      await page.mouse.wheel(0, 120);
      await wait(REPEATED_MS);
    }
    return await watched();
  } finally {
    await close();
  }
}

/** Rows for the table of the bench: name, median or worst, p95, number, ratio. */
export function scrollRows(
  { firstMs, againMs, ways, empty }: ScrollFigures,
  requests: number,
  row: (name: string, values: number[]) => string[],
): string[][] {
  const one = (name: string, ms: number): string[] => [name, ms.toFixed(1), "", "", ""];
  return [
    one(`history of ${requests} opened, first rows drawn (ms)`, firstMs),
    row("  opened again (ms)", againMs),
    ...ways.flatMap(({ name, frames, busiestMs, ownMs }) => [
      row(`scrolled, ${name}: frames (ms)`, frames),
      one("  the longest of them (ms)", worstOf(frames)),
      one("    of it the window's own processor time (ms)", ownMs),
      one("  the window's longest task, processor time (ms)", busiestMs),
    ]),
    row("  floor: frames of an empty window (ms)", empty),
    one("  the longest of them (ms)", worstOf(empty)),
  ];
}
