// What was typed for a request that the host gave up is offered for the same request, and taken by one press.
import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openRequest } from "#data/view.ts";
import { openWindow } from "../../testing/openWindow.tsx";
import { button, decide, noButton, question, says } from "../../testing/person.ts";
import { TestMain } from "../../testing/testMain.ts";

const FORM = {
  message: "Which city?",
  requestedSchema: { type: "object", properties: { city: { type: "string" } } },
};
const from = (main: TestMain, host: string): NonNullable<Parameters<TestMain["ask"]>[1]> => ({
  requester: { ...main.server.request({}).requester, host: { name: host, sessionId: host } },
  origin: {
    kind: "certain",
    call: { runId: host, method: "tools/call", name: "travel", arguments: {} },
  },
});
const form = (main: TestMain, host = "codex") =>
  main.ask(FORM, { requestKind: "elicitation", ...from(main, host) });

test(
  "a form that was typed: offered to the same request of the same host alone, and filled in by one press",
  { tags: ["long"] },
  async () => {
    const main = new TestMain({});
    const first = form(main);
    const opened = await openWindow(main, { requestId: first.request.id });
    fireEvent.change(await screen.findByLabelText(/city/u), { target: { value: "Ulm" } });
    await opened.inMain(() => first.held.withdraw({ kind: "call-cancelled" }));

    const other = form(main, "opencode");
    await opened.inMain(() => openRequest(other.request.id));
    await screen.findByLabelText(/city/u);
    expect(noButton("Use your earlier edits")).toBe(true);

    const again = form(main);
    await opened.inMain(() => openRequest(again.request.id));
    await screen.findByText(/You wrote a response to the same request at/);
    expect((screen.getByLabelText(/city/u) as HTMLInputElement).value).toBe("");
    await opened.user.click(button("Use your earlier edits"));
    expect(((await screen.findByLabelText(/city/u)) as HTMLInputElement).value).toBe("Ulm");
    expect(noButton("Use your earlier edits")).toBe(true);
    // Nothing is sent before the user decides.
    expect(main.server.heard.filter(({ kind }) => kind === "result")).toEqual([]);
    await decide(opened, () => button(/^Submit/));
    expect(main.server.heard.at(-1)).toMatchObject({ document: { content: { city: "Ulm" } } });
  },
);

test(
  "a response to a model's request opens at gate 2, where the user sends it",
  { tags: ["long"] },
  async () => {
    const main = new TestMain({});
    const asked = question("What is the capital?");
    const first = main.ask(asked, from(main, "codex"));
    const opened = await openWindow(main, { requestId: first.request.id });
    await decide(opened, () => button(/by hand/));
    const [attempt] = main.desk.requests()[0]?.attempts ?? [];
    const { setDraft } = await import("#data/requests/drafts.ts");
    await opened.inMain(() =>
      setDraft(first.request.id, {
        gate: 2,
        attemptId: attempt?.id ?? "",
        document: { role: "assistant", content: { type: "text", text: "Bern" }, model: "human" },
      }),
    );
    await opened.inMain(() => first.held.withdraw({ kind: "server-cancelled" }));
    const again = main.ask(asked, from(main, "codex"));
    await opened.inMain(() => openRequest(again.request.id));
    await opened.passGuard();
    await screen.findByText(/You wrote a response to the same request at/);
    await opened.user.click(button("Use your earlier edits"));
    await opened.pass(50);
    expect(says()).toContain("Bern");
    expect(main.server.heard.filter(({ kind }) => kind === "result")).toEqual([]);
    await decide(opened, () => button(/^Approve & reply/));
    expect(main.server.heard.at(-1)).toMatchObject({ document: { content: { text: "Bern" } } });
  },
);
