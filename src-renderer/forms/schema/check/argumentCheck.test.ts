// A hostile schema is stopped by a timeout, and the next check works as usual.
import { Worker } from "node:worker_threads";
import { afterEach, expect, it } from "vitest";
import { ArgumentChecker } from "./argumentCheck.ts";
import type { StartHelper } from "./argumentCheck.ts";
import type { CheckResult } from "./arguments.worker.ts";

const workers: Worker[] = [];
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.terminate();
});

/** The window's worker under Node: the same file, with the two names that it expects. */
const start: StartHelper = (told) => {
  const file = new URL("./arguments.worker.ts", import.meta.url).href;
  const source = `
    const { parentPort } = require("node:worker_threads");
    globalThis.postMessage = (message) => parentPort.postMessage(message);
    globalThis.onmessage = null;
    parentPort.on("message", (data) => globalThis.onmessage({ data }));
    import(${JSON.stringify(file)});
  `;
  const worker = new Worker(source, { eval: true });
  workers.push(worker);
  worker.on("message", (message: CheckResult) => told(message));
  return {
    send: (request) => worker.postMessage(request),
    end: () => void worker.terminate(),
  };
};

const schema = (properties: object): never => ({ type: "object", properties }) as never;
const harmless = schema({ n: { type: "integer" } });

it("checks with regular expressions that end", async () => {
  const checker = new ArgumentChecker(start, 2000);
  const city = schema({ city: { type: "string", pattern: "^[A-Z]" } });
  expect(await checker.check(city, { city: "oslo" })).toEqual({
    kind: "checked",
    faults: [["#/city", { kind: "pattern", want: "^[A-Z]" }]],
    more: 0,
    withoutPatterns: false,
  });
});

it("stops one that does not end, checks without it, and continues", async () => {
  const checker = new ArgumentChecker(start, 500);
  const evil = schema({ a: { type: "string", pattern: "^(a+)+$" }, n: { type: "integer" } });
  const first = checker.check(evil, { a: `${"a".repeat(80)}!`, n: "x" });
  const second = checker.check(harmless, { n: 1 });
  expect(await first).toEqual({
    kind: "checked",
    faults: [["#/n", { kind: "type", want: "integer" }]],
    more: 0,
    withoutPatterns: true,
  });
  expect(await second).toMatchObject({ kind: "checked", faults: [], withoutPatterns: false });
  expect(workers.length).toBe(2);
});

it("stops an exponential schema, and reports a timeout", { tags: ["long"] }, async () => {
  const checker = new ArgumentChecker(start, 300);
  const defs: Record<string, object> = { d0: { type: "string" } };
  for (let i = 1; i < 40; i += 1) {
    const ref = { $ref: `#/$defs/d${i - 1}` };
    defs[`d${i}`] = { allOf: [ref, ref] };
  }
  const bomb = { type: "object", $defs: defs, properties: { a: { $ref: "#/$defs/d39" } } };
  expect(await checker.check(bomb as never, { a: "x" })).toMatchObject({ because: "too-slow" });
  expect(await checker.check(harmless, { n: 1 })).toMatchObject({ kind: "checked", faults: [] });
});

it.each([
  ["a schema with an endless reference", { $ref: "#" }],
  ["a schema with an external reference", { $ref: "https://example.com/schema.json" }],
  ["an invalid schema", { type: "object", properties: { a: 7 } }],
])("survives %s", async (_name, broken) => {
  const checker = new ArgumentChecker(start, 2000);
  const checked = await checker.check(broken as never, { a: 1 });
  expect(["checked", "unchecked"]).toContain(checked.kind);
  expect(await checker.check(harmless, { n: "1" })).toMatchObject({ faults: [["#/n", {}]] });
});

it("does not wait for a worker that never starts", async () => {
  const ended: string[] = [];
  const silent = new ArgumentChecker(
    () => ({ send: () => undefined, end: () => void ended.push("end") }),
    10,
    10,
  );
  expect(await silent.check(harmless, { n: 1 })).toMatchObject({ because: "too-slow" });
  expect(ended).toEqual(["end"]);
});

it("counts the faults beyond those it lists", async () => {
  const checker = new ArgumentChecker(start, 2000);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`p${i}`, "x"]));
  const types = Object.fromEntries(Object.keys(many).map((name) => [name, { type: "integer" }]));
  expect(await checker.check(schema(types), many)).toMatchObject({ more: 30 });
});
