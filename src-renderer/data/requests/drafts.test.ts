// Drafts are saved to main while the user types, not only after a pause.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { DeskBridge } from "#shared/contract/contract.ts";
import type { Draft } from "#shared/request/life/decision.ts";
import { drafts } from "../drafts.ts";
import { discardDraft, setDraft } from "./drafts.ts";

const KEY_MS = 90;
const sent: unknown[][] = [];
/** How long main takes to save a draft. */
let tookMs: number;

const draftOf = (text: string): Draft => ({
  gate: 1,
  document: { messages: [{ role: "user", content: { type: "text", text } }], maxTokens: 1 },
  model: null,
});

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = 0;
  tookMs = 1;
  const invoke = (...call: unknown[]) => {
    sent.push([Date.now(), ...call]);
    return new Promise((resolve) => setTimeout(() => resolve({ ok: true, value: null }), tookMs));
  };
  vi.stubGlobal("window", { desk: { invoke } as unknown as DeskBridge });
});
afterEach(async () => {
  await vi.advanceTimersByTimeAsync(20_000);
  drafts.setState({ gates: {} });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("sends each edit within 200 ms, however long the user types without a pause", async () => {
  const typed: { atMs: number; text: string }[] = [];
  for (let key = 1; key <= 40; key += 1) {
    const text = "x".repeat(key);
    typed.push({ atMs: Date.now(), text });
    setDraft("s", draftOf(text));
    await vi.advanceTimersByTimeAsync(KEY_MS);
  }
  await vi.advanceTimersByTimeAsync(1000);
  for (const { atMs, text } of typed) {
    const kept = sent.find(([, , , draft]) => JSON.stringify(draft).includes(text));
    expect(Number(kept?.[0]) - atMs).toBeLessThanOrEqual(200 + tookMs);
  }
  // Not every keystroke is sent.
  expect(sent.length).toBeLessThan(25);
  expect(sent.at(-1)?.slice(1)).toEqual(["drafts.save", "s", draftOf("x".repeat(40))]);
});

it("sends a large draft less often while main is busy with it, and the last one always", async () => {
  tookMs = 400;
  for (let key = 1; key <= 40; key += 1) {
    setDraft("large", draftOf("x".repeat(key)));
    await vi.advanceTimersByTimeAsync(KEY_MS);
  }
  expect(sent.length).toBeLessThanOrEqual(6);
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent.at(-1)?.slice(1)).toEqual(["drafts.save", "large", draftOf("x".repeat(40))]);
});

it("pauses 300 ms at most, however long main took", async () => {
  tookMs = 4000;
  setDraft("s", draftOf("a"));
  await vi.advanceTimersByTimeAsync(300);
  setDraft("s", draftOf("b"));
  await vi.advanceTimersByTimeAsync(10_000);
  const times = sent.map(([atMs]) => Number(atMs));
  expect(times).toHaveLength(2);
  expect(Number(times[1]) - Number(times[0])).toBeLessThanOrEqual(tookMs + 300);
});

it("sends no draft that was discarded before", async () => {
  setDraft("s", draftOf("a"));
  setDraft("t", draftOf("b"));
  discardDraft("s", 1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.map((call) => call.slice(1, 3))).toEqual([
    ["drafts.discard", "s"],
    ["drafts.save", "t"],
  ]);
});
