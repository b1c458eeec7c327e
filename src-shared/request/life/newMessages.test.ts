// Nothing passes as known that differs from what was: the turns of three agents, with any text of an earlier part changed.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../dialects/registry.ts";
import { jsonIn } from "../../json.ts";
import type { Json } from "../../json.ts";
import { heldOf } from "../../rules/testing.ts";
import { RECORDED } from "../parts/testing.ts";
import { blocksOf } from "../document/blocks.ts";
import type { Block, RequestDocument } from "../document/message.ts";
import type { HeldRequest } from "./heldRequest.ts";
import { newMessages } from "./newMessages.ts";

const model = { providerId: "p", modelId: "m" };
const requester = { ...heldOf().requester, transport: "endpoint" as const };
const turnOf = (id: string, proposed: RequestDocument, more: Partial<HeldRequest> = {}) => ({
  ...heldOf({}, { id, requester, origin: { kind: "none" }, requestKind: "completion" }),
  conversation: { id: "c" },
  proposed,
  ...more,
});

const agents = RECORDED.map(({ agent, dialect, requests }) => {
  const [first, second] = ["turn1", "turn2"].map((name): RequestDocument => {
    const read = DIALECTS[dialect].read(jsonIn(requests[name]?.body ?? "") ?? null);
    if (!read.ok) throw new Error(`${agent} ${name}`);
    return read.document;
  }) as [RequestDocument, RequestDocument];
  const content = second.messages
    .slice(first.messages.length)
    .filter(({ role }) => role === "assistant")
    .flatMap((message) => blocksOf(message.content))
    .filter(({ text }) => text !== "")
    .map(({ item: _item, ...block }) => block as Block);
  const document = { role: "assistant" as const, model: "m", content };
  const by = { kind: "person" } as const;
  const before = turnOf("before", first, {
    attempts: [
      {
        id: "a",
        by,
        model,
        document: first,
        startedAtMs: 1,
        state: { kind: "done", generated: document, generatedHash: "", tookMs: 1 },
      } as unknown as HeldRequest["attempts"][number],
    ],
    phase: {
      kind: "ended",
      atMs: 2,
      ending: { kind: "replied", document, documentHash: "", attemptId: "a", by },
    } as unknown as HeldRequest["phase"],
  });
  return { agent, first, second, before };
});

type Place = (string | number)[];
/** The places of texts, but of those that say only who asks. */
function textsIn(value: Json | undefined, path: Place = []): Place[] {
  const last = String(path.at(-1));
  const isVolatile = /^(contentForm|metadata|client_metadata|prompt_cache_key|cache_control)$/.test(
    last,
  );
  if (isVolatile && (path[0] === "completion" || last.startsWith("c"))) return [];
  if (typeof value === "string") return value.startsWith("x-anthropic-billing") ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    textsIn(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}
function withText(value: Json, [name, ...rest]: Place, change: (text: string) => string): Json {
  if (name === undefined) return change(String(value));
  const copy = structuredClone(value) as Record<string | number, Json>;
  copy[name] = withText(copy[name] ?? null, rest, change);
  return copy;
}

describe.each(agents)("a turn of $agent", ({ first, second, before }) => {
  const now = turnOf("now", second);

  it("has only its own messages as new", () => {
    const fresh = newMessages([before, now], now);
    expect([...(fresh ?? [])]).toEqual([second.messages.length - 1]);
    expect(newMessages([now], now)).toBeNull();
  });

  it("is not known if anything that was sent before is another text", () => {
    const known = { ...second, messages: second.messages.slice(0, first.messages.length) };
    const places = textsIn(known as unknown as Json);
    expect(places.length).toBeGreaterThan(30);
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.constantFrom("x", " ", "\u200b"),
        (place, more) => {
          const edited = withText(second as unknown as Json, place, (text) => text + more);
          const turn = turnOf("now", edited as unknown as RequestDocument);
          expect(newMessages([before, turn], turn), place.join(".")).toBeNull();
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is not known in another conversation, of another program, or after a rejection", () => {
    const other = { ...now, conversation: { id: "d" } };
    expect(newMessages([before, other], other)).toBeNull();
    const foreign = { ...now, requester: { ...requester, serverId: "srv-2" } };
    expect(newMessages([before, foreign], foreign)).toBeNull();
    const rejected = turnOf("rejected", second, {
      receivedAtMs: 1500,
      phase: { kind: "ended", atMs: 3, ending: { kind: "rejected" } } as HeldRequest["phase"],
    });
    expect(newMessages([before, rejected, now], now)).toBeNull();
  });
});
