// The request on top: folded while a model generates and at gate 2, open for an answer by hand, shown after the end.
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, decide, isOff, primary, question, requestIn, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";
import { textBlock } from "#shared/request/document/blocks.ts";
import type { Block } from "#shared/request/document/message.ts";
import { setDraft } from "#data/requests/drafts.ts";

const band = () => within(screen.getByRole("region", { name: "Question" })).getByRole("button");
const isOpen = () => band().getAttribute("aria-expanded") === "true";
const whole = () => screen.queryByRole("region", { name: "Request (read-only)" });
const words = () => band().textContent;

const LONG = question("Which regions?\nUse only the passages below.", {
  systemPrompt: "Name every source.",
});

test("the request is one line while a model generates, at gate 2 and afterwards; Q opens it, and Approve stays in place", async () => {
  const main = new TestMain();
  const { request } = main.ask(LONG);
  const opened = await openWindow(main);
  expect(screen.queryByRole("region", { name: "Question" })).toBeNull();
  await decide(opened, primary);
  expect(words()).toContain("Which regions?");
  expect(words()).toContain("1 message");
  expect(isOpen()).toBe(false);

  await opened.inMain(() => main.answer("Three of them."));
  await opened.passGuard();
  const before = requestIn(request.id);
  await opened.user.keyboard("q");
  expect(isOpen()).toBe(true);
  expect(whole()?.textContent).toContain("Name every source.");
  expect(whole()?.textContent).toContain("Use only the passages below.");
  expect(words()).toContain("by you, unchanged");
  expect(requestIn(request.id)).toBe(before);
  expect(isOff(primary())).toBe(false);
  await opened.user.keyboard("q");
  expect(isOpen()).toBe(false);

  await decide(opened, primary);
  expect(requestIn(request.id).phase.kind).toBe("ended");
  await opened.user.keyboard("q");
  expect(whole()?.textContent).toContain("Name every source.");
});

test("shows the request as approved", { tags: ["long"] }, async () => {
  const main = new TestMain();
  const { request } = main.ask(LONG);
  const opened = await openWindow(main);
  const asked = request.proposed;
  if (asked === null) throw new Error("nothing is asked");
  await opened.inMain(() =>
    setDraft(request.id, {
      gate: 1,
      document: { ...asked, systemPrompt: "Be brief." },
      model: null,
    }),
  );
  await decide(opened, primary);
  await opened.user.click(band());
  expect(whole()?.textContent).toContain("Be brief.");
  expect(words()).toContain("by you, edited");
});

test(
  "is open for an answer by hand, which has no fault before the first key",
  { tags: ["long"] },
  async () => {
    const main = new TestMain();
    const { request } = main.ask(LONG);
    const opened = await openWindow(main);
    await decide(opened, () => button(/^Answer by hand/));
    await opened.passGuard();
    expect(isOpen()).toBe(true);
    expect(whole()?.textContent).toContain("Use only the passages below.");
    expect(words()).toContain("not sent to a model");
    expect(isOff(primary())).toBe(true);
    expect(says()).toContain("Write a response first");
    expect(says()).not.toContain("empty");

    const [attempt] = requestIn(request.id).attempts;
    if (attempt === undefined) throw new Error("no attempt");
    const write = (content: Block[]) =>
      opened.inMain(() =>
        setDraft(request.id, {
          gate: 2,
          attemptId: attempt.id,
          document: {
            role: "assistant",
            content,
            model: "human",
            stopReason: "endTurn",
          },
        }),
      );
    await write([]);
    await opened.passGuard();
    expect(says()).toContain("empty");
    await write([textBlock("Three.")]);
    await opened.passGuard();
    expect(isOff(primary())).toBe(false);
    expect(isOpen()).toBe(true);
  },
);
