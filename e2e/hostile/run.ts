// Runs cases against the app: sends the bytes, waits until all were read, reports the outcome, and how long
// the main loop and the window were blocked meanwhile.
import { expect } from "playwright/test";
import type { HeldRequest } from "../../src-shared/request/life/heldRequest.ts";
import type { Desk } from "../support/desk.ts";
import type { Puppet } from "../support/puppet.ts";
import type { Case, Expected } from "./case.ts";

/** Sends each case to the server `puppet`, and fails after all were tried. */
export async function runCases(desk: Desk, server: Puppet, cases: readonly Case[]): Promise<void> {
  const pauses = await watchPauses(desk);
  const stood: ({ name: string } & Pauses)[] = [];
  const wrong: { name: string; expected: Expected; found: Expected }[] = [];
  for (const [index, one] of cases.entries()) {
    const found = await endingOf(desk, server, one, 10_000 + index);
    stood.push({ name: one.name, ...(await pauses.take()) });
    if (!same(found, one.expected)) wrong.push({ name: one.name, expected: one.expected, found });
  }
  tell(stood);
  expect(wrong).toEqual([]);
  // Nothing hangs for good; the actual time is printed above and measured in the benchmark.
  expect(stood.filter(({ mainMs, windowMs }) => Math.max(mainMs, windowMs) > 5000)).toEqual([]);
  expect(
    server.received.filter((message) => message.result !== undefined && !isPong(message)),
  ).toEqual([]);
}

/** The longest time that one side was blocked, in milliseconds. */
interface Pauses {
  mainMs: number;
  windowMs: number;
}

/** Watches the main loop and the window's frames; `take` returns the longest pause since the last call. */
async function watchPauses(desk: Desk): Promise<{ take(): Promise<Pauses> }> {
  await desk.app.evaluate(() => {
    const seen = { at: performance.now(), longestMs: 0 };
    Reflect.set(globalThis, "pauses", seen);
    setInterval(() => {
      const now = performance.now();
      seen.longestMs = Math.max(seen.longestMs, now - seen.at - 5);
      seen.at = now;
    }, 5);
  });
  await desk.page.evaluate(() => {
    const seen = { at: performance.now(), longestMs: 0 };
    Reflect.set(globalThis, "pauses", seen);
    const frame = (): void => {
      const now = performance.now();
      seen.longestMs = Math.max(seen.longestMs, now - seen.at);
      seen.at = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const taken = (): number => {
    const seen = Reflect.get(globalThis, "pauses") as { longestMs: number };
    const { longestMs } = seen;
    seen.longestMs = 0;
    return Math.round(longestMs);
  };
  return {
    take: async () => ({
      mainMs: await desk.app.evaluate(taken),
      windowMs: await desk.page.evaluate(taken),
    }),
  };
}

function tell(stood: readonly ({ name: string } & Pauses)[]): void {
  const long = stood.filter(({ mainMs, windowMs }) => mainMs > 50 || windowMs > 50);
  console.log(`${stood.length} cases; a pause above 50 ms in ${long.length} of them:`);
  for (const { name, mainMs, windowMs } of long) {
    console.log(`  main ${mainMs} ms, window ${windowMs} ms: ${name}`);
  }
}

const isPong = ({ id }: { id?: unknown }): boolean => String(id).startsWith("probe");

const same = (a: Expected, b: Expected): boolean =>
  JSON.stringify(normal(a)) === JSON.stringify(normal(b));
const normal = (one: Expected) => ({
  held: one.held ?? [],
  refused: one.refused ?? [],
  cancelled: one.cancelled ?? [],
  answers: one.answers ?? [],
  rubbish: one.rubbish ?? 0,
});

/** Sends the case's bytes, waits until the app has read them all, and reports the outcome. */
async function endingOf(desk: Desk, server: Puppet, one: Case, id: number): Promise<Expected> {
  const before = (await standing(desk)).rubbish;
  server.raw(one.bytes(id));
  await probe(server, id);
  const { requests, rubbish } = await standing(desk);
  const ids = one.ids?.(id) ?? [id];
  const found: Expected = {
    held: requests.filter(isOpen).map((request) => flagsOf(request)),
    refused: endings(requests, "refused", (ending) => ending.refusal.reason),
    cancelled: endings(requests, "cancelled", (ending) => ending.because.kind),
    answers: ids.flatMap((each) =>
      server.answersTo(each).map(({ error }) => ({
        code: error?.code ?? 0,
        message: error?.message ?? "",
        ...(reasonOf(error?.data) === undefined ? {} : { reason: reasonOf(error?.data) ?? "" }),
      })),
    ),
    rubbish: rubbish - before,
  };
  await desk.do("desk.refuseAll");
  await dismissAll(desk);
  return found;
}

const isOpen = (request: Standing): boolean => request.phase.kind !== "ended";
const flagsOf = (request: Standing): string[] =>
  [...new Set(request.flags.map(({ code }) => code))].toSorted();
const reasonOf = (data: unknown): string | undefined =>
  Reflect.get(Object(data), "reason") as string | undefined;

type EndedAs<K> = Extract<Extract<HeldRequest["phase"], { kind: "ended" }>["ending"], { kind: K }>;

function endings<K extends "refused" | "cancelled">(
  requests: readonly Standing[],
  kind: K,
  word: (ending: EndedAs<K>) => string,
): string[] {
  return requests.flatMap(({ phase }) =>
    phase.kind === "ended" && phase.ending.kind === kind ? [word(phase.ending as EndedAs<K>)] : [],
  );
}

/** What the desk holds, without content: some would not survive the way through Playwright. */
type Standing = Pick<HeldRequest, "phase" | "flags">;

async function standing(desk: Desk): Promise<{ requests: Standing[]; rubbish: number }> {
  const text = await desk.page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    if (!snapshot.ok) throw new Error("no snapshot");
    const { requests, servers } = snapshot.value;
    return JSON.stringify({
      requests: requests.map(({ phase, flags }) => ({ phase, flags })),
      rubbish: servers.find(({ name }) => name === "puppet")?.rubbish.count ?? 0,
    });
  });
  return JSON.parse(text) as { requests: Standing[]; rubbish: number };
}

async function dismissAll(desk: Desk): Promise<void> {
  await desk.page.evaluate(async () => {
    const snapshot = await window.desk.invoke("app.snapshot");
    if (!snapshot.ok) throw new Error("no snapshot");
    await Promise.all(
      snapshot.value.requests.map(({ id }) => window.desk.invoke("desk.dismiss", id)),
    );
  });
}

/** The client responds to pings in order: by this response it has read everything before. */
async function probe(server: Puppet, id: number): Promise<void> {
  const probeId = `probe-${id}`;
  server.send({ jsonrpc: "2.0", id: probeId, method: "ping" });
  await server.heard((message) => message.id === probeId);
}
