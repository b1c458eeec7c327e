// Walks through the life of a request, and properties of every walk: one ending, one settlement, nothing
// unapproved to a model or a server.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { advance } from "./advance.ts";
import { baseHashes, isGenerating } from "./attempts.ts";
import type { Effect, RequestEvent } from "./event.ts";
import type { RequestDocument, ResponseDocument } from "../document/message.ts";
import type { Ending, ReplyPath, HeldRequest } from "./heldRequest.ts";

const ask: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "What is the capital of France?" } }],
  maxTokens: 64,
};
const answer = (text: string): ResponseDocument => ({
  role: "assistant",
  content: { type: "text", text },
  model: "smollm2",
  stopReason: "endTurn",
});
const PUSHED: ReplyPath = { kind: "pushed", requestId: 0 };
const EMBEDDED: ReplyPath = { kind: "embedded", key: "a", siblings: ["s1", "s2"] };

function fresh(reply: ReplyPath = PUSHED): HeldRequest {
  return {
    id: "s1",
    requester: {
      serverId: "srv",
      name: "notes",
      transport: "stdio",
      where: "node notes.js",
      protocolVersion: "2025-11-25",
      era: "legacy",
      encrypted: null,
    },
    origin: { kind: "none" },
    reply,
    receivedAtMs: 1,
    asked: ask,
    askedHash: "asked",
    proposed: ask,
    flags: [],
    media: [],
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [],
  };
}

const at = { atMs: 10, by: { kind: "person" as const } };
const model = { providerId: "local", modelId: "smollm2" };

const approveRequest = (request: HeldRequest, attemptId: string, waits = false): RequestEvent => ({
  ...at,
  kind: "request-approved",
  ...(waits ? { waits: true } : {}),
  base: { revision: request.revision, hash: baseHashes(request).at(-1) ?? "" },
  attemptId,
  document: ask,
  documentHash: `doc ${attemptId}`,
  model,
});
const done = (attemptId: string): RequestEvent => ({
  ...at,
  kind: "attempt-done",
  attemptId,
  generated: answer(attemptId),
  generatedHash: `gen ${attemptId}`,
  tookMs: 5,
});
const approveResponse = (request: HeldRequest, attemptId: string): RequestEvent => ({
  ...at,
  kind: "response-approved",
  base: { revision: request.revision, hash: `gen ${attemptId}` },
  attemptId,
  document: answer("edited"),
  documentHash: "edited",
});

/** Applies events that must all apply; returns the last request and every effect. */
function walk(
  start: HeldRequest,
  ...events: ((request: HeldRequest) => RequestEvent)[]
): { request: HeldRequest; effects: Effect[] } {
  let request = start;
  const effects: Effect[] = [];
  for (const make of events) {
    const event = make(request);
    const step = advance(request, event);
    expect(step, `${event.kind} applies in ${request.phase.kind}`).not.toBeNull();
    if (step === null) break;
    request = step.request;
    effects.push(...step.effects);
  }
  return { request, effects };
}

describe("the life of a request", () => {
  it("goes through both gates and is delivered once", () => {
    const { request, effects } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
      (s) => approveResponse(s, "a1"),
      () => ({ ...at, kind: "delivered" }),
    );
    expect(effects).toEqual([
      { kind: "generate", attemptId: "a1", document: ask, model },
      { kind: "settle", settlement: { kind: "result", document: answer("edited") } },
    ]);
    expect(request.phase).toMatchObject({ kind: "ended", ending: { kind: "replied" } });
    expect(request.timeline.map((t) => t.kind)).toEqual([
      "request-approved",
      "attempt-done",
      "response-approved",
      "delivered",
    ]);
  });

  it("sends -1 and the spec's message on a rejection, at either gate", () => {
    const no = (s: HeldRequest): RequestEvent => ({
      ...at,
      kind: "rejected",
      base: { revision: s.revision, hash: "asked" },
      note: "not today",
      tellServer: false,
    });
    const gate1 = walk(fresh(), no);
    expect(gate1.effects).toEqual([
      {
        kind: "settle",
        settlement: { kind: "error", code: -1, message: "User rejected sampling request" },
      },
    ]);
    const gate2 = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
      no,
    );
    expect(gate2.effects.at(-1)).toEqual(gate1.effects[0]);
    expect(gate2.request.phase).toMatchObject({
      ending: { kind: "rejected", gate: 2, note: "not today", noteSent: false },
    });
  });

  it("tells the server the reason only if that was ticked", () => {
    const told = walk(fresh(), (s) => ({
      ...at,
      kind: "rejected",
      base: { revision: s.revision, hash: "asked" },
      note: "too long",
      tellServer: true,
    }));
    expect(told.effects).toEqual([
      {
        kind: "settle",
        settlement: {
          kind: "error",
          code: -1,
          message: "User rejected sampling request",
          data: { note: "too long" },
        },
      },
    ]);
  });

  it("returns to gate 1 after a failure of the model, with nothing lost", () => {
    const { request } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => ({
        ...at,
        kind: "attempt-failed",
        attemptId: "a1",
        failure: { kind: "model-gone", model: "x", detail: "" },
        tookMs: 1,
      }),
    );
    expect(request.phase).toEqual({ kind: "request" });
    expect(request.attempts).toHaveLength(1);
    expect(request.revision).toBe(2);
  });

  it("keeps gate 2 usable while a second candidate runs, and when that one fails", () => {
    const { request } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
      (s) => approveRequest(s, "a2"),
    );
    expect(isGenerating(request)).toBe(false);
    const failed = advance(request, {
      ...at,
      kind: "attempt-failed",
      attemptId: "a2",
      failure: { kind: "model-gone", model: "x", detail: "" },
      tookMs: 1,
    });
    expect(failed?.request.phase).toEqual({ kind: "response" });
    // A candidate that ends while another is reviewed changes nothing on screen.
    expect(failed?.request.revision).toBe(request.revision);
  });

  it("holds an embedded response until it is released, and lets the user withdraw it", () => {
    const { request, effects } = walk(
      fresh(EMBEDDED),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
      (s) => approveResponse(s, "a1"),
    );
    expect(request.phase.kind).toBe("ready");
    expect(effects.at(-1)).toEqual({ kind: "release-when-ready" });
    expect(advance(request, { ...at, kind: "taken-back" })?.request.phase).toEqual({
      kind: "response",
    });
    expect(advance(request, { ...at, kind: "released" })?.effects).toEqual([
      { kind: "settle", settlement: { kind: "result", document: answer("edited") } },
    ]);
  });

  it("takes back a response on its way only for the desk, which knows that it was not sent", () => {
    const { request } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
      (s) => approveResponse(s, "a1"),
    );
    expect(request.phase.kind).toBe("delivering");
    expect(advance(request, { ...at, kind: "taken-back" })).toBeNull();
    const byDesk = { ...at, by: { kind: "desk" }, kind: "taken-back" } as const;
    expect(advance(request, byDesk)).toMatchObject({
      request: { phase: { kind: "response" } },
      effects: [],
    });
  });

  it("refuses a decision on an older document as stale", () => {
    const no = (revision: number, hash: string): RequestEvent => ({
      ...at,
      kind: "rejected",
      base: { revision, hash },
      tellServer: false,
    });
    const request = fresh();
    expect(advance(request, no(request.revision, "asked"))).not.toBeNull();
    expect(advance(request, no(request.revision + 1, "asked"))).toBeNull();
    expect(advance(request, no(request.revision, "another text"))).toBeNull();
  });

  it("refuses to approve a response that is incomplete or belongs to no attempt", () => {
    const { request } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
      (s) => approveRequest(s, "a2"),
    );
    const base = { revision: request.revision, hash: "gen a1" };
    for (const attemptId of ["a2", "a3"]) {
      expect(
        advance(request, {
          ...(approveResponse(request, attemptId) as RequestEvent),
          base,
        } as RequestEvent),
      ).toBeNull();
    }
  });

  it("takes the first ending of an attempt and no other", () => {
    const { request } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
    );
    expect(advance(request, done("a1"))).toBeNull();
    expect(
      advance(request, {
        ...at,
        kind: "attempt-failed",
        attemptId: "a1",
        failure: { kind: "model-other", detail: "" },
        tookMs: 1,
      }),
    ).toBeNull();
  });

  it.each(["server-cancelled", "server-died", "disconnected", "call-ended"] as const)(
    "sends nothing to a server that no longer waits (%s)",
    (kind) => {
      const because = kind === "call-ended" ? { kind, afterMs: 5 } : { kind };
      for (const events of [[], [(s: HeldRequest) => approveRequest(s, "a1")]]) {
        const { request, effects } = walk(fresh(), ...events, () => ({
          ...at,
          kind: "cancelled",
          because,
        }));
        expect(effects.at(-1)).toEqual({ kind: "settle", settlement: { kind: "silence" } });
        expect(request.phase).toMatchObject({ ending: { kind: "cancelled", because } });
      }
    },
  );
});

describe("what a request holds and belongs to", () => {
  const { id, requester, origin, reply, asked, askedHash, proposed, flags, media } =
    fresh(EMBEDDED);
  const came = { id, requester, origin, reply, asked, askedHash, proposed, flags, media };
  const received: RequestEvent = { ...came, kind: "received", atMs: 1, by: { kind: "server" } };
  const medium = {
    ref: `countersign-media:${"a".repeat(64)}` as const,
    bytes: 1,
    validBase64: true,
  };

  it("begins with one event only", () => {
    const begun = advance(null, received);
    expect(begun).toEqual({
      request: {
        ...fresh(EMBEDDED),
        timeline: [{ kind: "received", atMs: 1, by: { kind: "server" } }],
      },
      effects: [],
    });
    expect(advance(null, done("a1"))).toBeNull();
    expect(begun && advance(begun.request, received)).toBeNull();
  });

  it("changes in any phase, without any change of what is to be decided", () => {
    const round = { number: 1, limit: 2 };
    const cancelled: RequestEvent = { ...at, kind: "cancelled", because: { kind: "quit" } };
    const { request: ended } = walk({ ...fresh(EMBEDDED), round }, () => cancelled);
    for (const request of [{ ...fresh(EMBEDDED), round }, ended]) {
      const { request: after, effects } = walk(
        request,
        () => ({ ...at, kind: "grouped", siblings: ["s1", "s9"] }),
        () => ({ ...at, kind: "media-kept", medium }),
        () => ({ ...at, kind: "rounds-allowed", limit: 4 }),
      );
      expect(effects).toEqual([]);
      expect(after).toEqual({
        ...request,
        reply: { kind: "embedded", key: "a", siblings: ["s1", "s9"] },
        media: [medium],
        round: { number: 1, limit: 4 },
      });
      expect(advance(after, { ...at, kind: "media-kept", medium })).toBeNull();
    }
  });

  it("returns null when there is nothing to change", () => {
    expect(advance(fresh(), { ...at, kind: "grouped", siblings: ["s1"] })).toBeNull();
    expect(advance(fresh(), { ...at, kind: "rounds-allowed", limit: 4 })).toBeNull();
  });

  it("starts the longest wait again at each gate, and pauses it while a model works", () => {
    const limit = { limit: 100, scope: "all" as const };
    const until = (request: HeldRequest | undefined) => request?.waits?.atMs;
    const begun = advance(null, { ...received, longestWait: limit } as RequestEvent)?.request;
    if (begun === undefined) throw new Error("not begun");
    expect(begun.waits).toEqual({ atMs: 101, totalMs: 100, scope: "all" });
    const held = walk(begun, () => ({ ...at, kind: "media-kept", medium })).request;
    expect(until(held)).toBe(101);
    const asked = walk(held, (s) => approveRequest(s, "a1")).request;
    expect(until(asked)).toBeUndefined();
    const answered = walk(asked, () => ({ ...done("a1"), atMs: 50 })).request;
    expect(until(answered)).toBe(150);
    const ready = walk(answered, (s) => approveResponse(s, "a1")).request;
    expect(until(ready)).toBeUndefined();
    const back = walk(ready, () => ({ ...at, kind: "taken-back", atMs: 70 })).request;
    expect(until(back)).toBe(170);
    const again = walk(back, (s) => ({
      ...at,
      atMs: 80,
      kind: "returned-to-request" as const,
      base: { revision: s.revision, hash: "asked" },
    })).request;
    expect(until(again)).toBe(180);
    const { request: over } = walk(again, () => ({
      ...at,
      kind: "cancelled",
      because: { kind: "quit" },
    }));
    expect([over.waits, over.longestWait]).toEqual([undefined, undefined]);
  });
});

describe("candidates", () => {
  it("are queued, and each gets exactly what was approved for it", () => {
    const options = { parallelToolCalls: false as const };
    const { request, effects } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      (s) => ({ ...approveRequest(s, "a2", true), options }) as RequestEvent,
    );
    expect(effects.map((effect) => "attemptId" in effect && effect.attemptId)).toEqual(["a1"]);
    expect(isGenerating(request)).toBe(true);
    const started = advance(request, { ...at, atMs: 99, kind: "attempt-started", attemptId: "a2" });
    expect(started?.effects).toEqual([
      { kind: "generate", attemptId: "a2", document: ask, model, options },
    ]);
    expect(started?.request.attempts[1]).toMatchObject({ startedAtMs: 10, askedAtMs: 99 });
    // It runs once.
    const again = { ...at, kind: "attempt-started" as const, attemptId: "a2" };
    expect(started && advance(started.request, again)).toBeNull();
  });

  it("that are queued are dropped by a stop, without a call to a model", () => {
    const { request, effects } = walk(
      fresh(),
      (s) => approveRequest(s, "a1", true),
      () => ({ ...at, kind: "stop-asked", attemptId: "a1" }),
    );
    expect(effects).toEqual([]);
    expect(request.attempts[0]?.state).toEqual({ kind: "withdrawn" });
    expect(request.phase).toEqual({ kind: "request" });
  });

  it.each(["rejected", "cancelled", "returned", "answered"] as const)(
    "all end when the request is %s: running ones are aborted, queued ones never start",
    (how) => {
      const { request } = walk(
        fresh(),
        (s) => approveRequest(s, "a1"),
        () => done("a1"),
        (s) => approveRequest(s, "a2"),
        (s) => approveRequest(s, "a3", true),
      );
      const base = { revision: request.revision, hash: "asked" };
      const events: Record<typeof how, RequestEvent> = {
        rejected: { ...at, kind: "rejected", base, tellServer: false },
        cancelled: { ...at, kind: "cancelled", because: { kind: "server-cancelled" } },
        returned: { ...at, kind: "returned-to-request", base },
        answered: approveResponse(request, "a1"),
      };
      const step = advance(request, events[how]);
      expect(step?.effects).toContainEqual({ kind: "abort", attemptId: "a2" });
      expect(step?.request.attempts[2]?.state).toEqual({ kind: "withdrawn" });
      const late = { ...at, kind: "attempt-started" as const, attemptId: "a3" };
      expect(step && advance(step.request, late)).toBeNull();
    },
  );

  it("continue only from an existing attempt", () => {
    const continued = (s: HeldRequest, attemptId: string): RequestEvent =>
      ({
        ...approveRequest(s, "a9"),
        from: { attemptId, how: "again" },
      }) as RequestEvent;
    const { request } = walk(
      fresh(),
      (s) => approveRequest(s, "a1"),
      () => done("a1"),
    );
    expect(advance(request, continued(request, "a7"))).toBeNull();
    expect(advance(request, continued(request, "a1"))?.request.attempts[1]?.from).toEqual({
      attemptId: "a1",
      how: "again",
    });
  });
});

/** Any event, on the current revision or not, naming one of six attempts. */
const anyEvent = (): fc.Arbitrary<(request: HeldRequest) => RequestEvent> => {
  const attemptId = fc.constantFrom("a1", "a2", "a3", "a4", "a5", "a6");
  const stale = fc.boolean();
  const base = (
    request: HeldRequest,
    isStale: boolean,
    hash: string,
  ): { revision: number; hash: string } => ({
    revision: request.revision + (isStale ? 1 : 0),
    hash,
  });
  const failure = { kind: "model-other", detail: "" } as const;
  const refusal = { code: -32000, message: "stopped", reason: "stopped" as const, flags: [] };
  return fc.oneof(
    attemptId.map((id) => (): RequestEvent => ({ ...at, kind: "attempt-started", attemptId: id })),
    fc.record({ attemptId, stale, waits: fc.boolean() }).map(
      ({ attemptId: id, stale: s, waits }) =>
        (request: HeldRequest): RequestEvent =>
          ({
            ...approveRequest(request, id, waits),
            document: { ...ask, maxTokens: request.attempts.length },
            base: base(request, s, "asked"),
          }) as RequestEvent,
    ),
    fc
      .record({ attemptId, stale })
      .map(({ attemptId: id, stale: s }) => (request: HeldRequest): RequestEvent => ({
        ...at,
        kind: "answered-by-hand",
        base: base(request, s, "asked"),
        attemptId: id,
        document: ask,
        documentHash: `doc ${id}`,
        generated: answer(""),
        generatedHash: `gen ${id}`,
      })),
    attemptId.map((id) => () => done(id)),
    attemptId.map((id) => (): RequestEvent => ({
      ...(done(id) as Extract<RequestEvent, { kind: "attempt-done" | "attempt-stopped" }>),
      kind: "attempt-stopped",
    })),
    attemptId.map((id) => (): RequestEvent => ({
      ...at,
      kind: "attempt-failed",
      attemptId: id,
      failure,
      tookMs: 1,
    })),
    attemptId.map((id) => (): RequestEvent => ({ ...at, kind: "stop-asked", attemptId: id })),
    stale.map((s) => (request: HeldRequest): RequestEvent => ({
      ...at,
      kind: "returned-to-request",
      base: base(request, s, "asked"),
    })),
    fc.record({ attemptId, stale }).map(
      ({ attemptId: id, stale: s }) =>
        (request: HeldRequest): RequestEvent =>
          ({
            ...approveResponse(request, id),
            base: base(request, s, `gen ${id}`),
          }) as RequestEvent,
    ),
    fc
      .constantFrom("taken-back", "released", "delivered", "delivery-unknown")
      .map((kind) => (): RequestEvent => ({ ...at, kind })),
    fc.constant((): RequestEvent => ({ ...at, kind: "delivery-failed", detail: "gone" })),
    stale.map((s) => (request: HeldRequest): RequestEvent => ({
      ...at,
      kind: "rejected",
      base: base(request, s, "asked"),
      tellServer: false,
    })),
    fc.constant((): RequestEvent => ({ ...at, kind: "refused", refusal })),
    fc
      .constantFrom("server-cancelled", "quit", "switched-off")
      .map((kind) => (): RequestEvent => ({ ...at, kind: "cancelled", because: { kind } })),
  );
};

describe("any sequence of events", () => {
  const run = (reply: ReplyPath, events: ((s: HeldRequest) => RequestEvent)[]) => {
    let request = fresh(reply);
    const taken: {
      event: RequestEvent;
      before: HeldRequest;
      after: HeldRequest;
      effects: Effect[];
    }[] = [];
    for (const make of events) {
      const event = make(request);
      const step = advance(request, event);
      if (step === null) continue;
      taken.push({ event, before: request, after: step.request, effects: step.effects });
      request = step.request;
    }
    return { request, taken };
  };
  const walks = fc.tuple(
    fc.constantFrom(PUSHED, EMBEDDED),
    fc.array(anyEvent(), { maxLength: 40 }),
  );

  it("settles at most once, and exactly once when it has ended", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        const { request, taken } = run(reply, events);
        const settled = taken.flatMap((t) => t.effects).filter((e) => e.kind === "settle").length;
        expect(settled).toBeLessThanOrEqual(1);
        if (request.phase.kind === "ended" || request.phase.kind === "delivering")
          expect(settled).toBe(1);
        else expect(settled).toBe(0);
      }),
      { numRuns: 2000 },
    );
  });

  it("ends at most once, and afterwards records only, once, whether its error was delivered", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        const { taken } = run(reply, events);
        const endings = taken.filter(
          (t) => t.before.phase.kind !== "ended" && t.after.phase.kind === "ended",
        );
        expect(endings.length).toBeLessThanOrEqual(1);
        for (const t of taken) {
          if (t.before.phase.kind !== "ended") continue;
          expect(t.effects).toEqual([]);
          if (t.after.phase === t.before.phase || t.after.phase.kind !== "ended") continue;
          const { delivery, ...ending } = t.after.phase.ending as Extract<
            Ending,
            { kind: "cancelled" }
          >;
          expect({ ...t.after.phase, ending }).toEqual(t.before.phase);
          expect(delivery).toBeDefined();
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("sends a model only what was approved for that attempt, once", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        const approved = new Map<string, RequestDocument>();
        const asked = new Set<string>();
        for (const { event, effects } of run(reply, events).taken) {
          if (event.kind === "request-approved") approved.set(event.attemptId, event.document);
          for (const effect of effects) {
            if (effect.kind !== "generate") continue;
            expect(effect.document).toBe(approved.get(effect.attemptId));
            expect(asked.has(effect.attemptId)).toBe(false);
            asked.add(effect.attemptId);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("sends a server no result but the document of the last approval", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        let approved: ResponseDocument | null = null;
        for (const { event, effects } of run(reply, events).taken) {
          if (event.kind === "response-approved") approved = event.document;
          if (event.kind === "taken-back") approved = null;
          for (const effect of effects) {
            if (effect.kind === "settle" && effect.settlement.kind === "result") {
              expect(effect.settlement.document).toBe(approved);
            }
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("never changes what was asked, and never loses an attempt", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        for (const { before, after } of run(reply, events).taken) {
          expect(after.asked).toBe(before.asked);
          expect(after.attempts.map((a) => a.id).slice(0, before.attempts.length)).toEqual(
            before.attempts.map((a) => a.id),
          );
          expect(after.revision).toBeGreaterThanOrEqual(before.revision);
        }
      }),
    );
  });

  it("aborts running attempts when the request ends", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        for (const { before, after, effects } of run(reply, events).taken) {
          if (before.phase.kind === "ended" || after.phase.kind !== "ended") continue;
          const ran = after.attempts.filter((a) => a.state.kind === "running").map((a) => a.id);
          const aborted = effects.flatMap((e) => (e.kind === "abort" ? [e.attemptId] : []));
          expect(new Set(aborted)).toEqual(
            new Set(before.phase.kind === "delivering" ? aborted : ran),
          );
          expect(after.attempts.some((a) => a.state.kind === "waiting")).toBe(false);
        }
      }),
    );
  });

  it("keeps attempts queued only while they can still run, and generating only while a response can come", () => {
    fc.assert(
      fc.property(walks, ([reply, events]) => {
        for (const { after } of run(reply, events).taken) {
          const kinds = new Set(after.attempts.map((a) => a.state.kind));
          if (after.phase.kind !== "response") {
            expect(kinds.has("waiting")).toBe(false);
            continue;
          }
          // At gate 2 there is a response, or one may still come.
          expect(
            ["done", "stopped", "running", "waiting"].some((kind) => kinds.has(kind as "done")),
          ).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
