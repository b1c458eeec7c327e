// The response to one program on a real connection: kept alive, never two responses in one stream, and reported as it was.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DIALECTS } from "#shared/dialects/registry.ts";
import { textResponse } from "../../core/testing/fakes.ts";
import { Responder } from "./responder.ts";

const FACTS = { id: "1", createdS: 1 };
const chat = DIALECTS["openai-chat"];
const ended: (() => void)[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  for (const end of ended.splice(0)) end();
});

/** A program that waits for a stream, and what it got so far. */
async function waiting() {
  const read = chat.read({ model: "m", messages: [{ role: "user", content: "Hi." }] });
  if (!read.ok) throw new Error(read.error.message);
  const server = http.createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const asked = http.get({ host: "127.0.0.1", port });
  ended.push(() => {
    asked.destroy();
    server.close();
  });
  let got = "";
  let status: number | undefined;
  // A test may end before the response.
  asked.on("error", () => {});
  asked.on("response", (response) => {
    status = response.statusCode;
    response.on("data", (part) => (got += String(part)));
  });
  const [, response] = (await once(server, "request")) as [unknown, http.ServerResponse];
  return {
    responder: new Responder(response, chat, { request: read.document }, () => {}),
    request: read.document,
    response,
    got: () => got,
    status: () => status,
    signs: () => got.split(chat.keepAlive).length - 1,
  };
}

it("sends a part before whatever else happens in the same turn", async () => {
  const { responder, response } = await waiting();
  responder.live("Hello", FACTS);
  expect(response.socket?.bytesWritten).toBeGreaterThan(0);
  expect(response.socket?.writableLength).toBe(0);
});

it("keeps a stream alive before its first part, and between its parts", async () => {
  const { responder, got, signs } = await waiting();
  vi.advanceTimersByTime(900);
  await vi.waitFor(() => expect(signs()).toBe(1));
  responder.live("Hello", FACTS);
  vi.advanceTimersByTime(4999);
  responder.live(" there", FACTS);
  await vi.waitFor(() => expect(got()).toContain(" there"));
  vi.advanceTimersByTime(4999);
  expect(signs()).toBe(1);
  vi.advanceTimersByTime(5001);
  await vi.waitFor(() => expect(signs()).toBe(3));
  expect(await responder.result(textResponse("Hello there."), FACTS)).toEqual({ kind: "sent" });
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(got()).toMatch(/\[DONE\]\s*$/));
});

it("names the model that responds in every event", async () => {
  for (const early of [true, false]) {
    const { responder, got } = await waiting();
    if (early) responder.live("Hello", { ...FACTS, model: "m-20250929" });
    const document = { ...textResponse("Hello there."), model: "m-20250929" };
    await responder.result(document, FACTS);
    await vi.waitFor(() => expect(got()).toMatch(/\[DONE\]\s*$/));
    const named = [...got().matchAll(/"model":"([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(named)).toEqual(new Set(["m-20250929"]));
  }
});

it("reports a response as not sent if its stream had begun with another one", async () => {
  const { responder, got } = await waiting();
  responder.live("Hello", FACTS);
  expect(await responder.result(textResponse("Good day."), FACTS)).toEqual({
    kind: "not-sent",
    detail: "the stream had begun with another response",
  });
  await vi.waitFor(() => expect(got()).toContain("response_changed"));
  expect(got()).not.toContain("Good day.");
});

it("rejects by HTTP status before the first keep-alive, afterwards by an event", async () => {
  const rejection = { status: 403, code: "user_rejected", message: "User rejected the request" };
  const early = await waiting();
  expect(await early.responder.refusal(rejection, FACTS)).toEqual({ kind: "sent" });
  await vi.waitFor(() => expect(early.got()).toContain("user_rejected"));
  expect(early.status()).toBe(403);
  const late = await waiting();
  vi.advanceTimersByTime(900);
  await vi.waitFor(() => expect(late.signs()).toBe(1));
  expect(await late.responder.refusal(rejection, FACTS)).toEqual({ kind: "sent", begun: true });
  const event = chat.events(late.request, FACTS).fail(rejection);
  await vi.waitFor(() => expect(late.got()).toBe(chat.keepAlive + event));
  expect(late.status()).toBe(200);
});

it("sends a provider's error as it came before the first sign, afterwards its words as an event", async () => {
  const body = '{ "error": {"message":"Slow down"} }';
  const provider = { status: 429, message: "Slow down", body, retryAfter: "7" };
  const refusal = { status: 429, code: "slow", message: "Slow down", provider };
  const early = await waiting();
  await early.responder.refusal(refusal, FACTS);
  await vi.waitFor(() => expect(early.got()).toBe(body));
  expect(early.status()).toBe(429);
  const late = await waiting();
  vi.advanceTimersByTime(900);
  await vi.waitFor(() => expect(late.signs()).toBe(1));
  await late.responder.refusal(refusal, FACTS);
  await vi.waitFor(() => expect(late.got()).toContain('"message":"Slow down"'));
  expect(late.status()).toBe(200);
});
