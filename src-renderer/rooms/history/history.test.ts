// What the history makes of one request: its documents, the filter to search for.
import { describe, expect, it } from "vitest";
import type { RowFacts } from "#shared/ledger/history.ts";
import type { RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import { CODES } from "#shared/request/checks/codes.ts";
import type { Attempt, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { t } from "#words/index.ts";
import { firstPair } from "./item/Compare.tsx";
import { documentsOf } from "#shared/ledger/documents.ts";
import { differenceOf } from "./item/documents.ts";
import { deciderWords, headWord, outcomeOf, outcomeWords } from "#request/listedOutcome.ts";
import { searchText } from "./search.ts";
import { docTitle } from "./words.ts";

const me = { kind: "person" } as const;
const request = (text: string): RequestDocument => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 100,
});
const answer = (text: string): ResponseDocument => ({
  role: "assistant",
  content: { type: "text", text },
  model: "m",
});
const attempt = (id: string, asked: string, generated: string): Attempt => ({
  id,
  document: request(asked),
  documentHash: `document-${id}`,
  model: { providerId: "p", modelId: "m" },
  by: me,
  startedAtMs: 2000,
  state: {
    kind: "done",
    generated: answer(generated),
    generatedHash: `generated-${id}`,
    tookMs: 500,
  },
});
const held = (text: string, more: Partial<HeldRequest> = {}): HeldRequest => ({
  id: "sample",
  requester: {
    serverId: "s",
    name: text,
    transport: "stdio",
    where: text,
    protocolVersion: "2025-06-18",
    era: "legacy",
    claims: { name: text },
    encrypted: null,
  },
  origin: {
    kind: "certain",
    call: { runId: "r", method: "tools/call", name: text, arguments: { text } },
  },
  reply: { kind: "pushed", requestId: 1 },
  receivedAtMs: 1000,
  asked: { messages: [] },
  askedHash: "asked",
  proposed: request(text),
  flags: [],
  media: [],
  attempts: [attempt("1", `${text} once`, "one"), attempt("2", `${text} twice`, text)],
  phase: {
    kind: "ended",
    atMs: 4000,
    ending: {
      kind: "replied",
      document: answer(`${text}, edited`),
      documentHash: "sent",
      attemptId: "1",
      by: me,
    },
  },
  revision: 4,
  timeline: [
    { atMs: 1000, kind: "received", by: { kind: "server" } },
    { atMs: 2500, kind: "attempt-done", by: { kind: "model" }, hash: "generated-1" },
    { atMs: 3500, kind: "response-approved", by: me, hash: "sent" },
  ],
  ...more,
});
describe("documentsOf", () => {
  it("lists what was asked, both documents of each attempt, and what was sent", () => {
    expect(documentsOf(held("a")).map(({ id, atMs, hash }) => [id, atMs, hash])).toEqual([
      ["asked", 1000, "asked"],
      ["approved-1", 2000, "document-1"],
      ["generated-1", 2500, "generated-1"],
      ["approved-2", 2000, "document-2"],
      ["generated-2", 2500, "generated-2"],
      ["sent", 3500, "sent"],
    ]);
  });

  it("reports deleted documents as missing", () => {
    const gone = held("a", { proposed: null, asked: null, attempts: [] });
    const empty = { ...attempt("1", "", ""), document: {} as RequestDocument };
    const contents = [...documentsOf(gone), ...documentsOf({ ...gone, attempts: [empty] })];
    expect(contents.find(({ id }) => id === "asked")?.content).toBeNull();
    expect(contents.find(({ id }) => id === "approved-1")?.content).toBeNull();
    // A document whose content was deleted is an empty one.
    const hollow = { ...attempt("1", "", ""), document: { messages: [], maxTokens: 1 } };
    const left = documentsOf({ ...gone, attempts: [hollow] }, true);
    expect(left.find(({ id }) => id === "approved-1")?.content).toBeNull();
  });

  it("compares what was sent with the response it came from, and counts the lines", () => {
    const docs = documentsOf(held("a"));
    expect(firstPair(docs)).toEqual({ from: "generated-1", to: "sent" });
    const of = (id: string) => docs.find((doc) => doc.id === id)?.content ?? null;
    expect(differenceOf(of("asked"), of("approved-1"))).toEqual({
      added: 1,
      removed: 1,
      others: 0,
    });
    expect(differenceOf(of("asked"), of("sent"))).toBeNull();
  });
});

describe("a replay", () => {
  const replay = held("a", { reply: { kind: "replay", of: "first" } });
  it("was sent by the user, and its response kept: no server was involved", () => {
    const asked = documentsOf(replay)[0];
    expect(asked?.by).toEqual({ kind: "person" });
    const titles = (of: HeldRequest) => documentsOf(of).map((doc) => docTitle(t, doc, of));
    expect(titles(replay)).toEqual(expect.arrayContaining(["Requested", "Kept"]));
    expect(titles(replay)).not.toContain("Sent");
    expect(titles(held("a")).at(-1)).toBe("Sent");
  });
});

it("searches ended requests, and keeps the user's OR in parentheses", () => {
  expect(searchText("  ", "all")).toBe("is:ended");
  expect(searchText("a OR b", "rejected")).toBe("(a OR b\n) is:rejected");
});

it("names every rule that decided, one at each gate", () => {
  const facts = { kind: "sampling", reason: "refused-by-rule", state: "refused", more: 0 } as const;
  expect(
    deciderWords(t, { ...facts, decidedBy: ["rule"], decidingRules: ["short", "no-secrets"] }),
  ).toBe("rule “short”, rule “no-secrets”");
  expect(deciderWords(t, { ...facts, decidedBy: ["me", "rule"], decidingRules: ["no"] })).toBe(
    "you, rule “no”",
  );
});

it("explains why a request was refused, and shows an unknown reason unchanged", () => {
  const facts = { kind: "sampling", state: "refused", more: 0 } as const;
  const said = (reason: string) =>
    deciderWords(t, { ...facts, decidedBy: ["desk"], decidingRules: [], reason });
  expect(said("waited-too-long")).toBe("Countersign · review timeout");
  expect(said("of-a-later-version")).toBe("Countersign · of-a-later-version");
  for (const reason of Object.keys(CODES)) {
    if (["closing", "call-over", "answer-not-kept"].includes(reason)) continue;
    expect(said(reason)).not.toContain("-");
    expect(said(reason)).not.toContain("refusals.");
  }
});

it.each([
  [[], "Replied"],
  [["response"], "Replied, edited"],
  [["unknown"], "Replied, edits unknown"],
  [["request", "unknown"], "Replied, edits unknown"],
])("labels a response with the edits %j: %s", (edited, words) => {
  const facts = { state: "replied", reply: "pushed", byHand: false, decidedBy2: ["me"], edited };
  expect(outcomeWords(t, facts as unknown as RowFacts)).toBe(words);
});

it.each([
  [{ verdict: "allow", decidedBy: ["me"] }, "Allowed"],
  [{ verdict: "pass", decidedBy: ["me"] }, "Left to Claude Code"],
  [{ verdict: "pass", decidedBy: ["permission"] }, "Passed"],
  [{ verdict: null, decidedBy: ["me"] }, "Let through"],
])("labels what an agent was told of its action %j: %s", (told, words) => {
  const action = { state: "replied", reply: "hook", kind: "action", serverName: "Claude Code" };
  expect(outcomeWords(t, { ...action, ...told } as unknown as RowFacts)).toBe(words);
});

it("reports a rejection whose error was not delivered, in lists and above the request", () => {
  const ending = { kind: "rejected", gate: 1, by: { kind: "person" }, noteSent: false } as const;
  const no = (delivery?: { kind: "failed"; detail: string }): HeldRequest =>
    held("a", {
      phase: { kind: "ended", atMs: 1, ending: { ...ending, ...(delivery && { delivery }) } },
    });
  expect(outcomeOf(t, no())).not.toContain("delivered");
  expect(outcomeOf(t, no({ kind: "failed", detail: "EPIPE" }))).toContain(", not delivered");
  const facts = { state: "rejected", delivery: "unknown", reply: "pushed" } as unknown as RowFacts;
  expect(outcomeWords(t, facts)).toBe("Rejected, delivery unknown");
});

/** What the ledger returns for a response whose texts are deleted; `edited`: what its rows recorded. */
function leftOf(edited?: boolean): HeldRequest {
  const { attempts, phase } = held("a");
  if (phase.kind !== "ended" || phase.ending.kind !== "replied") throw new Error("no reply");
  const known = edited === undefined ? {} : { edited };
  return held("a", {
    proposed: null,
    asked: null,
    attempts: attempts.map((one) => ({ ...one, documentHash: "", ...known })),
    phase: { ...phase, ending: { ...phase.ending, documentHash: "", ...known } },
  });
}

it.each([
  [undefined, "Replied, edits unknown", "Replied, edits unknown"],
  [true, "Replied, edited", "Replied"],
  [false, "Replied", "Replied"],
])(
  "labels a response whose texts are deleted, edited: %s, in a list %s, in an item %s",
  (edited, words, head) => {
    const left = leftOf(edited);
    expect(outcomeOf(t, left)).toBe(words);
    expect(headWord(t, left)).toBe(head);
  },
);
