// A new step may be rendered a moment late only where nothing can be decided meanwhile.
import { expect, it } from "vitest";
import type { Attempt, Phase, Sample } from "#shared/request/life/heldRequest.ts";
import { sampleToDraw } from "./heldSample.ts";

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
const sample = (phase: Phase, attempts: Attempt[], id = "s"): Sample => ({
  id,
  asker: {
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

const waits = sample({ kind: "request" }, []);
const works = sample({ kind: "response" }, [running]);
const answered = sample({ kind: "response" }, [done]);

it("keeps the stream on screen until the response is rendered", () => {
  expect(sampleToDraw(answered, works)).toBe(works);
});

it("shows everything else at once", () => {
  const ending = { kind: "cancelled", because: { kind: "server-cancelled" } } as const;
  const gone = sample({ kind: "ended", ending, atMs: 0 }, [running]);
  for (const [latest, drawn] of [
    [works, waits],
    [waits, works],
    [gone, works],
    [waits, answered],
    [sample({ kind: "response" }, [done, running]), answered],
    [sample({ kind: "response" }, [done], "another"), works],
    [answered, answered],
  ] as const) {
    expect(sampleToDraw(latest, drawn)).toBe(latest);
  }
});
