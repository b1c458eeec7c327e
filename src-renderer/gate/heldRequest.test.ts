// A new step may be rendered a moment late only where nothing can be decided meanwhile.
import { expect, it } from "vitest";
import type { Attempt, Phase, HeldRequest } from "#shared/request/life/heldRequest.ts";
import { requestToDraw } from "./registry.ts";

const document = { messages: [], maxTokens: 1 };
const attempt = (state: Attempt["state"]): Attempt => ({
  id: "a",
  document,
  documentHash: "",
  model: null,
  by: { kind: "desk" },
  startedAtMs: 0,
  state,
});
const running = attempt({ kind: "running" });
const done = attempt({
  kind: "done",
  generated: { role: "assistant", content: { type: "text", text: "yes" }, model: "m" },
  generatedHash: "",
  tookMs: 1,
});
const request = (phase: Phase, attempts: Attempt[], id = "s"): HeldRequest => ({
  id,
  requester: {
    serverId: "s",
    name: "",
    transport: "stdio",
    where: "",
    protocolVersion: "2025-11-25",
    era: "legacy",
    encrypted: null,
  },
  origin: { kind: "none" },
  reply: { kind: "pushed", requestId: 0 },
  receivedAtMs: 0,
  asked: null,
  askedHash: "",
  proposed: document,
  flags: [],
  media: [],
  timeline: [],
  attempts,
  phase,
  revision: 0,
});

const waits = request({ kind: "request" }, []);
const works = request({ kind: "response" }, [running]);
const answered = request({ kind: "response" }, [done]);

it("keeps the stream on screen until the response is rendered", () => {
  expect(requestToDraw(answered, works)).toBe(works);
});

it("shows everything else at once", () => {
  const ending = { kind: "cancelled", because: { kind: "server-cancelled" } } as const;
  const gone = request({ kind: "ended", ending, atMs: 0 }, [running]);
  for (const [latest, drawn] of [
    [works, waits],
    [waits, works],
    [gone, works],
    [waits, answered],
    [request({ kind: "response" }, [done, running]), answered],
    [request({ kind: "response" }, [done], "another"), works],
    [answered, answered],
  ] as const) {
    expect(requestToDraw(latest, drawn)).toBe(latest);
  }
});
