// The response to one program on a real connection: kept alive, never two responses in one stream, and reported as it was.
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { DIALECTS } from "../../src-shared/dialects/registry.ts";
import { textResponse } from "../desk/testing/fakes.ts";
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
  asked.on("response", (response) => response.on("data", (part) => (got += String(part))));
  const [, response] = (await once(server, "request")) as [unknown, http.ServerResponse];
  return {
    responder: new Responder(response, chat, { request: read.document }, () => {}),
    got: () => got,
    signs: () => got.split(chat.keepAlive).length - 1,
  };
}

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
