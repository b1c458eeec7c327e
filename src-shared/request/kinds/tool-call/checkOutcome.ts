// Checks what a server made of a tool call, before the host gets it.
import { checkArguments } from "../../../findings/arguments.ts";
import { isJsonObject } from "../../../json.ts";
import type { JsonObject } from "../../../json.ts";
import { shapeFlags } from "../../checks/depth.ts";
import type { Flag } from "../../document/flag.ts";
import type { ToolCallOutcome, ToolCallRequest } from "./document.ts";

/**
 * Errors keep the outcome from being sent. What the tool's output schema does not allow is only a note: the host
 * checks it too, and the server itself may have sent it so.
 */
export function checkOutcome(
  { outputSchema }: Pick<ToolCallRequest, "outputSchema">,
  outcome: ToolCallOutcome,
): Flag[] {
  const code = "field-wrong-type" as const;
  const [shape] = shapeFlags(outcome);
  if (shape !== undefined) return [{ severity: "error", code, path: shape.path }];
  if (outputSchema === undefined || !("result" in outcome) || !owesStructured(outcome.result))
    return [];
  const structured = outcome.result["structuredContent"];
  if (!isJsonObject(structured))
    return [{ severity: "note", code, path: ["result", "structuredContent"] }];
  const checked = checkArguments(outputSchema, structured);
  if (checked.kind === "unchecked") return [];
  return [...checked.faults].map(([place, { kind }]): Flag => ({
    severity: "note",
    code,
    detail: kind,
    path: ["result", "structuredContent", place],
  }));
}

/** A tool with an output schema must return structured content, unless it failed (2025-11-25, server/tools). */
export const owesStructured = (result: JsonObject): boolean => result["isError"] !== true;
