// Finds secrets with secretlint's rules. There are many, and most texts contain nothing for them, so each rule only
// runs around its signs: strings without which it cannot match.
import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator, rules } from "@secretlint/secretlint-rule-preset-recommend";
import { masked } from "#shared/findings/text/detector.ts";
import type { Hit } from "#shared/findings/text/detector.ts";
import type { HitsInText } from "#shared/findings/inspect.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { Scan } from "#shared/findings/text/scan.ts";
import { signsIn } from "#shared/findings/secrets/secretSigns.ts";

/** How much text around a sign is scanned, in UTF-16 units; private keys are the longest secrets. */
const BEFORE = 300;
const AFTER = 10_300;
/** The most text that is scanned for one document, over all rules. */
const LOOKED_AT_MAX = 4_000_000;

// It would keep an entry for each step of each scan, forever, and search through all of them.
secretLintProfiler.mark = () => undefined;

const PREFIX = "@secretlint/secretlint-rule-";

/** Secrets of known formats, each with a masked form, and how many ranges were left out because of the limit. */
export async function findSecrets(text: string, scan: Scan): Promise<HitsInText> {
  const hits: Hit[] = [];
  let [looked, unseen] = [0, 0];
  const signs: ReadonlyMap<string, number[]> = signsIn(text, scan);
  for (const rule of rules) {
    const { id } = rule.meta;
    for (const [start, end] of windows(text, signs.get(id.slice(PREFIX.length)) ?? [])) {
      if (looked + end - start > LOOKED_AT_MAX) {
        unseen += 1;
        continue;
      }
      looked += end - start;
      hits.push(...(await hitsIn(text.slice(start, end), start, [{ id, rule, options: {} }])));
    }
  }
  return { hits, unseen };
}

/** Runs every rule on the whole text: tests compare `findSecrets` with it. */
export const findSecretsEverywhere = (text: string): Promise<Hit[]> =>
  hitsIn(text, 0, [{ id: "preset", rule: creator, options: {} }]);

type Rules = Parameters<typeof lintSource>[0]["options"]["config"]["rules"];

async function hitsIn(part: string, offset: number, run: Rules): Promise<Hit[]> {
  // Comments could turn rules off ("secretlint-disable"), so make them ineffective.
  const content = part.replaceAll("secretlint-", "secretlint_");
  const { messages } = await lintSource({
    source: { filePath: "text.txt", content, contentType: "text", ext: ".txt" },
    options: { config: { rules: run }, noPhysicFilePath: true, maskSecrets: true },
  });
  return messages.map(({ ruleId, range: [from, to] }) => ({
    kind: kindOf(ruleId),
    start: offset + from,
    end: offset + to,
    detail: ruleId.replace(/^.*secretlint-rule-/u, ""),
    example: masked(content.slice(from, to)),
  }));
}

/** Ranges around signs, merged where they overlap. */
function* windows(text: string, signs: readonly number[]): Generator<[number, number]> {
  let open: [number, number] | null = null;
  for (const at of signs) {
    const from = Math.max(0, at - BEFORE);
    const to = Math.min(text.length, at + AFTER);
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
