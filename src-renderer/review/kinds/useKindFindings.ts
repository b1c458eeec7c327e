// The findings of what a kind's gate shows, and the places on its paper.
import { useMemo, useState } from "react";
import type { Finding } from "../../../src-shared/inspect/findings.ts";
import type { Flag } from "../../../src-shared/sampling/document/flag.ts";
import type { RuleGate } from "../../../src-shared/policy/rules/rule.ts";
import type {
  RequestDocument,
  ResponseDocument,
} from "../../../src-shared/sampling/document/message.ts";
import { useT } from "../../i18n/index.ts";
import { useFindings } from "../../state/findings.ts";
import { Places } from "../blocks/places.ts";
import type { Shared } from "../blocks/places.ts";
import { showPlace, spansOf, useFindingKeys } from "../findings/findingActions.ts";
import { useSerious } from "../findings/useSerious.ts";
import { jumpTo } from "../gate1/requestPaper.ts";
import type { KindGateProps } from "./KindPage.tsx";

interface Scanned extends Pick<KindGateProps, "found" | "serious"> {
  onJump: (finding: Finding | Flag, quietly?: boolean) => void;
  shared: Shared;
}

/** @param document what is shown now */
export function useKindFindings(
  gate: Omit<KindGateProps, "found" | "serious" | "onJump">,
  which: RuleGate,
  document: RequestDocument | ResponseDocument,
): Scanned {
  const t = useT();
  const { sample, view } = gate;
  const [places] = useState(() => new Places());
  const found = useFindings(sample.id, which, document);
  const spans = useMemo(() => spansOf(t, found.findings), [t, found.findings]);
  const shared = useMemo(() => ({ places, spans }), [places, spans]);
  const { narrow, onPanel } = gate;
  const onPaper: Scanned["onJump"] = (place, quietly = false) => {
    if (narrow) onPanel(false);
    requestAnimationFrame(() => showPlace(places, place, () => narrow && onPanel(true), quietly));
  };
  const onJump = which === "request" ? jumpTo(places, gate) : onPaper;
  useFindingKeys(found.findings, onJump);
  const serious = useSerious(
    which === "request" ? sample.id : `${sample.id} ${which}`,
    ...([document, which === "response" || view !== "json", found, places] as const),
    (finding) => onJump(finding, true),
  );
  return { found, serious, onJump, shared };
}
