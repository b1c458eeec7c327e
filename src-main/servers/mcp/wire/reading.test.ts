// Reading bytes: lines, events, envelopes, whatever the chunks; compared with simple implementations.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteLines } from "../transports/byteLines.ts";
import { readEnvelope } from "./envelope.ts";
import { longFetch, NetworkError } from "../transports/longFetch.ts";
import { createLoginShell } from "../transports/loginShell.ts";
import { ServerTimeoutEstimate } from "../requests/serverTimeout.ts";
import { EventRewriter } from "../transports/sse.ts";
import { TopLevelScanner } from "./topLevel.ts";

/** The bytes cut at arbitrary places. */
function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)), bytes.length];
  at.sort((a, b) => a - b);
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}

const encoded = (text: string): Uint8Array => new TextEncoder().encode(text);
const places = fc.array(fc.nat(10_000), { maxLength: 20 });
const texts = fc.string({
  unit: fc.constantFrom("a", "é", "长", "😀", " ", "{", '"'),
  maxLength: 30,
});

function linesOf(chunks: Uint8Array[], options = {}): string[] {
  const found: string[] = [];
  const lines = new ByteLines(
    { line: (text) => void found.push(text), oversized: (o) => void found.push(`#${o.bytes}`) },
    options,
  );
  for (const chunk of chunks) lines.push(chunk);
  lines.end();
  return found;
}

it("finds the same lines however the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(texts), fc.constantFrom("\n", "\r\n"), places, (wanted, end, at) => {
      const bytes = encoded(wanted.map((line) => line + end).join(""));
      expect(linesOf(cut(bytes, at))).toEqual(wanted);
    }),
  );
});

it("ends a line at a lone carriage return where asked, and never twice at CR LF", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(texts, fc.constantFrom("\n", "\r\n", "\r"))),
      places,
      (wanted, at) => {
        // An empty line after a lone CR that LF alone ends reads as one CR LF: not ambiguous here.
        const clear = wanted.filter(
          ([text], i) => !(text === "" && wanted[i - 1]?.[1] === "\r" && wanted[i]?.[1] === "\n"),
        );
        const joined = clear.map(([text, end]) => text + end).join("");
        const plain = joined.split(/\r\n|\r|\n/).slice(0, -1);
        expect(linesOf(cut(encoded(joined), at), { loneCr: true })).toEqual(plain);
      },
    ),
  );
});

it("does not keep a line beyond the cap, and finds its id only at the top level", () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const id = fc.oneof(fc.integer(), fc.string());
  fc.assert(
    fc.property(json, id, fc.boolean(), places, (params, wanted, first, at) => {
      const message = first
        ? { id: wanted, method: "m", params: { id: "inner", method: "no", params } }
        : { params: [params, { id: "inner" }], method: "m", jsonrpc: "2.0", id: wanted };
      const top = new TopLevelScanner();
      for (const chunk of cut(encoded(JSON.stringify(message)), at)) top.push(chunk);
      expect([top.id, top.method]).toEqual([wanted, "m"]);
    }),
  );
  expect(linesOf([encoded("12345\n123456\n1")], { maxBytes: 5 })).toEqual(["12345", "#6", "1"]);
});

it("rewrites an event stream and loses nothing but what was taken", async () => {
  const event = fc.record({
    type: fc.constantFrom(undefined, "message", "endpoint"),
    id: fc.option(fc.constantFrom("1", "2"), { nil: undefined }),
    data: fc.array(fc.constantFrom("x", '{"a":1}', ""), { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event), places, async (events, at) => {
      const text = events
        .map(({ type, id, data }) =>
          [
            ...(type === undefined ? [] : [`event: ${type}`]),
            ...(id === undefined ? [] : [`id:${id}`]),
            ...data.map((line) => `data: ${line}`),
            "\n",
          ].join("\n"),
        )
        .join("");
      const heard: string[] = [];
      const rewriter = new EventRewriter({
        message: (data) => {
          heard.push(data);
          return ["taken"];
        },
        oversized: () => {},
      });
      let out = "";
      for (const chunk of cut(encoded(text), at)) {
        out += Buffer.from((await rewriter.push(chunk)) ?? []).toString("utf8");
      }
      const messages = events.filter(({ type }) => type !== "endpoint");
      expect(heard).toEqual(messages.map(({ data }) => data.join("\n")));
      expect(out.match(/^data: taken$/gm)?.length ?? 0).toBe(messages.length);
      const ids = events.filter(({ id }) => id !== undefined);
      expect(out.match(/^id:/gm)?.length ?? 0).toBe(ids.length);
    }),
  );
});

it.each([
  [{ jsonrpc: "2.0", id: 0, method: "m" }, "request"],
  [{ jsonrpc: "2.0", id: "", method: "m", params: 5, more: 1 }, "request"],
  [{ jsonrpc: "2.0", method: "m" }, "notification"],
  [{ jsonrpc: "2.0", id: 1, result: {} }, "result"],
  [{ id: 1, result: {} }, "result"],
  [{ jsonrpc: "2.0", id: 1, result: null }, "bad-answer"],
  [{ jsonrpc: "2.0", id: 1 }, "bad-answer"],
  [{ jsonrpc: "2.0", id: 1, error: "no" }, "error"],
  [{ jsonrpc: "1.0", id: 1, method: "m" }, "broken"],
  [{ id: 1, method: {} }, "broken"],
  [{ jsonrpc: "2.0", id: 1, metod: "m" }, "broken"],
  [{ jsonrpc: "2.0", id: null, method: "m" }, "unreadable"],
  [{ jsonrpc: "2.0", id: {}, method: "m" }, "unreadable"],
  [{ method: "m" }, "unreadable"],
  [null, "unreadable"],
  [[], "unreadable"],
  ["text", "unreadable"],
])("reads %j as %s", (raw, kind) => {
  expect(readEnvelope(raw).kind).toBe(kind);
});

it("never throws, whatever JSON arrives", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (raw) => {
      expect(readEnvelope(raw)).toHaveProperty("kind");
    }),
  );
});

it("learns a server's timeout from two equal endings, and unlearns it", () => {
  const patience = new ServerTimeoutEstimate();
  patience.recordTimeout(60_000);
  expect(patience.deadline(5)).toBeUndefined();
  patience.recordTimeout(60_300);
  expect(patience.deadline(5)).toEqual({ atMs: 60_005, totalMs: 60_000 });
  patience.recordWait(59_000);
  expect(patience.deadline(5)).toBeDefined();
  patience.recordWait(80_000);
  expect(patience.deadline(5)).toBeUndefined();
});

it("reports the network's error, and whether the request was sent", async () => {
  const refused = await longFetch("http://127.0.0.1:9/").catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NetworkError);
  expect(refused).toMatchObject({ code: "ECONNREFUSED", uploaded: false });
  const server = createServer((request) => {
    request.resume();
    request.on("end", () => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const cut = await longFetch(url, { method: "POST", body: "x" }).catch((error: unknown) => error);
  expect(cut).toMatchObject({ code: "ECONNRESET", uploaded: true });
  const aborted = await longFetch(url, { signal: AbortSignal.abort() }).catch((e: unknown) => e);
  expect(aborted).toMatchObject({ name: "AbortError" });
  await new Promise((resolve) => server.close(resolve));
});

it("ends a running response when it is aborted, however long it was silent", async () => {
  let gone: () => void = () => {};
  const closed = new Promise<void>((resolve) => {
    gone = resolve;
  });
  const server = createServer((_request, response) => {
    response.on("close", gone);
    response.writeHead(200).write("first");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const abort = new AbortController();
  const response = await longFetch(url, { signal: abort.signal });
  const reader = response.body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
  const more = reader?.read().catch((error: unknown) => error);
  abort.abort();
  expect(await more).toBeInstanceOf(Error);
  await closed;
  await new Promise((resolve) => server.close(resolve));
});

it("puts the login shell's PATH first, and works without a shell that hangs", async () => {
  const own = [...new Set(process.env["PATH"]?.split(":") ?? [])];
  const asked = createLoginShell(() => Promise.resolve({ PATH: "/from/shell:/bin" }));
  expect((await asked.path()).split(":").slice(0, 2)).toEqual(["/from/shell", "/bin"]);
  const hanging = createLoginShell(() => new Promise(() => {}), 5);
  const places = (await hanging.path()).split(":");
  expect(places.slice(0, own.length)).toEqual(own);
  expect(places).toContain("/opt/homebrew/bin");
  const broken = createLoginShell(() => Promise.reject(new Error("no shell")));
  expect(await broken.path()).toContain(".local/bin");
  expect(await broken.variable("PATH")).toBeNull();
  const set = createLoginShell(() => Promise.resolve({ A_KEY: "secret", EMPTY: "" }));
  expect([await set.variable("A_KEY"), await set.variable("EMPTY")]).toEqual(["secret", null]);
});

it("asks the real login shell", async () => {
  expect((await createLoginShell().path()).split(":")).toContain("/usr/bin");
});

it("does not keep an event of endless lines, and finds its id", { tags: ["long"] }, async () => {
  const found: unknown[] = [];
  const seen: string[] = [];
  const rewriter = new EventRewriter({
    message: (data) => {
      seen.push(data);
      return [];
    },
    oversized: (what) => void found.push(what),
  });
  const line = new TextEncoder().encode(`data: ${" ".repeat(1024 * 1024)}\n`);
  await rewriter.push(new TextEncoder().encode('data: {"id": 7, "method": "x", "params":\n'));
  for (let i = 0; i < 70; i += 1) await rewriter.push(line);
  await rewriter.push(new TextEncoder().encode("data: 0}\n\ndata: 1\n\n"));
  const bytes = '{"id": 7, "method": "x", "params":'.length + 70 * 1024 * 1024 + "0}".length + 72;
  const head = expect.stringMatching(/^\{"id": 7, "method": "x", "params":\n +$/);
  expect(found).toEqual([{ id: 7, method: "x", bytes, head }]);
  expect(seen).toEqual(["1"]);
});

it("keeps the order of events where one of them is read asynchronously", async () => {
  const rewriter = new EventRewriter({
    message: (data) =>
      data === "1"
        ? new Promise((resolve) => setTimeout(() => resolve(["first"]), 20))
        : [`then ${data}`],
    oversized: () => {},
  });
  const out = await rewriter.push(new TextEncoder().encode("data: 1\n\ndata: 2\n\n"));
  expect(new TextDecoder().decode(out ?? undefined)).toBe("data: first\n\ndata: then 2\n\n");
});

it(
  "finds the id of a line beyond the cap at any place, whatever the text around it",
  { tags: ["long"] },
  () => {
    const object = fc.record({
      before: fc.string({ unit: "binary", maxLength: 60 }),
      inner: fc.record({
        id: fc.integer(),
        text: fc.constantFrom("\\", '"', '\\"', "{[", "]}", "a\nb"),
      }),
      id: fc.oneof(fc.integer(), fc.string({ maxLength: 20 })),
      method: fc.constant("sampling/createMessage"),
      after: fc.array(fc.string({ maxLength: 40 }), { maxLength: 8 }),
    });
    fc.assert(
      fc.property(
        object,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 40 }),
        (value, size, cap) => {
          const bytes = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
          const found: unknown[] = [];
          const lines = new ByteLines(
            { line: () => {}, oversized: ({ id, method }) => void found.push({ id, method }) },
            { maxBytes: cap },
          );
          for (let at = 0; at < bytes.length; at += size) lines.push(bytes.subarray(at, at + size));
          expect(found).toEqual([{ id: value.id, method: value.method }]);
        },
      ),
    );
  },
);
