// How long the thread takes to scan one megabyte (UTF-8) with every check: real documents and code, Chinese,
// and attacks among harmless texts.
import { readFileSync } from "node:fs";
import { InspectThread } from "../../src-main/threads/inspector.ts";
import { spreadOf } from "./clock.ts";
import type { Figure } from "./figure.ts";

const MEGABYTE = 1_000_000;
const corpus = (name: string): string[] =>
  readFileSync(new URL(`../../e2e/corpora/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => String((JSON.parse(line) as { text: string }).text));

/** Repeats whole texts up to a megabyte. */
function megabyte(texts: readonly string[]): string {
  let text = "";
  let bytes = 0;
  for (let at = 0; bytes < MEGABYTE; at += 1) {
    const next = `${texts[at % texts.length]}\n\n`;
    text += next;
    bytes += Buffer.byteLength(next);
  }
  return text;
}

const RUNS = 10;

/** The kind of text that takes longest, in the thread; the first scan of each is left out. */
export async function scanned(): Promise<Figure[]> {
  const kinds = await scanTimes(RUNS);
  const [name, values] = Object.entries(kinds).reduce((a, b) =>
    spreadOf(b[1]).median > spreadOf(a[1]).median ? b : a,
  );
  return [
    {
      name: `scanning 1 MB off the main thread (${name}, the slowest of ${Object.keys(kinds).length} kinds of text)`,
      unit: "ms",
      values,
      aim: 150,
    },
  ];
}

async function scanTimes(runs: number): Promise<Record<string, number[]>> {
  const harmless = corpus("harmless");
  const chinese = harmless.filter((text) => /\p{Script=Han}{4}/u.test(text));
  const kinds = {
    "documents and code": megabyte(harmless),
    "one line of prose": "The quick brown fox jumps over lazy dogs. "
      .repeat(24_000)
      .slice(0, MEGABYTE),
    Chinese: megabyte(chinese),
    "attacks among harmless texts": megabyte([...harmless, ...corpus("attacks").slice(0, 40)]),
  };
  const thread = new InspectThread(new URL("../../src-main/workers/inspect.ts", import.meta.url), {
    deadlineMs: 60_000,
  });
  const times: Record<string, number[]> = {};
  for (const [kind, text] of Object.entries(kinds)) {
    const around = { gate: "request" as const, off: [] };
    const own: number[] = [];
    for (let run = 0; run <= runs; run += 1) {
      // A text that was scanned before costs nothing.
      const content = { type: "text", text: `${text} ${run}` };
      const document = { messages: [{ role: "user", content }], maxTokens: 9 };
      const looked = await thread.inspect({ requester: "", document, around });
      if (run > 0 && looked !== null) own.push(looked.tookMs);
    }
    times[kind] = own;
  }
  await thread.close();
  return times;
}
