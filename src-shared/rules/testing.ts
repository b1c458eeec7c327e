// Test data: a request that is pending at gate 1.
import type { RequestDocument } from "../request/document/message.ts";
import type { HeldRequest } from "../request/life/heldRequest.ts";

export const document: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "请总结 these notes" } }],
  systemPrompt: "You are brief.",
  maxTokens: 500,
};

/** A request with `more` in its request and `asked` in its other fields. */
export function heldOf(
  more: Partial<RequestDocument> = {},
  asked: Partial<HeldRequest> = {},
): HeldRequest {
  const proposed = { ...document, ...more } as RequestDocument;
  return {
    id: "s1",
    requester: {
      serverId: "srv-1",
      name: 'My "notes" (old)',
      transport: "stdio",
      where: "node notes.js",
      protocolVersion: "2025-11-25",
      era: "legacy",
      encrypted: null,
    },
    origin: {
      kind: "certain",
      call: { runId: "run-1", method: "tools/call", name: "summarize", arguments: {} },
    },
    reply: { kind: "pushed", requestId: 1 },
    receivedAtMs: 1000,
    turn: 1,
    asked: proposed as unknown as HeldRequest["asked"],
    askedHash: "0".repeat(64),
    proposed,
    flags: [],
    media: [],
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [{ atMs: 1000, kind: "received", by: { kind: "server" } }],
    ...asked,
  };
}
