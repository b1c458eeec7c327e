// Filtering the queue: what it finds, and that a changed request is matched again.
import { expect, it } from "vitest";
import { parse } from "#shared/filter/parse.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { matcherFor } from "./matching.ts";

const request = (id: string, text: string, over: Partial<HeldRequest> = {}): HeldRequest => {
  const asked = { messages: [{ role: "user", content: { type: "text", text } }] };
  return {
    id,
    requester: {
      serverId: "srv",
      name: "Notes",
      transport: "stdio",
      where: "x",
      protocolVersion: "2025-11-25",
      era: "legacy",
      encrypted: null,
    },
    origin: { kind: "none" },
    reply: { kind: "pushed", requestId: 1 },
    receivedAtMs: 0,
    asked,
    askedHash: id,
    proposed: asked,
    flags: [],
    media: [],
    attempts: [],
    timeline: [],
    phase: { kind: "request" },
    revision: 1,
    ...over,
  };
};
const fitting = (text: string): ((one: HeldRequest) => boolean) => {
  const { query } = parse(text);
  if (query === null) throw new Error("a fault");
  return matcherFor(query, 0);
};

it("matches by facts and by words, and NOT negates", () => {
  const both = [request("a", "summarize the report"), request("b", "翻译协议")];
  const fit = (text: string): string[] => both.filter(fitting(text)).map(({ id }) => id);
  expect(fit("server:notes")).toEqual(["a", "b"]);
  expect(fit("summ")).toEqual(["a"]);
  expect(fit("-summ")).toEqual(["b"]);
  expect(fit("协议 is:open")).toEqual(["b"]);
  expect(fit('is:ended OR "the report"')).toEqual(["a"]);
  expect(fit("id:b OR -server:notes")).toEqual(["b"]);
});

it("matches a changed request again", () => {
  const fits = fitting("is:request");
  expect(fits(request("a", "x"))).toBe(true);
  expect(fits(request("a", "x", { phase: { kind: "response" } }))).toBe(false);
});
