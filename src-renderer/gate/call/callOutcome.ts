// The result of a tool call as a content block, so that it is shown and edited like any tool result.
import type { Json, JsonObject } from "#shared/json.ts";
import { heldOutcome, outcomeIn } from "#shared/request/kinds/tool-call/document.ts";
import type { ToolCallOutcome } from "#shared/request/kinds/tool-call/document.ts";
import { isBlock } from "#shared/request/document/blocks.ts";
import type { Block, ResponseDocument } from "#shared/request/document/message.ts";
import { adoptBlocks } from "#request/document/document.ts";

/** An outcome that is shown or edited. */
export interface ShownOutcome {
  document: ResponseDocument;
  outcome: ToolCallOutcome;
  /** Null where only JSON shows everything: for an error, or a result of another shape. */
  block: Block | null;
}

const OWN = { type: "tool_result", toolUseId: "" };

export function shownOutcome(outcome: ToolCallOutcome): ShownOutcome {
  const result = "result" in outcome ? outcome.result : null;
  const isPlain =
    result !== null &&
    Array.isArray(result["content"]) &&
    Object.keys(OWN).every((name) => !Object.hasOwn(result, name));
  const block = isPlain ? ({ ...OWN, ...result } as Block) : null;
  return { document: heldOutcome(outcome), outcome, block };
}

/** The outcome after an edit of its block. */
export function fromBlock(block: Block): ShownOutcome {
  const { type: _type, toolUseId: _id, ...result } = block as unknown as JsonObject;
  const outcome = { result };
  return { document: heldOutcome(outcome), outcome, block };
}

/** The outcome after an edit of its JSON; null if it is not one. */
export function fromJson(value: Json, before: ToolCallOutcome): ShownOutcome | null {
  const outcome = outcomeIn("result" in before ? { result: value } : { error: value });
  return outcome === null ? null : shownOutcome(outcome);
}

/** An outcome from a draft; its blocks count as edits of the ones that came. */
export function asDraft(outcome: ToolCallOutcome, came: ShownOutcome): ShownOutcome {
  const shown = shownOutcome(outcome);
  adoptBlocks(blocksIn(shown), blocksIn(came));
  return shown;
}

const blocksIn = ({ block }: ShownOutcome): Block[] => {
  const content: Json | undefined = (block as JsonObject | null)?.["content"];
  return Array.isArray(content) ? content.filter(isBlock) : [];
};
