// A patch brings the window to exactly main's state, and content is sent once.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { patched, patchOf } from "./patch.ts";
import type { RequestPatch } from "./patch.ts";
import type { HeldRequest } from "../life/heldRequest.ts";
import { shareEqual } from "./shareEqual.ts";

/** The value after a trip over IPC. */
const travelled = (patch: RequestPatch): RequestPatch =>
  JSON.parse(JSON.stringify(patch)) as RequestPatch;

const long = "x".repeat(50_000);
const document = () => ({
  messages: [
    { role: "user", content: { type: "text", text: long } },
    { role: "assistant", content: [{ type: "text", text: `${long}y` }] },
  ],
  systemPrompt: `${long}z`,
  maxTokens: 10,
});

function requestOf(asked: unknown, more: object = {}): HeldRequest {
  const whole = {
    id: "s",
    asked,
    proposed: shareEqual(JSON.parse(JSON.stringify(asked)) as unknown, asked),
    flags: [],
    media: [],
    attempts: [],
    phase: { kind: "request" },
    revision: 0,
    timeline: [{ atMs: 1, kind: "received", by: { kind: "server" } }],
    ...more,
  };
  return whole as unknown as HeldRequest;
}

const sizeOf = (patch: RequestPatch): number => JSON.stringify(patch).length;

describe("content", () => {
  it("of a new sample is sent once, though it is held twice", () => {
    const request = requestOf(document());
    const patch = patchOf(null, request);
    expect(sizeOf(patch)).toBeLessThan(3 * long.length + 2000);
    const made = patched(undefined, travelled(patch));
    expect(made).toEqual(request);
    expect(made?.proposed).toBe(made?.asked);
  });

  it("is sent once even if a field was left out of the proposal", () => {
    const asked = { ...document(), temperature: "hot" };
    const { temperature: _left, ...fits } = asked;
    const request = requestOf(asked, { proposed: shareEqual(structuredClone(fits), asked) });
    const patch = patchOf(null, request);
    expect(sizeOf(patch)).toBeLessThan(3 * long.length + 2000);
    expect(patched(undefined, travelled(patch))).toEqual(request);
  });

  it("is not sent again when it is approved, generated, delivered and ended", () => {
    const before = requestOf(document());
    // As it comes back from the window.
    const approved = shareEqual(document(), before.proposed);
    const running = { id: "a", document: approved, documentHash: "h", state: { kind: "running" } };
    const generated = { role: "assistant", content: { type: "text", text: `${long}answer` } };
    const done = { ...running, state: { kind: "done", generated, generatedHash: "g", tookMs: 1 } };
    const ready = { kind: "ready", document: shareEqual(structuredClone(generated), generated) };
    const steps = [
      { attempts: [running], revision: 1 },
      { attempts: [done], phase: { kind: "response" }, revision: 2 },
      { phase: ready, revision: 3 },
      { phase: { ...ready, kind: "delivering" } },
      { phase: { kind: "ended", ending: { kind: "replied", document: ready.document }, atMs: 9 } },
    ];
    let desk = before;
    let window = patched(undefined, travelled(patchOf(null, before)));
    const sizes = steps.map((step) => {
      const next = { ...desk, ...step } as unknown as HeldRequest;
      const patch = travelled(patchOf(desk, next));
      window = patched(window ?? undefined, patch);
      expect(window).toEqual(next);
      desk = next;
      return sizeOf(patch);
    });
    const [approval, answer, ...others] = sizes;
    expect(approval).toBeLessThan(1000);
    // The response is new: it is sent, once.
    expect(answer).toBeLessThan(long.length + 1000);
    expect(Math.max(...others)).toBeLessThan(1000);
  });

  it("that the user edited is sent by its edited part", () => {
    const before = requestOf(document());
    const edited = structuredClone(document());
    edited.messages[0] = { role: "user", content: { type: "text", text: "short" } };
    const attempts = [
      { id: "a", document: shareEqual(edited, before.proposed), state: { kind: "running" } },
    ];
    const next = { ...before, attempts } as unknown as HeldRequest;
    const patch = travelled(patchOf(before, next));
    expect(sizeOf(patch)).toBeLessThan(1000);
    expect(
      patched(patched(undefined, travelled(patchOf(null, before))) ?? undefined, patch),
    ).toEqual(next);
  });
});

describe("a patch", () => {
  it("keeps unchanged parts as the same objects", () => {
    const before = requestOf(document(), { media: [{ ref: "m" }] });
    const next = { ...before, revision: 1 };
    const window = patched(before, travelled(patchOf(before, next)));
    expect(window).toEqual(next);
    expect(window?.asked).toBe(before.asked);
    expect(window?.media).toBe(before.media);
  });

  it("for a sample that the window does not have gives null", () => {
    const before = requestOf(document());
    expect(patched(undefined, patchOf(before, { ...before, revision: 1 }))).toBeNull();
  });

  it("removes fields, shortens lists, and keeps odd names", () => {
    const asked = JSON.parse('{"__proto__":{"x":1},"constructor":2}') as unknown;
    const before = requestOf(asked, { more: { count: 1, lastAtMs: 1 }, flags: [1, 2, 3] });
    const { more: _gone, ...rest } = { ...before, flags: [1] };
    const next = rest as unknown as HeldRequest;
    const window = patched(undefined, travelled(patchOf(null, before)));
    expect(JSON.stringify(window?.asked)).toBe(JSON.stringify(asked));
    const later = patched(window ?? undefined, travelled(patchOf(before, next)));
    expect(later).toEqual(next);
    expect(Object.hasOwn(later?.asked as object, "__proto__")).toBe(true);
  });

  it("turns any sample into any other", () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const state = fc.oneof(
      fc.record({ kind: fc.constantFrom("running", "waiting") }),
      fc.record({ kind: fc.constantFrom("done", "stopped"), generated: value }),
    );
    const attempts = fc.array(fc.record({ id: fc.string(), document: value, state }));
    const phase = fc.oneof(
      fc.record({ kind: fc.constant("request") }),
      fc.record({ kind: fc.constant("ready"), document: value }),
      fc.record({ kind: fc.constant("ended"), ending: fc.record({ document: value }) }),
    );
    const request = fc.record({ asked: value, proposed: value, attempts, phase });
    fc.assert(
      fc.property(request, request, (one, other) => {
        const [before, next] = [requestOf(one.asked, one), requestOf(other.asked, other)];
        const window = patched(before, travelled(patchOf(before, next)));
        expect(window).toEqual(JSON.parse(JSON.stringify(next)));
        const whole = patched(undefined, travelled(patchOf(null, next)));
        expect(whole).toEqual(JSON.parse(JSON.stringify(next)));
      }),
    );
  });
});

describe("equal content", () => {
  it("shares the original's objects, field by field, and changes nothing else", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 5 }), (a, b) => {
        const copy = structuredClone(a);
        expect(JSON.stringify(shareEqual(copy, b))).toBe(JSON.stringify(a));
        expect(shareEqual(copy, a)).toBe(a);
      }),
    );
  });

  it("does not include objects with their fields in another order", () => {
    const original = { a: { x: 1, y: 2 }, b: { z: 1 } };
    const copy = { a: { y: 2, x: 1 }, b: { z: 1 } };
    const shared = shareEqual(copy, original);
    expect(JSON.stringify(shared)).toBe('{"a":{"y":2,"x":1},"b":{"z":1}}');
    expect(shared.b).toBe(original.b);
  });
});
