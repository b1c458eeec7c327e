// 10,000 pending requests: how soon the next one is in the editor, and how long the frames of a scroll through all are.
import type { Page } from "playwright/test";
import { launch, removeFolder, tempFolder, writeConfig } from "../support/app.ts";
import { Desk } from "../support/desk.ts";
import { Puppet, question } from "../support/puppet.ts";
import type { Figure } from "./figure.ts";
import { watchFrames, worstOf } from "./frames.ts";
import { untilShown } from "./page.ts";

const REQUESTS = 10_000;
const SELECTIONS = 10;
const TURNS_OF_THE_WHEEL = 100;
/** How long accepting them may take: each is on disk before it is shown. */
const TAKEN_MS = 180_000;

const tokenOf = (n: number): string => `item-${String(n).padStart(5, "0")}-end`;

export async function manyWaiting(): Promise<Figure[]> {
  const server = await Puppet.open();
  const folder = await tempFolder();
  const config = await writeConfig(folder, { puppet: server.config });
  const running = await launch({ config });
  try {
    const desk = new Desk(running);
    await desk.ready();
    await desk.connectAll();
    const { page } = desk;
    for (let n = 0; n < REQUESTS; n += 1) server.ask(question(tokenOf(n)));
    await page.getByText("10,000 pending").first().waitFor({ timeout: TAKEN_MS });
    const selected = await selections(page);
    const frames = await scrolled(page);
    return [
      {
        name: "10,000 waiting: J → the next one in the editor",
        unit: "ms",
        values: selected,
        aim: 100,
      },
      {
        name: "10,000 waiting: worst frame of a scroll by wheel and bar",
        unit: "ms",
        values: [worstOf(frames)],
        of: "most",
        aim: 100,
      },
    ];
  } finally {
    await running.close();
    await server.close();
    await removeFolder(running.profile);
    await removeFolder(folder);
  }
}

/** From the key to the frame with the request in an editor that accepts keys, in milliseconds. */
async function selections(page: Page): Promise<number[]> {
  const list = page.getByRole("listbox", { name: "Inbox" });
  await list.focus();
  await page.keyboard.press("Home");
  const times: number[] = [];
  // The first opens what the others reuse.
  for (let run = 0; run <= SELECTIONS; run += 1) {
    const token = await nextToken(page);
    const pressed = await nextKey(page);
    const shown = await untilShown(page, token, () => page.keyboard.press("j"));
    if (run > 0) times.push(shown - (await pressed.evaluate((at) => at.promise)));
    await pressed.dispose();
  }
  return times;
}

/** The text of the row below the selected one. */
const nextToken = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const active = document.querySelector("[role=listbox]")?.getAttribute("aria-activedescendant");
    const row = document.getElementById(active ?? "");
    const token = /item-\d+-end/.exec(row?.nextElementSibling?.textContent ?? "")?.[0];
    if (token === undefined) throw new Error("there is no row below the selected one");
    return token;
  });

/** When the next key is pressed, by the page's clock. Listens before it resolves: a key can overtake a query to the page. */
const nextKey = (page: Page) =>
  page.evaluateHandle(() => {
    const promise = new Promise<number>((resolve) => {
      window.addEventListener(
        "keydown",
        ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp),
        { once: true, capture: true },
      );
    });
    return { promise };
  });

async function scrolled(page: Page): Promise<number[]> {
  const list = page.getByRole("listbox", { name: "Inbox" });
  await list.hover();
  const watched = await watchFrames(page);
  for (let turn = 0; turn < TURNS_OF_THE_WHEEL; turn += 1) await page.mouse.wheel(0, 800);
  // The scrollbar is dragged through all of them.
  await list.evaluate(async (element) => {
    for (let step = 0; step <= 100; step += 1) {
      element.scrollTop = (element.scrollHeight * step) / 100;
      await new Promise(requestAnimationFrame);
    }
  });
  return watched();
}
