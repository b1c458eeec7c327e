// Requests with invalid texts, sizes and envelopes, and how each has to end.
import { held, image, invalid, line, nested, request, text, user } from "./case.ts";
import { BESIDE_CASES } from "./besideCases.ts";
import type { Case } from "./case.ts";
import { question } from "../support/puppet.ts";

const texts: Case[] = [
  {
    name: "a lone surrogate",
    bytes: (id) => request(id, question("SURROGATE")).replace("SURROGATE", "\\ud800"),
    expected: held(),
  },
  {
    name: "a null character and a right-to-left override",
    bytes: (id) => request(id, question("a\u0000b\u202ec")),
    expected: held(),
  },
  {
    name: "escapes for every character",
    bytes: (id) => request(id, question("ESC")).replace("ESC", "\\u0045\\u0053"),
    expected: held(),
  },
  {
    name: "blanks around everything",
    bytes: (id) => ` \t${request(id, question("blank")).trimEnd()} \r\n`,
    expected: held(),
  },
  {
    name: "a member twice",
    bytes: (id) =>
      request(id, question("TWICE")).replace('"maxTokens":100', '"maxTokens":100,"maxTokens":7'),
    expected: held(),
  },
  {
    name: "a member named __proto__",
    bytes: (id) =>
      request(id, question("P")).replace('"maxTokens"', '"__proto__":{"a":1},"maxTokens"'),
    expected: invalid("params has a member named __proto__"),
  },
  {
    name: "members named constructor and toString",
    bytes: (id) => request(id, question("C", { constructor: 1, toString: 2 })),
    expected: held("extra-member"),
  },
];

const sizes: Case[] = [
  {
    name: "params nested 400 levels",
    bytes: (id) =>
      request(id, question("D")).replace('"maxTokens"', `"deep":${nested(400)},"maxTokens"`),
    expected: invalid(`params.deep${"[0]".repeat(19)}… is nested deeper than 200 levels`),
  },
  {
    name: "params nested 100,000 levels",
    bytes: (id) =>
      request(id, question("D")).replace('"maxTokens"', `"deep":${nested(100_000)},"maxTokens"`),
    expected: invalid(`params.deep${"[0]".repeat(19)}… is nested deeper than 200 levels`),
  },
  {
    name: "an envelope nested 100,000 levels",
    bytes: (id) => `{"jsonrpc":"2.0","id":${id},"method":"x","z":${nested(100_000)}}\n`,
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "a text of 8 MB in one line",
    bytes: (id) => request(id, question("a".repeat(8_000_000))),
    expected: held(),
  },
  {
    name: "a system prompt of 100,000 lines",
    bytes: (id) => request(id, question("S", { systemPrompt: "a\n".repeat(100_000) })),
    expected: held(),
  },
];

const envelopes: Case[] = [
  {
    name: "extra members in the envelope",
    bytes: (id) => request(id, question("E"), { extra: 1 }),
    expected: held(),
  },
  {
    name: "no jsonrpc",
    bytes: (id) => line({ id, method: "sampling/createMessage", params: question("x") }),
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "jsonrpc 1.0",
    bytes: (id) =>
      line({ jsonrpc: "1.0", id, method: "sampling/createMessage", params: question("x") }),
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "an id that is null",
    bytes: () => request(null, question("x")),
    expected: { rubbish: 1 },
  },
  {
    name: "an id that is an object",
    bytes: () => request({ a: 1 }, question("x")),
    expected: { rubbish: 1 },
  },
  {
    name: "an id that is a fraction",
    bytes: (id) => request(id + 0.5, question("half")),
    ids: (id) => [id + 0.5],
    expected: {
      rubbish: 1,
      answers: [
        { code: -32600, message: "Invalid Request: the id is neither a string nor an integer" },
      ],
    },
  },
  {
    name: "an id that is an empty string",
    bytes: () => request("", question("empty id")),
    ids: () => [""],
    expected: held(),
  },
  {
    name: "a method that is a number",
    bytes: (id) => line({ jsonrpc: "2.0", id, method: 7 }),
    expected: { rubbish: 1, answers: [{ code: -32600, message: "Invalid Request" }] },
  },
  {
    name: "a method that nobody offers",
    bytes: (id) =>
      line({ jsonrpc: "2.0", id, method: "sampling/createmessage", params: question("x") }),
    expected: { answers: [{ code: -32601, message: "Method not found" }] },
  },
  {
    name: "a sampling notification",
    bytes: () => line({ jsonrpc: "2.0", method: "sampling/createMessage", params: question("x") }),
    expected: {},
  },
  {
    name: "a request and a result in one",
    bytes: (id) => request(id, question("R"), { result: {} }),
    expected: held(),
  },
  {
    name: "a batch of three",
    bytes: (id) =>
      line([
        JSON.parse(request(id, question("b1"))),
        7,
        JSON.parse(request(`${id}b`, question("b2"))),
      ]),
    ids: (id) => [id, `${id}b`],
    expected: {
      rubbish: 1,
      answers: Array.from({ length: 2 }, () => ({
        code: -32600,
        message: "Invalid Request: this protocol version has no batches",
      })),
    },
  },
  { name: "an empty batch", bytes: () => "[]\n", expected: { rubbish: 1 } },
  {
    name: 'the id 5 and the id "5"',
    bytes: (id) => request(id, question("n")) + request(`${id}`, question("s")),
    ids: (id) => [id, `${id}`],
    expected: { held: [[], []] },
  },
];

const heavy: Case[] = [
  {
    name: "an image of 30 MB",
    bytes: (id) =>
      request(id, question("I")).replace(
        '{"type":"text","text":"I"}',
        JSON.stringify(image("iVBORw0KGgo" + "A".repeat(30_000_001))),
      ),
    expected: held(),
  },
  {
    name: "50,000 messages",
    bytes: (id) => request(id, { messages: Array(50_000).fill(user(text("again"))), maxTokens: 5 }),
    expected: held(),
  },
  {
    name: "1,000 requests at once",
    bytes: (id) =>
      Array.from({ length: 1000 }, (_none, i) => request(`${id}-${i}`, question(`no ${i}`))).join(
        "",
      ),
    expected: { held: Array.from({ length: 1000 }, () => []) },
  },
];

export const WIRE_CASES: Case[] = [...texts, ...sizes, ...envelopes, ...BESIDE_CASES, ...heavy];
