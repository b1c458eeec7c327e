// A program in Watch with redaction, over two turns at a real desk: no tool gets a placeholder in place of its value.
import { expect, it } from "vitest";
import type { JsonObject } from "#shared/json.ts";
import type { Block } from "#shared/request/document/message.ts";
import { deskFor, requestAt } from "../testing/deskFor.ts";
import { textResponse } from "../testing/fakes.ts";
import { FakeBook, FakeInspector } from "../testing/rules.ts";

const ADDRESS = "ana@example.org";
const asks: JsonObject = {
  role: "user",
  content: { type: "text", text: `Mail ${ADDRESS}, please.` },
};
/** As a signature covers it, it comes back as the model wrote it. */
const thinking = { type: "thinking", thinking: "I mail ⟦EMAIL_1⟧.", signature: "c2ln" };
const call = (to: string): Block => ({ type: "tool_use", id: "a", name: "send", input: { to } });

const completion = { dialect: "anthropic-messages", model: "m", fields: {} };

/** A desk for a program in Watch, whose first message has the address. */
function watched(redactOf: () => "personal"[]) {
  const inspector = new FakeInspector();
  const path = ["messages", 0, "content", "text"];
  inspector.findings = [
    { kind: "email", severity: "low", path, line: 1, offset: 5, length: ADDRESS.length },
  ];
  const made = deskFor({
    masterSwitch: "review",
    rules: new FakeBook(),
    inspector,
    models: { choose: () => ({ providerId: "anthropic", modelId: "m" }) },
    requesters: { permissionOf: (id) => ({ id, name: "agent", redact: redactOf() }) },
  });
  return { ...made, inspector };
}

/** The second turn, in which the model calls a tool. */
async function secondTurn(to: string, text = asks, redact: "personal"[] = ["personal"]) {
  const { desk, server, generator, inspector } = watched(() => redact);
  if (text !== asks) inspector.findings = [];
  const messages = [text, { role: "assistant", content: [thinking] }];
  const { requestId } = desk.receive(
    server.request({ messages, completion }, { requestKind: "completion" }),
  );
  await expect.poll(() => generator.asked.length).toBe(1);
  generator.answer({
    kind: "done",
    tookMs: 1,
    generated: { ...textResponse(""), content: [call(to)] },
  });
  await expect.poll(() => desk.needsUser(requestId) || server.heard.length > 0).toBe(true);
  const sent = JSON.stringify(generator.asked[0]?.document);
  return { request: requestAt(desk, requestId), heard: server.heard, sent };
}

it("passes a tool call whose placeholder was restored", async () => {
  const { heard, sent } = await secondTurn("⟦EMAIL_2⟧");
  expect(sent).not.toContain(ADDRESS);
  expect(sent).toContain("⟦EMAIL_2⟧");
  expect(JSON.stringify(heard)).toContain(ADDRESS);
});

it("holds a tool call with a placeholder of an earlier turn once redaction is turned off", async () => {
  const { request, heard } = await secondTurn("⟦EMAIL_1⟧", { ...asks, content: [] }, []);
  expect(heard).toEqual([]);
  expect(request.judged?.at(-1)?.held).toEqual({ kind: "placeholder" });
});

it.each([
  ["of an earlier turn", "⟦EMAIL_1⟧", asks],
  ["of an earlier turn, written in another way", "\u301Aemail 1\u301B", asks],
  ["in other brackets", "[EMAIL_1]", asks],
  [
    "of an earlier turn, while nothing is redacted in this one",
    "⟦EMAIL_1⟧",
    { ...asks, content: [] },
  ],
])("holds a tool call with a placeholder %s", async (_title, to, text) => {
  const { request, heard } = await secondTurn(`${to}, to be sure`, text);
  expect(heard).toEqual([]);
  expect(request.phase.kind).toBe("response");
  expect(request.judged?.at(-1)?.held).toEqual({ kind: "placeholder" });
});

it("redacts, from the turn of the loop on in which the user chooses it", async () => {
  let redact: "personal"[] = [];
  const { desk, server, generator } = watched(() => redact);
  desk.receive(server.request({ messages: [asks], completion }, { requestKind: "completion" }));
  redact = ["personal"];
  await expect.poll(() => generator.asked.length).toBe(1);
  expect(JSON.stringify(generator.asked[0]?.document)).not.toContain(ADDRESS);
});
