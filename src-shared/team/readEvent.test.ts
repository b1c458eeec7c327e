import { expect, test } from "vitest";
import type { Json } from "../json.ts";
import { readEvent } from "./readEvent.ts";

const by = { kind: "desk" };
const base = { revision: 1, hash: "h" };
const requester = { name: "notes", transport: "stdio", era: "legacy", serverId: "s" };
const messages = [{ role: "user", content: { type: "text", text: "?" } }];
const approved = { by, base, attemptId: "a", documentHash: "h", document: { messages } };
const generated = { role: "assistant", content: { type: "text", text: "." }, model: "m" };
const done = { by, attemptId: "a", generated, generatedHash: "h", tookMs: 1 };
const finding = { kind: "email", severity: "low", path: [], offset: 0, length: 1, line: 1 };
const model = { providerId: "p", modelId: "m" };

const ROWS: Record<string, { body: object; odd: object[] }> = {
  received: {
    body: { asker: requester, asked: { messages, maxTokens: 9 }, turn: 1 },
    odd: [
      { asker: { ...requester, name: {} } },
      { asker: { ...requester, toolsChanged: 1 } },
      { turn: "1" },
      { heldBy: { kind: "rule" } },
    ],
  },
  judged: {
    body: { by, base, gate: "request", rule: { id: "r", name: "r" }, decide: "ask" },
    odd: [{ rule: undefined }, { decide: "maybe" }, { held: { kind: "findings", groups: 1 } }],
  },
  "request-approved": {
    body: { ...approved, model, redacted: { names: [] } },
    odd: [
      { by: { kind: "nobody" } },
      { model: undefined },
      { base: { revision: "1" } },
      { document: { messages: 5 } },
      { redacted: { names: {} } },
      { beyond: [{}] },
    ],
  },
  "attempt-done": {
    body: { ...done, reasoning: [{ text: "", tookMs: 1 }], usage: { inputTokens: 1 } },
    odd: [
      { reasoning: 7 },
      { warnings: 5 },
      { usage: "x" },
      { cost: 5 },
      { tookMs: undefined },
      { generated: { content: 5 } },
      { putBack: {} },
      { brokenOff: "x" },
      { streamed: 1 },
    ],
  },
  inspected: {
    body: { gate: "request", hash: "h", findings: [finding] },
    odd: [{ findings: [{ ...finding, kind: "new" }] }, { findings: [{ kind: "email" }] }],
  },
  cancelled: { body: { by, because: { kind: "quit" } }, odd: [{ because: undefined }] },
};

test.each(Object.entries(ROWS))(
  "reads a row %s as Countersign writes it",
  (kind, { body, odd }) => {
    const read = (more: object) => {
      const whole = JSON.parse(JSON.stringify({ ...body, ...more })) as Record<string, Json>;
      return readEvent({ sample: "x", atMs: 1, kind, body: whole }, null);
    };
    expect(read({})).toMatchObject({ kind });
    // A later version may say more.
    expect(read({ more: 1, ofALaterVersion: { x: 1 } })).toMatchObject({ kind });
    for (const one of odd)
      expect(() => read(one), JSON.stringify(one)).toThrow("not of Countersign");
  },
);
