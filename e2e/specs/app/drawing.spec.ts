// What is drawn when, by what changes in the page: of an answer that comes only its end; of a request its text first.
import type { Page } from "playwright/test";
import type { Script } from "../../../src-main/model/testing/scriptedModelServer.ts";
import { beginStream, chunk } from "../../../src-main/model/testing/scriptedModelServer.ts";
import { expect, test } from "../../fixtures.ts";
import { question } from "../../support/puppet.ts";

const PIECES = 60;
const LINES = 10;

/** Sends the next lines whenever `next` is called; the answer is complete after `PIECES` of them. */
function inPieces(): { script: Script; next: () => void } {
  let sent = 0;
  let send: ReturnType<typeof beginStream> | null = null;
  let end: () => void = () => undefined;
  return {
    script: (_seen, response) => {
      send = beginStream(response);
      end = () => response.end("data: [DONE]\n\n");
    },
    next() {
      const lines = Array.from({ length: LINES }, (_none, at) => `line ${sent * LINES + at}\n`);
      sent += 1;
      send?.(chunk({ content: lines.join("") }));
      if (sent === PIECES) {
        send?.(chunk({}, "stop"));
        end();
      }
    },
  };
}

interface Drawn {
  /** Children of the paper before the one in which something changed. */
  at: number;
  /** Children of the paper then. */
  all: number;
  /** Elements that were taken out. */
  removed: number;
}

/** Writes down what changes on the paper from now on. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const paper = document.querySelector('[data-review] pre[role="region"]');
    if (paper === null) throw new Error("no answer comes");
    const drawn: Drawn[] = [];
    new MutationObserver((records) => {
      for (const { target, removedNodes } of records) {
        const at = [...paper.children].findIndex((child) => child.contains(target));
        const removed = [...removedNodes].filter((node) => node instanceof Element).length;
        drawn.push({ at, all: paper.children.length, removed });
      }
    }).observe(paper, { childList: true, characterData: true, subtree: true });
    Reflect.set(globalThis, "drawn", drawn);
  });

test("of an answer that comes only its end is drawn, and nothing of it anew", async ({
  openGate,
}) => {
  const { script, next } = inPieces();
  const { desk, server, model } = await openGate(script);
  server.ask(question("At length."));
  await desk.decide(desk.approve);
  await expect.poll(() => model.asked().length).toBe(1);
  next();
  await expect(desk.review).toContainText(`line ${LINES - 1}`);
  await watch(desk.page);
  for (let piece = 2; piece < PIECES; piece += 1) {
    next();
    await expect(desk.review).toContainText(`line ${piece * LINES - 1}`);
  }
  const drawn = await desk.page.evaluate(() => Reflect.get(globalThis, "drawn") as Drawn[]);
  // A piece at least each time, and far fewer changes than if all lines so far were written each time.
  expect(drawn.length).toBeGreaterThanOrEqual(PIECES - 2);
  expect(drawn.length).toBeLessThan(PIECES * (LINES + 4));
  expect(drawn.filter(({ removed }) => removed > 0)).toEqual([]);
  // −1: the paper itself, which gets a further part at its end.
  expect(drawn.filter(({ at, all }) => at !== -1 && at < all - 2)).toEqual([]);
  next();
  await expect(desk.approve).toHaveAccessibleName(/Approve & reply/);
});

test("a request that comes is drawn as text first, and takes its editor after that", async ({
  openGate,
}) => {
  const { desk, server } = await openGate(inPieces().script);
  await desk.page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const paper = document.querySelector("[data-review] [data-scroller]");
      if (paper?.textContent.includes("Textfirst") !== true) return;
      observer.disconnect();
      Reflect.set(globalThis, "editorsAtFirst", paper.querySelectorAll(".monaco-editor").length);
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  server.ask(question("Textfirst"));
  await expect(desk.review.locator(".monaco-editor")).toContainText("Textfirst");
  const editors = await desk.page.evaluate(
    () => Reflect.get(globalThis, "editorsAtFirst") as number,
  );
  expect(editors).toBe(0);
});
