// The two steps of a tool call whose result is reviewed too.
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { T } from "#words/index.ts";
import type { Gate } from "./gate.ts";

/** Undefined where only the call is: its kind is named instead. */
export const callSteps = (
  t: T,
  { producer }: Sample,
  at: NonNullable<Gate["steps"]>["at"],
): Gate["steps"] =>
  producer === undefined
    ? undefined
    : {
        at,
        names: {
          request: t("common.call"),
          generating: t("toolCall.running"),
          response: t("common.result"),
        },
      };
