// More than a server may ask with default limits, and the exact refusal of each.
import { image, request, text, user } from "./case.ts";
import type { Case, Expected } from "./case.ts";
import { question } from "../support/puppet.ts";

const refused = (reason: string, code: number, message: string): Expected => ({
  refused: [reason],
  answers: [{ code, message, reason }],
});

export const CAP_CASES: Case[] = [
  {
    name: "params with a million members",
    bytes: (id) => {
      const members = Array.from({ length: 1_000_000 }, (_none, i) => `"m${i}":0`).join(",");
      return request(id, question("M")).replace('"maxTokens"', `"more":{${members}},"maxTokens"`);
    },
    expected: refused(
      "too-many-values",
      -32063,
      "The request holds more JSON values than this client accepts",
    ),
  },
  {
    name: "50,000 messages",
    bytes: (id) => request(id, { messages: Array(50_000).fill(user(text("again"))), maxTokens: 5 }),
    expected: refused(
      "too-many-values",
      -32063,
      "The request holds more JSON values than this client accepts",
    ),
  },
  {
    name: "1,001 messages",
    bytes: (id) => request(id, { messages: Array(1001).fill(user(text("again"))), maxTokens: 5 }),
    expected: refused(
      "too-many-messages",
      -32068,
      "The request has more messages than this client accepts",
    ),
  },
  {
    name: "an image of 30 MB",
    bytes: (id) =>
      request(id, question("I")).replace(
        '{"type":"text","text":"I"}',
        JSON.stringify(image(`iVBORw0KGgo${"A".repeat(30_000_001)}`)),
      ),
    expected: refused(
      "medium-too-large",
      -32069,
      "An image or audio block of the request is larger than this client accepts",
    ),
  },
  {
    name: "a text of 8 MB in a single line",
    bytes: (id) => request(id, question("a".repeat(8_000_000))),
    expected: refused(
      "text-too-long",
      -32062,
      "The texts of the request are longer than this client accepts",
    ),
  },
  {
    name: "a text of 40 MB",
    bytes: (id) => request(id, question("a".repeat(40_000_000))),
    expected: refused("too-large", -32063, "The request is larger than this client accepts"),
  },
  {
    name: "a text of 70 MB, beyond what any line may have",
    bytes: (id) => request(id, question("a".repeat(70_000_000))),
    expected: refused("too-large", -32063, "The request is larger than this client accepts"),
  },
];

export const FLOOD_CASES: Case[] = [
  {
    name: "1,000 requests at once: as many as may come at once are held, the others counted in one row",
    bytes: (id) =>
      Array.from({ length: 1000 }, (_none, i) => request(`${id}-${i}`, question(`no ${i}`))).join(
        "",
      ),
    expected: { held: Array.from({ length: 120 }, () => []), refused: ["rate-limited"] },
  },
];
