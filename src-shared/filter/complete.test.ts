// What is offered while a filter is typed, and which part of it that replaces. `|` is the caret.
import fc from "fast-check";
import { expect, it } from "vitest";
import { complete } from "./complete.ts";
import { fieldNamed } from "./fields.ts";
import { parse } from "./parse.ts";

const known = { servers: ["github", "my server", "本地"], models: ["claude-opus-4", "gpt-5"] };

/** The text after the first offer, and the first four of them. */
function offers(marked: string): [string, string[]] | null {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "");
  const found = complete(text, caret, known);
  if (found === null) return null;
  const [first] = found.items;
  const after = text.slice(0, found.start) + (first?.insert ?? "") + text.slice(found.end);
  return [after, found.items.slice(0, 4).map(({ insert }) => insert)];
}

it("completes by the value first, then by its label", () => {
  const shown = (field: string, value: string): string =>
    field === "reason" && value === "rate-limited" ? "Too many a minute" : "";
  const offered = (text: string): string[] =>
    (complete(text, text.length, known, shown)?.items ?? []).map(({ insert }) => insert);
  expect(offered("reason:minu")).toEqual(["rate-limited "]);
  const too = offered("reason:too");
  expect([too.indexOf("too-large ") < too.indexOf("waited-too-long "), too.at(-1)]).toEqual([
    true,
    "rate-limited ",
  ]);
  expect(offered("tool:minu")).toEqual([]);
});

it.each<[string, string, string[]]>([
  ["|", "server:", ["server:", "is:", "tool:", "model:"]],
  ["se|", "server:", ["server:", "session:"]],
  ["from|", "server:", ["server:"]],
  ["a TOK|", "a tokens:", ["tokens:"]],
  ["-to|", "-tool:", ["tool:", "tokens:", "took:", "tools:"]],
  ["is:|", "is:open ", ["open ", "waiting ", "request ", "generating "]],
  ["is:rej|", "is:rejected ", ["rejected "]],
  ["is:re|jected a", "is:request a", ["request", "response", "replied", "replayed"]],
  ["a (is:(open OR rep|", "a (is:(open OR replied ", ["replied ", "replayed "]],
  ["server:|", "server:github ", ["github ", '"my server" ', "本地 "]],
  ['server:"my s|', 'server:"my server" ', ['"my server" ']],
  ["服务器：本|", "服务器：本地 ", ["本地 "]],
  ["model:OPUS|", "model:claude-opus-4 ", ["claude-opus-4 "]],
  ["took:>|", "took:>1s ", ["1s ", "10s ", "1m "]],
  ["tokens:>|", "tokens:>1000 ", ["1000 ", "4000 ", "100k "]],
  ["findings:per|", "findings:personal ", ["personal ", "persistence "]],
  ["findings:h|", "findings:high ", ["high ", "hidden ", "hidden-by-length ", "hidden-by-space "]],
  ["before:to|", "before:today ", ["today "]],
])("at %s offers %s", (marked, after, inserts) => {
  expect(offers(marked)).toEqual([after, inserts]);
});

it.each(['"words in |quotes', "zzz|", "x:y|", "server:zzz|", "server: x|", "id:|"])(
  "offers nothing at %s",
  (marked) => expect(offers(marked)).toBe(null),
);

it("never completes to a term with a fault, wherever the caret is", () => {
  const piece = fc.constantFrom(
    "is:",
    "rejected",
    "server:",
    "git",
    " ",
    "(",
    ")",
    '"',
    "OR",
    "-",
    "a",
    "tokens:>",
    "：",
  );
  let offered = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.nat(), (pieces, at) => {
      const text = pieces.join("");
      const caret = at % (text.length + 1);
      const found = complete(text, caret, known);
      if (found === null) return;
      expect(found.start).toBeLessThanOrEqual(caret);
      expect(found.end).toBeGreaterThanOrEqual(caret);
      for (const item of found.items) {
        if (item.kind === "field") continue;
        offered += 1;
        const key = text.slice(0, found.start).match(/[a-z]+[:：]>?$/)?.[0];
        // Within a group the key that it belongs to may stand further ahead.
        if (key === undefined || fieldNamed(key.replace(/[:：]>?$/, "")) !== item.field) continue;
        expect(parse(key + item.insert).faults).toEqual([]);
      }
    }),
    { numRuns: 2000 },
  );
  expect(offered).toBeGreaterThan(200);
});
