// What comes beside requests: unexpected responses, cancels, noise, and how each has to end.
import { held, line, request } from "./case.ts";
import type { Case } from "./case.ts";
import { question } from "../support/puppet.ts";

const answersNobodyWaitsFor: Case[] = [
  {
    name: "a result for a call never made",
    bytes: (id) => line({ jsonrpc: "2.0", id: id + 1_000_000, result: {} }),
    expected: {},
  },
  {
    name: "an error for a call never made",
    bytes: (id) => line({ jsonrpc: "2.0", id: id + 1_000_000, error: { code: 1, message: "x" } }),
    expected: {},
  },
  {
    name: "an answer that is neither",
    bytes: (id) => line({ jsonrpc: "2.0", id: id + 1_000_000 }),
    expected: { rubbish: 1 },
  },
  {
    name: "an error under no id",
    bytes: () =>
      line({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }),
    expected: { rubbish: 1 },
  },
];

const cancels: Case[] = [
  {
    name: "a cancel before the request",
    bytes: (id) =>
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }) +
      request(id, question("early")),
    expected: held(),
  },
  {
    name: "a cancel right after the request",
    bytes: (id) =>
      request(id, question("x")) +
      line({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: "no longer" },
      }),
    expected: { cancelled: ["server-cancelled"] },
  },
  {
    name: "a cancel twice",
    bytes: (id) =>
      request(id, question("x")) +
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }).repeat(
        2,
      ),
    expected: { cancelled: ["server-cancelled"] },
  },
  {
    name: "a cancel of the id 0",
    bytes: () =>
      request(0, question("zero")) +
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 0 } }),
    ids: () => [0],
    expected: { cancelled: ["server-cancelled"] },
  },
  {
    name: "a cancel with the id as a string",
    bytes: (id) =>
      request(id, question("x")) +
      line({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: `${id}` } }),
    expected: held(),
  },
  {
    name: "cancels of wrong shapes",
    bytes: () =>
      [{}, { requestId: null }, { requestId: {} }, null, 7]
        .map((one) => line({ jsonrpc: "2.0", method: "notifications/cancelled", params: one }))
        .join(""),
    expected: {},
  },
  {
    name: "a cancel with a reason that is an object",
    bytes: (id) =>
      request(id, question("x")) +
      line({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: { a: 1 } },
      }),
    expected: { cancelled: ["server-cancelled"] },
  },
];

const noise: Case[] = [
  {
    name: "lines that are no JSON",
    bytes: () => 'Listening…\n{not json}\n\n"\n',
    expected: { rubbish: 3 },
  },
  {
    name: "values that are no messages",
    bytes: () => '1\nnull\ntrue\n"x"\n',
    expected: { rubbish: 4 },
  },
  {
    name: "10,000 unknown notifications",
    bytes: () =>
      line({ jsonrpc: "2.0", method: "notifications/made-up", params: { a: 1 } }).repeat(10_000),
    expected: {},
  },
  {
    name: "10,000 log messages of all shapes",
    bytes: () =>
      [1, null, "x", { a: [1] }]
        .map((data) =>
          line({
            jsonrpc: "2.0",
            method: "notifications/message",
            params: { level: "loud", data },
          }),
        )
        .join("")
        .repeat(2500),
    expected: {},
  },
  {
    name: "1,000 list_changed",
    bytes: () => line({ jsonrpc: "2.0", method: "notifications/tools/list_changed" }).repeat(1000),
    expected: {},
  },
  {
    name: "progress for tokens never given",
    bytes: () =>
      line({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: "x", progress: "y" },
      }).repeat(100),
    expected: {},
  },
  {
    name: "a second initialized and an initialize of its own",
    bytes: (id) =>
      line({ jsonrpc: "2.0", method: "notifications/initialized" }) +
      line({ jsonrpc: "2.0", id, method: "initialize", params: {} }),
    expected: { answers: [{ code: -32601, message: "Method not found" }] },
  },
];

export const BESIDE_CASES: Case[] = [...answersNobodyWaitsFor, ...cancels, ...noise];
