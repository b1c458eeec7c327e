// Media leave and come back exactly; no string of a server can pass for a reference.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../json.ts";
import { isDeeperThan, MAX_DEPTH } from "../checks/depth.ts";
import { externalise, internalise, isMediaRef, MEDIA_PREFIX, mediaRefs } from "./media.ts";
import type { MediaRef } from "./media.ts";

/** A store that counts instead of hashing. */
function shelf() {
  const texts: string[] = [];
  const refOf = (n: number): MediaRef => `${MEDIA_PREFIX}${n.toString(16).padStart(64, "0")}`;
  return {
    texts,
    put: (text: string): MediaRef => {
      if (!texts.includes(text)) texts.push(text);
      return refOf(texts.indexOf(text));
    },
    text: (ref: string): string | null =>
      texts[Number.parseInt(ref.slice(MEDIA_PREFIX.length), 16)] ?? null,
  };
}
const LOOKALIKE = `${MEDIA_PREFIX}${"0".repeat(64)}`;
const image = (data: string) => ({ type: "image", data, mimeType: "image/png" });
const user = (content: Json): Json => ({ role: "user", content });

describe("externalising media", () => {
  it("finds media wherever a content block can be", () => {
    const kept = shelf();
    const request = {
      messages: [
        user(image("one")),
        user([
          { type: "text", text: "data" },
          { ...image("two"), type: "audio" },
        ]),
        user([
          {
            type: "tool_result",
            toolUseId: "t",
            content: [
              image("three"),
              { type: "resource", resource: { uri: "a:b", blob: "four" } },
              { type: "tool_result", content: image("five") },
            ],
          },
        ]),
      ],
    };
    const apart = externalise(request, kept.put);
    expect(kept.texts).toEqual(["one", "two", "three", "four", "five"]);
    expect(JSON.stringify(apart)).not.toMatch(/one|two|three|four|five/);
    expect(mediaRefs(apart)).toHaveLength(5);
    expect(internalise(apart, kept.text)).toEqual({ ok: true, value: request });
    expect(request.messages[0]).toEqual(user(image("one")));
  });

  it("takes any text as data, whatever its length", () => {
    const kept = shelf();
    externalise({ messages: [user(image("")), user(image("not base64 ✗"))] }, kept.put);
    expect(kept.texts).toEqual(["", "not base64 ✗"]);
  });

  it("ignores what only resembles a medium", () => {
    const kept = shelf();
    const params = {
      messages: [
        user({ type: "tool_use", id: "1", name: "draw", input: { type: "image", data: "raw" } }),
        user({ type: "text", text: "x", data: "raw" }),
        user({ type: "image", data: 7, mimeType: "image/png" }),
      ],
      metadata: { content: image("raw"), ref: LOOKALIKE },
    };
    expect(externalise(params, kept.put)).toBe(params);
    expect(kept.texts).toEqual([]);
  });

  it("does not let a server name a medium by its reference", () => {
    const kept = shelf();
    kept.put("somebody else's picture");
    const forged = {
      messages: [
        user(image(LOOKALIKE)),
        user({ type: "video", data: LOOKALIKE }),
        user({ type: "resource", resource: { uri: "a:b", blob: LOOKALIKE } }),
      ],
    };
    const apart = externalise(forged, kept.put);
    expect(JSON.stringify(apart)).not.toContain(LOOKALIKE);
    expect(internalise(apart, kept.text)).toEqual({ ok: true, value: forged });
  });

  it("never takes a text for a reference, in either direction", () => {
    const kept = shelf();
    const params = {
      messages: [
        user({ type: "text", text: LOOKALIKE }),
        user({ type: "resource", resource: { uri: LOOKALIKE, text: LOOKALIKE } }),
        user({ type: "tool_use", id: "1", name: "n", input: { data: LOOKALIKE } }),
        user(LOOKALIKE),
      ],
      systemPrompt: LOOKALIKE,
    };
    expect(externalise(params, kept.put)).toBe(params);
    expect(mediaRefs(params)).toEqual([]);
    const { text } = shelf();
    expect(internalise(params, text)).toEqual({ ok: true, value: params });
    const answer = { role: "assistant", content: { type: "text", text: LOOKALIKE }, model: "m" };
    expect(internalise(answer, text)).toEqual({ ok: true, value: answer });
    expect(mediaRefs({ jsonrpc: "2.0", id: 1, result: answer })).toEqual([]);
    const pictured = { ...answer, content: [image(LOOKALIKE)] };
    expect(mediaRefs({ jsonrpc: "2.0", id: 1, result: pictured })).toEqual([LOOKALIKE]);
  });

  it("fails for an unknown reference", () => {
    expect(internalise({ content: image(LOOKALIKE) }, () => null)).toEqual({
      ok: false,
      failure: { kind: "not-found", what: "media" },
    });
  });

  it("restores a medium after the user changed the type of its block", () => {
    const kept = shelf();
    const ref = kept.put("aGk=");
    const edited = { content: [{ type: "video", data: ref }] };
    expect(internalise(edited, kept.text)).toEqual({
      ok: true,
      value: { content: [{ type: "video", data: "aGk=" }] },
    });
  });

  it("keeps a field named __proto__", () => {
    const kept = shelf();
    const params = JSON.parse(
      '{"messages":[{"role":"user","__proto__":{"a":1},"content":{"type":"image","data":"x"}}]}',
    ) as Json;
    const back = internalise(externalise(params, kept.put), kept.text);
    expect(back.ok && JSON.stringify(back.value)).toBe(JSON.stringify(params));
  });

  it("cuts what is too deep instead of overflowing, so that intake can refuse it", () => {
    let deep: Json = "bottom";
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    const cut = externalise({ messages: [user({ type: "x", deep })], metadata: deep }, shelf().put);
    expect(isDeeperThan(cut, MAX_DEPTH)).toBe(true);
    expect(isDeeperThan(cut, MAX_DEPTH + 1)).toBe(false);
  });

  it("cuts nothing of what was approved: fails where it cannot be restored", () => {
    let deep: Json = "bottom";
    for (let i = 0; i < MAX_DEPTH; i += 1) deep = [deep];
    const failed = { ok: false, failure: { kind: "not-found", what: "media" } };
    expect(internalise({ content: deep }, shelf().text)).toEqual(failed);
  });

  it("leaves 200 levels whole", () => {
    let deep: Json = "bottom";
    for (let i = 0; i < MAX_DEPTH - 1; i += 1) deep = [deep];
    expect(isDeeperThan({ metadata: deep }, MAX_DEPTH)).toBe(false);
    expect(externalise({ metadata: deep }, shelf().put)).toEqual({ metadata: deep });
  });
});

const content = fc.letrec((tie) => ({
  block: fc.oneof(
    fc.record({ type: fc.constant("text"), text: fc.oneof(fc.string(), fc.constant(LOOKALIKE)) }),
    fc.record({ type: fc.constantFrom("image", "audio", "video"), data: fc.string() }),
    fc.record({
      type: fc.constant("tool_result"),
      content: fc.array(tie("block"), { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant("resource"),
      resource: fc.record({ blob: fc.string(), text: fc.string() }),
    }),
    fc.jsonValue(),
  ),
})).block;

describe("any document", () => {
  it("is restored exactly, and has only references in between", () => {
    fc.assert(
      fc.property(fc.array(content), fc.jsonValue(), (blocks, other) => {
        const kept = shelf();
        const params = {
          messages: blocks.map((block) => user(block as Json)),
          other: other as Json,
        };
        const apart = externalise(params, kept.put);
        expect(mediaRefs(apart).every((ref) => isMediaRef(ref) && kept.text(ref) !== null)).toBe(
          true,
        );
        expect(internalise(apart, kept.text)).toEqual({ ok: true, value: params });
      }),
    );
  });
});
