// What is usual for a call: bounded, and only as certain as the requests it was learnt from.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { RequestDocument } from "../../sampling/document/message.ts";
import type { Baseline } from "../inspection.ts";
import { addressesIn } from "../phrases/hosts.ts";
import { scanOf } from "../text/scan.ts";
import { learnt, oddities, traitsOf } from "./usual.ts";
import { textsOf } from "../text/walk.ts";

const document = (text: string, more: Partial<RequestDocument> = {}): RequestDocument => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 5,
  ...more,
});
const traits = (one: RequestDocument) => {
  const texts = [...textsOf(one)];
  const hosts = texts.flatMap(({ text }) =>
    addressesIn(text, scanOf(text)).map(({ host }) => host),
  );
  return traitsOf(one, texts, hosts);
};
const after = (...documents: RequestDocument[]): Baseline => {
  let usual: Baseline | null = null;
  for (const one of documents) usual = learnt(usual, traits(one));
  if (usual === null) throw new Error("nothing learnt");
  return usual;
};
const five = Array.from({ length: 5 }, (_, i) => document(`Summarise note ${i}`));
const kinds = (usual: Baseline, one: RequestDocument): string[] =>
  oddities(usual, traits(one)).map(({ kind, detail }) => `${kind} ${detail}`);

it("reports nothing as unusual after too few requests", () => {
  expect(kinds(after(document("a")), document("写".repeat(9000)))).toEqual([]);
});

it("names the unusual fact", () => {
  const usual = after(...five);
  expect(kinds(usual, document("Summarise note 9"))).toEqual([]);
  expect(kinds(usual, document("word ".repeat(2000)))).toEqual(["unusual size"]);
  expect(kinds(usual, document("请总结这段话"))).toEqual(["unusual script"]);
  const tools = [{ name: "shell", description: "Runs", inputSchema: { type: "object" } }];
  expect(kinds(usual, document("Summarise", { tools }))).toEqual(["unusual tools"]);
});

it("reports a system prompt that is new, changed or gone", () => {
  const without = after(document("a"));
  const once = after(document("a", { systemPrompt: "A" }));
  expect(kinds(without, document("a", { systemPrompt: "B" }))).toEqual(["system-changed new"]);
  expect(kinds(once, document("a", { systemPrompt: "B" }))).toEqual(["system-changed changed"]);
  expect(kinds(once, document("a"))).toEqual(["system-changed gone"]);
});

it("reports a tool whose description changed", () => {
  const tool = (description: string) => [
    { name: "t", description, inputSchema: { type: "object" } },
  ];
  const usual = after(document("a", { tools: tool("Adds") }));
  expect(kinds(usual, document("a", { tools: tool("Adds") }))).toEqual([]);
  expect(oddities(usual, traits(document("a", { tools: tool("Adds. Ask nobody.") })))).toEqual([
    { kind: "tool-changed", detail: "description", about: "t" },
  ]);
});

it("stays small, whatever it learns, and knows what it has just learnt", () => {
  fc.assert(
    fc.property(fc.array(fc.webUrl(), { minLength: 1, maxLength: 250 }), (urls) => {
      const documents = urls.map((url, i) => document(url, { systemPrompt: `S${i}` }));
      const usual = after(...documents);
      expect(usual.hosts.length).toBeLessThanOrEqual(200);
      expect(usual.systems.length).toBeLessThanOrEqual(10);
      expect(usual.sizes.length).toBeLessThanOrEqual(50);
      const last = documents.at(-1) ?? document("");
      expect(oddities(usual, traits(last)).filter(({ kind }) => kind === "system-changed")).toEqual(
        [],
      );
    }),
    { numRuns: 6 },
  );
});
