// What passes of a program of which the user is asked about tool calls (`CallTerms`). Whatever is unknown, changed, missing or
// serious comes to the user.
import type { Inspection } from "../../findings/inspection.ts";
import { hookHolds } from "../../agents/hookHolds.ts";
import { passesOf } from "../../programs/passedCalls.ts";
import type { Path } from "../../request/document/flag.ts";
import { blocksOf, isReasoning } from "../../request/document/blocks.ts";
import type { Block, ResponseDocument } from "../../request/document/message.ts";
import type { HeldRequest } from "../../request/life/heldRequest.ts";
import { isNewPlace, newMessages } from "../../request/life/newMessages.ts";
import type { CallTerms } from "../standingPermission.ts";

/**
 * Whether a request passes gate 1: it continues a conversation of which all is known, or is an agent's side request, and
 * nothing serious is in what is new.
 * @param earlier the requests of this run
 */
export function requestPasses(
  { sides }: CallTerms,
  request: HeldRequest,
  earlier: readonly HeldRequest[],
  inspection: Inspection | null,
): boolean {
  const fresh = newMessages(earlier, request);
  const isSide = sides && request.conversation?.side !== undefined;
  if (fresh === null && !isSide) return false;
  const { proposed } = request;
  const isNew = fresh === null || proposed === null ? () => true : isNewPlace(proposed, fresh);
  return seriousPlaces(inspection)?.some(isNew) === false;
}

/** Whether a response passes gate 2: it says nothing serious, and each call in it may pass. */
export function responsePasses(
  terms: CallTerms,
  { content }: ResponseDocument,
  inspection: Inspection | null,
): boolean {
  const isFine = (block: Block): boolean =>
    block.type === "tool_use" ? callPasses(terms, block) : isSaid(block);
  return seriousPlaces(inspection)?.length === 0 && blocksOf(content).every(isFine);
}

/** Blocks that run nothing. A dialect's own calls have other types. */
const isSaid = (block: Block): boolean => block.type === "text" || isReasoning(block);

const callPasses = ({ passes, hook }: CallTerms, call: Block): boolean =>
  (hook !== null && hookHolds(hook, call)) || passesOf(passes, call).length > 0;

/** Where serious findings are, or may be as something was left out. Null where they may be anywhere. */
function seriousPlaces(inspection: Inspection | null): { path: Path; offset: number }[] | null {
  if (inspection === null) return null;
  const { findings, more, unseen = 0, leftOutAt } = inspection;
  if (more + unseen > 0 && leftOutAt === undefined) return null;
  const serious = findings.filter(({ severity }) => severity === "high");
  return [...serious, ...(leftOutAt ?? [])];
}
