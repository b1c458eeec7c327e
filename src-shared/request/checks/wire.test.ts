// The messages and codes on the wire, as literals: comparing a constant with itself proves nothing.
import { describe, expect, it } from "vitest";
import { emptyAnswer } from "../document/blocks.ts";
import type { ResponseDocument } from "../document/message.ts";
import type { ReplyPath } from "../life/heldRequest.ts";
import {
  CLOSING,
  NOT_RECORDED,
  refusalFor,
  REJECTED,
  replyMessage,
  STOPPED,
  acceptsOneBlock,
  toResult,
} from "./wire.ts";
import type { Spoken } from "../../servers/protocol.ts";

const BEFORE: Spoken = { protocolVersion: "2025-11-25" };
const SINCE: Spoken = { protocolVersion: "2026-07-28" };

const pushed: ReplyPath = { kind: "pushed", requestId: 0 };
const embedded: ReplyPath = { kind: "embedded", key: "k", siblings: [] };
const text = { type: "text", text: "Paris" };
const document: ResponseDocument = { role: "assistant", content: text, model: "m" };

describe("codes and messages", () => {
  it("are pinned", () => {
    expect(REJECTED).toEqual({ code: -1, message: "User rejected sampling request" });
    expect(STOPPED).toEqual({
      code: -32060,
      message: "Sampling is stopped at this client",
      reason: "stopped",
      flags: [],
    });
    expect(NOT_RECORDED).toMatchObject({ code: -32061, reason: "not-recorded" });
    expect(CLOSING).toEqual({
      code: -32064,
      message: "The client closed before the request was decided",
      data: { reason: "closing" },
    });
    expect(refusalFor("tool-result-missing").message).toBe("Tool result missing in request");
    expect(refusalFor("tool-results-mixed").message).toBe("Tool results mixed with other content");
    expect(refusalFor("tools-not-declared").code).toBe(-32602);
    expect(refusalFor("duplicate-id").code).toBe(-32600);
    expect(refusalFor("too-large").code).toBe(-32063);
  });

  it("stay short, whatever they name", () => {
    expect(refusalFor("invalid-params", [], "x".repeat(10_000)).message).toHaveLength(500);
  });
});

describe("the message that the server receives", () => {
  it("replies under the request's id, 0 included", () => {
    expect(JSON.stringify(replyMessage(pushed, { kind: "result", document }))).toBe(
      '{"jsonrpc":"2.0","id":0,"result":{"role":"assistant","content":{"type":"text","text":"Paris"},"model":"m"}}',
    );
    const refused = replyMessage(
      { kind: "pushed", requestId: "a-0" },
      { kind: "error", ...REJECTED, data: { note: "not today" } },
    );
    expect(JSON.stringify(refused)).toBe(
      '{"jsonrpc":"2.0","id":"a-0","error":{"code":-1,"message":"User rejected sampling request","data":{"note":"not today"}}}',
    );
    expect(JSON.stringify(replyMessage(pushed, { kind: "error", ...REJECTED }))).toBe(
      '{"jsonrpc":"2.0","id":0,"error":{"code":-1,"message":"User rejected sampling request"}}',
    );
  });

  it("is a field of inputResponses for an embedded request, and nothing when that is declined", () => {
    expect(replyMessage(embedded, { kind: "result", document })).toEqual({ k: document });
    expect(replyMessage(embedded, { kind: "error", ...REJECTED })).toBeNull();
    const odd: ReplyPath = { ...embedded, key: "__proto__" };
    const own = replyMessage(odd, { kind: "result", document });
    expect(Object.keys(own ?? {})).toEqual(["__proto__"]);
  });

  it("is nothing when the server no longer waits", () => {
    expect(replyMessage(pushed, { kind: "silence" })).toBeNull();
    expect(replyMessage(embedded, { kind: "silence" })).toBeNull();
  });
});

describe("one block or a list", () => {
  const request = { messages: [], maxTokens: 1 };
  const list = (...content: (typeof text)[]): ResponseDocument => ({ ...document, content });

  it("is one block for a legacy request without tools", () => {
    expect(toResult(list(text), request, BEFORE)).toEqual(document);
    expect(toResult(list(text, text), request, BEFORE)).toEqual(list(text, text));
    expect(toResult(list(), request, BEFORE)).toEqual(list());
    expect(toResult(document, request, BEFORE)).toBe(document);
  });

  it("stays a list for a request with tools, and in newer protocol versions", () => {
    expect(toResult(list(text), { ...request, tools: [] }, BEFORE)).toEqual(list(text));
    expect(toResult(list(text), { ...request, toolChoice: {} }, BEFORE)).toEqual(list(text));
    expect(toResult(list(text), request, SINCE)).toEqual(list(text));
    expect(acceptsOneBlock(null, BEFORE)).toBe(true);
  });
});

it("starts a response by hand empty, with the model human", () => {
  expect(emptyAnswer()).toEqual({
    role: "assistant",
    content: [{ type: "text", text: "" }],
    model: "human",
    stopReason: "endTurn",
  });
  expect(emptyAnswer().content).not.toBe(emptyAnswer().content);
});
