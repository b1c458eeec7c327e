// What blocks a decision, and what is only shown.
import { describe, expect, it } from "vitest";
import type { Flag } from "../document/flag.ts";
import type { MediaFacts } from "../document/media.ts";
import type { Block, RequestDocument, ResponseDocument } from "../document/message.ts";
import { checkRequest, checkResponse } from "./validate.ts";
import type { Spoken } from "../../servers/protocol.ts";

const BEFORE: Spoken = { protocolVersion: "2025-11-25" };
const SINCE: Spoken = { protocolVersion: "2026-07-28" };

const brief = (flags: Flag[]): string[] =>
  flags.map((flag) => `${flag.severity} ${flag.code} ${flag.path.join(".")}`);
const text: Block = { type: "text", text: "hello" };
const asked: RequestDocument = { messages: [{ role: "user", content: text }], maxTokens: 100 };
const ref = `countersign-media:${"b".repeat(64)}` as const;
const image: Block = { type: "image", data: ref, mimeType: "image/png" };
const facts: MediaFacts = { ref, bytes: 3, validBase64: true, sniffed: "image/png" };

describe("a request", () => {
  it("is valid unchanged", () => {
    expect(checkRequest(asked, asked, [])).toEqual([]);
  });

  it.each([
    [100, []],
    [1, []],
    [101, ["error max-tokens-above-asked maxTokens"]],
    [0, ["error max-tokens-not-positive maxTokens"]],
    [-5, ["error max-tokens-not-positive maxTokens"]],
    [1.5, ["error max-tokens-not-positive maxTokens"]],
    [2 ** 60, ["error max-tokens-not-positive maxTokens"]],
    [undefined, ["error max-tokens-missing maxTokens"]],
  ])("with maxTokens %s of 100", (maxTokens, flags) => {
    const { maxTokens: _, ...rest } = asked;
    const document = maxTokens === undefined ? rest : { ...rest, maxTokens };
    expect(brief(checkRequest(document, asked, []))).toEqual(flags);
  });

  it("is checked against the schema of its protocol version, if that is known", () => {
    const odd = { ...asked, temperature: "hot" } as unknown as RequestDocument;
    expect(brief(checkRequest(odd, odd, []))).toEqual([]);
    expect(brief(checkRequest(odd, odd, [], "2025-11-25")).join()).toContain("temperature");
  });

  it("can have any maxTokens if none was requested", () => {
    const { maxTokens: _, ...rest } = asked;
    expect(checkRequest({ ...rest, maxTokens: 9999 }, rest, [])).toEqual([]);
    expect(checkRequest({ ...rest, maxTokens: 9999 }, null, [])).toEqual([]);
  });

  it("cannot lose a tool result by editing", () => {
    const messages = [
      { role: "assistant", content: { type: "tool_use", id: "1", name: "n", input: {} } },
    ];
    expect(brief(checkRequest({ ...asked, messages }, asked, []))).toEqual([
      "error tool-result-missing messages.0.content",
    ]);
    const swapped = [{ ...messages[0], role: "user", content: messages[0]?.content ?? text }];
    expect(brief(checkRequest({ ...asked, messages: swapped }, asked, []))).toEqual([
      "error block-malformed messages.0.content",
    ]);
  });

  it("can name only media of the sample, in tool results too", () => {
    const within = (content: Block): RequestDocument => ({
      ...asked,
      messages: [{ role: "user", content: [content] }],
    });
    expect(checkRequest(within(image), asked, [facts])).toEqual([]);
    expect(brief(checkRequest(within(image), asked, []))).toEqual([
      "error media-unknown messages.0.content.0.data",
    ]);
    const inResult: Block = { type: "tool_result", toolUseId: "1", content: [image] };
    const loop: RequestDocument = {
      ...asked,
      messages: [
        { role: "assistant", content: { type: "tool_use", id: "1", name: "n", input: {} } },
        { role: "user", content: inResult },
      ],
    };
    expect(brief(checkRequest(loop, asked, []))).toEqual([
      "error media-unknown messages.1.content.content.0.data",
    ]);
    expect(checkRequest(loop, asked, [facts])).toEqual([]);
    const video = { type: "video", data: ref };
    expect(brief(checkRequest(within(video), asked, []))).toEqual([
      "note block-unknown messages.0.content.0",
      "error media-unknown messages.0.content.0",
    ]);
    expect(brief(checkRequest(within({ ...image, data: "aGk=" }), asked, [facts]))).toEqual([
      "error media-unknown messages.0.content.0.data",
    ]);
  });

  it("is checked in linear time, with any number of media and tools", () => {
    const many = 10_000;
    const uses = Array.from({ length: many }, (_, i) => `t${i}`);
    const refs = uses.map(
      (_, i) => `countersign-media:${i.toString(16).padStart(64, "0")}` as const,
    );
    const document: RequestDocument = {
      ...asked,
      messages: [
        {
          role: "assistant",
          content: uses.map((id) => ({ type: "tool_use", id, name: "n", input: {} })),
        },
        {
          role: "user",
          content: uses.map((toolUseId, i) => ({
            type: "tool_result",
            toolUseId,
            content: [{ ...image, data: refs[i] ?? "" }],
          })),
        },
      ],
    };
    expect(
      checkRequest(
        document,
        asked,
        refs.map((ref) => ({ ...facts, ref })),
      ),
    ).toEqual([]);
  });
});

describe("a response", () => {
  const answer = (change: Partial<ResponseDocument>): ResponseDocument => ({
    role: "assistant",
    content: text,
    model: "m",
    stopReason: "endTurn",
    ...change,
  });
  const check = (change: Partial<ResponseDocument>, request = asked, spoken = BEFORE): string[] =>
    brief(checkResponse(answer(change), request, { spoken, media: [facts] }));
  const tools = { ...asked, tools: [{ name: "weather" }] };

  it("can have one block, or a list of one", () => {
    expect(check({})).toEqual([]);
    expect(check({ content: [text] })).toEqual([]);
    expect(check({ content: image })).toEqual([]);
  });

  it("is one block if a legacy request had no tools, else any number", () => {
    expect(check({ content: [text, image] })).toEqual(["error answer-not-one-block content"]);
    expect(check({ content: [text, image] }, tools)).toEqual([]);
    expect(check({ content: [text, image] }, asked, SINCE)).toEqual([]);
  });

  it("is the assistant's, not empty, and has a stop reason", () => {
    expect(check({ role: "user" })).toEqual(["error role-unknown role"]);
    const { stopReason: _, ...endless } = answer({});
    expect(brief(checkResponse(endless, asked, { spoken: BEFORE }))).toEqual([
      "note stop-reason-missing stopReason",
    ]);
    expect(check({ content: [] })).toEqual(["error answer-empty content"]);
    expect(check({ content: { type: "text", text: "" } })).toEqual(["error answer-empty content"]);
    expect(check({ content: { type: "text", text: " " } })).toEqual([]);
  });

  it("has only content types of its protocol version", () => {
    const sound = { type: "audio", data: ref, mimeType: "audio/wav" };
    const use = { type: "tool_use", id: "1", name: "weather", input: {} };
    const noted = (content: ResponseDocument["content"], protocolVersion: string): string[] =>
      check({ content }, tools, { protocolVersion }).filter((one) => one.includes("revision"));
    expect(noted(sound, "2024-11-05")).toEqual(["note kind-not-in-revision content"]);
    expect(noted(sound, "2025-03-26")).toEqual([]);
    expect(noted([text, use], "2025-06-18")).toEqual(["note kind-not-in-revision content.1"]);
    expect(noted([text, use], "2025-11-25")).toEqual([]);
  });

  it("has blocks with all required fields", () => {
    expect(check({ content: { type: "image", data: ref } })).toEqual([
      "error block-malformed content",
    ]);
    expect(check({ content: { type: "hologram" } })).toEqual(["note block-unknown content"]);
  });
});

it("has no length limit if the request is not known", () => {
  const document: ResponseDocument = { role: "assistant", content: text, model: "m" };
  const options = { spoken: SINCE, writtenTokens: 1_000_000 };
  expect(brief(checkResponse(document, null, options)).join()).not.toContain("answer-too-long");
});
