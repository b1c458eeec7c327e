// Tool uses of a response against the request: flagged for every response, an error only where a server's
// parser would refuse it.
import { describe, expect, it } from "vitest";
import type { Block, RequestDocument, ResponseDocument } from "../document/message.ts";
import { checkRequest, checkResponse } from "./validate.ts";
import type { Spoken } from "../../servers/protocol.ts";

const BEFORE: Spoken = { protocolVersion: "2025-11-25" };
const SINCE: Spoken = { protocolVersion: "2026-07-28" };

const asked: RequestDocument = {
  messages: [{ role: "user", content: { type: "text", text: "?" } }],
  maxTokens: 10,
};
const tools = { ...asked, tools: [{ name: "weather" }, { name: "tides" }] };
const text: Block = { type: "text", text: "words" };
const use = (name: string, id = "1"): Block => ({ type: "tool_use", id, name, input: {} });

const check = (
  content: Block | Block[],
  request: RequestDocument = tools,
  more: { stopReason?: string; spoken?: Spoken } = {},
): string[] => {
  const blocks = Array.isArray(content) ? content : [content];
  const called = blocks.some((block) => block.type === "tool_use");
  const document: ResponseDocument = {
    role: "assistant",
    content,
    model: "m",
    stopReason: more.stopReason ?? (called ? "toolUse" : "endTurn"),
  };
  return checkResponse(document, request, { spoken: more.spoken ?? BEFORE }).map(
    ({ severity, code, path }) => `${severity} ${code} ${path.join(".")}`,
  );
};

describe("tool uses in a response", () => {
  it("can be several, each of an offered tool", () => {
    expect(check([text, use("weather", "a"), use("tides", "b")])).toEqual([]);
  });

  it("are a note if the tool is unknown, and an error for a server that offered no tools", () => {
    expect(check([text, use("rm")])).toEqual(["note tool-undeclared content.1"]);
    expect(check(use("rm"))).toEqual(["note tool-undeclared content"]);
    expect(check(use("weather"), asked)).toEqual(["error tool-undeclared content"]);
    expect(check(use("weather"), asked, { spoken: SINCE })).toEqual([
      "note tool-undeclared content",
    ]);
  });

  it("have unique ids", () => {
    expect(check([use("weather"), use("tides"), use("weather", "2")])).toEqual([
      "note tool-use-id-twice content.1.id",
    ]);
  });

  it("are expected when required, and not when the choice is none", () => {
    const required = { ...tools, toolChoice: { mode: "required" } };
    const none = { ...tools, toolChoice: { mode: "none" } };
    expect(check(text, required)).toEqual(["note tool-use-required content"]);
    expect(check(use("weather"), required)).toEqual([]);
    expect(check(text, none)).toEqual([]);
    expect(check([use("weather")], none)).toEqual(["note tool-use-under-none content.0"]);
    expect(check(use("weather"), { ...tools, toolChoice: { mode: "auto" } })).toEqual([]);
  });

  it("match the stop reason", () => {
    expect(check(use("weather"), tools, { stopReason: "endTurn" })).toEqual([
      "note stop-reason-mismatch stopReason",
    ]);
    expect(check(text, tools, { stopReason: "toolUse" })).toEqual([
      "note stop-reason-mismatch stopReason",
    ]);
  });
});

describe("the tools of a request", () => {
  const checked = (change: Partial<RequestDocument>): string[] =>
    checkRequest({ ...asked, ...change }, asked).map(({ severity, code }) => `${severity} ${code}`);

  it("can all be removed", () => {
    expect(checked({ tools: [] })).toEqual([]);
    expect(checked({ tools: [], toolChoice: { mode: "auto" } })).toEqual([]);
    expect(checked({ tools: [], toolChoice: { mode: "required" } })).toEqual([
      "note tool-choice-without-tools",
    ]);
  });

  it("have unique names, and a choice of the protocol", () => {
    expect(checked({ tools: [{ name: "a" }, { name: "a" }] })).toEqual(["error tool-name-twice"]);
    expect(checked({ tools: [{ name: "a" }], toolChoice: { mode: "any" } })).toEqual([
      "error tool-choice-unknown",
    ]);
    expect(checked({ tools: [{ name: "a" }], toolChoice: { other: 1 } })).toEqual([]);
  });
});
