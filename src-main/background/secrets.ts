// Secrets in a text by the rules of secretlint, run only where something could be one: its rules are many, and most
// texts hold nothing that they look for.
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import { masked } from "../../src-shared/inspect/detector.ts";
import type { Hit } from "../../src-shared/inspect/detector.ts";
import type { Seen } from "../../src-shared/inspect/inspect.ts";
import type { FindingKind } from "../../src-shared/inspect/kinds.ts";
import { SIGN } from "./secretSigns.ts";

/** What is looked at around each sign, in UTF-16 units: a private key is the longest. */
const BEFORE = 300;
const AFTER = 10_000;
/** Texts that hold signs all over are looked at up to here. */
const LOOKED_AT_MAX = 2_000_000;

const config = {
  rules: [{ id: "preset", rule: creator, options: {} }],
};

/** Secrets of known forms, with a masked form each; and how many stretches that could hold some were not looked at. */
export async function findSecrets(text: string): Promise<Seen> {
  const hits: Hit[] = [];
  let [looked, unseen] = [0, 0];
  for (const [start, end] of windows(text)) {
    if (looked + end - start > LOOKED_AT_MAX) {
      unseen += 1;
      continue;
    }
    looked += end - start;
    // A text may not switch the rules off: comments of secretlint do that.
    const content = text.slice(start, end).replaceAll("secretlint-", "secretlint_");
    const { messages } = await lintSource({
      source: { filePath: "text.txt", content, contentType: "text", ext: ".txt" },
      options: { config, noPhysicFilePath: true, maskSecrets: true },
    });
    for (const { ruleId, range } of messages) {
      const [from, to] = range;
      const found = content.slice(from, to);
      hits.push({
        kind: kindOf(ruleId),
        start: start + from,
        end: start + to,
        detail: ruleId.replace(/^.*secretlint-rule-/u, ""),
        example: masked(found),
      });
    }
  }
  return { hits, unseen };
}

/** Stretches around signs, joined where they meet. */
function* windows(text: string): Generator<[number, number]> {
  let open: [number, number] | null = null;
  for (const match of text.matchAll(SIGN)) {
    const from = Math.max(0, match.index - BEFORE);
    const to = Math.min(text.length, match.index + AFTER);
    if (open !== null && from <= open[1]) {
      open[1] = to;
      continue;
    }
    if (open !== null) yield open;
    open = [from, to];
  }
  if (open !== null) yield open;
}

function kindOf(ruleId: string): FindingKind {
  if (/privatekey|gcp/u.test(ruleId)) return "private-key";
  return /basicauth|connection-string/u.test(ruleId) ? "connection-string" : "access-key";
}
