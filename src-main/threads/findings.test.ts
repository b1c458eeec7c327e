// Misses and false findings over the corpora, printed for each kind and limited to what docs/findings.md says.
import { readFileSync } from "node:fs";
import process from "node:process";
import { beforeAll, expect, it } from "vitest";
import { findSecrets } from "./secrets.ts";
import { inspect } from "#shared/findings/inspect.ts";
import { ScannedTexts } from "#shared/findings/scannedTexts.ts";
import type { Finding } from "#shared/findings/findings.ts";
import type { JsonObject } from "#shared/json.ts";
import { FINDING_KINDS } from "#shared/findings/kinds.ts";

interface Case {
  id: string;
  part:
    | "tuned"
    | "held"
    | "others"
    | "fresh"
    | "worked"
    | "last"
    | "families"
    | "unread"
    | "near"
    | "later"
    | "plain"
    | "reports"
    | "reportsUnread"
    | "similar"
    /** A command of an agent. */
    | "actions";
  source: string;
  expect?: string[];
  text: string;
}
/** These are really there: a mail address, an image that would be loaded. They do not count as false. */
const FACTS: ReadonlySet<string> = new Set(["email", "remote-image", "comment"]);
/** Or the text names it in `expect`, as a harmless one that really runs what it fetches. */
const isFact = ({ kind }: Finding, { expect: named = [] }: Case): boolean =>
  FACTS.has(kind) || named.includes(kind);

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const read = (name: string): Case[] =>
  readFileSync(new URL(`../../e2e/corpora/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);

const messageOf = (text: string): JsonObject => ({
  messages: [{ role: "user", content: { type: "text", text } }],
  maxTokens: 9,
});
const commandOf = (command: string): JsonObject => ({
  agent: { id: "codex", version: null },
  event: "before",
  session: { id: "s", folder: "/w" },
  callId: null,
  tool: "Bash",
  input: { command },
  folder: null,
  files: [],
  takesEdits: true,
});

async function found({ part, text }: Case): Promise<Finding[]> {
  const document = part === "actions" ? commandOf(text) : messageOf(text);
  const around = { gate: "request" as const, off: [] };
  const looked = await inspect(document, around, {
    secrets: findSecrets,
    nowMs: () => 0,
    known: new ScannedTexts(),
  });
  return looked.findings;
}

const results = new Map<Case, Finding[]>();
const attacks = read("attacks");
const harmless = read("harmless");
const byOthers = read("others");
beforeAll(async () => {
  for (const one of [...attacks, ...byOthers, ...harmless]) results.set(one, await found(one));
}, 300_000);

const matches = (one: Case): boolean => {
  const wanted = one.expect ?? [];
  return (results.get(one) ?? []).some(
    ({ kind }) => wanted.includes(kind) || wanted.includes(FINDING_KINDS[kind].group),
  );
};
const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;

function misses(part: Case["part"]): number {
  const cases = [...attacks, ...byOthers].filter((one) => one.part === part);
  const missed = cases.filter((one) => !matches(one));
  for (const { id, expect: wanted = [], text } of missed) {
    say(`  missed ${id} ${wanted.join(" ")}: ${JSON.stringify(text.slice(0, 110))}`);
  }
  say(
    `misses, ${part}: ${missed.length} of ${cases.length}, ${percent(missed.length, cases.length)}`,
  );
  return missed.length / cases.length;
}

function alarms(
  part: Case["part"],
  isAlarm: (finding: Finding, one: Case) => boolean,
  name: string,
): number {
  const cases = harmless.filter((one) => one.part === part);
  const byKind = new Map<string, number>();
  const false_ = cases.filter((one) => {
    const wrong = (results.get(one) ?? []).filter((finding) => isAlarm(finding, one));
    for (const kind of new Set(wrong.map(({ kind: k }) => k)))
      byKind.set(kind, (byKind.get(kind) ?? 0) + 1);
    const [first] = wrong;
    if (first !== undefined) {
      const at = one.text.slice(Math.max(0, first.offset - 20), first.offset + first.length + 20);
      say(
        `  alarm ${one.id} ${one.source.slice(0, 50)} ${first.kind}: ${JSON.stringify(at.slice(0, 120))}`,
      );
    }
    return wrong.length > 0;
  });
  const kinds = [...byKind].map(([kind, count]) => `${kind} ${count}`).join(", ");
  say(
    `false alarms, ${name}, ${part}: ${false_.length} of ${cases.length}, ${percent(false_.length, cases.length)} (${kinds})`,
  );
  return false_.length / cases.length;
}

const isAny = (finding: Finding, one: Case): boolean => !isFact(finding, one);
const isGrave = (finding: Finding, one: Case): boolean =>
  finding.severity === "high" && isAny(finding, one);

it("has enough samples of both kinds", () => {
  expect(attacks.length).toBeGreaterThanOrEqual(420);
  expect(harmless.length).toBeGreaterThanOrEqual(500);
  expect(new Set(attacks.map(({ text }) => text)).size).toBe(attacks.length);
  expect(byOthers.length).toBeGreaterThanOrEqual(100);
});

it("finds the attacks it was made with", () => {
  expect(misses("tuned")).toBeLessThanOrEqual(0.05);
});

it("finds attacks it was not made with", () => {
  expect(misses("held")).toBeLessThanOrEqual(0.1);
});

it("finds published attacks on test models, as far as phrases can", () => {
  expect(misses("others")).toBeLessThanOrEqual(0.35);
});

it("finds attacks by other authors, also in parts not seen before", () => {
  expect(misses("worked")).toBeLessThanOrEqual(0.2);
  expect(misses("last")).toBeLessThanOrEqual(0.4);
});

it("finds attack families that were added later, also in other words", () => {
  expect(misses("families")).toBeLessThanOrEqual(0.05);
  expect(misses("unread")).toBeLessThanOrEqual(0.35);
});

it("finds commands, keys, personal numbers and orders in more languages; ciphers are not decoded", () => {
  expect(misses("later")).toBeLessThanOrEqual(0.1);
});

it("finds attack families from public reports, also in other words", () => {
  expect(misses("reports")).toBeLessThanOrEqual(0.05);
  expect(misses("reportsUnread")).toBeLessThanOrEqual(0.1);
});

it("finds an agent's commands that start agents or name their settings, and not their neighbors", () => {
  expect(misses("actions")).toBe(0);
  expect(alarms("actions", isAny, "any")).toBe(0);
});

it("tells these from harmless texts that resemble them", () => {
  expect(alarms("similar", isAny, "any")).toBeLessThanOrEqual(0.07);
  expect(alarms("similar", isGrave, "high")).toBeLessThanOrEqual(0.02);
});

it("flags no harmless commands, keys, numbers and lists that resemble attacks", () => {
  expect(alarms("plain", isAny, "any")).toBeLessThanOrEqual(0.05);
  expect(alarms("plain", isGrave, "high")).toBe(0);
});

it("tells them from harmless texts that resemble them, or is not sure", () => {
  expect(alarms("near", isAny, "any")).toBeLessThanOrEqual(0.3);
  expect(alarms("near", isGrave, "high")).toBe(0);
});

it.each(["tuned", "held", "fresh"] as const)("seldom flags harmless texts: %s", (part) => {
  expect(alarms(part, isAny, "any")).toBeLessThanOrEqual(0.05);
  expect(alarms(part, isGrave, "high")).toBeLessThanOrEqual(0.01);
});
