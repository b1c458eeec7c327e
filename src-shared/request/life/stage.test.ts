import { describe, expect, it } from "vitest";
import type { Attempt, Phase, HeldRequest } from "./heldRequest.ts";
import { replyKind, visibleStage } from "./stage.ts";

const document = { role: "assistant", content: [], model: "m" };
const attempt = (model: Attempt["model"], state: Attempt["state"]): Attempt => ({
  id: "a",
  document: { messages: [] },
  documentHash: "request",
  model,
  by: { kind: "person" },
  startedAtMs: 0,
  state,
});
const done: Attempt["state"] = {
  kind: "done",
  generated: document,
  generatedHash: "as generated",
  tookMs: 1,
};
const some = { providerId: "p", modelId: "m" };
const person = { kind: "person" } as const;

function request(phase: Phase, attempts: Attempt[] = []): HeldRequest {
  return {
    id: "s",
    requester: {
      serverId: "x",
      name: "x",
      transport: "stdio",
      where: "",
      protocolVersion: "2025-06-18",
      era: "legacy",
      encrypted: null,
    },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
    receivedAtMs: 0,
    asked: {},
    askedHash: "",
    proposed: null,
    flags: [],
    media: [],
    attempts,
    phase,
    revision: 1,
    timeline: [],
  };
}
const decided = (documentHash: string) => ({ document, documentHash, attemptId: "a", by: person });

describe("visibleStage", () => {
  it("tells a generating model from a response to review", () => {
    expect(visibleStage(request({ kind: "response" }, [attempt(some, { kind: "running" })]))).toBe(
      "generating",
    );
    expect(visibleStage(request({ kind: "response" }, [attempt(some, done)]))).toBe("response");
  });

  it("is failed for a response that was not delivered, or may not have been", () => {
    const ended = (kind: "undeliverable" | "unknown" | "replied"): Phase => ({
      kind: "ended",
      atMs: 1,
      ending: { kind, detail: "", ...decided("h") },
    });
    expect(visibleStage(request(ended("undeliverable")))).toBe("failed");
    expect(visibleStage(request(ended("unknown")))).toBe("failed");
    expect(visibleStage(request(ended("replied")))).toBe("replied");
  });

  it("is never replied for a replay", () => {
    const ending = { kind: "replied" as const, ...decided("h") };
    const one = request({ kind: "ended", atMs: 1, ending });
    expect(visibleStage({ ...one, reply: { kind: "replay", of: "first" } })).toBe("replayed");
  });
});

describe("replyKind", () => {
  const replied = (hash: string): Phase => ({
    kind: "ended",
    atMs: 1,
    ending: { kind: "replied", ...decided(hash) },
  });
  it("compares what was sent with what was generated", () => {
    expect(replyKind(request(replied("as generated"), [attempt(some, done)]))).toBe("generated");
    expect(replyKind(request(replied("changed"), [attempt(some, done)]))).toBe("edited");
  });
  it("is by hand for a response without a model", () => {
    expect(replyKind(request(replied("anything"), [attempt(null, done)]))).toBe("byHand");
  });
});

it.each([
  ["server-cancelled", "cancelled"],
  ["call-cancelled", "withdrawn"],
  ["sibling-declined", "withdrawn"],
  ["server-died", "withdrawn"],
  ["quit", "withdrawn"],
] as const)("is cancelled by the server only where the server cancelled: %s", (kind, stage) => {
  const ending = { kind: "cancelled", because: { kind } } as const;
  expect(visibleStage(request({ kind: "ended", ending, atMs: 0 }))).toBe(stage);
});
