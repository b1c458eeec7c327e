// What every gate knows of its document: findings and which were seen, the places on the paper, the decision guard.
import { useMemo, useRef } from "react";
import type { Finding } from "#shared/findings/findings.ts";
import type { Flag, Path } from "#shared/request/document/flag.ts";
import type { SideRowId } from "#shared/settings/settings.ts";
import type { Span } from "#editor/index.ts";
import { useT } from "#words/index.ts";
import { Places } from "#request/document/places.ts";
import { showLine, showPlace, spansOf, useFindingKeys } from "#request/findings/findingActions.ts";
import { reviewGuard } from "#request/findings/reviewFirst.tsx";
import { useSerious } from "#request/findings/useSerious.ts";
import { useDecision } from "#data/decide.ts";
import type { FindingsResult } from "#data/findings.ts";
import { openRow } from "#data/sideRows.ts";
import { isPaper } from "#data/view.ts";
import type { Placed, Review } from "./gate.ts";

interface Parts {
  /** What is shown and decided: findings count as seen for this alone. */
  of: string;
  /** That was scanned. */
  document: object;
  found: FindingsResult;
  /** Key of what else a press depends on: a change starts the guard again. */
  guard: string;
  /** The first view shows something other than the document, such as what a model gets. */
  isCovered?: boolean;
  /** Takes that away. */
  uncover?: () => void;
  /** The row of the side panel that holds a place; null: it is on the paper. */
  rowFor?: (path: Path) => SideRowId | null;
  /** Marks on the paper in place of those of the findings. */
  spans?: ReadonlyMap<string, readonly Span[]> | null;
}

export function useReview(gate: Placed, parts: Parts): Review {
  const { request, view, onView, narrow, onPanel } = gate;
  const { document, found, isCovered = false, spans: given = null } = parts;
  const t = useT();
  const places = useRef(new Places()).current;
  const spans = useMemo(() => given ?? spansOf(t, found.findings), [given, t, found.findings]);
  const shared = useMemo(() => ({ places, spans }), [places, spans]);
  const go = (place: Finding | Flag, quietly: boolean): void => {
    const row = parts.rowFor?.(place.path) ?? null;
    parts.uncover?.();
    if (narrow) onPanel(row !== null);
    // What is being reviewed counts as seen in the first view alone, also if its place is in the side panel.
    if ((row === null || quietly) && !isPaper(view)) onView("blocks");
    if (row !== null) openRow(row);
    const inSide = row !== null;
    showPlace(places, place, { inSide, openSide: () => narrow && onPanel(true) }, quietly);
  };
  const jump = (place: Finding | Flag): void => go(place, false);
  useFindingKeys(found.findings, jump);
  const isShown = isPaper(view) && !isCovered;
  const serious = useSerious(parts.of, document, isShown, found, places, {
    place: (finding) => go(finding, true),
    line(finding) {
      parts.uncover?.();
      if (!isPaper(view)) onView("blocks");
      if (narrow) onPanel(true);
      showLine(places, finding, true);
    },
  });
  const deciding = useDecision(request, `${parts.guard}, ${reviewGuard(serious)}`);
  return { found, serious, deciding, shared, jump };
}
