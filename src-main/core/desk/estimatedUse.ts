// Estimates what a generation took where the provider did not say, so that budgets count it, also after a restart.
import { estimateTokenCount } from "tokenx";
import type { EstimatedUse } from "#shared/models/cost/cost.ts";
import type { ModelRef } from "#shared/models/model.ts";
import { inputTokensOf } from "#shared/rules/limits/budget.ts";
import type { RequestDocument } from "#shared/request/document/message.ts";
import type { StreamView } from "#shared/request/life/stream.ts";
import type { ModelFacts } from "../admission/limits.ts";
import type { GenerateResult } from "../ports.ts";

/**
 * The use of a generation whose counts the provider reported in part or not at all. Undefined where it reported them,
 * or where it failed before any output.
 * @param view the output as received
 */
export function estimatedUse(
  { document, model }: { document: RequestDocument; model: ModelRef },
  result: GenerateResult,
  view: StreamView | null,
  costOf: ModelFacts["costOf"],
): EstimatedUse | undefined {
  const usage = (result.kind === "failed" ? undefined : result.usage) ?? {};
  const { pieces = [], outputTokens: received = 0 } = view ?? {};
  if (usage.inputTokens !== undefined && usage.outputTokens !== undefined) return undefined;
  if (result.kind === "failed" && received === 0) return undefined;
  const text = pieces.map((piece) => piece.text).join("\n");
  const inputTokens = usage.inputTokens ?? inputTokensOf(document, estimateTokenCount);
  const outputTokens = usage.outputTokens ?? Math.max(estimateTokenCount(text), received);
  const cost = costOf?.(model, { ...usage, inputTokens, outputTokens }) ?? null;
  return {
    inputTokens,
    outputTokens,
    ...(cost === null || cost.missing !== undefined ? {} : { usd: cost.usd }),
  };
}
