// The icon and the name of request kinds other than sampling, in lists and at the gate.
import type { KindName } from "#shared/kinds/names.ts";
import type { Sample } from "#shared/sampling/life/sample.ts";
import type { IconKind } from "#kit/controls/Icon.tsx";
import { FormIcon, OpenPageIcon, ToolIcon } from "#kit/controls/icons.ts";

export interface KindGlyph {
  icon: IconKind;
  name: "elicitation.form" | "elicitation.link" | "common.toolCall" | "common.action";
}

type OfSample = Pick<Sample, "requestKind" | "proposed">;

const GLYPHS: Readonly<Record<KindName, ((of: OfSample) => KindGlyph) | null>> = {
  sampling: null,
  completion: null,
  elicitation: ({ proposed }) =>
    proposed?.["mode"] === "url"
      ? { icon: OpenPageIcon, name: "elicitation.link" }
      : { icon: FormIcon, name: "elicitation.form" },
  "tool-call": () => ({ icon: ToolIcon, name: "common.toolCall" }),
  action: () => ({ icon: ToolIcon, name: "common.action" }),
};

/** Null for sampling and completions, which show their stage instead. */
export const kindGlyphOf = (sample: OfSample): KindGlyph | null =>
  (sample.requestKind === undefined ? null : GLYPHS[sample.requestKind])?.(sample) ?? null;
