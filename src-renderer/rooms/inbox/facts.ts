// What a row shows of a request besides its text: media, tools, findings. Cached per revision.
import { blocksOf } from "#shared/request/document/blocks.ts";
import type { Block, RequestDocument, ResponseDocument } from "#shared/request/document/message.ts";
import type { Finding } from "#shared/findings/findings.ts";
import { NO_FINDINGS, tallyOf } from "#shared/findings/tally.ts";
import type { Tally } from "#shared/findings/tally.ts";
import type { FindingKind } from "#shared/findings/kinds.ts";
import type { HeldRequest } from "#shared/request/life/heldRequest.ts";
import { findingsIn, recordedScan } from "#data/findings.ts";

export interface RowFacts {
  image: boolean;
  audio: boolean;
  tools: boolean;
  findings: Tally;
}

/** By request and revision: the request never changes, and a new response raises the revision. */
const known = new Map<string, RowFacts>();
const mostKnown = 5000;
/** Checks that were off when these were computed. */
let knownOff: readonly FindingKind[] = [];

/**
 * The details of what is pending: the request, or the newest response at gate 2.
 * @param off checks that are turned off and not counted
 */
export function rowFacts(held: HeldRequest, off: readonly FindingKind[]): RowFacts {
  if (off !== knownOff) {
    known.clear();
    knownOff = off;
  }
  // A scan finishes later and does not raise the revision.
  const key = `${held.id} ${held.revision} ${held.inspected?.length ?? 0}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const request = held.proposed;
  const answer = held.attempts.at(-1)?.state;
  const shown =
    held.phase.kind === "response" && answer !== undefined && "generated" in answer
      ? answer.generated
      : request;
  const blocks = (request?.messages ?? []).flatMap((message) => deep(blocksOf(message.content)));
  const facts: RowFacts = {
    image: blocks.some((block) => block.type === "image"),
    audio: blocks.some((block) => block.type === "audio"),
    tools: (request?.tools?.length ?? 0) > 0 || blocks.some((b) => b.type.startsWith("tool_")),
    findings: recordedTally(held, shown, off),
  };
  if (known.size > mostKnown) known.clear();
  known.set(key, facts);
  return facts;
}

/** Main's findings in what is pending, or until then the invisible characters; without checks that are off. */
function recordedTally(
  request: HeldRequest,
  shown: RequestDocument | ResponseDocument | null,
  off: readonly FindingKind[],
): Tally {
  if (shown === null) return NO_FINDINGS;
  const answers = shown !== request.proposed;
  const recorded = recordedScan(
    request,
    answers ? "response" : "request",
    answers ? request.attempts.at(-1)?.id : undefined,
  );
  const listed: readonly Finding[] = recorded?.findings ?? findingsIn(shown);
  const findings = listed.filter(({ kind }) => !off.includes(kind));
  return tallyOf({ findings, more: recorded?.more });
}

/** Blocks, including those inside tool results. */
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
