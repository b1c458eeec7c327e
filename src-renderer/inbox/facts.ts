// What a list row shows of a request besides its words: media, tools, findings. Kept while the revision stays.
import { blocksOf } from "../../src-shared/sampling/document/blocks.ts";
import type {
  Block,
  RequestDocument,
  ResponseDocument,
} from "../../src-shared/sampling/document/message.ts";
import type { Finding } from "../../src-shared/inspect/findings.ts";
import { NO_FINDINGS, tallyOf } from "../../src-shared/inspect/tally.ts";
import type { Tally } from "../../src-shared/inspect/tally.ts";
import type { FindingKind } from "../../src-shared/inspect/kinds.ts";
import type { Sample } from "../../src-shared/sampling/life/sample.ts";
import { findingsIn, recordedLook } from "../state/findings.ts";

export interface RowFacts {
  image: boolean;
  audio: boolean;
  tools: boolean;
  findings: Tally;
}

/** By sample and revision: what is asked never changes, what is answered raises the revision. */
const known = new Map<string, RowFacts>();
const mostKnown = 5000;
/** Kinds of findings that were switched off when these were worked out. */
let knownOff: readonly FindingKind[] = [];

/**
 * The facts of what waits now: the request, or the newest answer at gate 2.
 * @param off kinds of findings that are switched off: they are not counted
 */
export function rowFacts(sample: Sample, off: readonly FindingKind[]): RowFacts {
  if (off !== knownOff) {
    known.clear();
    knownOff = off;
  }
  // A look through it comes after it, and changes no revision.
  const key = `${sample.id} ${sample.revision} ${sample.inspected?.length ?? 0}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const request = sample.proposed;
  const answer = sample.attempts.at(-1)?.state;
  const shown =
    sample.phase.kind === "response" && answer !== undefined && "generated" in answer
      ? answer.generated
      : request;
  const blocks = (request?.messages ?? []).flatMap((message) => deep(blocksOf(message.content)));
  const facts: RowFacts = {
    image: blocks.some((block) => block.type === "image"),
    audio: blocks.some((block) => block.type === "audio"),
    tools: (request?.tools?.length ?? 0) > 0 || blocks.some((b) => b.type.startsWith("tool_")),
    findings: recordedTally(sample, shown, off),
  };
  if (known.size > mostKnown) known.clear();
  known.set(key, facts);
  return facts;
}

/** What main found in what waits now, or until then what nobody sees; without the kinds that are switched off. */
function recordedTally(
  sample: Sample,
  shown: RequestDocument | ResponseDocument | null,
  off: readonly FindingKind[],
): Tally {
  if (shown === null) return NO_FINDINGS;
  const answers = shown !== sample.proposed;
  const recorded = recordedLook(
    sample,
    answers ? "response" : "request",
    answers ? sample.attempts.at(-1)?.id : undefined,
  );
  const listed: readonly Finding[] = recorded?.findings ?? findingsIn(shown);
  const findings = listed.filter(({ kind }) => !off.includes(kind));
  return tallyOf({ findings, more: recorded?.more });
}

/** Blocks and the blocks inside tool results. */
function deep(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block) => {
    const inner =
      block.type === "tool_result" && Array.isArray(block["content"]) ? block["content"] : [];
    const typed = inner.filter(
      (part): part is Block =>
        typeof part === "object" &&
        part !== null &&
        "type" in part &&
        typeof part["type"] === "string",
    );
    return [block, ...typed];
  });
}
