// A response that was held after it had begun to stream: who decides or reads learns what the program already has.
import { expect, test } from "vitest";
import type { Json } from "#shared/json.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, decide, says } from "../../testing/person.ts";
import { FakeBook, TestMain } from "../../testing/testMain.ts";

const params = {
  messages: [{ role: "user", content: { type: "text", text: "Hi." } }],
  completion: { dialect: "openai-chat", model: "m", fields: {} },
} as Json;

/** A program in Watch whose response is being written, with the window on it. */
async function streaming(words: string) {
  let isWatched = true;
  const main = new TestMain({
    desk: {
      rules: new FakeBook(),
      models: { choose: () => ({ providerId: "p", modelId: "m" }) },
      requesters: { permissionOf: (id) => (isWatched ? { id, name: "agent", redact: [] } : null) },
    },
  });
  main.server.delivery = { kind: "sent", begun: true };
  const { held, request } = main.ask(params, {
    requestKind: "completion",
    reply: { kind: "http", dialect: "openai-chat", id: "1", createdS: 1, stream: true },
    live: () => {},
  });
  const opened = await openWindow(main, { requestId: request.id });
  await expect.poll(() => main.generator.asked.length).toBe(1);
  await opened.inMain(() =>
    main.generator.asked[0]?.onPiece({ block: 0, kind: "text", text: words }, 1),
  );
  await opened.pass(200);
  return {
    main,
    opened,
    held,
    hold: (response: string) =>
      opened.inMain(() => {
        isWatched = false;
        return main.answer(response);
      }),
  };
}

test(
  "while it is generated, the bar counts what was sent; at gate 2 and after a rejection too",
  { tags: ["long"] },
  async () => {
    const { opened, hold, main } = await streaming("Hello");
    expect(says()).toContain("5 characters sent to “notes”");
    expect(says()).not.toContain("Nothing is sent");
    await hold("Hello there");
    expect(says()).toContain("5 characters of this response were already sent to “notes”.");
    await opened.passGuard();
    await opened.user.click(button("Reject…"));
    expect(says()).toContain("The stream ends with an error. The program keeps what was sent.");
    await decide(opened, () => button(/^Reject(?!…)/));
    expect(main.server.heard).toMatchObject([{ code: -1 }]);
    expect(says()).toContain("5 characters of the response had already been sent.");
    expect(says()).toContain("got the error user_rejected at the end of its stream");
    expect(says()).not.toContain("HTTP 403");
  },
);

test("says that all of it was sent, and after an approval that nothing followed", async () => {
  const { opened, hold } = await streaming("Hello");
  await hold("Hello");
  expect(says()).toContain("All of this response was already sent to “notes”: 5 characters.");
  await decide(opened, () => button(/^Approve & reply/));
  expect(says()).toContain("It was streamed while the model wrote");
});

test(
  "a part that was sent before an approval is told from the rest",
  { tags: ["long"] },
  async () => {
    const { opened, hold } = await streaming("Hello");
    await hold("Hello there");
    await decide(opened, () => button(/^Approve & reply/));
    expect(says()).toContain(
      "5 characters were sent while the model wrote, the rest after approval.",
    );
  },
);

test(
  "after a failure the request has ended, and what had been sent is named",
  { tags: ["long"] },
  async () => {
    const { opened, main } = await streaming("Hello");
    const failure = { kind: "model-other" as const, detail: "broke" };
    await opened.inMain(() => main.answer({ kind: "failed", failure, tookMs: 1 }));
    expect(says()).toContain("5 characters of the response had already been sent.");
    expect(says()).toContain("at the end of its stream");
  },
);

test("a program that hangs up had got what was sent, not nothing", { tags: ["long"] }, async () => {
  const { opened, held } = await streaming("Hello");
  await opened.inMain(() => held.withdraw({ kind: "server-cancelled" }));
  await opened.pass(50);
  expect(says()).toContain("5 characters of the response had already been sent.");
  expect(says()).not.toContain("Nothing was");
});
