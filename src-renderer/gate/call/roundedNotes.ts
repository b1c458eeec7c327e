// Names the numbers of a call or its result that are shown rounded.
import type { Flag } from "#shared/request/document/flag.ts";
import type { T } from "#words/index.ts";

export const roundedNotes = (t: T, flags: readonly Flag[] = []): string[] =>
  flags.flatMap(({ code, detail = "" }) => {
    if (code === "number-shown-rounded") return [t("toolCall.rounded", { number: detail })];
    if (code === "number-rounded") return [`${t("failures.flags.number-rounded")} ${detail}`];
    return code === "numbers-rounded-more" ? [t("failures.flags.numbers-rounded-more")] : [];
  });
